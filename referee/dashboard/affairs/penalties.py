"""Give, cancel and list the penalties of the season."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from textual.content import Content

from referee.club.calendar.schedule import evenings
from referee.club.disputes import penalties
from referee.club.disputes.penalties import PenaltyView
from referee.club.evening.overview import tonight
from referee.club.folder import Club
from referee.club.people.duties import Duty
from referee.dashboard.deeds.acting import officers_only
from referee.dashboard.deeds.asking import if_several, one_of, read_by, whole_number
from referee.dashboard.deeds.deed import REASON, Answers, Deed, Parameter, Pick, Prompt, reason
from referee.dashboard.deeds.done import Done, telling
from referee.dashboard.deeds.somebody import somebody
from referee.dashboard.document_screen import Document
from referee.dashboard.rendering import FAINT, wrap
from referee.dashboard.undo.correction import impact

_WHO: Final = "who"
_WHAT: Final = "what"
_WHERE: Final = "where"
_NUMBER: Final = "number"
_WARNING: Final = "a warning"
_TONIGHT: Final = "tonight"
_SESSIONS: Final = 8


def give() -> Deed[Done]:
    """Return the operation that gives a player a warning or deducts points. It previews the effect."""
    asks = (
        somebody(_WHO, "Who gets a penalty?", first=lambda club: [member.name for member in tonight(club).came]),
        Parameter(_WHAT, _what, read_by(_points)),
        Parameter(_WHERE, _where),
        reason(lambda answers: f"{_said(answers).capitalize()} for {answers[_WHO]}.", "late again", "talked of cards"),
    )
    effect = impact(lambda answers: f"Give {_said(answers)} for {answers[_WHO]}: {answers[REASON]}?", _give, "give it")
    return telling("penalty give", _give, asks, effect, may=officers_only(Duty.PENALTY))


def cancel() -> Deed[Done]:
    """Return the operation that cancels a penalty of the season. It previews the effect."""

    def asks(club: Club, _: Answers) -> Prompt:
        found = [penalty for penalty in reversed(penalties.penalties(club)) if penalty.counts]
        picks = (Pick(f"{penalty.number}", penalty.reason, _row(penalty)) for penalty in found)
        none = "No penalty of this season counts, so there is none to cancel."
        return one_of("Which penalty is cancelled?", picks, none)

    def do(club: Club, answers: Answers) -> Done:
        done = penalties.cancel(club, int(answers[_NUMBER]), reason=answers[REASON])
        return Done(f"Penalty {done.number} of {done.name} is cancelled.")

    why = reason("It no longer counts, and stays in the list.", "it was somebody else")
    effect = impact(lambda answers: f"Cancel penalty {answers[_NUMBER]}: {answers[REASON]}?", do, "cancel it")
    return telling("penalty cancel", do, (Parameter(_NUMBER, asks), why), effect, may=officers_only(Duty.PENALTY))


def of_season() -> Document[Sequence[PenaltyView]]:
    """Return the document that lists the penalties of the current season."""
    return Document("rounds", penalties.penalties, lambda _: "Penalties of the season", _rows)


_what: Final = Prompt(
    "A warning, or how many points?",
    (Pick(_WARNING, "costs nothing"), Pick("1 point", "a tenth off the score of the session"), Pick("2 points")),
    example="1",
)


def _where(club: Club, answers: Answers) -> Prompt | None:
    """Return the prompt for the table or session of the penalty, or None if tonight's session has no table for it."""
    night = tonight(club)
    if night.session is None:
        held = [
            session_summary.session for session_summary in reversed(evenings(club)) if session_summary.session.opened_at
        ][:_SESSIONS]
        none = "No session has been held yet, so no penalty can be given."
        return one_of("For which session?", (Pick(f"{session.held_on}") for session in held), none)
    sat = [match for match in night.matches if answers[_WHO] in match.names]
    tables = [Pick(f"{match.number}", match.book.title, f"for table {match.table}") for match in reversed(sat)]
    return if_several("What is it for?", (Pick(_TONIGHT, label="for the session, at no table"), *tables))


def _give(club: Club, answers: Answers) -> Done:
    where = answers[_WHERE]
    done = penalties.give(
        club,
        answers[_WHO],
        points=int(answers[_WHAT]),
        reason=answers[REASON],
        table=int(where) if where.isdecimal() else None,
        session=where if where and where != _TONIGHT and not where.isdecimal() else None,
    )
    return Done(f"Penalty {done.number}: {done.what} for {done.name}, session of {done.played_on}.")


def _points(typed: str) -> str:
    if typed.casefold() in (_WARNING, "warning", "w"):
        return "0"
    points = typed.partition(" point")[0]
    return f"{whole_number(points, 'a warning, or a whole number such as 1', 1, what='points')}"


def _said(answers: Answers) -> str:
    points = int(answers[_WHAT])
    return f"{points} point{'' if points == 1 else 's'}" if points else _WARNING


def _row(penalty: PenaltyView) -> str:
    return f"{penalty.number}  {penalty.name}, {penalty.what}, {penalty.played_on}"


def _rows(found: Sequence[PenaltyView], width: int) -> Iterator[Content]:
    for penalty in found:
        about = f", table {penalty.match}" if penalty.match else ""
        yield from wrap(f"{_row(penalty)}{about}: {penalty.reason}", width, 2, "" if penalty.counts else FAINT)
        if not penalty.counts:
            who = f" by {penalty.cancelled_by}" if penalty.cancelled_by else ""
            yield from wrap(f"cancelled{who}: {penalty.cancelled_because}", width, 6, FAINT)
    if not found:
        yield from wrap("No penalty was given this season.", width, 0)
