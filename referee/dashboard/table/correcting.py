"""What is put right at a table that is over: a line, who sat in a seat; its effect is shown first."""

from __future__ import annotations

from functools import partial

from referee.club.corrections import corrections
from referee.club.folder import Club
from referee.club.match.view import LineView, MatchView
from referee.club.people import roster
from referee.dashboard.deeds.deed import REASON, Answers, Asked, Deed, Pick, Question
from referee.dashboard.deeds.somebody import whole_name
from referee.dashboard.table.players import seated
from referee.dashboard.undo.correction import Corrected, correction


def retyped(table: int, line: LineView) -> Deed[Corrected[object]]:
    """Return the deed that puts another line in the place of one."""

    def act(club: Club, answers: Answers) -> object:
        return corrections.line(club, table, line.number, answers["line"], reason=answers[REASON])

    asked = Asked("line", Question(f"Line {line.number}, {line.text}. Correct line:", value=line.text))
    says = f"Line {line.number}, {line.text}, becomes "
    return correction("correct line", table, (asked,), lambda answers: f"{says}{answers['line']}.", act)


def _decided(
    what: str, table: int, line: LineView, *, mistake: bool = False, stands: bool = False
) -> Deed[Corrected[object]]:
    def act(club: Club, answers: Answers) -> object:
        decide = partial(corrections.decide_line, mistake=mistake, stands=stands)
        return decide(club, table, line.number, reason=answers[REASON])

    return correction("undo", table, (), lambda _: f"Line {line.number}, {line.text}, {what}", act)


undone = partial(_decided, "was undone at the table.")
"""Return the deed that takes a line of a table back after all."""
struck = partial(_decided, "was mistyped and never happened.", mistake=True)
"""Return the deed that strikes a line of a table."""
let_stand = partial(_decided, "stands after all.", stands=True)
"""Return the deed that lets a line of a table stand after all."""


def reseated(match: MatchView) -> Deed[Corrected[object]]:
    """Return the deed that puts right who sat in a seat."""

    def act(club: Club, answers: Answers) -> object:
        return corrections.seat(club, match.number, answers["seat"], answers["who"], reason=answers[REASON])

    def who(club: Club, answers: Answers) -> Question:
        every = tuple(Pick(each.name) for each in roster.members(club) if each.name != answers["seat"])
        return Question(f"Who sat in the seat of {answers['seat']}?", every, example="Hal")

    asks = seated(match, "seat", "Whose seat is wrong?"), Asked("who", who, whole_name)
    says = "{who} sat in the seat of {seat}."
    return correction("correct seat", match.number, asks, lambda answers: says.format(**answers), act)
