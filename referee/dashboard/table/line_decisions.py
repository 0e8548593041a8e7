"""Operations on a recorded line: undo it, let it stand, dispute it, or correct it after the match."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from referee.club.corrections import corrections
from referee.club.disputes import disputes, opening
from referee.club.disputes.view import DisputeView
from referee.club.folder import Club
from referee.club.match import matches, recording
from referee.club.match.log import DecisionKind
from referee.club.match.view import LineView, MatchView
from referee.dashboard.deeds.deed import REASON, Answers, Deed, Parameter, Prompt, reason
from referee.dashboard.undo.correction import correction

DecidedLine = tuple[LineView, MatchView]
"""A line with its decision, and the match after it."""
_CLAIM: Final = "claim"


def undo_line(table: int, line: LineView) -> Deed[DecidedLine]:
    """Return the operation that undoes a line, with an optional reason."""
    reason_parameter = reason(
        f"Undo line {line.number}, {line.text}?", optional=True, example="undone before the next play"
    )
    return _decision("undo", recording.undo_line, table, line.number, reason_parameter, DecisionKind.TAKEN_BACK)


def let_line_stand(table: int, line: LineView) -> Deed[DecidedLine]:
    """Return the operation that lets an illegal line stand, with a reason."""
    reason_parameter = reason(
        f"Let line {line.number}, {line.text}, stand?", "nobody objected", example="nobody objected"
    )
    return _decision("stands", recording.let_stand, table, line.number, reason_parameter, DecisionKind.STANDS)


def _decision(
    id: str, decide: Callable[..., LineView], table: int, line: int, reason_parameter: Parameter, kind: DecisionKind
) -> Deed[DecidedLine]:
    def do(club: Club, answers: Answers) -> DecidedLine:
        return decide(club, table, line, reason=answers[REASON]), matches.show(club, table)

    def check(club: Club) -> None:
        recording.refuse_decided(club, table, line, kind)

    return Deed(id, do, (reason_parameter,), may=check)


def correct_line(table: int, line: LineView) -> Deed[object]:
    """Return the operation that replaces a line of a finished match."""
    parameter = Parameter("line", Prompt(f"Line {line.number}, {line.text}. Correct line:", value=line.text))
    return correction(
        "correct line",
        table,
        (parameter,),
        lambda answers: f"Line {line.number}, {line.text}, becomes {answers['line']}.",
        lambda club, answers: corrections.line(club, table, line.number, answers["line"], reason=answers[REASON]),
    )


def _correction_decision(
    decision: str, table: int, line: LineView, *, mistake: bool = False, stands: bool = False
) -> Deed[object]:
    def act(club: Club, answers: Answers) -> object:
        decide = partial(corrections.decide_line, mistake=mistake, stands=stands)
        return decide(club, table, line.number, reason=answers[REASON])

    return correction("undo", table, (), lambda _: f"Line {line.number}, {line.text}, {decision}", act)


undo_past_line = partial(_correction_decision, "was undone at the table.")
"""Return the operation that undoes a line of a finished match."""
strike_past_line = partial(_correction_decision, "was mistyped and never happened.", mistake=True)
"""Return the operation that strikes a line of a finished match."""
let_past_line_stand = partial(_correction_decision, "stands after all.", stands=True)
"""Return the operation that lets a line of a finished match stand."""


def dispute_line(table: int, line: LineView) -> Deed[DisputeView]:
    """Return the operation that opens a dispute on a line, or finds the existing one."""

    def claim_prompt(club: Club, _: Answers) -> Prompt | None:
        if disputes.dispute_on_line(club, table, line.number):
            return None
        question = f"Dispute line {line.number}, {line.text}? The claim, and whose it is (optional):"
        return Prompt(question, optional=True, example="Ann says that Ben had passed")

    def do(club: Club, answers: Answers) -> DisputeView:
        if dispute := disputes.dispute_on_line(club, table, line.number):
            return dispute
        return opening.open_on_line(club, table, line.number, claim=answers[_CLAIM])

    return Deed("dispute open", do, (Parameter(_CLAIM, claim_prompt),))
