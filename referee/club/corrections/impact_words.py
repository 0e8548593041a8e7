"""The impact of a correction in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from referee.cards.words import quantity
from referee.club.corrections.impact import Impact, OtherChange

_SEATS_SHOWN: Final = 8
_FURTHER_SHOWN: Final = 8


def describe_impact(found: Impact) -> Iterator[str]:
    """Yield the lines that describe an impact: tables first, then the standings."""
    if found.is_none:
        yield "No ruling, score or place changes."
        return
    seated = [table for table in found.tables if table.seats]
    for table in found.tables:
        if len(seated) > _SEATS_SHOWN and table in seated and not table.turned:
            continue
        yield f"table {table.table.table}, {table.table.session}:"
        for seat in (*table.seats, *table.turned):
            yield f"  {seat}"
        if any(table.places):
            yield f"  places: {table.places[0]}; now {table.places[1]}"
    if len(seated) > _SEATS_SHOWN:
        first, last = seated[0].table.session, seated[-1].table.session
        yield f"{quantity(len(seated), 'table')}, {first} to {last}: {seated[0].seats[0]}"
    yield from describe_other_changes(found.others)
    for season in found.seasons:
        closed = ", which is closed" if season.closed else ""
        if not season.moved and not season.further:
            yield f"standings of {season.season}{closed}: unchanged"
            continue
        yield f"standings of {season.season}{closed}:"
        for change in (*season.moved, *season.further[:_FURTHER_SHOWN]):
            yield f"  {change}"
        if len(season.further) > _FURTHER_SHOWN:
            yield f"  and {quantity(len(season.further) - _FURTHER_SHOWN, 'more rating')}"


def describe_other_changes(others: Iterable[OtherChange]) -> Iterator[str]:
    """Yield the lines that describe other changes, under a heading for each subject."""
    for about, changes in groupby(others, key=lambda other_change: other_change.about):
        yield f"{about}:"
        for change in changes:
            yield f"  {change}"
