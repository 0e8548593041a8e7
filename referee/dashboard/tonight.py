"""Tonight: the session, who is here, the tables, and what waits for an officer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from referee.cards.words import counted
from referee.club import backups, sessions
from referee.club.backups import Backup
from referee.club.faults import ClubFault, Unfinished
from referee.club.match_view import MatchView
from referee.club.tonight import Tonight, tonight
from referee.dashboard import keys
from referee.dashboard.asking import Question, Refused, ask, is_yes
from referee.dashboard.checkin import CheckInScreen
from referee.dashboard.desk import Desk
from referee.dashboard.disputes import DisputesScreen
from referee.dashboard.facts import FactsScreen
from referee.dashboard.help import HelpScreen
from referee.dashboard.match import MatchScreen
from referee.dashboard.message_line import MessageLine, damaged
from referee.dashboard.more import MoreScreen
from referee.dashboard.rendering import day, when, wrapped
from referee.dashboard.rulebook import RulebookScreen
from referee.dashboard.screens import open_in_front, relist
from referee.dashboard.seating import SeatingScreen
from referee.dashboard.standings import StandingsScreen
from referee.rules import write_places
from referee.store.models import Session

# How much of the room what waits for an officer may take.
_WAITING: Final = 0.4


class TonightScreen(Screen[None]):
    """The first screen. From here every other is one key away."""

    BINDINGS = keys.bindings("tonight")
    DEFAULT_CSS = f"""
    TonightScreen #people {{ width: 26; border-left: solid $panel; }}
    TonightScreen #tables-title {{ padding: 0 1; color: $text-muted; text-style: bold; }}
    TonightScreen #names, TonightScreen #waiting {{ padding: 0 1; height: auto; }}
    TonightScreen #waiting-room {{ height: auto; max-height: {_WAITING:.0%}; border-top: solid $panel; }}
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.night: Tonight | None = None

    def compose(self) -> ComposeResult:
        """Show the tables large, who is here beside them, and what waits beneath."""
        yield Static("referee", classes="heading", markup=False)
        with Horizontal(id="night"):
            with Vertical():
                yield Static("Tables", id="tables-title", markup=False)
                yield OptionList(id="tables")
                with VerticalScroll(id="waiting-room", can_focus=False):
                    yield Static("Waiting for an officer", classes="title")
                    yield Static(id="waiting", markup=False)
            with VerticalScroll(id="people", can_focus=False):
                yield Static("Here", classes="title", id="here")
                yield Static(id="names", markup=False)
        yield MessageLine()
        yield Footer(compact=True)

    def on_screen_resume(self) -> None:
        """Look again when another screen was in front."""
        self.reload()

    def on_resize(self) -> None:
        """Wrap everything to the room that there is."""
        if self.night:
            self.call_after_refresh(self._show, self.night)

    def reload(self) -> None:
        """Look again."""
        seen = self.night.matches if self.night else ()
        self.desk.read(self, lambda: tonight(self.desk.club, seen), self._compare)

    def _compare(self, night: Tonight) -> None:
        if night != self.night:
            self._show(night)

    def _show(self, night: Tonight) -> None:
        self.night = night
        sealed = f"   Sealed {night.head}" if night.head else ""
        session = when(night.session) if night.session else f"no session is open{sealed}"
        self.query_one(".heading", Static).update(f"{night.club}   {session}")
        self.query_one("#here", Static).update(f"Here: {len(night.came)}" if night.session else "Here")
        nobody = f"Nobody yet. {self.desk.key('tonight.checkin')} notes who came." if night.session else ""
        came = self.query_one("#names", Static)
        came.update(Content("\n").join(_came(night)) if night.came else nobody)
        self._show_tables(night)
        room = int(self.query_one("#night").size.height * _WAITING) - 2
        waiting = _fitting([*_waiting(night, self.query_one("#waiting-room").size.width - 2)], room)
        self.query_one("#waiting", Static).update(Content("\n").join(waiting) if waiting else "Nothing.")
        if night.damage:
            self.query_one(MessageLine).refuse(damaged(night.damage))

    def _show_tables(self, night: Tonight) -> None:
        listed = self.query_one("#tables", OptionList)
        width = listed.scrollable_content_region.width - 1
        relist(listed, [Option(_table(each, width), id=str(each.number)) for each in night.matches])
        if night.matches and self.focused is None:
            listed.focus()
        elif not night.matches:
            self.set_focus(None)
        opens = f"Tables   {self.desk.key('tonight.table')} opens the one marked"
        title = opens if night.matches else self._next_step(night)
        self.query_one("#tables-title", Static).update(title)

    def _next_step(self, night: Tonight) -> str:
        if night.session:
            return f"No table yet. {self.desk.key('tonight.seating')} starts one."
        if night.planned:
            return f"No session is open. {self.desk.key('tonight.session')} opens the one of {day(night.planned)}."
        return "No session is planned from today on. Plan one with: referee schedule add DATE"

    def on_option_list_option_selected(self, chosen: OptionList.OptionSelected) -> None:
        """Open a table."""
        open_in_front(self, MatchScreen(self.desk, int(chosen.option_id or 0)))

    def action_table(self) -> None:
        """Open the table that is marked, or say that there is none."""
        marked = self.query_one("#tables", OptionList).highlighted_option
        if marked is None:
            self.query_one(MessageLine).refuse("There is no table to open yet.")
        else:
            open_in_front(self, MatchScreen(self.desk, int(marked.id or 0)))

    def action_checkin(self) -> None:
        """Go to who came."""
        self._with_session(CheckInScreen)

    def action_seating(self) -> None:
        """Go to starting a table."""
        self._with_session(SeatingScreen)

    def _with_session(self, opened: Callable[[Desk], Screen[Any]]) -> None:
        if self.night is None:
            return
        if self.night.session is None:
            self.query_one(MessageLine).refuse(self._next_step(self.night))
        else:
            open_in_front(self, opened(self.desk))

    def action_facts(self) -> None:
        """Go to ruling on what is told."""
        open_in_front(self, FactsScreen(self.desk))

    def action_disputes(self) -> None:
        """Go to the disputes."""
        open_in_front(self, DisputesScreen(self.desk))

    def action_standings(self) -> None:
        """Go to the season's standings."""
        open_in_front(self, StandingsScreen(self.desk))

    def action_rulebook(self) -> None:
        """Go to the rulebooks."""
        open_in_front(self, RulebookScreen(self.desk))

    def action_more(self) -> None:
        """Go to all else of the club."""
        open_in_front(self, MoreScreen(self.desk))

    def action_help(self) -> None:
        """Go to the help."""
        open_in_front(self, HelpScreen(self.desk))

    def action_session(self) -> None:
        """Open the session that is next, or close the one that is open."""
        if self.night is None:
            return
        session, planned, club = self.night.session, self.night.planned, self.desk.club
        if session is not None:
            self._close(str(session.id))
        elif planned is not None and planned.held_on == club.today:
            self._open(planned)
        elif planned is not None:
            asking = Question(f"Open the session of {day(planned)}, though it is not today? Type yes:", example="yes")
            ask(self, asking, partial(self._open_after_all, planned))
        else:
            self.query_one(MessageLine).refuse(self._next_step(self.night))

    def _open(self, session: Session, refused: Refused | None = None) -> None:
        change = partial(sessions.open_session, self.desk.club, str(session.id))
        self.desk.write(self, change, self._session_opened, refused)

    def _open_after_all(self, session: Session, answer: str, refused: Refused) -> None:
        if is_yes(answer):
            self._open(session, refused)

    def _session_opened(self, session: Session) -> None:
        self.query_one(MessageLine).say(f"The session of {day(session)} is open.")
        self.reload()

    def _close(self, number: str, *, unfinished: bool = False, refused: Refused | None = None) -> None:
        """Close the session; asks when a table is still playing."""
        club = self.desk.club

        def change() -> tuple[Session, Backup | ClubFault] | Unfinished:
            try:
                closed = sessions.close_session(club, number, unfinished=unfinished)
            except Unfinished as fault:
                return fault
            try:
                return closed, backups.back_up(club)
            except ClubFault as fault:
                return closed, fault

        self.desk.write(self, change, partial(self._session_closed, number), refused)

    def _session_closed(self, number: str, done: tuple[Session, Backup | ClubFault] | Unfinished) -> None:
        if isinstance(done, Unfinished):
            asking = Question(f"{done} Close all the same? Type yes:", example="yes")
            ask(self, asking, partial(self._close_after_all, number))
            return
        closed, backup = done
        told, line = f"The session of {day(closed)} is closed.", self.query_one(MessageLine)
        if isinstance(backup, ClubFault):
            line.refuse(f"{told} No backup was made: {backup}")
        elif backup.tampered:
            line.refuse(f"{told} The log is not as it was written down, at table {backup.tampered[0].table} first.")
        else:
            line.say(f"{told} Backup: {backup.path.relative_to(self.desk.club.folder)}")
        self.reload()

    def _close_after_all(self, number: str, answer: str, refused: Refused) -> None:
        if is_yes(answer):
            self._close(number, unfinished=True, refused=refused)

    async def action_leave(self) -> None:
        """Leave the dashboard, when everything that was entered is in the club's file."""
        await self.app.action_quit()


def _table(match: MatchView, width: int) -> Content:
    """Return the game with whose turn it is, the players or how it ended, and what waits at the table."""
    number = Content.styled(f"{match.number:3}  ", "$text-muted")
    so_far = "only the result" if match.result_only else counted(len(match.log), "line")
    turn = f"{match.turn}'s turn" if match.turn else so_far
    first = Content.assemble(number, (match.book.title, "bold"), "" if match.finished_at else f"  {turn}")
    if match.finished_at:
        ended = "void" if match.void else f"finished: {write_places(match.places) or 'it counts for nobody'}"
        ended += f"; goes on as table {match.goes_on}" if match.goes_on and not match.void else ""
        return Content("\n").join([first, *wrapped(ended, width, 5, "$text-muted")])
    rows = [first, *wrapped(", ".join(match.names), width, 5, "$text-muted")]
    waits = [f"! {len(match.waiting)} to decide"] if match.waiting else []
    questions = [f"? {len(match.sheet.open)} open"] if match.sheet.open else []
    return Content("\n").join(rows + wrapped("   ".join(waits + questions), width, 5, "bold $text-warning"))


def _came(night: Tonight) -> Iterator[Content]:
    """Yield who is here, and at which table each of them plays."""
    playing = {name: match.number for match in night.matches if not match.finished_at for name in match.names}
    for each in night.came:
        guest = " (guest)" if each.guest else ""
        at = f"  table {playing[each.name]}" if each.name in playing else ""
        yield Content.assemble((each.name, "bold"), guest, (at, "$text-muted"))


def _fitting(waiting: Sequence[list[Content]], room: int) -> list[Content]:
    """Return the rows of as many things as there is room for, and how many more there are."""
    rows: list[Content] = []
    for at, each in enumerate(waiting):
        left = len(waiting) - at
        if len(rows) + len(each) > room - (left > 1):
            return [*rows, Content.styled(f"and {left} more", "bold $text-warning")]
        rows += each
    return rows


def _waiting(night: Tonight, width: int) -> Iterator[list[Content]]:
    """Yield what waits for an officer, in rows, the gravest first: lines to decide, disputes, open questions."""
    going = [match for match in night.matches if not match.finished_at]
    for match in going:
        for each in match.waiting:
            says = each.ruling.says if each.ruling else "illegal"
            told = f"table {match.number} line {each.number}, {each.text}: {says}, does it stand?"
            yield wrapped(told, width, 2, lead=Content.styled("! ", "bold $text-error"))
    for dispute in night.waiting:
        about = f"table {dispute.match} line {dispute.line}" if dispute.match else dispute.game
        told = f"dispute {dispute.number}, {about}: {dispute.claim or dispute.clause}"
        yield wrapped(told, width, 2, lead=Content.styled("! ", "bold $text-warning"))
    for match in going:
        for judged in match.sheet.open:
            told = f"table {match.number} line {judged.line.number}, {judged.line.text}: open"
            yield wrapped(told, width, 2, lead=Content.styled("? ", "bold $text-warning"))
