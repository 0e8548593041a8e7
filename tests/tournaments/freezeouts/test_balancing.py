"""Tables of a freezeout stay of nearly one size, and nobody is moved to a much better or worse place than they had."""

from collections.abc import Iterable
from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.competition.draws import seats
from referee.competition.entrants import Entrants, Sizes
from referee.tournaments.freezeouts.balancing import (
    BlindUnknown,
    SeatMove,
    TableSeats,
    balance_tables,
    break_table,
    distance,
    is_final_due,
    move_between,
    places_in_one_hand,
    shuffle_players,
    table_to_break,
    with_player,
    without_player,
)


def drawn_seats(players: Iterable[int], most: int, seed: int) -> tuple[TableSeats, ...]:
    tables = seats.draw(Entrants(tuple(players), Sizes(2, most), seed)).tables
    return tuple(TableSeats(number, (*table, *[0] * (most - len(table)))) for number, table in enumerate(tables, 1))


def hands_until_big_blind(table: TableSeats, player: int) -> int:
    """Deal hand after hand, the big blind going clockwise from player to player, until somebody has it."""
    seat = table.blind
    for hands in count():
        while not table.chairs[(seat - 1) % len(table.chairs)]:
            seat += 1
        if table.chairs[(seat - 1) % len(table.chairs)] == player:
            return hands
        seat += 1
    raise AssertionError


def next_small_blind(table: TableSeats) -> int:
    """Return who had the big blind last: the one who waits the longest for it."""
    return max(table.players, key=lambda player: hands_until_big_blind(table, player))


@st.composite
def some_tables(draw: st.DrawFn) -> tuple[TableSeats, ...]:
    most = draw(st.integers(3, 9))
    names = count(1)
    tables = []
    for number in range(1, draw(st.integers(2, 5)) + 1):
        occupied_seats = draw(st.lists(st.integers(0, most - 1), min_size=1, max_size=most, unique=True))
        chairs = tuple(next(names) if seat in occupied_seats else 0 for seat in range(most))
        players = [chair for chair in chairs if chair]
        tables.append(TableSeats(number, chairs, chairs.index(draw(st.sampled_from(players))) + 1))
    return tuple(tables)


def carried_out(tables: tuple[TableSeats, ...], moves: tuple[SeatMove, ...]) -> dict[int, TableSeats]:
    tables_by_number = {table.number: table for table in tables}
    for move in moves:
        tables_by_number[move.table] = without_player(tables_by_number[move.table], move.player)
        tables_by_number[move.to] = with_player(tables_by_number[move.to], move.player, move.seat)
    return tables_by_number


@settings(max_examples=100)
@given(some_tables())
def test_no_two_tables_differ_by_more_than_one_after_as_few_moves_as_can_be(tables: tuple[TableSeats, ...]) -> None:
    moves = balance_tables(tables)
    tables_after = carried_out(tables, moves)
    sizes = [len(table.players) for table in tables_after.values()]
    assert max(sizes) - min(sizes) <= 1
    before = sorted(player for table in tables for player in table.players)
    assert sorted(player for table in tables_after.values() for player in table.players) == before
    # However it is done, so many must go from tables that are larger than they may be, or come to those too small.
    small, remainder = divmod(len(before), len(tables))
    larger = sorted((len(table.players) for table in tables), reverse=True)
    targets = [small + 1] * remainder + [small] * (len(tables) - remainder)
    assert len(moves) == sum(max(0, size - target) for size, target in zip(larger, targets, strict=True))


@settings(max_examples=100)
@given(some_tables())
def test_the_distance_is_the_hands_until_the_big_blind_comes(tables: tuple[TableSeats, ...]) -> None:
    for table in tables:
        for player in table.players:
            assert distance(table, table.seat_of(player)) == hands_until_big_blind(table, player)
        for seat in table.free:
            assert distance(table, seat) == hands_until_big_blind(with_player(table, 999, seat), 999)


@settings(max_examples=100)
@given(some_tables())
def test_who_moves_and_where_to_is_the_nearest_of_all_pairs_and_the_poorest_of_those(
    tables: tuple[TableSeats, ...],
) -> None:
    longest = max(tables, key=lambda table: len(table.players))
    shortest = min(tables, key=lambda table: len(table.players))
    if longest.number == shortest.number or not shortest.free:
        return
    move = move_between(longest, shortest)
    ways = []
    for player in longest.players:
        for seat in shortest.free:
            after = with_player(shortest, 999, seat)
            # Between the dealer and the small blind: whoever had the big blind last comes right after.
            order = sorted(after.players, key=lambda remaining_player: hands_until_big_blind(after, remaining_player))
            if len(shortest.players) > 2 and order[-2:] == [999, next_small_blind(shortest)]:
                continue
            old_distance, new_distance = hands_until_big_blind(longest, player), hands_until_big_blind(after, 999)
            ways.append((abs(old_distance - new_distance), new_distance, old_distance, player, seat))
    if ways:
        best = min(ways)[:3]
        assert (move.player, move.seat) in [(player, seat) for *rank, player, seat in ways if tuple(rank) == best]
    assert move.seat in shortest.free


def test_with_a_seat_free_the_next_big_blind_goes_to_be_the_next_big_blind() -> None:
    longest, shortest = TableSeats(1, (1, 2, 3, 4, 5), 3), TableSeats(2, (6, 7, 8, 0, 0), 1)
    assert move_between(longest, shortest) == SeatMove(3, 1, 2, 4, 0, 0)


def test_where_that_seat_is_taken_somebody_goes_who_waits_as_long() -> None:
    # Seat 3 is the only one free: two have the big blind before it, and so has player 5 at the other table.
    longest, shortest = TableSeats(1, (1, 2, 3, 4, 5, 9), 3), TableSeats(2, (6, 7, 0, 8, 10, 0)[:5], 1)
    assert move_between(longest, shortest) == SeatMove(5, 1, 2, 3, 2, 2)


def test_who_has_the_big_blind_has_to_be_known_where_it_matters() -> None:
    with pytest.raises(BlindUnknown) as unknown:
        balance_tables((TableSeats(1, (1, 2, 3, 4)), TableSeats(2, (5, 6, 0, 0), 1), TableSeats(3, (7, 8, 9, 0))))
    assert unknown.value.tables == (1,)
    assert balance_tables((TableSeats(1, (1, 2, 3, 4)), TableSeats(2, (5, 6, 7, 0)))) == ()


@pytest.mark.parametrize("players", range(2, 41))
def test_seats_are_drawn_for_as_few_even_tables_as_hold_everybody(players: int) -> None:
    tables = drawn_seats(range(1, players + 1), 9, seed=7)
    sizes = [len(table.players) for table in tables]
    assert len(tables) == -(-players // 9)
    assert max(sizes) - min(sizes) <= 1
    assert sorted(player for table in tables for player in table.players) == list(range(1, players + 1))
    assert tables == drawn_seats(range(players, 0, -1), 9, seed=7)


def test_another_seed_is_another_draw() -> None:
    assert len({drawn_seats(range(20), 10, seed) for seed in range(20)}) == 20


def test_every_seat_is_drawn_about_as_often() -> None:
    first_players = [drawn_seats(range(1, 7), 3, seed)[0].players[0] for seed in range(1200)]
    assert all(150 < first_players.count(player) < 250 for player in range(1, 7))


def test_a_table_is_broken_up_as_soon_as_the_others_have_room_and_not_before() -> None:
    chance = Random(1)
    tables = drawn_seats(range(1, 21), 7, seed=3)
    order = list(range(1, 21))
    chance.shuffle(order)
    while table_to_break(tables) is None:
        broken_number = order.pop()
        tables = tuple(
            without_player(table, broken_number) if broken_number in table.players else table for table in tables
        )
    players = [player for table in tables for player in table.players]
    assert len(players) == 14
    broke = table_to_break(tables)
    assert broke
    assert broke.number == 3


def test_the_order_that_was_announced_is_kept_to() -> None:
    tables = tuple(TableSeats(number, (number, number + 10, 0, 0)) for number in (1, 2, 3))
    first, announced = table_to_break(tables), table_to_break(tables, (2, 3, 1))
    assert [table.number for table in (first, announced) if table] == [3, 2]
    assert table_to_break(tables[:1]) is None


@settings(max_examples=80)
@given(some_tables(), st.integers(0, 10**6))
def test_players_of_a_broken_table_get_free_seats_by_lot_and_leave_tables_even(
    tables: tuple[TableSeats, ...], seed: int
) -> None:
    tables = (*balanced_now(tables),)
    broken_table = table_to_break(tables)
    if broken_table is None:
        return
    moves = break_table(tables, broken_table.number, seed)
    tables_after = carried_out(tables, moves)
    assert {move.player for move in moves} == set(broken_table.players)
    assert not tables_after[broken_table.number].players
    sizes = [len(table.players) for number, table in tables_after.items() if number != broken_table.number]
    assert max(sizes) - min(sizes) <= 1
    assert moves == break_table(tables, broken_table.number, seed)


def balanced_now(tables: tuple[TableSeats, ...]) -> tuple[TableSeats, ...]:
    return tuple(carried_out(tables, balance_tables(tables)).values())


def test_the_final_table_is_due_when_all_fit_at_one_and_is_drawn_anew() -> None:
    three = (TableSeats(1, (1, 2, 3, 0)), TableSeats(2, (4, 0, 0, 0)))
    assert is_final_due(three)
    assert not is_final_due((TableSeats(1, (1, 2, 3, 4)), TableSeats(2, (5, 0, 0, 0))))
    assert not is_final_due(three[:1])
    assert len({shuffle_players((1, 2, 3, 4), seed) for seed in range(200)}) == 24


def test_who_goes_out_in_one_hand_is_placed_by_the_stack_at_its_start() -> None:
    # Seven are left when four have gone out: they have the places 8 to 11.
    assert places_in_one_hand({1: 500, 2: 900, 3: 500, 4: 100}, 8) == {2: (8, 8), 1: (9, 10), 3: (9, 10), 4: (11, 11)}
