"""The projector board. It turns its own pages and needs no input."""

from __future__ import annotations

from collections.abc import Callable
from functools import partialmethod
from typing import Final, TypeAlias

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from referee.club.evening.board import BoardView, board_view
from referee.dashboard import keys
from referee.dashboard.board import tables_and_standings as board_parts
from referee.dashboard.board.clock import MIN_ROWS, ClockFace
from referee.dashboard.board.letter_size import BoardLayout, fits, largest_letters
from referee.dashboard.board.tournament_pages import current_tournaments, standings_section, tables_section
from referee.dashboard.desk import Desk
from referee.dashboard.rendering import session_time
from referee.dashboard.widgets.message_line import MessageLine, refuse, show_message
from referee.dashboard.widgets.pages import Pages
from referee.tournaments.clocks import actions
from referee.tournaments.clocks.actions import Clock
from referee.tournaments.state.view import TournamentView

_WIDE_FROM: Final = 110
_WIDE_FROM_IN_BROWSER: Final = 60
"""The width in columns from which tables and standings are side by side in a browser, where letters can shrink."""
_MARGIN: Final = 3
_SAME_SCALE: Final = 1.0
_NOTICEABLE_SCALE: Final = 1.06
_CLOCK_SHARE: Final = 0.45
"""The largest share of the board's height for a clock, if everything else still fits."""


LetterScaler: TypeAlias = Callable[[float, int, int], None]
"""Scales the letters by a factor, for a window with the given columns and rows."""


class BoardScreen(Screen[None]):
    """The board. A wide screen shows tables beside standings, a narrow one shows them in turn."""

    BINDINGS = keys.bindings("board", leave="leave")
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-high")]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_WIDE_FROM_IN_BROWSER, "-roomy")]
    # Nothing is dimmed, and rows have air between them: this is read across a room.
    CSS = """
    BoardScreen .heading { height: auto; padding: 1 3; }
    BoardScreen Pages { height: 1fr; padding: 1 3 0 3; }
    BoardScreen.-timed .heading, BoardScreen.-timed Pages { padding: 0 3; }
    BoardScreen.-low .heading, BoardScreen.-low Pages { padding: 0 1; }
    BoardScreen.-narrow .heading { padding: 0 1; text-wrap: wrap; }
    BoardScreen.-narrow Pages { padding: 1 1 0 1; }
    BoardScreen #tables { width: 4fr; }
    BoardScreen #standings { width: 3fr; border-left: solid $primary; }
    BoardScreen MessageLine { max-height: 100%; padding: 0 3; text-style: bold; color: $text; }
    BoardScreen MessageLine.refused { color: $text-error; }
    """

    def __init__(self, desk: Desk, turn: float) -> None:
        super().__init__()
        self.desk = desk
        self.page_seconds = turn
        self.board: BoardView | None = None
        self.tournaments: tuple[TournamentView, ...] = ()
        self._has_refusal = False
        self._is_loading = False

    def compose(self) -> ComposeResult:
        """Yield tonight's heading, the clock, the pages of tables and standings, and the next session."""
        yield Static(classes="heading", id="tonight", markup=False)
        yield ClockFace(self.desk.club.clock, _CLOCK_SHARE)
        with Horizontal():
            yield Pages("tables")
            yield Pages("standings")
        yield MessageLine()
        yield Static(classes="heading", id="next", markup=False)

    def on_mount(self) -> None:
        """Start turning the pages."""
        self._timer = self.set_interval(self.page_seconds, self.turn)

    def on_resize(self) -> None:
        """Fit the board to the new screen size."""
        self.query_one(ClockFace).tick()
        self._lay_out()

    def reload(self) -> None:
        """Load the club's new events and show the current state."""
        self._is_loading = True
        club, last_board = self.desk.club, self.board

        def load() -> tuple[BoardView, tuple[TournamentView, ...], Clock | None]:
            try:
                return board_view(club, last_board), current_tournaments(club), actions.public_clock(club)
            finally:
                self._is_loading = False

        self.desk.read(self, load, self._show, self._refuse)

    on_screen_resume = reload

    def turn(self) -> None:
        """Turn every page and reload, so that a new day or a repaired file shows."""
        for pages in self.query(Pages):
            pages.turn()
        message_line = self.query_one(MessageLine)
        if not message_line.has_class("refused"):
            message_line.show_message("")
        # A look that takes longer than a page stays is not begun anew each time.
        if not self._is_loading:
            self.reload()

    def _turn_by(self, step: int) -> None:
        """Turn the pages by a number of steps after a click or scroll."""
        for pages in self.query(Pages):
            pages.turn(step)
        self._timer.reset()

    on_click = on_mouse_scroll_down = partialmethod(_turn_by, 1)
    on_mouse_scroll_up = partialmethod(_turn_by, -1)

    def action_leave(self) -> None:
        """Close the board."""
        self.app.exit()

    def _show(self, data: tuple[BoardView, tuple[TournamentView, ...], Clock | None]) -> None:
        board, self.tournaments, clock = data
        self.board = board
        self.query_one(ClockFace).set_clock(clock)
        if self._has_refusal:
            self._has_refusal = False
            show_message(self, "")
        session_text = session_time(board.session) if board.session else "No session is open"
        next_session = "none planned yet"
        if board.planned:
            today = "today, " if board.planned.held_on == self.desk.club.today else ""
            next_session = f"{today}{session_time(board.planned)}"
        separator = "\n" if self.size.width < _WIDE_FROM_IN_BROWSER else "   "
        self.query_one("#tonight", Static).update(Content(f"{board.club}{separator}{session_text}"))
        log_end = f"{separator}Log ends at {board.head}" if board.head else ""
        phones = f"Phones: {board.served.url}" if board.served else ""
        next_text = f"Next session: {next_session}{log_end}"
        fits_in_row = len(phones) + len(next_text) + 2 * _MARGIN + len(separator) <= self.size.width
        footer = (separator if fits_in_row else "\n").join(filter(None, [phones, next_text]))
        self.query_one("#next", Static).update(Content(footer))
        if board.damaged:
            refuse(self, "The club's file differs from its log. This board may be wrong.")
        self._lay_out()

    def _refuse(self, message: str) -> None:
        self._has_refusal = True
        refuse(self, f"{message} The board shows the last known state.")
        self.post_message(MessageLine.ClubUnavailable())  # whoever watches the file may not have seen that

    def _lay_out(self) -> None:
        if self.board is None:
            return
        tables = [*filter(None, map(tables_section, self.tournaments))]
        tournament_standings = [*filter(None, map(standings_section, self.tournaments))]
        club_sections = board_parts.tables_section(self.board), board_parts.standings_section(self.board.standings)
        scale_letters: LetterScaler | None = getattr(self.app._driver, "report_letter_scale", None)
        is_wide = self.size.width >= (_WIDE_FROM_IN_BROWSER if scale_letters else _WIDE_FROM)
        clock = self.query_one(ClockFace)
        self.set_class(clock.has_class("-shown"), "-timed")
        matches, standings = self.query_one("#tables", Pages), self.query_one("#standings", Pages)
        matches.footer, standings.footer = (), ()
        (standings if is_wide else matches).footer = board_parts.phones_code(self.board)
        standings.display = is_wide
        matches.count_suffix = ", tap to turn" if scale_letters and not is_wide else ""
        left, right = (*tables, club_sections[0]), (*tournament_standings, club_sections[1])
        if not is_wide:
            # Without a session there is no page of tables to wait for: the heading says so already.
            left, right = (
                (*tables, *tournament_standings, *(club_sections if self.board.session else club_sections[1:])),
                (),
            )
        matches.show(*left)
        standings.show(*right)
        min_clock_rows = MIN_ROWS if clock.has_class("-shown") else 0
        if scale_letters:
            scale = largest_letters(
                BoardLayout(left, right, min_clock_rows), *self.size, _WIDE_FROM_IN_BROWSER if is_wide else 1
            )
            if not _SAME_SCALE <= scale < _NOTICEABLE_SCALE:
                scale_letters(scale, *self.size)
        if min_clock_rows:
            # A clock is as high as leaves all else its room, and at the least so that it is read across one.
            max_clock_rows = int(self.size.height * _CLOCK_SHARE)
            has_room = max_clock_rows > min_clock_rows and fits(BoardLayout(left, right, max_clock_rows), *self.size)
            clock.rows = max_clock_rows if has_room or not scale_letters else min_clock_rows
            clock.tick()
