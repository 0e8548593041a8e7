"""What was before a draw, of tables that were and of a round that was drawn."""

from referee.competition.field import Drawn, Sizes
from referee.competition.history import Sat, added, after

SIZES = Sizes(2, 4)


def test_a_table_without_a_number_is_none_that_anybody_sat_at() -> None:
    field = after([Sat((1, 2, 3)), Sat((1, 3), number=2)], (3, 2, 1), SIZES)
    assert field.players == (1, 2, 3)
    assert field.at == {(1, 2): 1, (3, 2): 1}
    assert field.met == {(1, 2): 1, (1, 3): 2, (2, 3): 1}


def test_at_a_table_that_goes_on_with_others_two_meet_once_and_sit_twice() -> None:
    tables = [Sat((1, 2, 3), game="kowah", table=7), Sat((1, 2, 4), 0, game="kowah", table=7)]
    field = after(tables, (1, 2, 3, 4), SIZES)
    assert field.met == dict.fromkeys([(1, 2), (1, 3), (2, 3), (1, 4), (2, 4)], 1)
    assert field.played == {(player, "kowah"): 1 for player in (1, 2, 3, 4)}
    # Whoever deals first has place 0: the last where nobody knows, then the first.
    assert field.sat == {(1, 1): 1, (2, 2): 1, (3, 0): 1, (1, 0): 1, (2, 1): 1, (4, 2): 1}


def test_whoever_has_no_number_of_the_draw_keeps_the_seat_and_is_in_none() -> None:
    field = after([Sat((10, 11, 12))], (10, 12), SIZES, called={10: 1, 12: 2})
    assert (field.players, field.met) == ((1, 2), {(1, 2): 1})
    assert field.sat == {(1, 1): 1, (2, 0): 1}


def test_byes_and_pairs_kept_apart_are_of_those_who_are_to_play() -> None:
    field = after([], (1, 2), SIZES, byes=(1, 3, 1), apart=[(1, 2), (2, 9)])
    assert field.byes == {1: 2}
    assert field.apart == {(1, 2)}


def test_a_round_that_was_drawn_is_added_as_if_its_tables_had_been_told() -> None:
    drawn = added(after([], range(1, 6), SIZES), Drawn(((1, 2), (4, 3)), byes=(5,)))
    assert drawn == after([Sat((1, 2), number=1), Sat((4, 3), number=2)], range(1, 6), SIZES, byes=(5,))
