"""A plain result for operations whose caller needs only a message."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from referee.cards.immutable import frozen
from referee.club.folder import Club
from referee.dashboard.deeds.deed import Answers, Deed, Effect, Long, Parameter


@frozen
class Done:
    """The message of a finished operation, and whether it succeeded.

    `shows` is a document to open with it, and `club` the club to switch to.
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
    """Return an operation whose `do` returns its own message as a `Done`."""
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
