"""One dispute: its facts, the ruling at the time, and the decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from referee.club.disputes import deciding, disputes
from referee.club.disputes.remedies import Remedy
from referee.club.disputes.view import DisputeDecisionView, DisputeView
from referee.club.folder import Club, day_of
from referee.club.match import matches
from referee.club.match.view import LineView
from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.done import Done
from referee.dashboard.rendering import signed, wrapped
from referee.dashboard.screens import foot, head
from referee.dashboard.widgets.message_line import refuse, say
from referee.dashboard.widgets.question import Question
from referee.dashboard.widgets.side_panel import Told, titled
from referee.rules import Verdict


@dataclass(frozen=True, slots=True)
class Seen:
    """A dispute with the lines of the table that it rests on, and the disputes before it on the same clause."""

    dispute: DisputeView
    lines: tuple[LineView, ...] = ()
    earlier: tuple[DisputeView, ...] = ()


def look(club: Club, number: int) -> Seen:
    """Return a dispute with all that is needed for deciding it."""
    dispute = disputes.show(club, number)
    log = matches.show(club, dispute.match).log if dispute.match is not None else ()
    before = disputes.disputes(club, clause=dispute.clause) if dispute.earlier else []
    return Seen(
        dispute,
        tuple(each for each in log if each.number == dispute.line or each.number in dispute.because),
        tuple(each for each in before if each.number in dispute.earlier),
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
            yield Told("dispute")
        yield from foot()

    def reload(self) -> None:
        """Look again."""
        self.desk.read(self, lambda: look(self.desk.club, self.number), self._show)

    on_screen_resume = reload

    def _show(self, seen: Seen) -> None:
        self.seen = seen
        dispute = seen.dispute
        head(self, f"Dispute {dispute.number}   {about(dispute)}   {status(dispute)}")
        self.query_one(Told).show(partial(rows, seen))

    def action_follow(self) -> None:
        """Decide as the rulebook rules, with a reason if there is one."""
        if self._may_be_decided():
            asking = Question("Follow the rulebook's ruling? A reason, for whoever reads it later:", may_be_empty=True)
            self._decide(asking, deciding.decide)

    def action_overrule(self) -> None:
        """Decide against the rulebook, with a reason."""
        if self.seen and self._may_be_decided():
            asking = Question(
                f"Overrule the rulebook{_effect(self.seen.dispute)}? Why:", example="it was agreed otherwise"
            )
            self._decide(asking, partial(deciding.decide, remedy=Remedy.OVERRULE))

    def action_appeal(self) -> None:
        """Open a decided dispute again, with what is new."""
        if self.seen is None:
            return
        if self.seen.dispute.is_open:
            refuse(self, "This dispute is open; there is no decision to appeal against.")
        else:
            asking = Question("Open this dispute again? What is new:", example="Ben found his hand in his pocket")
            self._decide(asking, deciding.appeal)

    def _may_be_decided(self) -> bool:
        if self.seen is None:
            return False
        dispute = self.seen.dispute
        if not dispute.is_open:
            appeal = self.desk.key("dispute.appeal")
            refuse(self, f"It was {dispute.decisions[-1].kind} already. {appeal} opens it again by an appeal.")
        return dispute.is_open

    def _decide(self, asking: Question, change: Callable[..., DisputeView]) -> None:
        club, number = self.desk.club, self.number
        self.desk.ask(self, asking, lambda reason: change(club, number, reason=reason), self._said, _did)

    def _said(self, dispute: DisputeView) -> None:
        last = dispute.decisions[-1]
        say(self, " ".join(filter(None, [f"Dispute {dispute.number} is {last.kind}.", last.changed])))
        self.reload()


def _did(dispute: DisputeView) -> Done:
    again = "An appeal opens it again." if not dispute.is_open else "It is decided, not taken back."
    return Done(f"dispute {dispute.number}, which is {dispute.decisions[-1].kind}", otherwise=again)


def about(dispute: DisputeView) -> str:
    """Return what a dispute is about: a line of a table, or facts that were told."""
    return f"{dispute.game}, table {dispute.match} line {dispute.line}" if dispute.match is not None else dispute.game


def status(dispute: DisputeView) -> str:
    """Return how far a dispute has come."""
    if dispute.is_open:
        return "open on appeal" if dispute.decisions else "open"
    return dispute.decisions[-1].kind.value


def _effect(dispute: DisputeView) -> str:
    if dispute.line is None:
        return ""
    illegal = dispute.verdict is Verdict.ILLEGAL
    return f" and let line {dispute.line} stand" if illegal else f" and take back line {dispute.line}"


def rows(seen: Seen, width: int) -> Iterator[Content]:
    """Yield what happened, how the rulebook ruled then, and what officers decided."""
    dispute = seen.dispute
    opened = f"Opened on {day_of(dispute.at)}{_signed(dispute.by)}"
    yield from wrapped(f"{opened}: {dispute.claim}" if dispute.claim else f"{opened}.", width, 0)
    yield from titled("What happened")
    if seen.lines:
        for each in seen.lines:
            word = f"  ({each.decision})" if each.decision else ""
            yield from wrapped(
                f"line {each.number}  {each.text}{word}", width, 2, "bold" * (each.number == dispute.line)
            )
    else:
        for fact in dispute.facts:
            yield from wrapped(fact, width, 2)
    yield from titled("The ruling then")
    yield Content.assemble("  ", signed(dispute.verdict, dispute.word or dispute.verdict.value))
    if dispute.reason != dispute.rule:
        yield from wrapped(dispute.reason, width, 2, "bold")
    if dispute.next_step:
        yield from wrapped(dispute.next_step, width, 2)
    yield from wrapped(f"{dispute.clause}: {dispute.rule}", width, 2)
    yield from titled("The decision")
    yield from _decisions(dispute.decisions, width)
    if seen.earlier:
        yield from titled(f"Earlier disputes on {dispute.clause}")
        for before in seen.earlier:
            why = before.decisions[-1].reason if before.decisions else before.claim
            said = f"dispute {before.number}, {about(before)}: {status(before)}"
            yield from wrapped(f"{said}: {why}" if why else said, width, 2)


def _decisions(decided: Sequence[DisputeDecisionView], width: int) -> Iterator[Content]:
    if not decided:
        yield Content("  Not decided yet.")
    for each in decided:
        said = f"{each.kind} on {day_of(each.at)}{_signed(each.by)}"
        yield from wrapped(f"{said}: {each.reason}" if each.reason else said, width, 2, "bold")
        yield from wrapped(each.changed, width, 4)


def _signed(by: str) -> str:
    return f" by {by}" if by else ""
