"""The document about a dispute: its facts, the original ruling and the decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from textual.content import Content

from referee.cards.immutable import frozen
from referee.club.disputes import deciding, disputes
from referee.club.disputes.remedies import Remedy
from referee.club.disputes.view import DisputeDecisionView, DisputeView
from referee.club.folder import Club, day_of
from referee.club.match import matches
from referee.club.match.view import LineView, MatchView
from referee.dashboard.deeds.deed import REASON, Answers, Deed, Effect, Parameter, Pick, Prompt, reason
from referee.dashboard.deeds.menu import choose
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.deeds.somebody import somebody
from referee.dashboard.desk import Desk
from referee.dashboard.document_screen import Document, DocumentScreen
from referee.dashboard.rendering import record_rows, verdict_label, wrap
from referee.dashboard.undo.correction import impact
from referee.dashboard.widgets.side_panel import heading_rows
from referee.games import rulebook
from referee.games.lookup import game_title
from referee.rules import Verdict

_APPELLANT: Final = "who"
_REMEDY_TEXTS: Final[Mapping[Remedy, str]] = {
    Remedy.UPHOLD: "Uphold the ruling of dispute {}.",
    Remedy.OVERRULE: "Overrule the ruling of dispute {}.",
    Remedy.REPLAY: "Have the play in dispute {} replayed.",
    Remedy.VOID_HAND: "Void the hand of dispute {}.",
    Remedy.VOID_MATCH: "Void the match of dispute {}.",
}
_GIVE_UP_PICKS: Final = (
    Pick(Remedy.REPLAY, label="Replay: the lines from there on are undone, and play goes on before it", letter="r"),
    Pick(Remedy.VOID_HAND, label="Void the hand: it does not count", letter="h"),
    Pick(Remedy.VOID_MATCH, label="Void the match: it does not count", letter="v"),
)


@frozen
class DisputeContext:
    """A dispute, its match, the lines it depends on, and earlier disputes about the same clause."""

    dispute: DisputeView
    lines: tuple[LineView, ...] = ()
    earlier_disputes: tuple[DisputeView, ...] = ()
    match: MatchView | None = None


def load_dispute(club: Club, number: int) -> DisputeContext:
    """Return a dispute with the context needed to decide it."""
    dispute = disputes.show(club, number)
    match = matches.show(club, dispute.match) if dispute.match is not None else None
    log = match.log if match else ()
    same_clause = disputes.disputes(club, clause=dispute.clause) if dispute.earlier else []
    return DisputeContext(
        dispute,
        tuple(line for line in log if line.number == dispute.line or line.number in dispute.because),
        tuple(earlier for earlier in same_clause if earlier.number in dispute.earlier),
        match,
    )


def dispute_document(number: int) -> Document[DisputeContext]:
    """Return the document about a dispute. Its keys uphold or overrule the ruling, or appeal the decision."""
    return Document("dispute", partial(load_dispute, number=number), _heading, dispute_rows, DEEDS)


def dispute_screen(desk: Desk, number: int) -> DocumentScreen[DisputeContext]:
    """Return the screen of a dispute."""
    return DocumentScreen(desk, dispute_document(number))


def _heading(context: DisputeContext) -> str:
    dispute = context.dispute
    return f"Dispute {dispute.number}   {game_title(dispute.game)}   {subject_text(dispute)}   {status_text(dispute)}"


def _decide_operation(number: int, remedy: Remedy, reason_parameter: Parameter) -> Deed[DisputeView]:
    """Return the operation that decides a dispute. It previews the effect on a finished match."""

    def do(club: Club, answers: Answers) -> DisputeView:
        return deciding.decide(club, number, remedy=remedy, reason=answers[REASON])

    def effect(club: Club, answers: Answers) -> Effect | None:
        table = disputes.show(club, number).match
        if table is None or not matches.show(club, table).finished_at:
            return None
        return preview(club, answers)

    preview = impact(
        lambda answers: f"{_REMEDY_TEXTS[remedy].format(number)} {answers[REASON]}".strip(), do, "decide so"
    )
    check = partial(deciding.refuse_unless_may_decide, number=number, remedy=remedy)
    return Deed("dispute decide", do, (reason_parameter,), effect, said=_describe_decision, may=check)


def _uphold(_: DocumentScreen[DisputeContext], context: DisputeContext) -> Deed[DisputeView]:
    reason_parameter = reason("Uphold the rulebook's ruling?", "the record is clear", "everybody agreed", optional=True)
    return _decide_operation(context.dispute.number, Remedy.UPHOLD, reason_parameter)


def _overrule(_: DocumentScreen[DisputeContext], context: DisputeContext) -> Deed[DisputeView]:
    frequent_reasons = ("the table had agreed otherwise", "the line was misheard", "nobody was harmed")
    reason_parameter = reason(f"Overrule the rulebook{_describe_effect(context.dispute)}?", *frequent_reasons)
    return _decide_operation(context.dispute.number, Remedy.OVERRULE, reason_parameter)


def _choose_remedy(screen: DocumentScreen[DisputeContext], context: DisputeContext) -> None:
    """Choose between a replay, a void hand and a void match, and decide the dispute with a reason."""

    def chosen(remedy: str) -> None:
        number, chosen_remedy = context.dispute.number, Remedy(remedy)
        reason_parameter = reason(
            _REMEDY_TEXTS[chosen_remedy].format(number), "the hand cannot be saved", "cards were seen"
        )
        carry_out(
            screen.desk, screen, _decide_operation(number, chosen_remedy, reason_parameter), lambda _: screen.reload()
        )

    choose(screen, f"Dispute {context.dispute.number}: give up what was played", _GIVE_UP_PICKS, chosen)


def _appeal(_: DocumentScreen[DisputeContext], context: DisputeContext) -> Deed[DisputeView]:
    number, match = context.dispute.number, context.match

    def do(club: Club, answers: Answers) -> DisputeView:
        return deciding.appeal(club, number, reason=answers[REASON], appellant=answers[_APPELLANT])

    reason_parameter = Parameter(
        REASON, Prompt("Reopen this dispute? What is new:", example="Ben found his hand in his pocket")
    )
    players = match.names if match else ()
    player_parameter = somebody(_APPELLANT, "Who appeals? (optional)", leading_names=lambda _: players, optional=True)
    check = partial(deciding.refuse_unless_decided, number=number)
    return Deed("dispute appeal", do, (reason_parameter, player_parameter), said=_describe_decision, may=check)


DEEDS: Final = {"uphold": _uphold, "overrule": _overrule, "otherwise": _choose_remedy, "appeal": _appeal}


def _describe_decision(dispute: DisputeView) -> str:
    last = dispute.decisions[-1]
    return " ".join(filter(None, [f"Dispute {dispute.number}: {status_text(dispute)}.", last.changed]))


def subject_text(dispute: DisputeView) -> str:
    """Return the table and line in dispute, or that the facts belong to no table."""
    return f"table {dispute.match} line {dispute.line}" if dispute.match is not None else "facts without a table"


def status_text(dispute: DisputeView) -> str:
    """Return a dispute's status: open, open on appeal, or the kind of the last decision."""
    if dispute.is_open:
        return "open on appeal" if dispute.decisions else "open"
    return dispute.decisions[-1].kind.value


def _describe_effect(dispute: DisputeView) -> str:
    if dispute.line is None:
        return ""
    illegal = dispute.verdict is Verdict.ILLEGAL
    return f" and let line {dispute.line} stand" if illegal else f" and undo line {dispute.line}"


def dispute_rows(context: DisputeContext, width: int) -> Iterator[Content]:
    """Yield the rows of a dispute: what happened, the original ruling, the decisions and the context."""
    dispute = context.dispute
    opening_text = f"Opened on {day_of(dispute.at)}{_signature(dispute.by)}"
    yield from wrap(f"{opening_text}: {dispute.claim}" if dispute.claim else f"{opening_text}.", width, 0)
    yield from heading_rows("What happened")
    if context.lines:
        for line in context.lines:
            word = f"  ({line.decision})" if line.decision else ""
            style = "bold" if line.number == dispute.line else ""
            yield from wrap(f"line {line.number}  {line.text}{word}", width, 2, style)
    else:
        for fact in dispute.facts:
            yield from wrap(fact, width, 2)
    yield from heading_rows("The ruling at the time")
    yield Content.assemble("  ", verdict_label(dispute.verdict, dispute.word or dispute.verdict.value))
    if dispute.reason != dispute.rule:
        yield from wrap(dispute.reason, width, 2, "bold")
    if dispute.next_step:
        yield from wrap(dispute.next_step, width, 2)
    yield from wrap(f"{dispute.clause}: {dispute.rule}", width, 2)
    yield from heading_rows("The decision")
    yield from _decision_rows(dispute.decisions, width)
    if context.earlier_disputes:
        yield from heading_rows(f"Earlier disputes on {dispute.clause}")
        for earlier in context.earlier_disputes:
            explanation = earlier.decisions[-1].reason if earlier.decisions else earlier.claim
            text = f"dispute {earlier.number}, {subject_text(earlier)}: {status_text(earlier)}"
            yield from wrap(f"{text}: {explanation}" if explanation else text, width, 2)
    if context.match:
        yield from heading_rows("Record")
        yield from record_rows(context.match.log, width)
    yield from _rulebook_rows(context, width)


def _rulebook_rows(context: DisputeContext, width: int) -> Iterator[Content]:
    """Yield the rulebook from the chapter of the disputed clause onwards."""
    book = context.match.book if context.match else rulebook(context.dispute.game)
    options = context.match.options if context.match else book.options()
    number = context.dispute.clause.rpartition(" ")[2]
    for section in sorted(book.sections, key=lambda section: int(section.id)):
        if int(section.id) >= int(number.split(".")[0]):
            yield from heading_rows(f"{section.id} {section.title}")
            for clause in book.printed_clauses(options):
                if clause.id.split(".")[0] == section.id:
                    style, lead = (
                        "bold" if clause.id == number else "",
                        Content.styled(f"{clause.id:5} ", "$text-accent"),
                    )
                    yield from wrap(clause.text(options), width, 6, style, lead)


def _decision_rows(decisions: Sequence[DisputeDecisionView], width: int) -> Iterator[Content]:
    if not decisions:
        yield Content("  Not decided yet.")
    for dispute_decision in decisions:
        text = f"{dispute_decision.kind} on {day_of(dispute_decision.at)}{_signature(dispute_decision.by)}"
        yield from wrap(f"{text}: {dispute_decision.reason}" if dispute_decision.reason else text, width, 2, "bold")
        yield from wrap(dispute_decision.changed, width, 4)


def _signature(by: str) -> str:
    return f" by {by}" if by else ""
