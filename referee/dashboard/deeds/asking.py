"""Questions that many deeds ask, which of some is meant and what number, and how a typed answer is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.dashboard.deeds.deed import Answers, Pick, Prompt

Means: TypeAlias = Callable[[Club, Answers, str], str]
"""Tells what a typed answer means."""
_LARGEST: Final = 999_999_999


def one_of(asks: str, picks: Iterable[Pick], none: str = "") -> Prompt:
    """Return the question which of some is meant. Raises `ClubFault`, which says that there is `none`."""
    found = tuple(picks)
    if none and not found:
        raise ClubFault(none)
    return Prompt(asks, found, choices_only=True)


def if_several(asks: str, picks: Iterable[Pick], none: str = "") -> Prompt | None:
    """Return the same question where there are several. Raises `ClubFault`, which says that there is `none`."""
    found = one_of(asks, picks, none)
    return found if len(found.picks) > 1 else None


def read_by(read: Callable[[str], object]) -> Means:
    """Return what reads an answer by itself, whatever was answered before."""
    return lambda _club, _answers, typed: f"{read(typed)}"


def checked_by(check: Callable[[str], object]) -> Means:
    """Return what takes an answer as it is typed, unless a check of it raises a fault."""

    def means(_club: Club, _answers: Answers, typed: str) -> str:
        check(typed)
        return typed

    return means


def number(use: str, least: int = 0, most: int = _LARGEST, what: str = "number") -> Means:
    """Return what reads a whole number, or nothing where a question is optional; `use` says what to type instead."""
    return read_by(lambda typed: whole_number(typed, use, least, most, what) if typed else "")


def whole_number(typed: str, use: str, least: int = 0, most: int = _LARGEST, what: str = "number") -> int:
    """Return the whole number that is typed. Raises `ClubFault` for what is none, or not within its bounds."""
    digits = typed.removeprefix("-")
    if not digits.isdecimal() or len(digits) > len(f"{_LARGEST}") or not least <= int(typed) <= most:
        raise ClubFault(f"Invalid {what} {typed!r}. Use {use}.")
    return int(typed)
