"""Build operations that correct a finished match after a reason and a preview of the impact."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from referee.club.corrections import corrections
from referee.club.corrections.impact_words import describe_impact
from referee.club.folder import Club
from referee.dashboard.deeds.deed import Answers, Deed, Effect, Parameter, reason

Answer = TypeVar("Answer")


def correction(
    id: str,
    table: int,
    asks: tuple[Parameter, ...],
    what: Callable[[Answers], str],
    do: Callable[[Club, Answers], Answer],
) -> Deed[Answer]:
    """Return the operation that corrects a match.

    It checks the acting officer, asks for `asks` and a reason, and previews the impact of `do`.
    """
    reason_parameter = reason(what, "misread", "typed wrongly", example="his slip says spades")
    check = partial(corrections.refuse_unless_may_correct, table=table)
    return Deed(id, do, (*asks, reason_parameter), impact(what, do, "change it"), may=check)


def impact(
    what: Callable[[Answers], str], do: Callable[[Club, Answers], object], agree: str
) -> Callable[[Club, Answers], Effect]:
    """Return a preview function that dry-runs `do`, and lists its impact on matches, standings and tournaments.

    `what` returns the preview's text, and `agree` is the text for Enter.
    """

    def effect(club: Club, answers: Answers) -> Effect:
        return Effect(what(answers), agree, impact_rows(club, lambda changed_club: do(changed_club, answers)))

    return effect


def impact_rows(club: Club, act: Callable[[Club], object]) -> list[str]:
    """Return the lines that describe what an act would change at tables, in standings and in tournaments."""
    from referee.tournaments.affected_tournaments import dry_run_with_tournaments  # needed seldom

    return list(describe_impact(dry_run_with_tournaments(club, act)))
