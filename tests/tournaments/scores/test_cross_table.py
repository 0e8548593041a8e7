"""Who met whom and what came of it, against counts made by hand and by another way."""

from collections import Counter
from itertools import combinations

import pytest

from referee.tournaments.scores.cross_table import AHEAD, BEHIND, LEVEL, NOT_YET, cross_table
from tests.tournaments import example_views as examples


@pytest.mark.parametrize("made", examples.ALL)
def test_each_two_of_a_table_that_counts_met_there_once_each_way(made: examples.Made) -> None:
    view = made()
    cross = cross_table(view)
    tables = [table for each in view.rounds for table in each.tables if table.status != "void"]
    expected = Counter(pair for table in tables for pair in combinations(sorted(table.entries), 2))
    assert {pair: len(signs) for pair, signs in cross.met.items() if pair[0] < pair[1]} == expected
    other_way = str.maketrans(AHEAD + BEHIND, BEHIND + AHEAD)
    for (one, other), signs in cross.met.items():
        assert cross.met[other, one] == signs.translate(other_way)


def test_what_is_ahead_of_one_is_behind_the_other_and_all_that_is_won_is_lost() -> None:
    cross = cross_table(examples.knock_out())
    sums = [cross.sums(entry) for entry in cross.order]
    assert sum(ahead for ahead, _, _ in sums) == sum(behind for _, _, behind in sums)


def test_nine_in_threes_all_meet_once() -> None:
    cross = cross_table(examples.all_meet())
    assert cross.meetings() == {1: 36}
    assert cross.sums(1) == (8, 0, 0)
    assert cross.sums(9) == (0, 0, 8)


def test_level_void_and_undecided_tables_of_a_swiss() -> None:
    cross = cross_table(examples.swiss())
    assert cross.met[2, 8] == LEVEL
    assert cross.met[5, 2] == AHEAD + NOT_YET
    assert (4, 3) not in cross.met  # their table broke off
    assert cross.met[1, 6] == BEHIND
    assert (7, 11) not in cross.met


def test_the_order_is_that_of_the_standings_with_everybody_in_it_once() -> None:
    view = examples.swiss()
    cross = cross_table(view)
    assert cross.order == tuple(line.entry for line in view.standings)
    assert sorted(cross.order) == sorted(view.entries)
