"""What is changed by hand in a round gives another round, or is refused; a round is kept, and read as it was."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from referee.competition import rounds
from referee.competition.draw_request import SWISS, DrawRequest, answer_request
from referee.competition.entrants import DrawnRound, Entrants, Sizes
from referee.competition.history import Seating, add_round, build_entrants
from referee.competition.random_order import refuse_invalid_seed, round_seed
from referee.competition.rounds import NotChanged, Round
from referee.store.faults import ClubFault

AT = datetime(2026, 11, 16, 17, tzinfo=UTC)
SEVEN = DrawRequest(SWISS, Entrants((1, 2, 3, 4, 5, 6, 7), Sizes(3, 3), seed=5))


def first_round(*, chosen: bool = False) -> Round:
    """Seven at two tables of three, one of whom has a bye."""
    data = rounds.to_data(1, "Round 1", SEVEN, answer_request(SEVEN), chosen=chosen)
    return rounds.from_data(json.loads(json.dumps(data)), AT)


def at_tables(*tables: tuple[int, ...], byes: tuple[int, ...] = (), **others: object) -> Round:
    return replace(first_round(), tables=tables, byes=byes, **others)  # type: ignore[arg-type]


TWO = at_tables((1, 2, 3), (4, 5, 6), byes=(7,))


def any_size(table: int, size: int) -> str | None:
    return None


def only_three(table: int, size: int) -> str | None:
    return None if size == 3 else f"it is for 3, not {size}"


def test_a_round_is_read_as_it_was_kept_and_can_be_drawn_again() -> None:
    drawn_round = answer_request(SEVEN).drawn_round
    for chosen in (False, True):
        round = first_round(chosen=chosen)
        assert (round.number, round.name, round.seed, round.seed_chosen) == (1, "Round 1", 5, chosen)
        assert (round.drawn_round, round.tables, round.byes) == (drawn_round, drawn_round.tables, drawn_round.byes)
        assert round.request == SEVEN
        assert round.check().same
    reversed_round = replace(drawn_round, tables=tuple(reversed(drawn_round.tables)))
    assert replace(first_round(), drawn_round=reversed_round).check().why == "its tables differ"


def test_two_change_places_at_tables_or_with_a_bye() -> None:
    assert rounds.swap_players(TWO, 1, 5).tables == ((5, 2, 3), (4, 1, 6))
    with_bye = rounds.swap_players(TWO, 7, 2)
    assert (with_bye.tables, with_bye.byes) == (((1, 7, 3), (4, 5, 6)), (2,))


def test_one_moves_to_where_seats_are_evened_best_from_a_table_or_from_a_bye() -> None:
    # The last in order of seat deals first. 1 has dealt first twice, and 4, 5 and 6 never: 1 is not put there again.
    seat_counts = {(1, 0): 2}
    changed_round = rounds.move_player(TWO, 1, 2, seat_counts)
    assert changed_round.tables[0] == (2, 3)
    assert set(changed_round.tables[1]) == {1, 4, 5, 6}
    assert changed_round.tables[1][-1] != 1
    let_in = rounds.move_player(TWO, 7, 1, {})
    assert (set(let_in.tables[0]), let_in.byes) == ({1, 2, 3, 7}, ())
    assert rounds.remove_player(TWO, 2).tables == ((1, 3), (4, 5, 6))
    assert rounds.remove_player(TWO, 7).byes == ()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda: rounds.swap_players(TWO, 2, 2), "{2} is named twice. Name two players."),
        (lambda: rounds.swap_players(TWO, 2, 9), "{9} is not in Round 1."),
        (lambda: rounds.move_player(TWO, 2, 3, {}), "There is no table 3 in Round 1. Use 1 to 2."),
        (lambda: rounds.move_player(TWO, 2, 0, {}), "There is no table 0 in Round 1. Use 1 to 2."),
        (lambda: rounds.move_player(TWO, 2, 1, {}), "{2} sits at table 1 already."),
    ],
)
def test_what_cannot_be_says_why(change: Callable[[], Round], reason: str) -> None:
    with pytest.raises(NotChanged) as fault:
        change()
    assert (str(fault.value), fault.value.match) == (reason, None)


def test_a_table_that_has_started_is_not_changed_and_the_others_can_be() -> None:
    begun = replace(TWO, tables=(*TWO.tables, (8, 9, 10)), matches={1: (41, 42)})
    for change in (
        lambda: rounds.swap_players(begun, 1, 4),
        lambda: rounds.move_player(begun, 4, 1, {}),
        lambda: rounds.move_player(begun, 1, 2, {}),
        lambda: rounds.remove_player(begun, 1),
        lambda: rounds.swap_players(begun, 7, 1),
    ):
        with pytest.raises(NotChanged, match=r"^Table 1 of Round 1 has started\.$") as fault:
            change()
        assert fault.value.match == 42
    assert rounds.swap_players(begun, 4, 8).tables == ((1, 2, 3), (8, 5, 6), (4, 9, 10))


def test_a_change_is_unplayable_by_size_or_where_two_who_are_kept_apart_newly_meet() -> None:
    kept_apart = {(1, 2), (3, 4)}
    with_uneven_tables = rounds.move_player(TWO, 1, 2, {})
    assert (
        rounds.describe_unplayable(TWO, with_uneven_tables, only_three, set())
        == "Table 1 would have 2 players: it is for 3, not 2."
    )
    assert rounds.describe_unplayable(TWO, with_uneven_tables, any_size, kept_apart) == ""
    with_new_meeting = rounds.swap_players(TWO, 3, 5)
    assert (
        rounds.describe_unplayable(TWO, with_new_meeting, only_three, kept_apart)
        == "{3} and {4} are kept apart, and would sit at one table."
    )
    assert "are of one team, and" in rounds.describe_unplayable(
        TWO, with_new_meeting, only_three, kept_apart, "of one team"
    )
    # 1 and 2 sit together already, and may stay so.
    assert rounds.describe_unplayable(TWO, rounds.swap_players(TWO, 3, 7), only_three, kept_apart) == ""


def test_who_comes_late_joins_the_smallest_table_of_those_the_one_of_whom_they_met_fewest() -> None:
    three = at_tables((1, 2, 3), (4, 5), (6, 7))
    meetings = {(4, 9): 1}
    changed_round = rounds.add_late_player(three, 9, (1, 2, 3), any_size, set(), meetings, {})
    assert changed_round
    assert changed_round[1] == 3
    assert set(changed_round[0].tables[2]) == {6, 7, 9}
    kept_apart_round = rounds.add_late_player(three, 9, (1, 2, 3), any_size, {(6, 9)}, meetings, {})
    assert kept_apart_round
    assert kept_apart_round[1] == 2
    large = rounds.add_late_player(three, 9, (1,), any_size, set(), meetings, {})
    assert large
    assert large[1] == 1
    assert rounds.add_late_player(three, 9, (1, 2, 3), lambda *_: "it is full", set(), meetings, {}) is None
    # Nobody joins a table that all have left.
    assert rounds.add_late_player(at_tables((), (1, 2)), 9, (1,), any_size, set(), {}, {}) is None


SIZES = Sizes(2, 4)


def test_a_table_without_a_number_is_none_that_anybody_sat_at() -> None:
    field = build_entrants([Seating((1, 2, 3)), Seating((1, 3), number=2)], (3, 2, 1), SIZES)
    assert field.players == (1, 2, 3)
    assert field.at == {(1, 2): 1, (3, 2): 1}
    assert field.met == {(1, 2): 1, (1, 3): 2, (2, 3): 1}


def test_at_a_table_that_goes_on_with_others_two_meet_once_and_sit_twice() -> None:
    tables = [Seating((1, 2, 3), game="kowah", table=7), Seating((1, 2, 4), 0, game="kowah", table=7)]
    field = build_entrants(tables, (1, 2, 3, 4), SIZES)
    assert field.met == dict.fromkeys([(1, 2), (1, 3), (2, 3), (1, 4), (2, 4)], 1)
    assert field.played == {(player, "kowah"): 1 for player in (1, 2, 3, 4)}
    # Whoever deals first has place 0: the last where nobody knows, then the first.
    assert field.sat == {(1, 1): 1, (2, 2): 1, (3, 0): 1, (1, 0): 1, (2, 1): 1, (4, 2): 1}


def test_whoever_has_no_number_of_the_draw_keeps_the_seat_and_is_in_none() -> None:
    field = build_entrants([Seating((10, 11, 12))], (10, 12), SIZES, numbers={10: 1, 12: 2})
    assert (field.players, field.met) == ((1, 2), {(1, 2): 1})
    assert field.sat == {(1, 1): 1, (2, 0): 1}


def test_byes_and_pairs_kept_apart_are_of_those_who_are_to_play() -> None:
    field = build_entrants([], (1, 2), SIZES, byes=(1, 3, 1), apart=[(1, 2), (2, 9)])
    assert field.byes == {1: 2}
    assert field.apart == {(1, 2)}


def test_a_round_that_was_drawn_is_added_as_if_its_tables_had_been_told() -> None:
    entrants = add_round(build_entrants([], range(1, 6), SIZES), DrawnRound(((1, 2), (4, 3)), byes=(5,)))
    assert entrants == build_entrants(
        [Seating((1, 2), number=1), Seating((4, 3), number=2)], range(1, 6), SIZES, byes=(5,)
    )


@pytest.mark.parametrize("seed", [None, 0, 1, 2_147_483_647])
def test_a_seed_that_fits_31_bits_may_be_typed(seed: int | None) -> None:
    refuse_invalid_seed(seed)


@pytest.mark.parametrize("seed", [-1, 2_147_483_648])
def test_any_other_is_refused(seed: int) -> None:
    with pytest.raises(ClubFault, match=f"Invalid seed {seed}. Use a whole number from 0 to 2147483647"):
        refuse_invalid_seed(seed)


def test_the_seed_of_a_round_is_31_bits_of_the_sha_256_of_both_numbers() -> None:
    # printf '5 round 1' | sha256sum | cut -c 1-8, with the first of the 32 bits left out
    assert [round_seed(5, number) for number in (1, 2, 3, 4)] == [1968484027, 1387453761, 146456668, 885333493]
