"""Stands in for the order of a tournament until that is here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from referee.tournaments.settings import Settings
from referee.tournaments.view import EntryView, PlaceView, RoundView, TeamPlace


def standings(
    entries: Mapping[int, EntryView],
    rounds: Sequence[RoundView],
    settings: Settings,
    *,
    penalties: Mapping[int, Fraction],
    seed: int = 0,
) -> tuple[tuple[PlaceView, ...], tuple[TeamPlace, ...]]:
    points: dict[int, list[Fraction | None]] = {number: [] for number in entries}
    for each in rounds:
        given = {who: score for table in each.tables for who, score in (table.score or {}).items()}
        for number in entries:
            points[number].append(given.get(number, Fraction(1, 2) if number in each.byes else None))
    total = {n: sum((p for p in got if p is not None), Fraction()) - penalties.get(n, 0) for n, got in points.items()}
    order = sorted(total, key=lambda n: (-total[n], n))
    return tuple(
        PlaceView(1 + sum(total[o] > total[n] for o in order), n, total[n], len(points[n]), tuple(points[n]))
        for n in order
    ), ()
