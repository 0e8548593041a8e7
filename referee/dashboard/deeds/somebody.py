"""The prompt for a person, shared by many operations."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from referee.club.folder import Club
from referee.club.people import roster
from referee.dashboard.deeds.deed import Answers, Parameter, Pick, Prompt


def somebody(
    id: str,
    asks: str,
    *,
    leading_names: Callable[[Club], Sequence[str]] = lambda _: (),
    excluded_names: Collection[str] = (),
    example: str = "Ben",
    optional: bool = False,
) -> Parameter:
    """Return the parameter for a person on the roster. The list starts with the `leading_names`."""

    def question(club: Club, _: Answers) -> Prompt:
        names = dict.fromkeys([*leading_names(club), *(member.name for member in roster.members(club))])
        picks = tuple(Pick(name) for name in names if name not in excluded_names)
        return Prompt(asks, picks, example=example, optional=optional)

    return Parameter(id, question, whole_name)


def whole_name(club: Club, _: Answers, text: str) -> str:
    """Return the full name of the person meant, or "" for empty text. Raise `ClubFault` for an unknown name."""
    return roster.show(club, text).member.name if text else ""
