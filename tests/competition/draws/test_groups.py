"""Groups by seeding, what is played inside them, and who plays for the win."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.competition.draws.groups import draw, draw_group_rounds, draw_groups, group_name, split_into_finals
from referee.competition.draws.knock_out_plan import plan_rounds
from referee.competition.entrants import Entrants, NotDrawn, Pair, Sizes, all_pairs
from tests.competition.fields import one_part
from tests.sampling import examples


def field(players: int, apart: frozenset[Pair] = frozenset()) -> Entrants:
    return Entrants(tuple(range(1, players + 1)), Sizes(3, 5), 1, apart=apart)


def test_eight_in_two_groups_go_to_and_fro() -> None:
    assert draw_groups(field(8), 2) == ((1, 4, 5, 8), (2, 3, 6, 7))


@given(st.integers(6, 40), st.integers(2, 6), st.data())
@examples(25, 60)
def test_everybody_is_in_one_group_and_pairs_are_kept_apart(players: int, count: int, data: st.DataObject) -> None:
    everybody = all_pairs(range(1, players + 1))
    kept_apart = data.draw(st.frozensets(st.sampled_from(everybody), max_size=4))
    try:
        groups = draw_groups(field(players, kept_apart), count)
    except NotDrawn:
        assert players // count < 3 or len(kept_apart) >= count * (count - 1) // 2
        return
    assert sorted(player for group in groups for player in group) == list(range(1, players + 1))
    sizes = [len(group) for group in groups]
    assert max(sizes) - min(sizes) <= 1
    assert not any(set(pair) <= set(group) for pair in kept_apart for group in groups)
    if not kept_apart:
        for start in range(1, players + 1, count):
            assert all(len(set(range(start, start + count)) & set(group)) <= 1 for group in groups)


def test_by_lot_the_order_does_not_matter() -> None:
    some = {draw_groups(Entrants(tuple(range(1, 9)), Sizes(4, 4), seed), 2, by_lot=True) for seed in range(9)}
    assert len(some) > 5


def test_groups_that_are_too_small_for_a_table_are_refused() -> None:
    with pytest.raises(NotDrawn, match="With 10 players in 4 groups, the smallest has 2: a table needs at least 3"):
        draw_groups(field(10), 4)
    with pytest.raises(NotDrawn, match="3 players do not make 4 groups"):
        draw_groups(field(3), 4)


def test_groups_play_their_plans_at_the_same_time_and_at_the_first_tables_first() -> None:
    entrants = Entrants(tuple(range(1, 19)), Sizes(3, 3), 1)
    first, second = draw_groups(entrants, 2, by_lot=True)
    rounds = [draw(entrants, 2, 4, number) for number in range(1, 5)]
    for drawn_round in rounds:
        assert drawn_round.labels == ("Group A",) * 3 + ("Group B",) * 3
        assert {player for table in drawn_round.tables[:3] for player in table} == set(first)
        assert {player for table in drawn_round.tables[3:] for player in table} == set(second)
    # Nine in threes meet each other once over four rounds, as the design has it.
    meetings = Counter(pair for drawn_round in rounds for table in drawn_round.tables for pair in all_pairs(table))
    assert meetings == Counter([*all_pairs(first), *all_pairs(second)])
    assert group_name(25) == "Group Z"


def test_who_is_missing_leaves_a_hole_or_the_group_is_drawn_anew() -> None:
    entrants = Entrants(tuple(range(1, 13)), Sizes(3, 4), 1)
    first, _ = draw_groups(entrants, 2, by_lot=True)
    full_round = draw(entrants, 2, 2, 2)
    absent_player = full_round.tables[0][0]
    missing = draw(entrants, 2, 2, 2, [absent_player])
    assert sorted([*missing.byes, *(player for table in missing.tables for player in table)]) == [
        player for player in range(1, 13) if player != absent_player
    ]
    assert all(3 <= len(table) <= 4 for table in missing.tables)
    nobody = draw(entrants, 2, 2, 2, [player for player in first if player not in first[:2]])
    assert set(nobody.byes) == set(first[:2])


def test_a_group_that_fits_a_table_plays_at_it_and_the_deal_goes_round() -> None:
    [group_rounds, _] = draw_group_rounds(((1, 4, 5, 8), (2, 3, 6, 7)), 4, Entrants(tuple(range(1, 9)), Sizes(3, 5), 1))
    assert [[set(table) for table in drawn_round.tables] for drawn_round in group_rounds] == [[{1, 4, 5, 8}]] * 4
    assert {drawn_round.tables[0][-1] for drawn_round in group_rounds} == {1, 4, 5, 8}


def test_the_first_of_each_group_play_for_the_win_and_the_next_after_them() -> None:
    orders = [(5, 1, 9), (2, 6, 10), (7, 3)]
    assert split_into_finals(orders, 1) == ((5, 2, 7), (1, 6, 3), (9, 10))
    assert split_into_finals(orders, 2) == ((5, 2, 7, 1, 6, 3), (9, 10))


def test_finalists_who_fit_a_table_play_at_it_and_others_come_down_to_one() -> None:
    [only] = plan_rounds(4, Sizes(3, 4), 1)
    drawn_round = one_part(Entrants((5, 2, 7, 1), Sizes(3, 4), 1), only)
    assert [set(table) for table in drawn_round.tables] == [{1, 2, 5, 7}]
    assert drawn_round.labels == ("Final",)
    half, last = plan_rounds(8, Sizes(4, 4), 2)
    meetings = {(1, 5): 1, (2, 6): 1, (3, 7): 1, (4, 8): 1}
    semis = one_part(Entrants((1, 2, 3, 4, 5, 6, 7, 8), Sizes(4, 4), 1, met=meetings), half)
    assert not any(set(pair) <= set(table) for pair in meetings for table in semis.tables)
    assert last.is_final
