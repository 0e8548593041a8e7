"""The board for a projector: it turns its own pages and takes no input."""

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
from referee.dashboard.board.clock import LEAST, ClockFace
from referee.dashboard.board.letter_size import BoardLayout, fits, largest_letters
from referee.dashboard.board.tournament_pages import going, standings_section, tables_section
from referee.dashboard.desk import Desk
from referee.dashboard.rendering import session_time
from referee.dashboard.widgets.message_line import MessageLine, refuse, show_message
from referee.dashboard.widgets.pages import Pages
from referee.tournaments.clocks import actions
from referee.tournaments.clocks.actions import Clock
from referee.tournaments.state.view import TournamentView

_WIDE: Final = 110
_WIDE_IN_A_BROWSER: Final = 60
"""From how many columns on tables stand beside standings; in a browser it is the letters that give way."""
_EDGE: Final = 3
_AS_LARGE: Final = 1.0
_LARGER: Final = 1.06
_CLOCK: Final = 0.45
"""How much of the board's height the clock takes, where one runs and all else has room beneath it."""


Letters: TypeAlias = Callable[[float, int, int], None]
"""Asks for letters so many times as large, in a window of so many columns and rows of them."""


class BoardScreen(Screen[None]):
    """The board itself: on a wide screen tables beside standings, on a narrow one by turns."""

    BINDINGS = keys.bindings("board", leave="leave")
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-high")]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_WIDE_IN_A_BROWSER, "-roomy")]
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
        self.every = turn
        self.shown: BoardView | None = None
        self.tournaments: tuple[TournamentView, ...] = ()
        self._refused = False
        self._looking = False

    def compose(self) -> ComposeResult:
        """Show tonight above, the tables and the standings, and the next session below."""
        yield Static(classes="heading", id="tonight", markup=False)
        yield ClockFace(self.desk.club.clock, _CLOCK)
        with Horizontal():
            yield Pages("tables")
            yield Pages("standings")
        yield MessageLine()
        yield Static(classes="heading", id="next", markup=False)

    def on_mount(self) -> None:
        """Begin to turn the pages."""
        self._timer = self.set_interval(self.every, self.turn)

    def on_resize(self) -> None:
        """Lay out for a screen that is wider or narrower now."""
        self.query_one(ClockFace).tick()
        self._lay_out()

    def reload(self) -> None:
        """Look again, reading only what is new since the last look."""
        self._looking = True
        club, before = self.desk.club, self.shown

        def look() -> tuple[BoardView, tuple[TournamentView, ...], Clock | None]:
            try:
                return board_view(club, before), going(club), actions.posted(club)
            finally:
                self._looking = False

        self.desk.read(self, look, self._show, self._refuse)

    on_screen_resume = reload

    def turn(self) -> None:
        """Turn every page, and look again: a day may have begun, or what could not be read be readable now."""
        for pages in self.query(Pages):
            pages.turn()
        message_line = self.query_one(MessageLine)
        if not message_line.has_class("refused"):
            message_line.show_message("")
        # A look that takes longer than a page stays is not begun anew each time.
        if not self._looking:
            self.reload()

    def _turn_by(self, by: int) -> None:
        """Turn the pages for who holds the board in the hand."""
        for pages in self.query(Pages):
            pages.turn(by)
        self._timer.reset()

    on_click = on_mouse_scroll_down = partialmethod(_turn_by, 1)
    on_mouse_scroll_up = partialmethod(_turn_by, -1)

    def action_leave(self) -> None:
        """Take the board down."""
        self.app.exit()

    def _show(self, looked: tuple[BoardView, tuple[TournamentView, ...], Clock | None]) -> None:
        board, self.tournaments, clock = looked
        self.shown = board
        self.query_one(ClockFace).set_to(clock)
        if self._refused:
            self._refused = False
            show_message(self, "")
        tonight = session_time(board.session) if board.session else "No session is open"
        coming = "none planned yet"
        if board.planned:
            today = "today, " if board.planned.held_on == self.desk.club.today else ""
            coming = f"{today}{session_time(board.planned)}"
        between = "\n" if self.size.width < _WIDE_IN_A_BROWSER else "   "
        self.query_one("#tonight", Static).update(Content(f"{board.club}{between}{tonight}"))
        ends = f"{between}Log ends at {board.head}" if board.head else ""
        phones = f"Phones: {board.served.url}" if board.served else ""
        then = f"Next session: {coming}{ends}"
        beside = len(phones) + len(then) + 2 * _EDGE + len(between) <= self.size.width
        foot = (between if beside else "\n").join(filter(None, [phones, then]))
        self.query_one("#next", Static).update(Content(foot))
        if board.damaged:
            refuse(self, "The club's file differs from its log. This board may be wrong.")
        self._lay_out()

    def _refuse(self, message: str) -> None:
        self._refused = True
        refuse(self, f"{message} The board shows the last known state.")
        self.post_message(MessageLine.CutOff())  # whoever watches the file may not have seen that

    def _lay_out(self) -> None:
        if self.shown is None:
            return
        tables = [*filter(None, map(tables_section, self.tournaments))]
        placed = [*filter(None, map(standings_section, self.tournaments))]
        own = board_parts.tables_section(self.shown), board_parts.standings_section(self.shown.standings)
        larger: Letters | None = getattr(self.app._driver, "letters", None)
        wide = self.size.width >= (_WIDE_IN_A_BROWSER if larger else _WIDE)
        clock = self.query_one(ClockFace)
        self.set_class(clock.has_class("-shown"), "-timed")
        matches, standings = self.query_one("#tables", Pages), self.query_one("#standings", Pages)
        matches.beneath, standings.beneath = (), ()
        (standings if wide else matches).beneath = board_parts.phones_code(self.shown)
        standings.display = wide
        matches.more = ", tap to turn" if larger and not wide else ""
        left, right = (*tables, own[0]), (*placed, own[1])
        if not wide:
            # Without a session there is no page of tables to wait for: the heading says so already.
            left, right = (*tables, *placed, *(own if self.shown.session else own[1:])), ()
        matches.show(*left)
        standings.show(*right)
        least = LEAST if clock.has_class("-shown") else 0
        if larger:
            times = largest_letters(BoardLayout(left, right, least), *self.size, _WIDE_IN_A_BROWSER if wide else 1)
            if not _AS_LARGE <= times < _LARGER:
                larger(times, *self.size)
        if least:
            # A clock is as high as leaves all else its room, and at the least so that it is read across one.
            most = int(self.size.height * _CLOCK)
            roomy = most > least and fits(BoardLayout(left, right, most), *self.size)
            clock.rows = most if roomy or not larger else least
            clock.tick()
