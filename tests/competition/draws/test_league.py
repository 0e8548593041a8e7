"""A round of a league: whoever is there plays, few meet again, and nobody is left behind."""

import pytest
from hypothesis import given

from referee.competition.draws import league
from referee.competition.entrants import DrawnRound, Entrants, NotDrawn, Sizes, all_pairs
from tests.competition.fields import check_round, entrants_after, fields
from tests.sampling import examples


@given(fields())
@examples(25, 60)
def test_everybody_is_placed_once_foes_apart_and_byes_in_turn(field: Entrants) -> None:
    try:
        drawn_round = league.draw(field)
    except NotDrawn:
        assert field.apart or len(field.players) < field.sizes.least
        return
    check_round(field, drawn_round)
    assert league.draw(field) == drawn_round
    free = [player for player in field.players if player not in drawn_round.byes]
    assert all(
        field.byes.get(bye_player, 0) <= field.byes.get(opponent, 0)
        for bye_player in drawn_round.byes
        for opponent in free
    )


def test_scores_do_not_matter() -> None:
    field = Entrants(tuple(range(1, 12)), Sizes(3, 4), 1)
    without_scores = entrants_after(field, DrawnRound(()), 1)
    assert league.draw(field) == league.draw(without_scores)


def test_fifteen_over_seven_rounds_meet_nearly_everybody_and_nobody_thrice() -> None:
    field = Entrants(tuple(range(1, 16)), Sizes(3, 3), 1)
    for number in range(7):
        field = entrants_after(field, league.draw(field), number)
    assert max(field.met.values()) <= 2
    # 105 meetings and 105 pairs: chance leaves a third of the pairs without one.
    assert len(field.met) >= 85


def test_table_numbers_and_seats_go_round() -> None:
    field = Entrants(tuple(range(1, 13)), Sizes(4, 4), 1)
    for number in range(9):
        field = entrants_after(field, league.draw(field), number)
    for player in field.players:
        assert max(field.at.get((player, number), 0) for number in (1, 2, 3)) <= 5
        assert max(field.sat.get((player, place), 0) for place in range(4)) <= 4


def test_who_cannot_be_kept_apart_is_named_by_number() -> None:
    kept_apart = frozenset(all_pairs((11, 12, 13)))
    with pytest.raises(NotDrawn, match=r"At 2 tables .*: \{11\} and \{12\}, \{11\} and \{13\}, \{12\} and \{13\}\."):
        league.draw(Entrants((11, 12, 13, 14, 15, 16), Sizes(3, 3), 1, apart=kept_apart))
