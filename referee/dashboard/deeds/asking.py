"""Build the prompts that many operations share, and parse their answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.dashboard.deeds.deed import Answers, Pick, Prompt

Means: TypeAlias = Callable[[Club, Answers, str], str]
"""Parses an answer, given the club and the earlier answers, and returns its normal form."""
_LARGEST: Final = 999_999_999


def one_of(asks: str, picks: Iterable[Pick], none: str = "") -> Prompt:
    """Return a prompt to choose one of the picks. Raise `ClubFault` with the text `none` if there are no picks."""
    found = tuple(picks)
    if none and not found:
        raise ClubFault(none)
    return Prompt(asks, found, choices_only=True)


def if_several(asks: str, picks: Iterable[Pick], none: str = "") -> Prompt | None:
    """Return a prompt to choose one of the picks, or None for a single pick.

    Raise `ClubFault` with the text `none` if there are no picks.
    """
    found = one_of(asks, picks, none)
    return found if len(found.picks) > 1 else None


def read_by(read: Callable[[str], object]) -> Means:
    """Return an answer parser that depends on the text alone."""
    return lambda _club, _answers, typed: f"{read(typed)}"


def checked_by(check: Callable[[Club, str], object]) -> Means:
    """Return an answer parser that keeps the text unchanged. `check` raises a fault for invalid text."""

    def means(club: Club, _answers: Answers, typed: str) -> str:
        check(club, typed)
        return typed

    return means


def number(use: str, least: int = 0, most: int = _LARGEST, what: str = "number") -> Means:
    """Return an answer parser for a whole number. It keeps an empty answer, and its fault suggests `use`."""
    return read_by(lambda typed: whole_number(typed, use, least, most, what) if typed else "")


def whole_number(typed: str, use: str, least: int = 0, most: int = _LARGEST, what: str = "number") -> int:
    """Return the number in the text. Raise `ClubFault` unless it is whole and between `least` and `most`."""
    digits = typed.removeprefix("-")
    if not digits.isdecimal() or len(digits) > len(f"{_LARGEST}") or not least <= int(typed) <= most:
        raise ClubFault(f"Invalid {what} {typed!r}. Use {use}.")
    return int(typed)
