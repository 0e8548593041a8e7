"""An officer's decisions on a line: undo it, let it stand, or dispute it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from referee.club.disputes import disputes, opening
from referee.club.disputes.view import DisputeView
from referee.club.folder import Club
from referee.club.match import matches, recording
from referee.club.match.log import DecisionKind
from referee.club.match.view import LineView, MatchView
from referee.club.undoing import table as table_undo
from referee.club.undoing.undoable import Undoable
from referee.dashboard.deeds.deed import REASON, Answers, Asked, Deed, Question, reason

Decided = tuple[LineView, MatchView]
"""A line that was decided about, and its table after that."""
Opened = tuple[DisputeView, bool]
"""A dispute, and whether it was opened now."""
_CLAIM: Final = "claim"


def undo(table: int, line: LineView) -> Deed[Decided]:
    """Return the deed that takes a line back, with a reason if there is one."""
    why = reason(f"Undo line {line.number}, {line.text}?", optional=True, example="undone before the next play")
    return _decides("undo", recording.undo, table, line.number, why, DecisionKind.TAKEN_BACK)


def stands(table: int, line: LineView) -> Deed[Decided]:
    """Return the deed that lets a line stand, with a reason."""
    why = reason(f"Let line {line.number}, {line.text}, stand?", "nobody objected", example="nobody objected")
    return _decides("stands", recording.stands, table, line.number, why, DecisionKind.STANDS)


def _decides(
    id: str, decide: Callable[..., LineView], table: int, line: int, why: Asked, kind: DecisionKind
) -> Deed[Decided]:
    def do(club: Club, answers: Answers) -> Decided:
        return decide(club, table, line, reason=answers[REASON]), matches.show(club, table)

    def may(club: Club) -> None:
        recording.refuse_decided(club, table, line, kind)

    return Deed(id, do, (why,), undo=lambda club, done: table_undo.decided(club, table, done[0]), may=may)


def dispute(table: int, line: LineView) -> Deed[Opened]:
    """Return the deed that opens a dispute on a line, with what is claimed; or finds the one that there is already."""

    def asks(club: Club, _: Answers) -> Question | None:
        if disputes.on_line(club, table, line.number):
            return None
        question = f"Dispute line {line.number}, {line.text}? The claim, and whose it is (optional):"
        return Question(question, optional=True, example="Ann says that Ben had passed")

    def do(club: Club, answers: Answers) -> Opened:
        if found := disputes.on_line(club, table, line.number):
            return found, False
        return opening.open_on_line(club, table, line.number, claim=answers[_CLAIM]), True

    def back(_: Club, done: Opened) -> Undoable | None:
        if not done[1]:
            return None
        what = f"opening dispute {done[0].number} on line {line.number} of table {table}"
        return Undoable(what, otherwise="Decide the dispute instead.", table=table)

    return Deed("dispute open", do, (Asked(_CLAIM, asks),), undo=back)
