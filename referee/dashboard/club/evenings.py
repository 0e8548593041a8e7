"""List the evenings, past and planned: open, plan, move or cancel one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from referee.cards.words import counted
from referee.club.calendar import schedule
from referee.club.calendar.schedule import Evening, evenings
from referee.club.calendar.typed_when import typed_evening
from referee.dashboard import keys
from referee.dashboard.club.evening import EveningScreen, Seen, about_evening, look
from referee.dashboard.desk import Desk
from referee.dashboard.done import Done
from referee.dashboard.rendering import day, when, wrapped
from referee.dashboard.screens import foot, head, open_in_front
from referee.dashboard.undo import club_undo
from referee.dashboard.widgets.listing import Listing, Row
from referee.dashboard.widgets.message_line import refuse, say
from referee.dashboard.widgets.question import Question
from referee.dashboard.widgets.side_panel import BREAKPOINTS, WIDE, Halves, Tell
from referee.store.read import Session

_HEADS = ("evening", "starts", "stands", "here", "tables", "room and note")


class EveningsScreen(Screen[None]):
    """Every evening of the club; the last that was opened is marked."""

    BINDINGS = keys.bindings("evenings")
    HORIZONTAL_BREAKPOINTS = BREAKPOINTS

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.found: Sequence[Evening] | None = None
        self.looked: dict[int, Seen] = {}

    def compose(self) -> ComposeResult:
        """Show one evening in a row."""
        yield Static("Evenings", classes="heading", markup=False)
        yield Halves(self._about, self.action_open)
        yield from foot()

    def reload(self) -> None:
        """Look again."""
        self.desk.read(self, lambda: evenings(self.desk.club), self._show)

    on_screen_resume = reload

    def _show(self, found: Sequence[Evening]) -> None:
        first, self.found = self.found is None, found
        self.looked.clear()
        to_come = sum(each.session.status == "planned" for each in found)
        head(self, f"Evenings   {counted(len(found), 'evening')}, {to_come} of them to come")
        listed = self.query_one(Listing)
        self.query_one(Halves).show(_HEADS, [_row(each) for each in found])
        if first and found:
            listed.focus()
            last = next((each for each in reversed(found) if each.session.opened_at), found[0])
            listed.mark(str(last.session.id))
        if not found:
            say(self, f"No evening yet. {self.desk.key('evenings.add')} plans one.")

    def _about(self) -> Tell | None:
        marked = self.query_one(Listing).marked
        found = next((each for each in self.found or () if str(each.session.id) == marked), None)
        if found is None:
            return None
        number = found.session.id
        if seen := self.looked.get(number):
            return partial(about_evening, seen)
        if found.session.opened_at and self.has_class(WIDE):
            self.desk.read(self, lambda: look(self.desk.club, number, None), self._told, about="beside")
        return partial(_to_come, found)

    def _told(self, seen: Seen) -> None:
        self.looked[seen.evening.session.id] = seen
        self.query_one(Halves).tell()

    def action_open(self) -> None:
        """Open the evening that is marked, or say that there is none."""
        if (found := self._marked()) is not None:
            open_in_front(self, EveningScreen(self.desk, found.id))

    def action_add(self) -> None:
        """Ask when and where an evening shall be, and plan it."""
        asking = Question("Plan an evening: the day, the hour, the room:", example="2026-11-30 16:00 M4")
        self.desk.ask(self, asking, self._add, partial(self._done, "is planned"), _did("planning"))

    def _add(self, typed: str) -> Session:
        when = typed_evening(typed, whole=True)
        assert when.day
        assert when.starts
        return schedule.add(self.desk.club, when.day, when.starts, room=when.room or "")

    def action_move(self) -> None:
        """Ask to when the evening that is marked shall be moved, and move it."""
        if (found := self._marked()) is None:
            return
        what = f"Move the evening of {day(found)} to which day, hour or room:"

        def change(typed: str) -> Session:
            to = typed_evening(typed)
            return schedule.move(self.desk.club, str(found.id), to=to.day, starts=to.starts, room=to.room)

        asking = Question(what, example="2026-12-07 16:30 M5")
        self.desk.ask(self, asking, change, partial(self._done, "is when it was moved to"), _did("moving"))

    def action_cancel(self) -> None:
        """Ask why the evening that is marked is off, and cancel it."""
        if (found := self._marked()) is None:
            return
        what = (
            f"Cancel the evening of {day(found)}? It stays in the calendar, marked. Why (everybody can read this, on "
            "the board, the season's page and in the calendar file):"
        )
        self.desk.ask(
            self,
            Question(what, example="snow"),
            lambda note: schedule.cancel(self.desk.club, str(found.id), note=note),
            partial(self._done, "is cancelled"),
            _did("cancelling"),
        )

    def _done(self, what: str, session: Session) -> None:
        say(self, f"{day(session)}, {session.starts:%H:%M}, {what}.")
        self.reload()

    def _marked(self) -> Session | None:
        marked = self.query_one(Listing).marked
        found = next((each.session for each in self.found or () if str(each.session.id) == marked), None)
        if found is None:
            refuse(self, "There is no evening yet.")
        return found


def _to_come(found: Evening, width: int) -> Iterator[Content]:
    session = found.session
    yield from wrapped(f"{when(session)}   {session.status}", width, 0, "bold")
    yield from wrapped(f"Season {found.season}", width, 0)
    yield from wrapped(session.note, width, 0, "$text-muted")


def _did(what: str) -> Callable[[Session], Done]:
    return lambda session: club_undo.scheduled(f"{what} the evening of {day(session)}")


def _row(each: Evening) -> Row:
    session = each.session
    held = session.opened_at is not None
    cells = (
        f"{session.held_on:%a} {session.held_on}",
        f"{session.starts:%H:%M}",
        session.status,
        str(each.came) if held else "",
        str(each.tables) if held else "",
        ", ".join(filter(None, [session.room, session.note])),
    )
    return Row(str(session.id), cells, "" if held or session.status == "planned" else "dim")
