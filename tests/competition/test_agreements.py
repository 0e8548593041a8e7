"""Where evenings and tournaments once differed, one rule holds for both; a row of that agreement is a test.

What is changed by hand is in `test_rounds`, how ties are parted in `test_ties`, and games on offer in `test_evening`.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

import pytest

from referee.competition.draws import evening, league, swiss
from referee.competition.field import Drawn, Field, NotDrawn, Pair, Sizes, TablePlan, pairs

SIX = range(1, 7)


def six(met: dict[Pair, int], seed: int) -> Field:
    """Six at two tables of three, on an evening or in a round."""
    plan = (TablePlan("commune", 3), TablePlan("commune", 3))
    return Field(tuple(SIX), Sizes(3, 3), seed, met=met, plan=plan)


@pytest.mark.parametrize("draw", [evening.draw, league.draw])
def test_the_fewest_repeats_come_before_all_else_and_then_no_pair_meets_very_often(
    draw: Callable[[Field], Drawn],
) -> None:
    for seed in range(25):
        chance = Random(seed)
        met = {pair: int(chance.random() * 8) for pair in pairs(SIX)}

        def worth(tables: Sequence[Sequence[int]], met: dict[Pair, int] = met) -> tuple[int, int]:
            times = [met[pair] for table in tables for pair in pairs(table)]
            return sum(times), sum(each**2 for each in times)

        ways = [(three, tuple(set(SIX) - {*three})) for three in combinations(SIX, 3)]
        assert worth(draw(six(met, seed)).tables) == min(map(worth, ways))


def test_an_evening_has_no_byes_and_a_round_the_fewest_that_nobody_has_twice_before_all_had_one() -> None:
    seven = Field(tuple(range(1, 8)), Sizes(3, 3), 1, byes=dict.fromkeys(range(1, 7), 1))
    for draw in (swiss.draw, league.draw):
        assert draw(seven).byes == (7,)
    plan = (TablePlan("commune", 3), TablePlan("commune", 4))
    seated = evening.draw(Field(seven.players, Sizes(3, 4), 1, plan=plan, byes=seven.byes))
    assert seated.byes == ()
    assert sorted(player for table in seated.tables for player in table) == list(seven.players)
    with pytest.raises(NotDrawn, match="The tables are planned for 6 players, and there are 7"):
        evening.draw(Field(seven.players, Sizes(3, 3), 1, plan=(TablePlan("commune", 3),) * 2))


def test_tables_of_an_evening_stand_as_they_were_planned_and_those_of_a_league_have_each_number_in_turn() -> None:
    met = dict.fromkeys([(1, 4), (1, 5), (1, 6), (2, 4), (2, 5), (2, 6), (3, 4), (3, 5), (3, 6)], 1)
    at = {(player, 1): 2 for player in (1, 2, 3)}
    for seed in range(5):
        field = Field(tuple(SIX), Sizes(3, 3), seed, met=met, at=at)
        assert [set(table) for table in league.draw(field).tables] == [{4, 5, 6}, {1, 2, 3}]
        plan = (TablePlan("commune", 2), TablePlan("commune", 4))
        drawn = evening.draw(Field(tuple(SIX), Sizes(2, 4), seed, at=at, plan=plan))
        assert [len(table) for table in drawn.tables] == [2, 4]
