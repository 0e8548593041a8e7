"""Texts that several pages share: a result, a report's state, and a game's title."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from referee.cards.words import ordinal
from referee.club.match.view import MatchView
from referee.club.people.public_names import PublicNames
from referee.club.phones.evening_state import Places, ResultReport
from referee.phones.evening import TableNow

ASK_AN_OFFICER: Final = "Ask an officer for rulings and whose turn it is: the referee was told something in private."
"""The text in place of rulings that depend on what only the referee was told."""


def places_in_words(places: Iterable[Sequence[str]]) -> str:
    """Return a result in words, such as ``1st Ann, 2nd Cal and Dee``."""
    words, place = [], 1
    for group in places:
        words.append(f"{ordinal(place)} {' and '.join(group)}")
        place += len(group)
    return ", ".join(words)


def reported_in_words(places: Places, table: TableNow, public: PublicNames) -> str:
    """Return a reported result in words, with the players' names at the table."""
    return places_in_words([[table.names.get(member) or public.at(member) for member in group] for group in places])


def title_of(public: MatchView, names: PublicNames) -> str:
    """Return the title of a match's game. Members' names in it become public names."""
    return names.named(public.book.title) if public.result_only else public.book.title


def state_in_words(report: ResultReport) -> str:
    """Return a sentence for players about the state of a report."""
    if report.settled:
        return "The result is recorded. An officer finishes the table."
    if report.disputed:
        return "The result is not agreed. An officer settles it."
    return "The result waits until another player confirms it."
