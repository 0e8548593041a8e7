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
    first: Callable[[Club], Sequence[str]] = lambda _: (),
    but: Collection[str] = (),
    example: str = "Ben",
    optional: bool = False,
) -> Parameter:
    """Return the parameter for a person on the roster. The names from `first` lead the list; `but` is left out."""

    def question(club: Club, _: Answers) -> Prompt:
        every = dict.fromkeys([*first(club), *(member.name for member in roster.members(club))])
        picks = tuple(Pick(name) for name in every if name not in but)
        return Prompt(asks, picks, example=example, optional=optional)

    return Parameter(id, question, whole_name)


def whole_name(club: Club, _: Answers, typed: str) -> str:
    """Return the full name of the person meant, or "" for empty text. Raise `ClubFault` for an unknown name."""
    return roster.show(club, typed).member.name if typed else ""
