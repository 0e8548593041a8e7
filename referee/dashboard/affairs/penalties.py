"""Give, cancel and list the penalties of the season."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from textual.content import Content

from referee.club.calendar.schedule import evenings
from referee.club.disputes import penalties
from referee.club.disputes.penalties import PenaltyView
from referee.club.evening.overview import read_tonight
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

_PLAYER: Final = "who"
_POINTS: Final = "what"
_LOCATION: Final = "where"
_NUMBER: Final = "number"
_WARNING: Final = "a warning"
_TONIGHT: Final = "tonight"
_MAX_SESSIONS: Final = 8


def give() -> Deed[Done]:
    """Return the operation that gives a player a warning or deducts points. It previews the effect."""
    parameters = (
        somebody(
            _PLAYER,
            "Who gets a penalty?",
            leading_names=lambda club: [member.name for member in read_tonight(club).came],
        ),
        Parameter(_POINTS, _points_prompt, read_by(_parse_points)),
        Parameter(_LOCATION, _location_prompt),
        reason(
            lambda answers: f"{_describe_points(answers).capitalize()} for {answers[_PLAYER]}.",
            "late again",
            "talked of cards",
        ),
    )
    effect = impact(
        lambda answers: f"Give {_describe_points(answers)} for {answers[_PLAYER]}: {answers[REASON]}?", _give, "give it"
    )
    return telling("penalty give", _give, parameters, effect, may=officers_only(Duty.PENALTY))


def cancel() -> Deed[Done]:
    """Return the operation that cancels a penalty of the season. It previews the effect."""

    def penalty_prompt(club: Club, _: Answers) -> Prompt:
        counting_penalties = [penalty for penalty in reversed(penalties.penalties(club)) if penalty.counts]
        picks = (
            Pick(f"{penalty.number}", penalty.reason, _describe_penalty(penalty)) for penalty in counting_penalties
        )
        no_penalty_text = "No penalty of this season counts, so there is none to cancel."
        return one_of("Which penalty is cancelled?", picks, no_penalty_text)

    def do(club: Club, answers: Answers) -> Done:
        penalty = penalties.cancel(club, int(answers[_NUMBER]), reason=answers[REASON])
        return Done(f"Penalty {penalty.number} of {penalty.name} is cancelled.")

    cancel_reason = reason("It no longer counts, and stays in the list.", "it was somebody else")
    effect = impact(lambda answers: f"Cancel penalty {answers[_NUMBER]}: {answers[REASON]}?", do, "cancel it")
    return telling(
        "penalty cancel",
        do,
        (Parameter(_NUMBER, penalty_prompt), cancel_reason),
        effect,
        may=officers_only(Duty.PENALTY),
    )


def of_season() -> Document[Sequence[PenaltyView]]:
    """Return the document that lists the penalties of the current season."""
    return Document("rounds", penalties.penalties, lambda _: "Penalties of the season", _penalty_rows)


_points_prompt: Final = Prompt(
    "A warning, or how many points?",
    (Pick(_WARNING, "costs nothing"), Pick("1 point", "a tenth off the score of the session"), Pick("2 points")),
    example="1",
)


def _location_prompt(club: Club, answers: Answers) -> Prompt | None:
    """Return the prompt for the table or session of the penalty, or None if tonight's session has no table for it."""
    night = read_tonight(club)
    if night.session is None:
        held_sessions = [
            session_summary.session for session_summary in reversed(evenings(club)) if session_summary.session.opened_at
        ][:_MAX_SESSIONS]
        no_session_text = "No session has been held yet, so no penalty can be given."
        return one_of("For which session?", (Pick(f"{session.held_on}") for session in held_sessions), no_session_text)
    player_matches = [match for match in night.matches if answers[_PLAYER] in match.names]
    tables = [
        Pick(f"{match.number}", match.book.title, f"for table {match.table}") for match in reversed(player_matches)
    ]
    return if_several("What is it for?", (Pick(_TONIGHT, label="for the session, at no table"), *tables))


def _give(club: Club, answers: Answers) -> Done:
    location = answers[_LOCATION]
    penalty = penalties.give(
        club,
        answers[_PLAYER],
        points=int(answers[_POINTS]),
        reason=answers[REASON],
        table=int(location) if location.isdecimal() else None,
        session=location if location and location != _TONIGHT and not location.isdecimal() else None,
    )
    return Done(f"Penalty {penalty.number}: {penalty.what} for {penalty.name}, session of {penalty.played_on}.")


def _parse_points(text: str) -> str:
    if text.casefold() in (_WARNING, "warning", "w"):
        return "0"
    points = text.partition(" point")[0]
    return f"{whole_number(points, 'a warning, or a whole number such as 1', 1, noun='points')}"


def _describe_points(answers: Answers) -> str:
    points = int(answers[_POINTS])
    return f"{points} point{'' if points == 1 else 's'}" if points else _WARNING


def _describe_penalty(penalty: PenaltyView) -> str:
    return f"{penalty.number}  {penalty.name}, {penalty.what}, {penalty.played_on}"


def _penalty_rows(season_penalties: Sequence[PenaltyView], width: int) -> Iterator[Content]:
    for penalty in season_penalties:
        table_text = f", table {penalty.match}" if penalty.match else ""
        yield from wrap(
            f"{_describe_penalty(penalty)}{table_text}: {penalty.reason}", width, 2, "" if penalty.counts else FAINT
        )
        if not penalty.counts:
            officer_text = f" by {penalty.cancelled_by}" if penalty.cancelled_by else ""
            yield from wrap(f"cancelled{officer_text}: {penalty.cancelled_because}", width, 6, FAINT)
    if not season_penalties:
        yield from wrap("No penalty was given this season.", width, 0)
