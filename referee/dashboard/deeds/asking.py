"""Build the prompts that many operations share, and parse their answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.dashboard.deeds.deed import Answers, Pick, Prompt

AnswerParser: TypeAlias = Callable[[Club, Answers, str], str]
"""Parses an answer, given the club and the earlier answers, and returns its normal form."""
_LARGEST: Final = 999_999_999


def one_of(asks: str, picks: Iterable[Pick], none: str = "") -> Prompt:
    """Return a prompt to choose one of the picks. Raise `ClubFault` with the text `none` if there are no picks."""
    known_picks = tuple(picks)
    if none and not known_picks:
        raise ClubFault(none)
    return Prompt(asks, known_picks, choices_only=True)


def if_several(asks: str, picks: Iterable[Pick], none: str = "") -> Prompt | None:
    """Return a prompt to choose one of the picks, or None for a single pick.

    Raise `ClubFault` with the text `none` if there are no picks.
    """
    prompt = one_of(asks, picks, none)
    return prompt if len(prompt.picks) > 1 else None


def read_by(read: Callable[[str], object]) -> AnswerParser:
    """Return an answer parser that depends on the text alone."""
    return lambda _club, _answers, typed: f"{read(typed)}"


def checked_by(check: Callable[[Club, str], object]) -> AnswerParser:
    """Return an answer parser that keeps the text unchanged. `check` raises a fault for invalid text."""

    def parse(club: Club, _answers: Answers, typed: str) -> str:
        check(club, typed)
        return typed

    return parse


def number(suggestion: str, least: int = 0, most: int = _LARGEST, noun: str = "number") -> AnswerParser:
    """Return an answer parser for a whole number. It keeps an empty answer, and its fault names the `suggestion`."""
    return read_by(lambda typed: whole_number(typed, suggestion, least, most, noun) if typed else "")


def whole_number(text: str, suggestion: str, least: int = 0, most: int = _LARGEST, noun: str = "number") -> int:
    """Return the number in the text. Raise `ClubFault` unless it is whole and between `least` and `most`."""
    digits = text.removeprefix("-")
    if not digits.isdecimal() or len(digits) > len(f"{_LARGEST}") or not least <= int(text) <= most:
        raise ClubFault(f"Invalid {noun} {text!r}. Use {suggestion}.")
    return int(text)
