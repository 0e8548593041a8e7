"""Terms of office: elect, hand over, step down; and who acts at this computer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from referee.club.folder import Club
from referee.club.people import acting, officers, roster
from referee.club.people.duties import DUTIES
from referee.club.people.officers import USUAL, Standing, TermKind, TermView
from referee.club.text.faults import ClubFault
from referee.club.text.names import with_names
from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.done import Done
from referee.dashboard.rendering import wrapped
from referee.dashboard.screens import foot, head
from referee.dashboard.undo import club_undo
from referee.dashboard.widgets.listing import Listing, Row
from referee.dashboard.widgets.message_line import MessageLine, refuse, say
from referee.dashboard.widgets.question import Question, Refused, ask
from referee.dashboard.widgets.side_panel import BREAKPOINTS, Halves, Tell, titled

_HEADS = ("office", "name", "from", "until", "stands")


@dataclass(frozen=True, slots=True)
class Seen:
    """The terms, those that are over too, and the name of whoever acts here, empty for nobody."""

    terms: tuple[TermView, ...]
    acts: str


def look(club: Club) -> Seen:
    """Return the terms, those that count now first."""
    every = sorted(officers.terms(club, everybody=True), key=lambda each: each.standing is Standing.OVER)
    with club.reading() as tx:
        return Seen(tuple(every), with_names(club.signed(), (), roster.names(tx)))


class OfficersScreen(Screen[None]):
    """The offices of the club, a term a row."""

    BINDINGS = keys.bindings("officers")
    HORIZONTAL_BREAKPOINTS = BREAKPOINTS

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.seen: Seen | None = None

    def compose(self) -> ComposeResult:
        """Show one term in a row."""
        yield Static("Officers", classes="heading", markup=False)
        yield Halves(self._about)
        yield from foot()

    def reload(self) -> None:
        """Look again."""
        self.desk.read(self, lambda: look(self.desk.club), self._show)

    on_screen_resume = reload

    def _show(self, seen: Seen) -> None:
        self.seen = seen
        head(self, f"Officers   {seen.acts or 'Nobody'} acts at this computer")
        self.query_one(Halves).show(_HEADS, [_row(each) for each in seen.terms])
        if self.focused is None:
            self.query_one(Listing).focus()
        if not seen.terms and not self.query_one(MessageLine).told:
            elect = self.desk.key("officers.elect")
            say(self, f"While the club has no officer, anybody may do anything. {elect} elects one.")

    def _about(self) -> Tell:
        return partial(_about, self._term(), self.seen.terms if self.seen else ())

    def action_elect(self) -> None:
        """Ask who was elected as what, and write it down."""
        asking = Question("Who was elected, and as what?", example="Ann as president")
        self.desk.ask(self, asking, self._elect, self._elected, _did)

    def _elect(self, typed: str) -> TermView:
        name, _, position = typed.partition(" as ")
        return officers.elect(self.desk.club, name.strip(), position.strip() or USUAL)

    def _elected(self, term: TermView) -> None:
        self._say(f"{term.name} is {term.position} from {term.starts} until {term.ends}.")

    def action_hand_over(self) -> None:
        """Ask who took over the marked office and why, and write it down."""
        if (term := self._marked()) is None:
            return

        def named(name: str, refused: Refused) -> None:
            def said(reason: str, _: Refused) -> None:
                def change() -> TermView:
                    return officers.hand_over(self.desk.club, term.name, name, position=term.position, reason=reason)

                self.desk.write(self, change, self._elected, refused, _did)

            ask(
                self,
                Question(f"{name} takes over from {term.name} as {term.position}. Why:", example="Ann moved"),
                said,
            )

        ask(self, Question(f"Who takes over from {term.name} as {term.position}?", example="Ben"), named)

    def action_step_down(self) -> None:
        """Ask why the marked office was given up, and write it down."""
        if (term := self._marked()) is None:
            return
        told = f"{term.name} is not {term.position} any more"
        self.desk.ask(
            self,
            Question(f"{term.name} gives up being {term.position}. Why:", example="no time any more"),
            lambda reason: officers.step_down(self.desk.club, term.name, position=term.position, reason=reason),
            lambda _: self._say(f"{told}."),
            lambda _: club_undo.in_office(f"that {told}"),
        )

    def action_here(self) -> None:
        """Ask who acts at this computer, and keep that for the next time."""
        asking = Question("Who acts at this computer? Nothing typed is nobody:", may_be_empty=True)
        self.desk.ask(self, asking, self._sit_down, self._seated)

    def _sit_down(self, name: str) -> tuple[Club, str]:
        number = roster.show(self.desk.club, name).member.id if name else acting.NOBODY
        self._keep(number)
        club = acting.as_member(self.desk.club, number)
        return club, roster.show(club, name).member.name if name else "Nobody"

    def _seated(self, done: tuple[Club, str]) -> None:
        self.desk.club = done[0]
        self._say(f"{done[1]} acts at this computer from now on.")

    def _keep(self, number: int) -> None:
        """Keep who acts here; a desk in a browser is for as long as it is open, and at a computer of its own."""
        if self.app.is_web:
            return
        from referee.export.files import write_file

        try:
            write_file(acting.place(), acting.content(self.desk.club, number))
        except OSError as error:
            raise ClubFault(f"{acting.place()} cannot be written: {error.strerror}.") from None

    def _say(self, told: str) -> None:
        say(self, told)
        self.reload()

    def _marked(self) -> TermView | None:
        found = self._term()
        if found is None:
            refuse(self, "There is no officer yet.")
        return found

    def _term(self) -> TermView | None:
        marked = self.query_one(Listing).marked
        return next((each for each in (self.seen.terms if self.seen else ()) if str(each.number) == marked), None)


def _about(term: TermView | None, every: Sequence[TermView], width: int) -> Iterator[Content]:
    """Yield who has held an office, and what only officers may do."""
    if term is not None:
        yield Content.styled(term.position, "bold")
        for each in sorted(
            (each for each in every if each.position == term.position), key=lambda each: (each.starts, each.number)
        ):
            style = "bold" if each.number == term.number else "$text-muted"
            yield from wrapped(f"{each.name}, {each.starts} to {each.ends}: {_stands(each)}", width, 2, style)
    yield from titled("What only an officer may do" if every else "What only an officer may do, once there is one")
    for _, sentence in DUTIES.values():
        yield from wrapped(sentence, width, 2)


def _did(term: TermView) -> Done:
    return club_undo.in_office(f"that {term.name} is {term.position}")


def _row(term: TermView) -> Row:
    over = term.standing is Standing.OVER
    cells: Sequence[str] = (term.position, term.name, str(term.starts), str(term.ends), _stands(term))
    return Row(str(term.number), cells, "dim" if over else "")


def _stands(term: TermView) -> str:
    if term.ended:
        return term.ended
    if term.standing is Standing.RUN_OUT:
        return "has run out: elect anew"
    if term.kind is TermKind.TOOK_OVER:
        return f"took over: {term.reason}"
    return term.standing.value
