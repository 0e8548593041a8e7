"""A round of groups as it was planned for those who began, and where somebody is missing, as near to it as can be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from referee.competition.draws import league
from referee.competition.draws.groups import groups, inside, name
from referee.competition.field import Drawn, Field, Pair
from referee.competition.planning import plans


def drawn(field: Field, count: int, rounds: int, number: int, without: Iterable[int]) -> Drawn:
    """Return a round of the groups that were drawn from a field, `without` who is not there. Raises `NotDrawn`."""
    made = groups(field, count, by_lot=True)
    whole = inside(made, rounds, field.sizes, field.seed, plans.plan, field.mates)[number - 1]
    gone = set(without)
    if not gone:
        return whole
    tables: list[tuple[int, ...]] = []
    labels: list[str] = []
    byes: list[int] = []
    planned = zip(whole.labels, whole.tables, strict=True)
    at_tables = {label: [table for _, table in found] for label, found in groupby(planned, key=lambda each: each[0])}
    for at, group in enumerate(made):
        found = _without(field, group, at_tables.get(name(at), []), gone, number)
        tables += found.tables
        labels += [name(at)] * len(found.tables)
        byes += found.byes
    return Drawn(tuple(tables), tuple(byes), tuple(labels))


def _without(
    field: Field, group: Sequence[int], planned: Sequence[tuple[int, ...]], gone: set[int], number: int
) -> Drawn:
    """Return the tables of a group without who is missing; where that leaves one too small, they are drawn anew."""
    here = [player for player in group if player not in gone]
    left = [tuple(player for player in table if player not in gone) for table in planned]
    if left and all(field.sizes.least <= len(table) for table in left):
        seated = {player for table in left for player in table}
        return Drawn(tuple(left), tuple(player for player in here if player not in seated))
    if len(here) < field.sizes.least:
        return Drawn((), tuple(here))
    apart, mates = (_among(pairs, here) for pairs in (field.apart, field.mates))
    return league.draw(Field(tuple(sorted(here)), field.sizes, field.seed + number, apart=apart, mates=mates))


def _among(pairs: Iterable[Pair], players: Sequence[int]) -> frozenset[Pair]:
    here = set(players)
    return frozenset(pair for pair in pairs if here.issuperset(pair))
