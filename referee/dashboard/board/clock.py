"""The clock on a screen: large digits, the level, and the next level or break.

The screen reads the clock from the club's file when it changes, and computes the time in between. So all screens agree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.widgets.message_line import MessageLine
from referee.tournaments.clocks.actions import Clock, current_clock
from referee.tournaments.clocks.clock import ClockReading, ClockState, describe_next, describe_now
from referee.tournaments.clocks.jumps import SteadyTime

_SHAPES: Final = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", " ##", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", " # ", " # ", " # "),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    ":": (" ", "#", " ", "#", " "),
}
_DIGIT_ROWS: Final = 5
_TEXT_ROWS: Final = 4
"""The rows for the level and for the next one, with a blank row each."""
MIN_ROWS: Final = _DIGIT_ROWS + _TEXT_ROWS
"""The height of a clock with the smallest digits, in rows."""
_FLASHES: Final = 10
_INTERVAL: Final = 0.5


def draw_digits(digits: str, width: int, height: int) -> list[str]:
    """Return the rows of digits drawn as large as they fit, two columns for each row.

    Return one row of plain text if the space is too small.
    """
    dot_rows = [" ".join(row) for row in zip(*(_SHAPES[digit] for digit in digits), strict=True)]
    scale = min(width // (2 * len(dot_rows[0])), height // _DIGIT_ROWS)
    if scale < 1:
        return [digits]
    scaled_rows = ["".join("█" * 2 * scale if dot == "#" else " " * 2 * scale for dot in row) for row in dot_rows]
    return [row for row in scaled_rows for _ in range(scale)]


class ClockFace(Static):
    """A running clock, hidden when none runs. It rings and flashes at the end of a level."""

    DEFAULT_CSS = """
    ClockFace { height: auto; text-align: center; padding: 0 1; display: none; color: $text; }
    ClockFace.-shown { display: block; }
    ClockFace.-paused { color: $text-muted; }
    ClockFace.-flash { background: $warning; color: $background; }
    """

    def __init__(self, now: Callable[[], datetime], share: float = 1.0) -> None:
        super().__init__(markup=False)
        self.now = SteadyTime(now)
        self.share = share
        self.rows = 0
        """The height in rows, or 0 for the widget's share of the screen."""
        self.clock: Clock | None = None
        self.last_reading: tuple[datetime, int, ClockState] | None = None
        self._flashes_left = 0

    def on_mount(self) -> None:
        """Start ticking."""
        self.set_interval(_INTERVAL, self.tick)

    def set_clock(self, clock: Clock | None) -> None:
        """Show the given clock, or hide the widget for None."""
        self.clock = clock
        self.tick()

    def tick(self) -> None:
        """Show the current time."""
        now = self.now()
        clock_reading = self.clock.reading_at(now) if self.clock else None
        clock_reading = clock_reading and replace(clock_reading, jump=clock_reading.jump + self.now.jump)
        self.set_class(clock_reading is not None, "-shown")
        if clock_reading is None or self.clock is None:
            self.last_reading = None
            return
        self._ring(clock_reading)
        self._flashes_left = max(0, self._flashes_left - 1)
        self.set_class(self._flashes_left % 2 == 1, "-flash")
        self.set_class(clock_reading.state is ClockState.PAUSED, "-paused")
        self.update(self._render_clock(self.clock, clock_reading))

    def _ring(self, clock_reading: ClockReading) -> None:
        """Ring and flash if a new level has begun or the time has run out since the last tick."""
        is_over = clock_reading.state is ClockState.OVER
        if self.last_reading and self.last_reading[0] == clock_reading.started:
            _, number, previous_state = self.last_reading
            if number != clock_reading.number or (is_over and previous_state is not ClockState.OVER):
                self._flashes_left = _FLASHES
                self.app.bell()
        self.last_reading = clock_reading.started, clock_reading.number, clock_reading.state

    def _render_clock(self, clock: Clock, clock_reading: ClockReading) -> Content:
        size = self.screen.size
        width, height = size.width - 2, (self.rows or int(size.height * self.share)) - _TEXT_ROWS
        rows: list[Content | str] = [Content.styled(describe_now(clock.name, clock_reading), "bold")]
        rows += ["", *draw_digits(clock_reading.digits, width, height), ""]
        rows.append(Content.styled(describe_next(clock_reading), "bold"))
        return Content("\n").join(Content(row) if isinstance(row, str) else row for row in rows)


class ClockScreen(Screen[None]):
    """A screen with only the clock."""

    BINDINGS = keys.bindings("clock", leave="leave")
    CSS = """
    ClockScreen { align: center middle; }
    ClockScreen ClockFace { width: 100%; }
    ClockScreen MessageLine { dock: bottom; }
    """

    def __init__(self, desk: Desk, tournament: int | None) -> None:
        super().__init__()
        self.desk = desk
        self.tournament = tournament

    def compose(self) -> ComposeResult:
        """Yield the clock, and below it the line for messages."""
        yield ClockFace(self.desk.club.clock)
        yield MessageLine()

    def on_resize(self) -> None:
        """Draw the clock as large as the new screen size allows."""
        self.query_one(ClockFace).tick()

    def reload(self) -> None:
        """Read the clock's current state from the club."""
        self.desk.read(self, lambda: current_clock(self.desk.club, self.tournament), self._show)

    on_screen_resume = reload

    def action_leave(self) -> None:
        """Close the screen. The clock keeps running."""
        self.app.exit()

    def _show(self, clock: Clock | None) -> None:
        self.query_one(ClockFace).set_clock(clock)
        no_clock = "No clock is running. Start one with: referee clock start --minutes 45"
        self.query_one(MessageLine).show_message("" if clock else no_clock)
