"""The impact of a correction in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from referee.cards.words import quantity
from referee.club.corrections.impact import Impact, OtherChange

_SEATS_SHOWN: Final = 8


def describe_impact(impact: Impact) -> Iterator[str]:
    """Yield a description of an impact, line by line: tables first, then standings."""
    if impact.is_none:
        yield "No ruling, score or place changes."
        return
    tables_with_seats = [table for table in impact.tables if table.seats]
    for table in impact.tables:
        if len(tables_with_seats) > _SEATS_SHOWN and table in tables_with_seats and not table.turned:
            continue
        yield f"table {table.table.table}, {table.table.session}:"
        for seat in (*table.seats, *table.turned):
            yield f"  {seat}"
        if any(table.places):
            yield f"  places: from {table.places[0]} to {table.places[1]}"
    if len(tables_with_seats) > _SEATS_SHOWN:
        first_day, last_day = tables_with_seats[0].table.session, tables_with_seats[-1].table.session
        yield f"{quantity(len(tables_with_seats), 'table')}, {first_day} to {last_day}: {tables_with_seats[0].seats[0]}"
    yield from describe_other_changes(impact.others)
    for season in impact.seasons:
        suffix = ", which is closed" if season.closed else ""
        if not season.moved:
            yield f"standings of {season.season}{suffix}: unchanged"
            continue
        yield f"standings of {season.season}{suffix}:"
        for change in season.moved:
            yield f"  {change}"


def describe_other_changes(others: Iterable[OtherChange]) -> Iterator[str]:
    """Yield a description of other changes, line by line, under a heading for each subject."""
    for subject, changes in groupby(others, key=lambda other_change: other_change.about):
        yield f"{subject}:"
        for change in changes:
            yield f"  {change}"
