"""The board: what a projector shows the room. It turns its pages itself, and nothing can be entered at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.filter import LineFilter
from textual.screen import Screen
from textual.widgets import Static

from referee.cards.words import counted
from referee.club.board import Posted, Seated, posted
from referee.club.folder import Club
from referee.club.ranking import Standing
from referee.club.standings import Standings
from referee.dashboard import keys
from referee.dashboard.clock import ClockFace
from referee.dashboard.desk import Desk
from referee.dashboard.message_line import MessageLine
from referee.dashboard.pages import Block, Pages, Part, side_by_side
from referee.dashboard.plain import with_plain
from referee.dashboard.rendering import when
from referee.dashboard.theme import REFEREE, STYLES
from referee.dashboard.tournament import going, standings_part, tables_part
from referee.dashboard.watch import Watch
from referee.tournaments import clock_deeds
from referee.tournaments.clock_deeds import Clock
from referee.tournaments.view import TournamentView

_WIDE: Final = 110
_PLACE: Final = 6
_SCORE: Final = 8
_SESSIONS: Final = 10
_LEAST_ROOM: Final = 12
_CLOCK: Final = 0.45
"""How much of the board's height the clock may take, where one runs."""
_TURN: Final = "bold $text-warning"


class Board(App[None]):
    """The tables, the standings and the next session, for a club that was opened for reading only."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "referee"
    CSS = STYLES

    def __init__(self, club: Club, keymap: keys.Keymap | None = None, turn: float = 10) -> None:
        super().__init__()
        self.register_theme(REFEREE)
        self.theme = REFEREE.name
        self.desk = Desk(club, keymap or {})
        self.turn = turn

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Draw nothing that a terminal would obey."""
        return with_plain(super().get_line_filters())

    def on_mount(self) -> None:
        """Hang up the board, and begin to watch the club's file."""
        self.set_keymap(self.desk.keymap)
        self.push_screen(BoardScreen(self.desk, self.turn))
        Watch(self, self.desk.club).begin()


class BoardScreen(Screen[None]):
    """The board itself: on a wide screen tables beside standings, on a narrow one by turns."""

    BINDINGS = keys.bindings("board")
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-high")]
    # Nothing is dimmed, and rows have air between them: this is read across a room.
    CSS = """
    BoardScreen .heading { height: auto; padding: 1 3; }
    BoardScreen Pages { height: 1fr; padding: 1 3 0 3; }
    BoardScreen.-low .heading, BoardScreen.-low Pages { padding: 0 1; }
    BoardScreen #tables { width: 4fr; }
    BoardScreen #standings { width: 3fr; border-left: solid $primary; }
    BoardScreen MessageLine { max-height: 100%; padding: 0 3; text-style: bold; color: $text; }
    BoardScreen MessageLine.refused { color: $text-error; }
    """

    def __init__(self, desk: Desk, turn: float) -> None:
        super().__init__()
        self.desk = desk
        self.every = turn
        self.shown: Posted | None = None
        self.tournaments: tuple[TournamentView, ...] = ()
        self._refused = False

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
        self.set_interval(self.every, self.turn)

    def on_screen_resume(self) -> None:
        """Look when the screen is put up."""
        self.reload()

    def on_resize(self) -> None:
        """Lay out for a screen that is wider or narrower now."""
        self.query_one(ClockFace).tick()
        self._lay_out()

    def reload(self) -> None:
        """Look again, reading only what is new since the last look."""
        club, before = self.desk.club, self.shown

        def look() -> tuple[Posted, tuple[TournamentView, ...], Clock | None]:
            return posted(club, before), going(club), clock_deeds.posted(club)

        self.desk.read(self, look, self._show, self._refuse)

    def turn(self) -> None:
        """Turn every page, and look again: a day may have begun, or what could not be read be readable now."""
        for pages in self.query(Pages):
            pages.turn()
        said = self.query_one(MessageLine)
        if not said.has_class("refused"):
            said.say("")
        self.reload()

    def action_leave(self) -> None:
        """Take the board down."""
        self.app.exit()

    def _show(self, looked: tuple[Posted, tuple[TournamentView, ...], Clock | None]) -> None:
        self.shown, self.tournaments, clock = found, *_ = looked
        self.query_one(ClockFace).set_to(clock)
        if self._refused:
            self._refused = False
            self.query_one(MessageLine).say("")
        tonight = when(found.session) if found.session else "No session is open"
        coming = "none is planned yet"
        if found.planned:
            today = "today, " if found.planned.held_on == self.desk.club.today else ""
            coming = f"{today}{when(found.planned)}"
        self.query_one("#tonight", Static).update(Content(f"{found.club}   {tonight}"))
        sealed = f"   Sealed {found.head}" if found.head else ""
        self.query_one("#next", Static).update(Content(f"Next session: {coming}{sealed}"))
        if found.damaged:
            self.query_one(MessageLine).refuse(
                "The club's file is not as it was sealed; what stands here may be wrong."
            )
        self._lay_out()

    def _refuse(self, message: str) -> None:
        self._refused = True
        self.query_one(MessageLine).refuse(f"{message} What stands here is how it was.")

    def _lay_out(self) -> None:
        if self.shown is None:
            return
        tables = [*filter(None, map(tables_part, self.tournaments))]
        placed = [*filter(None, map(standings_part, self.tournaments))]
        parts = _tables(self.shown), _standings(self.shown.standings)
        wide = self.size.width >= _WIDE
        matches, standings = self.query_one("#tables", Pages), self.query_one("#standings", Pages)
        standings.display = wide
        if wide:
            matches.show(*tables, parts[0])
            standings.show(*placed, parts[1])
        else:
            # Without a session there is no page of tables to wait for: the heading says so already.
            matches.show(*tables, *placed, *(parts if self.shown.session else parts[1:]))


def _tables(found: Posted) -> Part:
    if found.matches:
        return Part("Tables", lambda width: [_table(each, width) for each in found.matches])
    if found.session is None:
        said = ["No session is open."]
    else:
        here = f"{counted(found.came, 'player is', 'players are')} here." if found.came else "Nobody has come yet."
        said = ["No table has been started yet.", here]
    return Part("Tables", lambda width: [Content.styled(each, "bold").wrap(width) for each in said])


def _table(match: Seated, width: int) -> Block:
    """Return a table's rows: its number and game, how it stands, and the players or their places."""
    if match.finished:
        stands = [Content("Finished")]
    else:
        stands = [Content.styled(f"{match.turn}'s turn", _TURN) if match.turn else Content("In play")]
    if match.open:
        stands.append(Content(counted(match.open, "open question")))
    number = Content.styled(f" {match.number} ", "bold reverse")
    margin = number.cell_length + 2
    game = Content.styled(match.game, "bold")
    first, *more = [
        *side_by_side([game, *stands], width - margin),
        *side_by_side(_places(match) if match.places else _players(match), width - margin),
    ]
    return [Content.assemble(number, "  ", first), *(Content.assemble(" " * margin, row) for row in more)]


def _players(match: Seated) -> list[Content]:
    """Return the players in order of seat, with a sign at whose turn it is."""
    return [Content.styled(f"▶ {name}", _TURN) if name == match.turn else Content(name) for name in match.names]


def _places(match: Seated) -> list[Content]:
    """Return the players in order of the places that they came in; a place that is shared has its sign."""
    pieces: list[Content] = []
    place = 1
    for group in match.places:
        shared = "=" if len(group) > 1 else ""
        pieces += [Content.assemble((f"{place}{shared}", "bold"), f" {name}") for name in group]
        place += len(group)
    return pieces or [Content(name) for name in match.names]


def _standings(found: Standings | None) -> Part:
    if found is None:
        return Part("Standings", lambda width: [Content.styled("No season has been begun yet.", "bold").wrap(width)])
    title = f"Standings {found.season.name}"
    if not found.rows:
        return Part(title, lambda width: [Content.styled("Nobody has finished a match yet.", "bold").wrap(width)])
    least = counted(found.season.min_sessions, "session")
    first = next((row for row in found.rows if row.place is None), None)

    def block(row: Standing, width: int) -> Block:
        above = Content.styled(f"Not ranked yet: fewer than {least}", "bold").wrap(width) if row is first else []
        return [*above, *_row(row, width)]

    return Part(title, lambda width: [block(row, width) for row in found.rows], _columns)


def _columns(width: int) -> Block:
    return _line("", [Content("")], "score", "sessions", width) if _room(width) else ()


def _row(row: Standing, width: int) -> Block:
    """Return a member's rows: place, name, score and sessions, and what put them before the next of the same score."""
    place, score, sessions = f"{row.place or '-'}", f"{float(row.score):.3f}", len(row.counted) + len(row.dropped)
    room = _room(width)
    told = [Content.styled(row.name, "bold"), *(Content(f"ahead by {tie.step}") for tie in row.ties if tie.ahead)]
    if room:
        return _line(place, side_by_side(told, room), score, f"{sessions}", width)
    figures = [Content.styled(f"score {score}", "bold"), Content(counted(sessions, "session"))]
    return side_by_side([Content.styled(place, "bold"), *told, *figures], width)


def _line(place: str, names: list[Content], score: str, sessions: str, width: int) -> Block:
    first, *more = names
    filled = Content.assemble(
        (f"{place:>{_PLACE - 2}}  ", "bold"),
        first.pad_right(_room(width) - first.cell_length),
        (f"{score:>{_SCORE}}", "bold"),
        f"{sessions:>{_SESSIONS}}",
    )
    return [filled, *(Content.assemble(" " * _PLACE, name) for name in more)]


def _room(width: int) -> int:
    """Return how wide a name may be in one row with the figures, or 0 where they need rows of their own."""
    room = width - _PLACE - _SCORE - _SESSIONS
    return room if room >= _LEAST_ROOM else 0
