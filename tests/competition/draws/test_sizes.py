"""Those who are there are split within a game's limits, as near to fours as can be, with as few byes as can be."""

from itertools import permutations
from random import Random

import pytest

from referee.competition.draws.seat_rotation import assign_seats, cheapest_assignment, number_tables
from referee.competition.draws.sizes import (
    TableOffer,
    TableSplit,
    assign_games,
    list_splits,
    nearest_possible_counts,
    split,
)
from referee.competition.entrants import Sizes, TablePlan
from referee.games import SLUGS, rulebook


@pytest.mark.parametrize(
    ("players", "sizes", "expected"),
    [
        (23, Sizes(3, 5), TableSplit((4, 4, 4, 4, 4, 3))),
        (11, Sizes(3, 4), TableSplit((4, 4, 3))),
        (9, Sizes(3, 3), TableSplit((3, 3, 3))),
        (5, Sizes(3, 3), TableSplit((3,), 2)),
        (5, Sizes(3, 4), TableSplit((4,), 1)),
        (7, Sizes(2, 2), TableSplit((2, 2, 2), 1)),
        (20, Sizes(6, 9), TableSplit((7, 7, 6))),
        (2, Sizes(3, 4), TableSplit((), 2)),
        (0, Sizes(3, 4), TableSplit(())),
    ],
)
def test_numbers_as_a_club_would_split_them(players: int, sizes: Sizes, expected: TableSplit) -> None:
    assert list_splits(players, sizes)[0] == expected


@pytest.mark.parametrize("least", range(2, 7))
@pytest.mark.parametrize("more", range(3))
def test_everybody_has_a_place_and_nobody_a_bye_that_could_be_spared(least: int, more: int) -> None:
    sizes = Sizes(least, least + more)
    can = {0}
    for number in range(1, 60):
        can |= {number} if any(number - size in can for size in range(least, least + more + 1)) else set()
        byes = min(number - seated_count for seated_count in can)
        for split_of_players in list_splits(number, sizes):
            assert split_of_players.byes == byes
            assert sum(split_of_players.sizes) + split_of_players.byes == number
            assert all(least <= size <= least + more for size in split_of_players.sizes)
            assert not split_of_players.sizes or max(split_of_players.sizes) - min(split_of_players.sizes) <= 1


@pytest.mark.parametrize("allowed", [Sizes(2, 2), Sizes(3, 4), Sizes(3, 5), Sizes(2, 10), Sizes(5, 7)])
def test_an_evening_and_a_round_without_byes_have_the_same_tables(allowed: Sizes) -> None:
    offer = TableOffer("any", tuple(range(allowed.least, allowed.most + 1)))
    for players in range(2, 61):
        evening, round = split(players, [offer]), list_splits(players, allowed)[0]
        assert (evening is None) == bool(round.byes)
        if evening is not None:
            assert tuple(table.size for table in evening) == round.sizes


BIG_TWO = TableOffer("big-two", (3, 4))
COMMUNE = TableOffer("commune", tuple(range(2, 11)))
CONQUIAN = TableOffer("conquian", (2,))


def limits(slug: str) -> TableOffer:
    book = rulebook(slug)
    return TableOffer(slug, tuple(size for size in book.players if not book.refusal(book.options(), size)))


def sizes(players: int, *offers: TableOffer, tables: int | None = None) -> list[int] | None:
    plan = split(players, offers, tables)
    return None if plan is None else sorted((table.size for table in plan), reverse=True)


@pytest.mark.parametrize(
    ("players", "expected"),
    [(3, [3]), (4, [4]), (6, [3, 3]), (7, [4, 3]), (8, [4, 4]), (9, [3, 3, 3]), (11, [4, 4, 3]), (13, [4, 3, 3, 3])],
)
def test_odd_numbers_are_split_evenly(players: int, expected: list[int]) -> None:
    assert sizes(players, BIG_TWO) == expected


@pytest.mark.parametrize("players", [7, 11])
def test_a_game_for_more_is_split_into_fours_as_well(players: int) -> None:
    assert sizes(players, COMMUNE) == sizes(players, BIG_TWO)


@pytest.mark.parametrize("players", [1, 2, 5])
def test_what_no_tables_of_three_and_four_make_cannot_be_split(players: int) -> None:
    assert split(players, [BIG_TWO]) is None


def test_the_nearest_numbers_that_can_be_split_are_known() -> None:
    assert nearest_possible_counts(5, [BIG_TWO]) == (4, 6)
    assert nearest_possible_counts(2, [BIG_TWO]) == (0, 3)
    assert nearest_possible_counts(7, [CONQUIAN]) == (6, 8)


def test_games_on_offer_are_all_played_where_that_can_be() -> None:
    table_split = split(8, [BIG_TWO, COMMUNE])
    assert table_split
    assert sorted(table_split) == [TablePlan("big-two", 4), TablePlan("commune", 4)]
    # Nobody is made to play in tables of two so that each of five games is used.
    assert sizes(12, BIG_TWO, COMMUNE, *(TableOffer(str(number), COMMUNE.sizes) for number in range(3))) == [4, 4, 4]
    # A game for two goes with one for four where neither alone seats everybody.
    assert sizes(5, CONQUIAN, BIG_TWO) == [3, 2]


def test_so_many_tables_as_were_asked_for() -> None:
    assert sizes(12, COMMUNE, tables=2) == [6, 6]
    assert sizes(12, BIG_TWO, tables=2) is None
    assert assign_games([5, 4, 3], [BIG_TWO]) == 5
    assert assign_games([4, 2], [BIG_TWO, CONQUIAN]) == (TablePlan("big-two", 4), TablePlan("conquian", 2))


@pytest.mark.parametrize("slug", SLUGS)
def test_each_games_limits_are_kept_for_any_number_of_players(slug: str) -> None:
    offer, book = limits(slug), rulebook(slug)
    for players in range(1, 41):
        plan = split(players, [offer])
        if plan is None:
            # It is so only where no tables of the sizes allowed make that number.
            assert not makes(players, offer.sizes)
            continue
        assert sum(table.size for table in plan) == players
        assert not any(book.refusal(book.options(), table.size) for table in plan)


def makes(players: int, allowed: tuple[int, ...]) -> bool:
    can = [True]
    for number in range(1, players + 1):
        can.append(any(size <= number and can[number - size] for size in allowed))
    return can[players]


@pytest.mark.parametrize("seed", range(20))
def test_of_all_orders_of_tables_one_with_the_least_wear_is_chosen(seed: int) -> None:
    chance = Random(seed)
    tables = [(1, 2, 3), (4, 5, 6), (7, 8), (9, 10)]
    table_counts = {(player, number): chance.randrange(4) for player in range(1, 11) for number in range(3, 7)}

    def worn(order: object) -> int:
        return sum(table_counts[player, number] for number, table in enumerate(order, 3) for player in table)  # type: ignore[call-overload]

    assert worn(number_tables(tables, table_counts, 3)) == min(map(worn, permutations(tables)))


@pytest.mark.parametrize("seed", range(20))
def test_giving_each_one_thing_costs_as_little_as_any_other_way(seed: int) -> None:
    chance = Random(seed)
    size = 1 + seed % 6
    cost = [[chance.randrange(9) for _ in range(size)] for _ in range(size)]
    best_assignment = cheapest_assignment(cost)
    assert sorted(best_assignment) == list(range(size))
    ways = (
        sum(cost[person][thing] for thing, person in enumerate(assignment)) for assignment in permutations(range(size))
    )
    assert sum(cost[person][thing] for thing, person in enumerate(best_assignment)) == min(ways)


def test_who_dealt_last_time_does_not_deal_again() -> None:
    [table] = assign_seats([(1, 2, 3)], {(1, 0): 1, (2, 0): 1})
    assert table[-1] == 3
