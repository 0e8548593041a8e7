"""One evening: who came, its tables, and how each of them ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from referee.cards.words import counted
from referee.club.calendar import sessions
from referee.club.calendar.sessions import SessionView
from referee.club.folder import Club
from referee.club.match import correction_notes, matches
from referee.club.match.log import DecisionKind
from referee.club.match.view import MatchView
from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.rendering import day, when, wrapped
from referee.dashboard.screens import foot, head, open_in_front
from referee.dashboard.table.past_table import PastTableScreen
from referee.dashboard.undo import evening_undo
from referee.dashboard.widgets.listing import Listing, Row
from referee.dashboard.widgets.message_line import refuse, say
from referee.dashboard.widgets.question import Question
from referee.dashboard.widgets.side_panel import BREAKPOINTS, Halves, Tell, Told, titled
from referee.rules import write_places
from referee.store.read import Session


@dataclass(frozen=True, slots=True)
class Seen:
    """An evening with its tables, and how often each of them was put right."""

    evening: SessionView
    tables: tuple[MatchView, ...]
    put_right: dict[int, int]


def look(club: Club, number: int, before: Seen | None) -> Seen:
    """Return an evening; tables seen before are not judged again when nothing was added to them."""
    tables = tuple(matches.matches(club, str(number), seen=before.tables if before else ()))
    put_right = {each.number: len(correction_notes.corrections(club, table=each.number)) for each in tables}
    return Seen(sessions.show(club, str(number)), tables, put_right)


class EveningScreen(Screen[None]):
    """An evening and its tables; a table is opened to see its record, and to put it right."""

    BINDINGS = keys.bindings("evening")
    HORIZONTAL_BREAKPOINTS = BREAKPOINTS
    DEFAULT_CSS = """
    EveningScreen #came { height: auto; max-height: 30%; padding: 0 1 1 1; }
    """

    def __init__(self, desk: Desk, number: int) -> None:
        super().__init__()
        self.desk = desk
        self.number = number
        self.seen: Seen | None = None

    def compose(self) -> ComposeResult:
        """Show who came above the tables."""
        yield Static("Evening", classes="heading", markup=False)
        yield Told("came")
        yield Halves(self._about, self.action_open)
        yield from foot()

    def reload(self) -> None:
        """Look again."""
        before = self.seen
        self.desk.read(self, lambda: look(self.desk.club, self.number, before), self._show)

    on_screen_resume = reload

    def _show(self, seen: Seen) -> None:
        self.seen = seen
        session = seen.evening.session
        head(self, f"{when(session)}   {session.status}")
        self.query_one("#came", Told).show(partial(_came, seen))
        self.query_one(Halves).show(
            ("table", "game", "put right", "how it ended"), [_row(each, seen) for each in seen.tables]
        )
        if seen.tables:
            if self.focused is None:
                self.query_one(Listing).focus()
        else:
            say(self, "No table was played.")

    def _about(self) -> Tell | None:
        marked = self.query_one(Listing).marked
        found = next((each for each in (self.seen.tables if self.seen else ()) if str(each.number) == marked), None)
        return partial(about_table, found) if found else None

    def action_open(self) -> None:
        """Open the table that is marked, or say that there is none."""
        marked = self.query_one(Listing).marked
        if marked is None:
            refuse(self, "There is no table to open.")
        else:
            open_in_front(self, PastTableScreen(self.desk, int(marked)))

    def action_again(self) -> None:
        """Ask why the evening is opened again after it was closed, and open it."""
        if self.seen is None:
            return
        club, session = self.desk.club, self.seen.evening.session
        if session.status != "closed":
            refuse(self, f"This evening is {session.status}; one that was closed is opened again.")
            return

        def opened(_: Session) -> None:
            say(self, f"The session of {day(session)} is open.")
            self.reload()

        question = f"Open the session of {day(session)} again? Tables can be started and finished in it. Why?"
        self.desk.ask(
            self,
            Question(question, example="one more table came in"),
            lambda why: sessions.open_session(club, str(session.id), reason=why),
            opened,
            partial(evening_undo.opened, club, again=True),
        )


def _came(seen: Seen, width: int) -> Iterator[Content]:
    if seen.evening.came:
        yield from wrapped(f"{counted(len(seen.evening.came), 'player')} here: {_names(seen)}", width, 0)
    yield from _reasons(seen, width)


def _reasons(seen: Seen, width: int) -> Iterator[Content]:
    for turn in seen.evening.turns:
        if turn.reason:
            yield from wrapped(f"{turn.kind}: {turn.reason}", width, 0, "$text-muted")


def about_evening(seen: Seen, width: int) -> Iterator[Content]:
    """Yield when an evening was, who came, and how its tables ended."""
    session = seen.evening.session
    yield from wrapped(f"{when(session)}   {session.status}", width, 0, "bold")
    yield from wrapped(session.note, width, 0, "$text-muted")
    yield from _reasons(seen, width)
    if seen.evening.came:
        yield from titled(f"{counted(len(seen.evening.came), 'player')} here")
        yield from wrapped(_names(seen), width, 0)
    for each in seen.tables:
        again = f", put right {counted(times, 'time')}" if (times := seen.put_right[each.number]) else ""
        yield from titled(f"Table {each.number}  {each.book.title}{again}")
        yield from wrapped(_ended(each), width, 0)


def about_table(match: MatchView, width: int) -> Iterator[Content]:
    """Yield who sat at a table, how it ended, and its record."""
    yield from wrapped(f"Table {match.number}  {match.book.title}", width, 0, "bold")
    yield from wrapped("   ".join(f"{at} {name}" for at, name in enumerate(match.names, 1)), width, 0)
    yield from wrapped(_ended(match), width, 0)
    if match.log:
        yield from titled("Its record")
    for line in match.log:
        gone = line.decision in (DecisionKind.TAKEN_BACK, DecisionKind.STRUCK)
        said = f"{line.text}  ({line.decision})" if line.decision else line.text
        number = Content.styled(f"{line.number:4}  ", "$text-muted")
        yield from wrapped(said, width, 6, "strike dim" if gone else "" if line.counts else "dim", lead=number)


def _names(seen: Seen) -> str:
    return ", ".join(f"{each.name} (guest)" if each.guest else each.name for each in seen.evening.came)


def _ended(each: MatchView) -> str:
    if each.void:
        return f"void; {', '.join(each.names)}"
    if each.finished_at:
        return write_places(each.places) or f"it counts for nobody; {', '.join(each.names)}"
    return f"not finished; {', '.join(each.names)}"


def _row(each: MatchView, seen: Seen) -> Row:
    times = seen.put_right[each.number]
    return Row(
        str(each.number), (str(each.number), each.book.title, counted(times, "time") if times else "", _ended(each))
    )
