"""One dispute: what it is about, what the rulebook said of it then, and what officers decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from referee.club import disputes, matches
from referee.club.cases import Case, Decided
from referee.club.folder import Club, day_of
from referee.club.match_view import LineView
from referee.dashboard import keys
from referee.dashboard.asking import Question, Refused, ask
from referee.dashboard.desk import Desk
from referee.dashboard.message_line import MessageLine
from referee.dashboard.rendering import signed, wrapped
from referee.rules import Verdict


@dataclass(frozen=True, slots=True)
class Seen:
    """A dispute with the lines of the table that it rests on, and the disputes before it on the same clause."""

    case: Case
    lines: tuple[LineView, ...]
    earlier: tuple[Case, ...]


def look(club: Club, number: int) -> Seen:
    """Return a dispute with all that is needed for deciding it."""
    case = disputes.show(club, number)
    log = matches.show(club, case.match).log if case.match is not None else ()
    before = disputes.disputes(club, clause=case.clause) if case.earlier else []
    return Seen(
        case,
        tuple(each for each in log if each.number == case.line or each.number in case.because),
        tuple(each for each in before if each.number in case.earlier),
    )


class DisputeScreen(Screen[None]):
    """A dispute with everything said of it; one key follows the rulebook, one overrules it, one appeals."""

    BINDINGS = keys.bindings("dispute")

    def __init__(self, desk: Desk, number: int) -> None:
        super().__init__()
        self.desk = desk
        self.number = number
        self.seen: Seen | None = None

    def compose(self) -> ComposeResult:
        """Show the dispute from what happened to what was decided."""
        yield Static(f"Dispute {self.number}", classes="heading", markup=False)
        with VerticalScroll(classes="read"):
            yield Static(id="case", markup=False)
        yield MessageLine()
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Begin at the top, with the keys for reading on."""
        self.query_one(VerticalScroll).focus()

    def on_screen_resume(self) -> None:
        """Look again when a question was in front."""
        self.reload()

    def on_resize(self) -> None:
        """Wrap the sentences to the room that there is."""
        if self.seen:
            self._show(self.seen)

    def reload(self) -> None:
        """Look again."""
        self.desk.read(self, lambda: look(self.desk.club, self.number), self._show)

    def _show(self, seen: Seen) -> None:
        self.seen = seen
        case = seen.case
        self.query_one(".heading", Static).update(f"Dispute {case.number}   {about(case)}   {status(case)}")
        self.query_one("#case", Static).update(Content("\n").join(_rows(seen, self.size.width - 4)))

    def action_follow(self) -> None:
        """Decide as the rulebook rules, with a reason if there is one."""
        if self._may_be_decided():
            asking = Question("Follow the rulebook's ruling? A reason, for whoever reads it later:", may_be_empty=True)
            ask(self, asking, partial(self._say, disputes.decide))

    def action_overrule(self) -> None:
        """Decide against the rulebook, with a reason."""
        if self.seen and self._may_be_decided():
            asking = Question(
                f"Overrule the rulebook{_effect(self.seen.case)}? Why:", example="it was agreed otherwise"
            )
            ask(self, asking, partial(self._say, partial(disputes.decide, overrule=True)))

    def action_appeal(self) -> None:
        """Open a decided dispute again, with what is new."""
        if self.seen is None:
            return
        if self.seen.case.is_open:
            self.query_one(MessageLine).refuse("This dispute is open; there is no decision to appeal against.")
        else:
            asking = Question("Open this dispute again? What is new:", example="Ben found his hand in his pocket")
            ask(self, asking, partial(self._say, disputes.appeal))

    def _may_be_decided(self) -> bool:
        if self.seen is None:
            return False
        case = self.seen.case
        if not case.is_open:
            appeal = self.desk.key("dispute.appeal")
            self.query_one(MessageLine).refuse(
                f"It was {case.decided[-1].said} already. {appeal} opens it again by an appeal."
            )
        return case.is_open

    def _say(self, change: Callable[..., Case], reason: str, refused: Refused) -> None:
        club, number = self.desk.club, self.number
        self.desk.write(self, lambda: change(club, number, reason=reason), self._said, refused)

    def _said(self, case: Case) -> None:
        last = case.decided[-1]
        self.query_one(MessageLine).say(
            " ".join(filter(None, [f"Dispute {case.number} is {last.said}.", last.changed]))
        )
        self.reload()

    def action_leave(self) -> None:
        """Go back to where it was opened."""
        self.dismiss()


def about(case: Case) -> str:
    """Return what a dispute is about: a line of a table, or facts that were told."""
    return f"{case.game}, table {case.match} line {case.line}" if case.match is not None else case.game


def status(case: Case) -> str:
    """Return how far a dispute has come."""
    if case.is_open:
        return "open on appeal" if case.decided else "open"
    return case.decided[-1].said.value


def _effect(case: Case) -> str:
    if case.line is None:
        return ""
    illegal = case.verdict is Verdict.ILLEGAL
    return f" and let line {case.line} stand" if illegal else f" and take back line {case.line}"


def _rows(seen: Seen, width: int) -> Iterator[Content]:
    case = seen.case
    opened = f"Opened on {day_of(case.at)}{_signed(case.by)}"
    yield from wrapped(f"{opened}: {case.claim}" if case.claim else f"{opened}.", width, 0)
    yield from _titled("What happened")
    if seen.lines:
        for each in seen.lines:
            word = f"  ({each.decision})" if each.decision else ""
            yield from wrapped(f"line {each.number}  {each.text}{word}", width, 2, "bold" * (each.number == case.line))
    else:
        for fact in case.facts:
            yield from wrapped(fact, width, 2)
    yield from _titled("The ruling then")
    yield Content.assemble(
        "  ", signed(case.verdict, case.word or case.verdict.value), ("  " + case.clause, "$text-accent")
    )
    yield from wrapped(case.rule, width, 2)
    if case.reason != case.rule:
        yield from wrapped(case.reason, width, 2, "bold")
    if case.alternatives:
        yield from wrapped(f"Instead: {'; '.join(case.alternatives)}.", width, 2)
    yield from _titled("The decision")
    yield from _decisions(case.decided, width)
    if seen.earlier:
        yield from _titled(f"Earlier disputes on {case.clause}")
        for before in seen.earlier:
            why = before.decided[-1].reason if before.decided else before.claim
            said = f"dispute {before.number}, {about(before)}: {status(before)}"
            yield from wrapped(f"{said}: {why}" if why else said, width, 2)


def _decisions(decided: Sequence[Decided], width: int) -> Iterator[Content]:
    if not decided:
        yield Content("  Not decided yet.")
    for each in decided:
        said = f"{each.said} on {day_of(each.at)}{_signed(each.by)}"
        yield from wrapped(f"{said}: {each.reason}" if each.reason else said, width, 2, "bold")
        yield from wrapped(each.changed, width, 4)


def _signed(by: str) -> str:
    return f" by {by}" if by else ""


def _titled(title: str) -> Iterator[Content]:
    yield Content("")
    yield Content.styled(title, "bold $text-accent")
