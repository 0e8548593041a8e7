"""Finding who or what is meant by a name that was typed, and naming people in texts that are kept."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import TypeVar

from referee.cards.words import listed
from referee.club.faults import AmbiguousName, ClubFault, UnknownName

Key = TypeVar("Key")

_SEAT = re.compile(r"@(\d+)")
_NAME = re.compile(r"[^\W\d_][\w .'’-]*")


def meant(typed: str, names: Mapping[Key, str], what: str = "member") -> Key:
    """Return whom a name means: the whole name, or an unambiguous beginning of it, in any case.

    Raises `UnknownName` or `AmbiguousName`, with the names that there are.
    """
    wanted = " ".join(typed.split()).casefold()
    same = [key for key, name in names.items() if name.casefold() == wanted]
    fits = same or [key for key, name in names.items() if wanted and name.casefold().startswith(wanted)]
    if len(fits) == 1:
        return fits[0]
    if fits:
        choices = tuple(sorted(names[key] for key in fits))
        raise AmbiguousName(f"{typed!r} could be {listed(choices, 'or')}. Which {what} is meant?", choices)
    raise UnknownName(f"unknown {what} {typed!r}{_instead(wanted, list(names.values()), what)}")


def _instead(wanted: str, names: Sequence[str], what: str) -> str:
    if not names:
        return f": there is no {what} yet."
    if len(names) <= 4:
        return f": expected {listed(names, 'or')}."
    by_beginning = {name.casefold(): name for name in names} | {name.casefold().split()[0]: name for name in names}
    near = [by_beginning[each] for each in get_close_matches(wanted, by_beginning, 2, 0.5)]
    if near:
        return f": did you mean {listed(dict.fromkeys(near), 'or')}?"
    if len(names) <= 12:
        return f": expected {listed(sorted(names), 'or')}."
    return f": none of the {len(names)} {what}s is called so."


def proper(typed: str) -> str:
    """Return a name as it is kept. Raises `ClubFault` when a record could not be written with it."""
    name = " ".join(typed.split())
    if not _NAME.fullmatch(name):
        raise ClubFault(f"{typed!r} cannot be a name: expected letters first, then letters, figures, blanks or - . '")
    return name


def seat_marks(players: int) -> tuple[str, ...]:
    """Return what stands for each seat in texts that are kept: ``@1`` for the first."""
    return tuple(f"@{seat}" for seat in range(1, players + 1))


def with_names(text: str, names: Sequence[str]) -> str:
    """Put the players' names into a text that names seats."""

    def name(mark: re.Match[str]) -> str:
        seat = int(mark[1])
        return names[seat - 1] if 0 < seat <= len(names) else mark[0]

    return _SEAT.sub(name, text)


def with_marks(text: str, names: Sequence[str]) -> str:
    """Put seats in the place of the players' names in a sentence that somebody typed."""
    seats = dict(zip(names, seat_marks(len(names)), strict=True))
    longest_first = "|".join(re.escape(name) for name in sorted(seats, key=len, reverse=True))
    return re.sub(rf"\b(?:{longest_first})\b", lambda found: seats[found[0]], text) if seats else text
