"""Table numbers and seats in turn: none is better than what is chosen."""

from itertools import permutations
from random import Random

import pytest

from referee.competition.draws.places import cheapest, numbered, seated


@pytest.mark.parametrize("seed", range(20))
def test_of_all_orders_of_tables_one_with_the_least_wear_is_chosen(seed: int) -> None:
    chance = Random(seed)
    tables = [(1, 2, 3), (4, 5, 6), (7, 8), (9, 10)]
    at = {(player, number): chance.randrange(4) for player in range(1, 11) for number in range(3, 7)}

    def worn(order: object) -> int:
        return sum(at[player, number] for number, table in enumerate(order, 3) for player in table)  # type: ignore[call-overload]

    assert worn(numbered(tables, at, 3)) == min(map(worn, permutations(tables)))


@pytest.mark.parametrize("seed", range(20))
def test_giving_each_one_thing_costs_as_little_as_any_other_way(seed: int) -> None:
    chance = Random(seed)
    size = 1 + seed % 6
    cost = [[chance.randrange(9) for _ in range(size)] for _ in range(size)]
    who = cheapest(cost)
    assert sorted(who) == list(range(size))
    ways = (sum(cost[each][thing] for thing, each in enumerate(way)) for way in permutations(range(size)))
    assert sum(cost[each][thing] for thing, each in enumerate(who)) == min(ways)


def test_who_dealt_last_time_does_not_deal_again() -> None:
    [table] = seated([(1, 2, 3)], {(1, 0): 1, (2, 0): 1})
    assert table[-1] == 3
