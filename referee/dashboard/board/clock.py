"""The clock on a screen: digits large enough to be read across a room, the level, and what comes next.

It is read from the club's file when that changes, and reckoned from the time in between, so that all screens agree.
"""

from __future__ import annotations

from collections.abc import Callable
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
_ROWS: Final = 5
_WORDS: Final = 4
"""The level, what comes next, and a row of air at each."""
LEAST: Final = _ROWS + _WORDS
"""How many rows a clock takes whose digits are drawn at their smallest."""
_FLASHES: Final = 10
_EVERY: Final = 0.5


def large(digits: str, width: int, height: int) -> list[str]:
    """Return digits drawn as large as they fit, two columns for each row; in one row where there is no room."""
    dots = [" ".join(row) for row in zip(*(_SHAPES[digit] for digit in digits), strict=True)]
    times = min(width // (2 * len(dots[0])), height // _ROWS)
    if times < 1:
        return [digits]
    wide = ["".join("█" * 2 * times if dot == "#" else " " * 2 * times for dot in row) for row in dots]
    return [row for row in wide for _ in range(times)]


class ClockFace(Static):
    """A clock that runs, or nothing where none does. It rings and flashes when a level is over."""

    DEFAULT_CSS = """
    ClockFace { height: auto; text-align: center; padding: 0 1; display: none; color: $text; }
    ClockFace.-shown { display: block; }
    ClockFace.-paused { color: $text-muted; }
    ClockFace.-flash { background: $warning; color: $background; }
    """

    def __init__(self, now: Callable[[], datetime], share: float = 1.0) -> None:
        super().__init__(markup=False)
        self.now = now
        self.share = share
        self.rows = 0
        """How many rows it has, where that is not its share of the screen."""
        self.clock: Clock | None = None
        self.seen: tuple[datetime, int, ClockState] | None = None
        self._left_to_flash = 0

    def on_mount(self) -> None:
        """Begin to run."""
        self.set_interval(_EVERY, self.tick)

    def set_to(self, clock: Clock | None) -> None:
        """Show another clock, or what was done with the one shown."""
        self.clock = clock
        self.tick()

    def tick(self) -> None:
        """Show the time as it is."""
        clock_reading = self.clock.at(self.now()) if self.clock else None
        self.set_class(clock_reading is not None, "-shown")
        if clock_reading is None or self.clock is None:
            self.seen = None
            return
        self._ring(clock_reading)
        self._left_to_flash = max(0, self._left_to_flash - 1)
        self.set_class(self._left_to_flash % 2 == 1, "-flash")
        self.set_class(clock_reading.state is ClockState.PAUSED, "-paused")
        self.update(self._drawn(self.clock, clock_reading))

    def _ring(self, clock_reading: ClockReading) -> None:
        """Ring when another level has begun, or the time is up, since the last look at this clock."""
        over = clock_reading.state is ClockState.OVER
        if self.seen and self.seen[0] == clock_reading.started:
            _, number, before = self.seen
            if number != clock_reading.number or (over and before is not ClockState.OVER):
                self._left_to_flash = _FLASHES
                self.app.bell()
        self.seen = clock_reading.started, clock_reading.number, clock_reading.state

    def _drawn(self, clock: Clock, clock_reading: ClockReading) -> Content:
        size = self.screen.size
        width, height = size.width - 2, (self.rows or int(size.height * self.share)) - _WORDS
        rows: list[Content | str] = [Content.styled(describe_now(clock.name, clock_reading), "bold")]
        rows += ["", *large(clock_reading.digits, width, height), ""]
        rows.append(Content.styled(describe_next(clock_reading), "bold"))
        return Content("\n").join(Content(row) if isinstance(row, str) else row for row in rows)


class ClockScreen(Screen[None]):
    """Nothing but the clock."""

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
        """Show the clock, and below it what cannot be read."""
        yield ClockFace(self.desk.club.clock)
        yield MessageLine()

    def on_resize(self) -> None:
        """Draw it as large as the screen is now."""
        self.query_one(ClockFace).tick()

    def reload(self) -> None:
        """Look again at what was done with the clock."""
        self.desk.read(self, lambda: current_clock(self.desk.club, self.tournament), self._show)

    on_screen_resume = reload

    def action_leave(self) -> None:
        """Leave; the clock runs on."""
        self.app.exit()

    def _show(self, clock: Clock | None) -> None:
        self.query_one(ClockFace).set_to(clock)
        none = "No clock is running. Start one with: referee clock start --minutes 45"
        self.query_one(MessageLine).show_message("" if clock else none)
