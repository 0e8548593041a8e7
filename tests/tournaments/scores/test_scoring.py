"""What a table gives: clauses 3.1 to 3.8, and 5.2 to 5.12 for who has no table."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from referee.tournaments.scores.cross_table import AHEAD, BEHIND, LEVEL, NOT_YET, cross_table
from referee.tournaments.scores.scoring import absence_score, bye_score, score_table, void_score
from referee.tournaments.state.settings import Score
from tests.tournaments import example_views as examples
from tests.tournaments.tables import settled

F = Fraction
ALONE_OF_FOUR = ((1,), (2,), (3,), (4,))
MATCH = settled()
CHIPS = settled(score=Score.CHIPS)
LOW = settled(score=Score.LOW)


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        (ALONE_OF_FOUR, {1: F(1), 2: F(2, 3), 3: F(1, 3), 4: F(0)}),
        (((1,), (2,), (3,)), {1: F(1), 2: F(1, 2), 3: F(0)}),
        (((2,), (1,)), {2: F(1), 1: F(0)}),
        # Second and third share the rank of two and a half.
        (((1,), (2, 3), (4,)), {1: F(1), 2: F(1, 2), 3: F(1, 2), 4: F(0)}),
        (((1, 2), (3,)), {1: F(3, 4), 2: F(3, 4), 3: F(0)}),
        (((1, 2, 3, 4, 5),), dict.fromkeys(range(1, 6), F(1, 2))),
        (((7,),), {7: F(1)}),
        ((), {}),
    ],
)
def test_match_score_is_n_less_rank_by_n_less_one(places, expected) -> None:
    assert score_table(places, None, MATCH) == expected


@pytest.mark.parametrize("places", [((1,), (2,)), ((1, 2), (3,)), ((1,), (2, 3, 4), (5, 6)), ALONE_OF_FOUR])
def test_match_score_is_fair_at_every_size_as_its_mean_is_one_half(places) -> None:
    scores_by_player = score_table(places, None, MATCH)
    assert sum(scores_by_player.values()) / len(scores_by_player) == F(1, 2)


def by_place(points=()):
    return settled(score=Score.PLACES, points=points)


@pytest.mark.parametrize(
    ("places", "settings", "expected"),
    [
        (ALONE_OF_FOUR, by_place((5, 3, 2, 1)), {1: F(5), 2: F(3), 3: F(2), 4: F(1)}),
        (((1,), (2, 3), (4,)), by_place((5, 3, 2, 1)), {1: F(5), 2: F(5, 2), 3: F(5, 2), 4: F(1)}),
        (((1, 2, 3), (4,)), by_place((5, 3, 2, 1)), {1: F(10, 3), 2: F(10, 3), 3: F(10, 3), 4: F(1)}),
        # A list that is too short gives the rest nothing, and who shares with them the mean with nothing.
        (ALONE_OF_FOUR, by_place((5, 3)), {1: F(5), 2: F(3), 3: F(0), 4: F(0)}),
        (((1,), (2, 3, 4)), by_place((5, 3)), {1: F(5), 2: F(1), 3: F(1), 4: F(1)}),
        # The list is the same at smaller tables: the last of three has more than the last of four.
        (((1,), (2,), (3,)), by_place((5, 3, 2, 1)), {1: F(5), 2: F(3), 3: F(2)}),
        # Without a list each place has one more than the next.
        (ALONE_OF_FOUR, by_place(), {1: F(4), 2: F(3), 3: F(2), 4: F(1)}),
    ],
)
def test_points_by_place(places, settings, expected) -> None:
    assert score_table(places, None, settings) == expected


def test_chips_count_as_they_are_and_unknown_ones_not_at_all() -> None:
    assert score_table(ALONE_OF_FOUR, {1: 30, 2: 5, 3: -10, 4: -25}, CHIPS) == {1: 30, 2: 5, 3: -10, 4: -25}
    assert score_table(ALONE_OF_FOUR, None, CHIPS) == dict.fromkeys((1, 2, 3, 4), 0)


def test_low_points_are_less_than_nothing_and_otherwise_the_places() -> None:
    assert score_table(ALONE_OF_FOUR, {1: 0, 2: 1, 3: 3, 4: 3}, LOW) == {1: 0, 2: -1, 3: -3, 4: -3}
    assert score_table(((1,), (2, 3), (4,)), None, LOW) == {1: -1, 2: F(-5, 2), 3: F(-5, 2), 4: -4}


TWO_TABLES = ({1: F(30), 2: F(-30)}, {3: F(10), 4: F(0), 5: F(-10)})
TOOK = ({1: F(-1), 2: F(-5)}, {3: F(-3), 4: F(-3), 5: F(-8)})


@pytest.mark.parametrize(
    ("settings", "others", "round_scores", "expected"),
    [
        (settled(bye="mean"), [F(1), F(1, 2), F(0)], (), F(1, 2)),
        (settled(bye="mean"), [F(1), F(2, 3)], (), F(5, 6)),
        (settled(bye="mean"), [], (), F(1, 2)),
        (settled(bye="win"), [F(0)], (), F(1)),
        (settled(bye="half"), [F(1)], (), F(1, 2)),
        (settled(score=Score.PLACES, points=(5, 3, 2), bye="win"), [F(2)], (), F(5)),
        (settled(score=Score.PLACES, points=(5, 3, 2), bye="half"), [F(2)], (), F(5, 2)),
        (settled(score=Score.CHIPS, bye="mean"), [F(10), F(-4)], TWO_TABLES, F(3)),
        (settled(score=Score.CHIPS, bye="win"), [], TWO_TABLES, F(20)),
        (settled(score=Score.CHIPS, bye="half"), [], TWO_TABLES, F(10)),
        (settled(score=Score.LOW, bye="win"), [], TOOK, F(-2)),
        # Half of what a winner takes would be better than to win: it is the mean of all.
        (settled(score=Score.LOW, bye="half"), [], TOOK, F(-4)),
        (settled(score=Score.CHIPS, bye="win"), [], (), None),
    ],
)
def test_bye(settings, others, round_scores, expected) -> None:
    assert bye_score(others, settings, round_scores) == expected


@pytest.mark.parametrize("score", [Score.MATCH, Score.PLACES, Score.CHIPS])
def test_absence_and_a_void_table_give_nothing(score) -> None:
    assert absence_score(settled(score=score), TWO_TABLES) is None
    assert void_score([F(1)], settled(score=score)) is None


def test_absence_takes_the_most_points_of_the_round_and_a_void_table_the_mean_of_ones_own() -> None:
    assert absence_score(LOW, TOOK) == -8
    assert void_score([F(-2), F(-5)], LOW) == F(-7, 2)


@pytest.mark.parametrize("view_and_scores", examples.ALL)
def test_each_two_of_a_table_that_counts_met_there_once_each_way(view_and_scores: examples.Made) -> None:
    view = view_and_scores()
    cross = cross_table(view)
    tables = [table for round in view.rounds for table in round.tables if table.status != "void"]
    expected = Counter(pair for table in tables for pair in combinations(sorted(table.entries), 2))
    assert {pair: len(signs) for pair, signs in cross.met.items() if pair[0] < pair[1]} == expected
    other_way = str.maketrans(AHEAD + BEHIND, BEHIND + AHEAD)
    for (player, opponent), signs in cross.met.items():
        assert cross.met[opponent, player] == signs.translate(other_way)


def test_what_is_ahead_of_one_is_behind_the_other_and_all_that_is_won_is_lost() -> None:
    cross = cross_table(examples.knock_out())
    sums = [cross.sums(entry) for entry in cross.order]
    assert sum(before for before, _, _ in sums) == sum(behind for _, _, behind in sums)


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
