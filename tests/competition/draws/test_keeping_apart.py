"""Who is kept apart: all that can be, the fewest mates together where not all can, against every way there is."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random

import pytest

from referee.competition.draws import league, swiss
from referee.competition.draws.apart import NotApart, way_apart
from referee.competition.draws.groups import groups
from referee.competition.draws.knock_out_plan import Stage
from referee.competition.draws.sizes import even, splits
from referee.competition.field import Drawn, Field, NotDrawn, Pair, Sizes, pairs
from tests.competition.fields import one_part, partitions
from tests.sampling import one_in


def together(these: Iterable[Pair], tables: Iterable[Sequence[int]]) -> int:
    return sum(set(pair) <= set(table) for pair in these for table in tables)


def fewest(field: Field, ways: Iterable[Sequence[int]], byes: Sequence[int]) -> int | None:
    """The fewest mates together at tables of these sizes, whoever has the byes; None where foes would sit together."""
    seated = [player for player in field.players if player not in byes]
    found = [
        together(field.mates, tables)
        for sizes in ways
        for tables in partitions(seated, sizes)
        if not together(field.apart, tables)
    ]
    return min(found, default=None)


def teams(chance: Random, players: Sequence[int], many: int) -> frozenset[Pair]:
    team = {player: chance.randrange(many) for player in players}
    return frozenset(pair for pair in pairs(players) if team[pair[0]] == team[pair[1]])


def some_field(seed: int) -> Field:
    chance = Random(seed)
    sizes = chance.choice([Sizes(2, 2), Sizes(2, 3), Sizes(3, 3), Sizes(3, 4), Sizes(4, 5)])
    players = tuple(sorted(chance.sample(range(1, 50), chance.randrange(6, 10))))
    apart = frozenset(chance.sample(pairs(players), chance.randrange(3)))
    mates = teams(chance, players, chance.choice([1, 2, 2, 3])) - apart
    met = {pair: chance.randrange(3) for pair in pairs(players)}
    return Field(players, sizes, seed, met=met, apart=apart, mates=mates)


@pytest.mark.parametrize("method", [swiss.draw, league.draw])
@pytest.mark.parametrize("seed", one_in(4, range(40)))
def test_of_mates_who_cannot_all_be_kept_apart_the_fewest_sit_together(
    method: Callable[[Field], Drawn], seed: int
) -> None:
    field = some_field(seed)
    ways = [way.sizes for way in splits(len(field.players), field.sizes)]
    try:
        drawn = method(field)
    except NotDrawn:
        assert fewest(field, ways, []) is None or splits(len(field.players), field.sizes)[0].byes
        return
    assert not together(field.apart, drawn.tables)
    assert together(field.mates, drawn.tables) == fewest(field, ways, drawn.byes)
    assert method(field) == drawn


@pytest.mark.parametrize("seed", one_in(4, range(40)))
def test_so_they_do_in_a_knock_out_and_in_groups(seed: int) -> None:
    field = replace(some_field(seed), met={}, apart=frozenset())
    way = splits(len(field.players), field.sizes)[0]
    stage = Stage(len(field.players), way.sizes, way.byes)
    drawn = one_part(field, stage, by_lot=True)
    assert together(field.mates, drawn.tables) == fewest(field, [stage.sizes], drawn.byes)
    two = replace(field, sizes=Sizes(2, 5))
    sizes = even(len(field.players), 2)
    assert together(field.mates, groups(two, 2, by_lot=True)) == fewest(field, [sizes], [])


@pytest.mark.parametrize("seed", one_in(2, range(200)))
def test_there_is_a_way_to_keep_all_apart_exactly_where_one_of_all_tables_keeps_them(seed: int) -> None:
    chance = Random(seed)
    players = range(chance.randrange(4, 10))
    sizes = even(len(players), chance.randrange(2, max(3, len(players) // 2)))
    apart = frozenset(chance.sample(pairs(players), chance.randrange(1, min(14, len(pairs(players))))))
    kept = [tables for tables in partitions(list(players), sizes) if not together(apart, tables)]
    try:
        found = way_apart(sizes, apart)
    except NotApart as fault:
        assert not kept
        # As few pairs as say so: without any one of them there is a way.
        for pair in fault.pairs:
            rest = frozenset(fault.pairs) - {pair}
            assert any(not together(rest, tables) for tables in partitions(list(players), sizes))
        return
    assert kept
    assert found is not None, "so few are gone through"
    assert not any(found[one] == found[other] for one, other in apart)
    assert all(list(found.values()).count(at) <= size for at, size in enumerate(sizes))
