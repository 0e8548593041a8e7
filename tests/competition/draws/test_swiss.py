"""A Swiss round: everybody placed, pairs kept apart, then equal scores and few repeats, in either order.

What is the best round is counted in `test_swiss_oracle`.
"""

from fractions import Fraction

import pytest
from hypothesis import given

from referee.competition.draws import swiss
from referee.competition.entrants import DrawnRound, Entrants, NotDrawn, Sizes, all_pairs
from tests.competition.fields import check_round, entrants_after, fields
from tests.sampling import examples


@given(fields())
@examples(25, 100)
def test_everybody_is_placed_once_foes_apart_and_byes_in_turn(field: Entrants) -> None:
    try:
        drawn_round = swiss.draw(field)
    except NotDrawn:
        assert field.apart or len(field.players) < field.sizes.least
        return
    check_round(field, drawn_round)
    assert swiss.draw(field) == drawn_round
    free = [player for player in field.players if player not in drawn_round.byes]
    for player in drawn_round.byes:
        had = field.byes.get(player, 0)
        assert all(had <= field.byes.get(opponent, 0) for opponent in free)
        if not field.apart and field.sizes.most > 2:
            equals = [opponent for opponent in free if field.byes.get(opponent, 0) == had]
            assert all(field.scores.get(player, 0) <= field.scores.get(opponent, 0) for opponent in equals)
    means = [
        Fraction(sum(field.scores.get(player, 0) for player in table)) / len(table) for table in drawn_round.tables
    ]
    assert means == sorted(means, reverse=True)


@pytest.mark.parametrize(
    ("players", "sizes", "rounds"), [(9, Sizes(3, 3), 4), (8, Sizes(2, 2), 5), (40, Sizes(4, 4), 6)]
)
def test_nobody_meets_again_where_that_can_be(players: int, sizes: Sizes, rounds: int) -> None:
    field = Entrants(tuple(range(1, players + 1)), sizes, 1)
    for number in range(rounds):
        drawn_round = swiss.draw_repeats_first(field)
        assert not any(field.met.get(pair) for table in drawn_round.tables for pair in all_pairs(table))
        field = entrants_after(field, drawn_round, number)


def test_after_a_round_the_winners_play_each_other() -> None:
    field = Entrants(tuple(range(1, 17)), Sizes(4, 4), 3)
    first = swiss.draw(field)
    second = swiss.draw(entrants_after(field, first, 4))
    assert set(second.tables[0]) == {max(table) for table in first.tables}
    assert set(second.tables[3]) == {min(table) for table in first.tables}


def test_five_at_tables_of_three_have_byes_in_turn() -> None:
    field = Entrants((1, 2, 3, 4, 5), Sizes(3, 3), 1)
    had = dict.fromkeys(field.players, 0)
    for number in range(10):
        drawn_round = swiss.draw(field)
        assert len(drawn_round.byes) == 2
        for player in drawn_round.byes:
            had[player] += 1
        assert max(had.values()) - min(had.values()) <= 1
        field = entrants_after(field, drawn_round, number)
    assert set(had.values()) == {4}


def test_a_bye_goes_to_someone_else_where_foes_could_not_be_kept_apart_otherwise() -> None:
    for seed in range(10):
        field = Entrants((1, 2, 3, 4), Sizes(3, 3), seed, {2: Fraction(2), 3: Fraction(3)}, apart=frozenset({(2, 3)}))
        assert swiss.draw(field).byes == (2,)  # the lower of the two, though both have more than the others


def test_who_cannot_be_kept_apart_is_named_and_nobody_else() -> None:
    kept_apart = frozenset({(1, 2), (1, 3), (2, 3), (4, 5)})
    with pytest.raises(NotDrawn) as fault:
        swiss.draw(Entrants(tuple(range(1, 9)), Sizes(4, 4), 1, apart=kept_apart))
    assert str(fault.value) == "At 2 tables these cannot all be kept apart: {1} and {2}, {1} and {3}, {2} and {3}."
    # With smaller tables there are more of them, and then it can be done.
    field = Entrants(tuple(range(1, 9)), Sizes(2, 4), 1, apart=kept_apart)
    check_round(field, swiss.draw(field))


def test_too_few_for_a_table_are_told_so() -> None:
    with pytest.raises(NotDrawn, match="2 players are too few: a table needs at least 3"):
        swiss.draw(Entrants((1, 2), Sizes(3, 4), 1))


def test_teams_of_four_at_ten_tables_never_meet_their_own() -> None:
    players = tuple(range(1, 41))
    kept_apart = frozenset(pair for start in range(1, 41, 4) for pair in all_pairs(range(start, start + 4)))
    field = Entrants(players, Sizes(4, 4), 1, apart=kept_apart)
    for number in range(5):
        drawn_round = swiss.draw(field)
        check_round(field, drawn_round)
        field = entrants_after(field, drawn_round, number)


def test_everybody_deals_and_sits_everywhere_equally_often() -> None:
    field = Entrants(tuple(range(1, 17)), Sizes(4, 4), 1)
    for number in range(8):
        field = entrants_after(field, swiss.draw(field), number)
    for player in field.players:
        seat_counts = [field.sat.get((player, place), 0) for place in range(4)]
        assert max(seat_counts) - min(seat_counts) <= 3
    imbalance = sum(
        max(seat_counts) - min(seat_counts)
        for seat_counts in ([field.sat.get((player, place), 0) for place in range(4)] for player in field.players)
    )
    # Seats by chance come to about 3.5 for each player.
    assert imbalance <= 1.5 * 16


def test_before_anybody_has_a_score_table_numbers_go_round() -> None:
    tables = [(1, 2, 3), (4, 5, 6), (7, 8, 9)]
    table_counts = {(player, number): 2 for number, table in enumerate(tables, 1) for player in table}
    field = Entrants(tuple(range(1, 10)), Sizes(3, 3), 5, at=table_counts)
    drawn_round = swiss.draw(field)
    worn = sum(
        table_counts.get((player, number), 0) for number, table in enumerate(drawn_round.tables, 1) for player in table
    )
    rotations = (
        (drawn_round.tables[1], drawn_round.tables[2], drawn_round.tables[0]),
        (drawn_round.tables[2], drawn_round.tables[0], drawn_round.tables[1]),
    )
    for order in rotations:
        assert worn <= sum(
            table_counts.get((player, number), 0) for number, table in enumerate(order, 1) for player in table
        )


def test_an_answer_stays_the_same_as_long_as_the_method_is() -> None:
    """A round of an earlier year is drawn again: whoever changes an answer gives the method another edition."""
    assert (swiss.REPEATS_FIRST, swiss.METHOD) == ("swiss 1", "swiss 2")
    for draw, answer in ((swiss.draw_repeats_first, REPEATS_FIRST), (swiss.draw, ANSWER)):
        field = Entrants(tuple(range(1, 12)), Sizes(3, 4), 2026, apart=frozenset({(1, 6)}))
        for number in range(3):
            field = entrants_after(field, draw(field), 2026 + number)
        assert draw(field) == answer


REPEATS_FIRST = DrawnRound(((1, 5, 10, 11), (9, 7, 2), (8, 3, 6, 4)))
ANSWER = DrawnRound(((11, 9, 5, 10), (6, 7, 8, 3), (2, 1, 4)))
