"""What came of a deed of which no screen needs to know more than what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from referee.club.folder import Club
from referee.dashboard.deeds.deed import Answers, Deed, Effect, Long, Parameter


@dataclass(frozen=True, slots=True)
class Done:
    """What is `said` of something that was done, and whether all is `well` with it.

    `shows` is what there is to read then, a `Document`, if anything; `club` is the one that the desk works on from then
    on.
    """

    said: str
    well: bool = True
    shows: object = None
    club: Club | None = None


def telling(
    id: str,
    do: Callable[[Club, Answers], Done] | Long[Done],
    asks: tuple[Parameter, ...] = (),
    effect: Callable[[Club, Answers], Effect | None] | Long[Effect | None] | None = None,
    *,
    may: Callable[[Club], object] | None = None,
    anyway: Mapping[type[Any], str] = MappingProxyType({}),
) -> Deed[Done]:
    """Return a deed that tells by itself what came of it."""
    return Deed(
        id,
        do,
        asks,
        effect,
        said=lambda done: done.said,
        may=may,
        anyway=anyway,
        well=lambda done: done.well,
        shows=lambda done: done.shows,
        club=lambda done: done.club,
    )
