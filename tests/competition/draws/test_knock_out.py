"""A knockout: rounds down to a final table, the strong apart, and lucky losers where there would be byes."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.competition.draws.knock_out_plan import Stage, plan_rounds
from referee.competition.draws.qualifiers import find_qualifiers
from referee.competition.entrants import Entrants, NotDrawn, Sizes, all_pairs
from tests.competition.fields import SIZES, check_round, one_part
from tests.sampling import examples

SIZED = [*SIZES, Sizes(2, 3), Sizes(4, 6), Sizes(5, 5)]


def can_end(players: int, losers: int, sizes: Sizes, go_on: int, visited: set[tuple[int, int]]) -> bool:
    """Whether any rounds at all come down to a final table; tried one after the other, with any byes or losers.

    Each round has fewer left than were in before, and of those who lost fewer are let in than are in already.
    """
    lucky = range(min(losers, players - 1) + 1)
    if any(sizes.least <= players + lucky_count <= sizes.most for lucky_count in lucky):
        return True
    visited.add((players, losers))
    for seated_count in range(1, players + len(lucky)):
        for tables in range(1, seated_count + 1):
            fits = sizes.least <= seated_count // tables and -(-seated_count // tables) <= sizes.most
            remaining = tables * go_on + max(0, players - seated_count)
            after = remaining, seated_count - tables * go_on
            goes = fits and seated_count // tables > go_on and remaining < players
            if goes and after not in visited and can_end(*after, sizes, go_on, visited):
                return True
    return False


@pytest.mark.parametrize("sizes", SIZED, ids=str)
@pytest.mark.parametrize("go_on", [1, 2, 3])
def test_a_final_table_comes_out_wherever_one_can(sizes: Sizes, go_on: int) -> None:
    for players in range(1, 41):
        try:
            stages = plan_rounds(players, sizes, go_on)
        except NotDrawn:
            assert not can_end(players, 0, sizes, go_on, set())
            continue
        whole(players, sizes, go_on, stages)


def whole(players: int, sizes: Sizes, go_on: int, stages: tuple[Stage, ...]) -> None:
    """Check that the rounds follow from each other, from all players to one final table."""
    assert stages[0].players == players
    assert [stage.is_final for stage in stages] == [False] * (len(stages) - 1) + [True]
    for stage, following in zip(stages, (*stages[1:], None), strict=True):
        assert sum(stage.sizes) + stage.byes == stage.players
        assert all(sizes.least <= size <= sizes.most for size in stage.sizes)
        assert stage.is_final or all(size > go_on for size in stage.sizes)
        # Who is let in fills what would be a bye.
        assert not (stage.lucky and stage.byes)
        if following:
            assert following.players == stage.remaining + following.lucky
            assert following.lucky <= stage.players - stage.remaining
            assert stage.remaining < stage.players - stage.lucky
    assert not stages[0].lucky


def numbers(stages: tuple[Stage, ...]) -> list[int]:
    return [stage.players for stage in stages]


def test_rounds_as_a_club_would_plan_them() -> None:
    assert numbers(plan_rounds(23, Sizes(3, 4), 2)) == [23, 12, 6, 4]
    assert numbers(plan_rounds(23, Sizes(3, 5), 1)) == [23, 5]
    # In pairs nine rest in the first round, so that nobody rests in the later ones.
    pairs_only = plan_rounds(23, Sizes(2, 2), 1)
    assert numbers(pairs_only) == [23, 16, 8, 4, 2]
    assert [stage.byes for stage in pairs_only] == [9, 0, 0, 0, 0]
    assert numbers(plan_rounds(5, Sizes(3, 3), 1)) == [5, 3]
    assert numbers(plan_rounds(4, Sizes(3, 4), 2)) == [4]


def test_a_round_more_is_played_where_that_saves_a_bye_in_the_first() -> None:
    # Sixteen of whom three a table go on: six are left before the final either way, and one of them rests. With a bye
    # in the first round as well they would be there in three rounds and not in four.
    stages = plan_rounds(16, Sizes(3, 5), 3)
    assert [(stage.players, stage.byes) for stage in stages] == [(16, 0), (12, 0), (9, 0), (6, 1), (4, 0)]


def test_of_rounds_that_are_as_good_those_with_the_fewest_tables_are_played() -> None:
    # By fours 5, 4, 4 are one from it, and then 3, 3 two: as much as 4, 3, 3, 3, whose eight who go on are two tables.
    assert [stage.sizes for stage in plan_rounds(13, Sizes(2, 5), 2)] == [(5, 4, 4), (3, 3), (4,)]


def test_lucky_losers_come_in_only_where_there_is_no_way_without_them_or_a_bye() -> None:
    # Twelve in threes: nine play and three have a bye, so that six are left, and of them two. A final of three has
    # room for one of the four who lost.
    stages = plan_rounds(12, Sizes(3, 3), 1)
    assert [(stage.players, stage.lucky, stage.byes) for stage in stages] == [(12, 0, 3), (6, 0, 0), (3, 1, 0)]
    for players in range(4, 41):
        for sizes in (Sizes(2, 2), Sizes(3, 4), Sizes(3, 5)):
            assert not any(stage.lucky for stage in plan_rounds(players, sizes, 1))


def test_a_place_that_somebody_leaves_is_filled_by_a_loser_and_not_by_a_bye() -> None:
    # Sixteen in pairs; of the eight winners one withdraws.
    assert [
        (stage.players, stage.lucky, stage.byes) for stage in plan_rounds(7, Sizes(2, 2), 1, knocked_out=8, first=False)
    ] == [
        (8, 1, 0),
        (4, 0, 0),
        (2, 0, 0),
    ]
    # Nobody has lost yet before the first round.
    assert [stage.byes for stage in plan_rounds(7, Sizes(2, 2), 1)] == [1, 0, 0]


def test_where_no_final_table_comes_out_it_is_said() -> None:
    with pytest.raises(NotDrawn, match="4 players do not come down to a final table of 5 when 1 of each table go on"):
        plan_rounds(4, Sizes(5, 5), 1)


@given(st.integers(4, 40), st.sampled_from(SIZES), st.integers(0, 999), st.booleans())
@examples(20, 60)
def test_the_strongest_are_each_at_another_table(players: int, sizes: Sizes, seed: int, by_lot: bool) -> None:
    try:
        stage = plan_rounds(players, sizes, 1)[0]
    except NotDrawn:
        return
    field = Entrants(tuple(range(1, players + 1)), sizes, seed)
    drawn_round = one_part(field, stage, by_lot=by_lot)
    check_round(field, drawn_round)
    assert sorted(map(len, drawn_round.tables)) == sorted(stage.sizes)
    assert one_part(field, stage, by_lot=by_lot) == drawn_round
    if not by_lot:
        assert drawn_round.byes == tuple(range(1, stage.byes + 1))
        table_count = len(drawn_round.tables)
        for start in range(stage.byes + 1, players + 1, table_count):
            pot = set(range(start, start + table_count))
            assert all(len(pot & set(table)) <= 1 for table in drawn_round.tables)


def test_sixteen_in_pairs_are_the_bracket_that_everybody_knows() -> None:
    drawn_round = one_part(Entrants(tuple(range(1, 17)), Sizes(2, 2), 1), plan_rounds(16, Sizes(2, 2), 1)[0])
    assert [set(table) for table in drawn_round.tables] == [{number, 17 - number} for number in range(1, 9)]


def test_scores_say_who_is_strong_before_the_order_does() -> None:
    scores = {8: Fraction(3), 7: Fraction(2)}
    drawn_round = one_part(Entrants(tuple(range(1, 9)), Sizes(4, 4), 1, scores), Stage(8, (4, 4), go_on=2))
    assert 8 in drawn_round.tables[0]
    assert 7 in drawn_round.tables[1]


def test_those_of_one_table_do_not_meet_in_the_next_round_where_that_can_be() -> None:
    field = Entrants(tuple(range(1, 33)), Sizes(4, 4), 1)
    first, second, *_ = plan_rounds(32, Sizes(4, 4), 2)
    before = one_part(field, first)
    advancing = tuple(player for table in before.tables for player in sorted(table)[:2])
    meetings = {pair: 1 for table in before.tables for pair in all_pairs(table)}
    drawn_round = one_part(Entrants(advancing, Sizes(4, 4), 2, met=meetings), second)
    assert not any(meetings.get(pair) for table in drawn_round.tables for pair in all_pairs(table))


def test_a_knock_out_with_lucky_losers_is_played_to_its_end() -> None:
    """Twelve in threes, the lower number wins; the best losers are those with the lowest numbers."""
    players, losers = tuple(range(1, 13)), ()
    for number, stage in enumerate(plan_rounds(12, Sizes(3, 3), 1)):
        players += losers[: stage.lucky]
        drawn_round = one_part(Entrants(players, Sizes(3, 3), number), stage)
        assert drawn_round.labels == (("Final",) if stage.is_final else ("",) * len(stage.sizes))
        losers = tuple(sorted(player for table in drawn_round.tables for player in table if player != min(table)))
        players = tuple(sorted([*drawn_round.byes, *map(min, drawn_round.tables)]))
    assert players == (1,)


def test_a_round_is_not_drawn_for_another_number_than_it_was_planned_for() -> None:
    with pytest.raises(NotDrawn, match="planned for 8 players, but there are 7"):
        one_part(Entrants(tuple(range(1, 8)), Sizes(4, 4), 1), Stage(8, (4, 4)))


def test_without_a_tie_at_the_cut_nothing_is_said() -> None:
    assert find_qualifiers([(4,), (2,), (3,), (1,)], 2, {}, 1).advancing == (4, 2)
    qualifiers = find_qualifiers([(4, 2), (3,), (1,)], 2, {2: 1}, 1)
    assert (qualifiers.advancing, qualifiers.eliminated, qualifiers.explanations) == ((2, 4), (3, 1), ())


def test_a_tie_goes_by_the_rounds_before() -> None:
    qualifiers = find_qualifiers([(4,), (2, 3), (1,)], 2, {3: Fraction(3, 2), 2: Fraction(1)}, 1)
    assert (qualifiers.advancing, qualifiers.eliminated) == ((4, 3), (2, 1))
    assert qualifiers.explanations == (
        "{3} goes on before {2}, with whom they tied, by what they had before this round.",
    )


def test_what_is_still_equal_goes_by_lot_and_the_seed_is_said() -> None:
    outcomes = {find_qualifiers([(4,), (2, 3), (1,)], 2, {}, seed).advancing for seed in range(20)}
    assert outcomes == {(4, 2), (4, 3)}
    assert find_qualifiers([(2, 3)], 1, {}, 7) == find_qualifiers([(3, 2)], 1, {}, 7)
    [explanation] = find_qualifiers([(2, 3)], 1, {}, 7).explanations
    assert "by lot (seed 7)" in explanation


def test_three_who_tied_for_two_places_are_told_each_what_decided() -> None:
    qualifiers = find_qualifiers([(1, 2, 3)], 2, {1: 5}, 7)
    assert qualifiers.advancing[0] == 1
    assert len(qualifiers.explanations) == 2
    assert qualifiers.explanations[0].startswith("{1} goes on before {")
    assert "by lot" not in qualifiers.explanations[0]
    assert "{1}" not in qualifiers.explanations[1]


@pytest.mark.parametrize("go_on", range(7))
def test_so_many_go_on_as_should_or_all(go_on: int) -> None:
    qualifiers = find_qualifiers([(1, 2), (3, 4, 5)], go_on, {}, 3)
    assert len(qualifiers.advancing) == min(go_on, 5)
    assert sorted((*qualifiers.advancing, *qualifiers.eliminated)) == [1, 2, 3, 4, 5]
