"""Finding who or what is meant by a name that was typed, and naming people in texts that are kept."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final, TypeVar

from referee.cards.words import listed
from referee.club.faults import AmbiguousName, ClubFault, UnknownName
from referee.rules.plain_text import first_unfit, shown, unfit
from referee.rules.seats import LONGEST_NAME, misnamed, tidied

Key = TypeVar("Key")

_MARK = re.compile(r"@(#?)(\d+)")
LONGEST_TEXT: Final = 2000
_NOBODY: Final[Mapping[int, str]] = MappingProxyType({})


def meant(typed: str, names: Mapping[Key, str], what: str = "member") -> Key:
    """Return whom a name means: the whole name, or an unambiguous beginning of it, in any case.

    Raises `UnknownName` or `AmbiguousName`, with the names that there are.
    """
    wanted = tidied(typed).casefold()
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
    near = [by_beginning[each] for each in get_close_matches(wanted, by_beginning, 2, 0.65)]
    if near:
        return f": did you mean {listed(dict.fromkeys(near), 'or')}?"
    if len(names) <= 12:
        return f": expected {listed(sorted(names), 'or')}."
    return f": none of the {len(names)} {what}s is called so."


def proper(typed: str) -> str:
    """Return a name as it is kept. Raises `ClubFault` when a record could not be written with it."""
    name = tidied(plain(typed, "a name"))
    if refusal := misnamed(name):
        raise ClubFault(refusal)
    return name


def titled(typed: str, what: str) -> str:
    """Return the name of a club or a season as it is kept. Raises `ClubFault` when it is none."""
    name = tidied(plain(typed, f"a {what}'s name"))
    if not name:
        raise ClubFault(f"a {what} needs a name")
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise ClubFault(
            f"{name[:20]!r}... cannot be a {what}'s name: expected at most {LONGEST_NAME} printed characters."
        )
    return name


def plain(typed: str, what: str) -> str:
    """Return a sentence that somebody typed, as it is. Raises `ClubFault` for what has no place in one, saying where.

    It will be shown on screens, printed and read by other programs for years.
    """
    if (at := first_unfit(typed)) is not None:
        where = f" after {shown(typed[max(0, at - 20) : at])!r}" if at else ""
        raise ClubFault(f"{what} cannot have {unfit(typed[at])}; it is character {at + 1}{where}.")
    if len(typed) > LONGEST_TEXT:
        raise ClubFault(f"{what} is {len(typed)} characters long; {LONGEST_TEXT} are the most.")
    return typed


def seat_marks(players: int) -> tuple[str, ...]:
    """Return what stands for each seat in texts that are kept: ``@1`` for the first."""
    return tuple(f"@{seat}" for seat in range(1, players + 1))


def with_names(text: str, names: Sequence[str], roster: Mapping[int, str] = _NOBODY) -> str:
    """Put the players' names into a text that names seats, and those of the roster for ``@#12``, member 12."""

    def name(mark: re.Match[str]) -> str:
        number = int(mark[2])
        if mark[1]:
            return roster.get(number, mark[0])
        return names[number - 1] if 0 < number <= len(names) else mark[0]

    return shown(_MARK.sub(name, text))


def with_marks(text: str, names: Sequence[str], roster: Mapping[int, str] = _NOBODY) -> str:
    """Put seats in the place of the players' names in a sentence that somebody typed, and numbers for other members."""
    marks = {name: _member(number) for number, name in roster.items()}
    marks.update(zip(names, seat_marks(len(names)), strict=True))
    longest_first = "|".join(re.escape(name) for name in sorted(marks, key=len, reverse=True))
    return re.sub(rf"\b(?:{longest_first})\b", lambda found: marks[found[0]], text) if marks else text


def signature(who: str, roster: Mapping[int, str]) -> str:
    """Return who did something as it is kept: a member's number where a full name or a first name tells which one."""
    wanted = tidied(who).casefold()
    same = [number for number, name in roster.items() if name.casefold() == wanted]
    first = [number for number, name in roster.items() if name.casefold().split()[0] == wanted]
    if same or len(first) == 1:
        return _member((same or first)[-1])
    return who


def _member(number: int) -> str:
    return f"@#{number}"
