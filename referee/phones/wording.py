"""What several pages say in the same words: a result, a report, and what a game is called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.cards.words import ordinal
from referee.club.match.view import MatchView
from referee.club.people.public_names import PublicNames
from referee.club.phones.evening_state import Places, ResultReport
from referee.phones.evening import TableNow


def places_in_words(places: Iterable[Sequence[str]]) -> str:
    """Return a result as a sentence has it: ``1st Ann, 2nd Cal and Dee``."""
    words, place = [], 1
    for group in places:
        words.append(f"{ordinal(place)} {' and '.join(group)}")
        place += len(group)
    return ", ".join(words)


def reported_in_words(places: Places, table: TableNow, public: PublicNames) -> str:
    """Return what was reported at a table, by the names there."""
    return places_in_words([[table.names.get(member) or public.at(member) for member in group] for group in places])


def title_of(public: MatchView, names: PublicNames) -> str:
    """Return what a game is called; one without a rulebook may have been given somebody's name."""
    return names.named(public.book.title) if public.result_only else public.book.title


def state_in_words(report: ResultReport) -> str:
    """Return how far a report is, as players are told."""
    if report.settled:
        return "The result is recorded. An officer finishes the table."
    if report.disputed:
        return "The result is not agreed. An officer settles it."
    return "The result waits until another player says so too."
