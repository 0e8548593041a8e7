"""Give and cancel penalties, and read those of the season."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from textual.content import Content

from referee.club.calendar.schedule import evenings
from referee.club.disputes import penalties
from referee.club.disputes.penalties import PenaltyView
from referee.club.evening.overview import tonight
from referee.club.folder import Club
from referee.club.people.duties import Duty
from referee.club.text.faults import ClubFault
from referee.club.undoing.undoable import Undoable
from referee.dashboard.deeds.acting import officers_only
from referee.dashboard.deeds.deed import REASON, Answers, Asked, Deed, Pick, Question, reason
from referee.dashboard.deeds.somebody import somebody
from referee.dashboard.reading import Reading
from referee.dashboard.rendering import wrapped
from referee.dashboard.undo.correction import impact

_WHO: Final = "who"
_WHAT: Final = "what"
_WHERE: Final = "where"
_NUMBER: Final = "number"
_WARNING: Final = "a warning"
_TONIGHT: Final = "tonight"
_SESSIONS: Final = 8


def give() -> Deed[PenaltyView]:
    """Return the deed that gives somebody a warning or takes points from them; its effect is shown first."""

    def what(answers: Answers) -> str:
        return f"Give {_said(answers)} for {answers[_WHO]}: {answers[REASON]}?"

    asks = (
        somebody(_WHO, "Who gets a penalty?", first=lambda club: [each.name for each in tonight(club).came]),
        Asked(_WHAT, _what, lambda _club, _answers, typed: _points(typed)),
        Asked(_WHERE, _where),
        reason(lambda answers: f"{_said(answers).capitalize()} for {answers[_WHO]}.", "late again", "talked of cards"),
    )
    effect, may = impact(what, _give, "give it"), officers_only(Duty.PENALTY)
    return Deed("penalty give", _give, asks, effect, said=_told, undo=_undo, may=may)


def cancel() -> Deed[PenaltyView]:
    """Return the deed that cancels a penalty of the season; its effect is shown first."""

    def asks(club: Club, _: Answers) -> Question:
        found = [each for each in penalties.penalties(club) if each.counts]
        if not found:
            raise ClubFault("No penalty of this season counts, so there is none to cancel.")
        picks = tuple(Pick(f"{each.number}", each.reason, _row(each)) for each in reversed(found))
        return Question("Which penalty is cancelled?", picks, only=True)

    def do(club: Club, answers: Answers) -> PenaltyView:
        return penalties.cancel(club, int(answers[_NUMBER]), reason=answers[REASON])

    def what(answers: Answers) -> str:
        return f"Cancel penalty {answers[_NUMBER]}: {answers[REASON]}?"

    def back(_: Club, done: PenaltyView) -> Undoable:
        return Undoable(f"cancelling penalty {done.number}", otherwise="Give the penalty again.")

    why = reason("It no longer counts, and stays in the list.", "it was somebody else")
    said = partial("Penalty {0.number} of {0.name} is cancelled.".format)
    effect, may = impact(what, do, "cancel it"), officers_only(Duty.PENALTY)
    return Deed("penalty cancel", do, (Asked(_NUMBER, asks), why), effect, said=said, undo=back, may=may)


def of_season() -> Reading[Sequence[PenaltyView]]:
    """Return the penalties of the current season, to be read."""
    return Reading("rounds", penalties.penalties, lambda _: "Penalties of the season", _rows)


_what: Final = Question(
    "A warning, or how many points?",
    (Pick(_WARNING, "costs nothing"), Pick("1 point", "a tenth off the score of the session"), Pick("2 points")),
    example="1",
)


def _where(club: Club, answers: Answers) -> Question | None:
    """Ask what it is for, unless it can only be the session that is open."""
    night = tonight(club)
    if night.session is None:
        held = [each.session for each in reversed(evenings(club)) if each.session.opened_at][:_SESSIONS]
        if not held:
            raise ClubFault("No session has been held yet, so no penalty can be given.")
        return Question("For which session?", tuple(Pick(f"{each.held_on}") for each in held), only=True)
    sat = [each for each in night.matches if answers[_WHO] in each.names]
    tables = [Pick(f"{each.number}", each.book.title, f"for table {each.table}") for each in reversed(sat)]
    picks = (Pick(_TONIGHT, says="for the session, at no table"), *tables)
    return Question("What is it for?", picks, only=True) if tables else None


def _give(club: Club, answers: Answers) -> PenaltyView:
    where = answers[_WHERE]
    return penalties.give(
        club,
        answers[_WHO],
        points=int(answers[_WHAT]),
        reason=answers[REASON],
        table=int(where) if where.isdecimal() else None,
        session=where if where and where != _TONIGHT and not where.isdecimal() else None,
    )


def _points(typed: str) -> str:
    """Return how many points are typed, none for a warning."""
    if typed.casefold() in (_WARNING, "warning", "w"):
        return "0"
    number = typed.split(" ")[0]
    if not number.isdecimal() or not int(number):
        raise ClubFault(f"Invalid points {typed!r}. Use a warning, or a whole number such as 1.")
    return number


def _said(answers: Answers) -> str:
    points = int(answers[_WHAT])
    return f"{points} point{'' if points == 1 else 's'}" if points else _WARNING


def _told(done: PenaltyView) -> str:
    return f"Penalty {done.number}: {done.what} for {done.name}, session of {done.played_on}."


def _undo(club: Club, done: PenaltyView) -> Undoable:
    def back(why: str) -> str:
        penalties.cancel(club, done.number, reason=why)
        return "It stays in the list, and does not count."

    return Undoable(f"penalty {done.number}, {done.what} for {done.name}", back, "It no longer counts.")


def _row(each: PenaltyView) -> str:
    return f"{each.number}  {each.name}, {each.what}, {each.played_on}"


def _rows(found: Sequence[PenaltyView], width: int) -> Iterator[Content]:
    for each in found:
        about = f", table {each.match}" if each.match else ""
        yield from wrapped(f"{_row(each)}{about}: {each.reason}", width, 2, "" if each.counts else "dim")
        if not each.counts:
            who = f" by {each.cancelled_by}" if each.cancelled_by else ""
            yield from wrapped(f"cancelled{who}: {each.cancelled_because}", width, 6, "dim")
    if not found:
        yield from wrapped("No penalty was given this season.", width, 0)
