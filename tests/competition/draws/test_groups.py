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
    apart = data.draw(st.frozensets(st.sampled_from(everybody), max_size=4))
    try:
        found = draw_groups(field(players, apart), count)
    except NotDrawn:
        assert players // count < 3 or len(apart) >= count * (count - 1) // 2
        return
    assert sorted(player for group in found for player in group) == list(range(1, players + 1))
    sizes = [len(group) for group in found]
    assert max(sizes) - min(sizes) <= 1
    assert not any(set(pair) <= set(group) for pair in apart for group in found)
    if not apart:
        for start in range(1, players + 1, count):
            assert all(len(set(range(start, start + count)) & set(group)) <= 1 for group in found)


def test_by_lot_the_order_does_not_matter() -> None:
    some = {draw_groups(Entrants(tuple(range(1, 9)), Sizes(4, 4), seed), 2, by_lot=True) for seed in range(9)}
    assert len(some) > 5


def test_groups_that_are_too_small_for_a_table_are_refused() -> None:
    with pytest.raises(NotDrawn, match="With 10 players in 4 groups, the smallest has 2: a table needs at least 3"):
        draw_groups(field(10), 4)
    with pytest.raises(NotDrawn, match="3 players do not make 4 groups"):
        draw_groups(field(3), 4)


def test_groups_play_their_plans_at_the_same_time_and_at_the_first_tables_first() -> None:
    asked = Entrants(tuple(range(1, 19)), Sizes(3, 3), 1)
    first, second = draw_groups(asked, 2, by_lot=True)
    rounds = [draw(asked, 2, 4, number) for number in range(1, 5)]
    for drawn in rounds:
        assert drawn.labels == ("Group A",) * 3 + ("Group B",) * 3
        assert {player for table in drawn.tables[:3] for player in table} == set(first)
        assert {player for table in drawn.tables[3:] for player in table} == set(second)
    # Nine in threes meet each other once over four rounds, as the design has it.
    met = Counter(pair for drawn in rounds for table in drawn.tables for pair in all_pairs(table))
    assert met == Counter([*all_pairs(first), *all_pairs(second)])
    assert group_name(25) == "Group Z"


def test_who_is_missing_leaves_a_hole_or_the_group_is_drawn_anew() -> None:
    asked = Entrants(tuple(range(1, 13)), Sizes(3, 4), 1)
    first, _ = draw_groups(asked, 2, by_lot=True)
    whole = draw(asked, 2, 2, 2)
    gone = whole.tables[0][0]
    missing = draw(asked, 2, 2, 2, [gone])
    assert sorted([*missing.byes, *(each for table in missing.tables for each in table)]) == [
        each for each in range(1, 13) if each != gone
    ]
    assert all(3 <= len(table) <= 4 for table in missing.tables)
    nobody = draw(asked, 2, 2, 2, [each for each in first if each not in first[:2]])
    assert set(nobody.byes) == set(first[:2])


def test_a_group_that_fits_a_table_plays_at_it_and_the_deal_goes_round() -> None:
    [found, _] = draw_group_rounds(((1, 4, 5, 8), (2, 3, 6, 7)), 4, Entrants(tuple(range(1, 9)), Sizes(3, 5), 1))
    assert [[set(table) for table in drawn.tables] for drawn in found] == [[{1, 4, 5, 8}]] * 4
    assert {drawn.tables[0][-1] for drawn in found} == {1, 4, 5, 8}


def test_the_first_of_each_group_play_for_the_win_and_the_next_after_them() -> None:
    orders = [(5, 1, 9), (2, 6, 10), (7, 3)]
    assert split_into_finals(orders, 1) == ((5, 2, 7), (1, 6, 3), (9, 10))
    assert split_into_finals(orders, 2) == ((5, 2, 7, 1, 6, 3), (9, 10))


def test_finalists_who_fit_a_table_play_at_it_and_others_come_down_to_one() -> None:
    [only] = plan_rounds(4, Sizes(3, 4), 1)
    drawn = one_part(Entrants((5, 2, 7, 1), Sizes(3, 4), 1), only)
    assert [set(table) for table in drawn.tables] == [{1, 2, 5, 7}]
    assert drawn.labels == ("Final",)
    half, last = plan_rounds(8, Sizes(4, 4), 2)
    met = {(1, 5): 1, (2, 6): 1, (3, 7): 1, (4, 8): 1}
    semis = one_part(Entrants((1, 2, 3, 4, 5, 6, 7, 8), Sizes(4, 4), 1, met=met), half)
    assert not any(set(pair) <= set(table) for pair in met for table in semis.tables)
    assert last.is_final
