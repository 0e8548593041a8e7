"""The tables of a freezeout: seats at the start, moves after eliminations, and tables to break up.

Players are entry numbers, and seats are numbered from 1. Each table has the seat with the next big blind. The distance
of a seat is the number of players who have the big blind before it. The big blind moves clockwise: the player who has
it next is at distance 0, and the player who had it last is the farthest.

Chance is `Random.random` of a stored seed, so that every draw can be repeated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.competition.random_order import shuffle

Chairs = tuple[int, ...]
"""The player in each seat of a table, from seat 1; 0 for an empty seat."""

BALANCE: Final = "8.9"
"""The clause of a tournament's rulebook by which players are moved from the largest table to the smallest."""
BREAK: Final = "8.10"
"""The clause by which tables are broken up."""


@frozen
class TableSeats:
    """A table with its chairs. `blind` is the seat with the next big blind; 0 if unknown."""

    number: int
    chairs: Chairs
    blind: int = 0

    @property
    def players(self) -> tuple[int, ...]:
        """The players at the table, in order of seat."""
        return tuple(chair for chair in self.chairs if chair)

    @property
    def free(self) -> tuple[int, ...]:
        """The empty seats."""
        return tuple(seat for seat, chair in enumerate(self.chairs, 1) if not chair)

    def seat_of(self, player: int) -> int:
        """Return the seat of a player at this table."""
        return self.chairs.index(player) + 1


@frozen
class SeatMove:
    """A player's move to another table, with the distances from the big blind before and after, if they mattered."""

    player: int
    table: int
    to: int
    seat: int
    before: int | None = None
    after: int | None = None


class BlindUnknown(Exception):
    """A move depends on the next big blind at `tables`, which is unknown."""

    def __init__(self, tables: tuple[int, ...]) -> None:
        super().__init__(f"who has the big blind next at {join_words(f'table {table}' for table in tables)}?")
        self.tables = tables


def is_final_due(tables: Sequence[TableSeats]) -> bool:
    """Tell whether the remaining players sit at several tables and would fit at one."""
    occupied = [table for table in tables if table.players]
    return len(occupied) > 1 and sum(len(table.players) for table in occupied) <= max(
        len(table.chairs) for table in occupied
    )


def breaking_order(tables: Sequence[int]) -> tuple[int, ...]:
    """Return the default order in which tables are broken up, the highest number first."""
    return tuple(sorted(tables, reverse=True))


def table_to_break(tables: Sequence[TableSeats], order: Sequence[int] = ()) -> TableSeats | None:
    """Return the table to break up now. Return None if the others lack seats for its players, or if it is the last."""
    occupied = {table.number: table for table in tables if table.players}
    for number in order or breaking_order(list(occupied)):
        if number in occupied and len(occupied) > 1:
            free_seats = sum(len(table.free) for table in occupied.values() if table.number != number)
            return occupied[number] if free_seats >= len(occupied[number].players) else None
    return None


def break_table(tables: Sequence[TableSeats], number: int, seed: int) -> tuple[SeatMove, ...]:
    """Return the moves of the players at a table that is broken up.

    They go to the tables with the fewest players, at randomly drawn seats.
    """
    broken_table = next(table for table in tables if table.number == number)
    remaining_tables = [table for table in tables if table.number != number and table.players]
    chance = Random(seed)
    free_seats = {table.number: shuffle(table.free, chance) for table in remaining_tables}
    sizes = {table.number: len(table.players) for table in remaining_tables}
    new_seats: list[tuple[int, int]] = []
    for _ in broken_table.players:
        new_table = min((table for table in sizes if free_seats[table]), key=lambda table: (sizes[table], table))
        new_seats.append((new_table, free_seats[new_table].pop()))
        sizes[new_table] += 1
    shuffled_seats = shuffle(new_seats, chance)
    return tuple(
        SeatMove(player, number, *card) for player, card in zip(broken_table.players, shuffled_seats, strict=True)
    )


def balance_tables(tables: Sequence[TableSeats], order: Sequence[int] = ()) -> tuple[SeatMove, ...]:
    """Return the moves, in order, after which no two tables differ by more than one player.

    Raise `BlindUnknown` if the next big blind at one of these tables is unknown.
    """
    order = order or breaking_order([table.number for table in tables])
    tables_by_number = {table.number: table for table in tables if table.players}
    moves: list[SeatMove] = []
    while pair := _longest_and_shortest(tables_by_number, order):
        longest, shortest = pair
        if unknown := tuple(table for table in sorted(pair) if not tables_by_number[table].blind):
            raise BlindUnknown(unknown)
        move = move_between(tables_by_number[longest], tables_by_number[shortest])
        moves.append(move)
        tables_by_number[longest] = without_player(tables_by_number[longest], move.player)
        tables_by_number[shortest] = with_player(tables_by_number[shortest], move.player, move.seat)
    return tuple(moves)


@frozen
class BalancePlan:
    """A plan to balance the tables: the tables to break up, all moves in order, and the resulting tables."""

    broken: tuple[int, ...]
    moves: tuple[SeatMove, ...]
    after: tuple[TableSeats, ...]


def plan_balance(tables: Sequence[TableSeats], seed: int, order: Sequence[int] = ()) -> BalancePlan:
    """Return the plan that breaks up and balances tables until no two differ by more than one player.

    Raise `BlindUnknown` if a move depends on an unknown big blind.
    """
    tables_by_number = {table.number: table for table in tables if table.players}
    broken_tables: list[int] = []
    moves: list[SeatMove] = []
    while (table := table_to_break(tuple(tables_by_number.values()), order)) is not None:
        seat_moves = break_table(tuple(tables_by_number.values()), table.number, seed)
        del tables_by_number[table.number]
        broken_tables.append(table.number)
        moves += seat_moves
        _apply_moves(tables_by_number, seat_moves)
    final_moves = balance_tables(tuple(tables_by_number.values()), order)
    _apply_moves(tables_by_number, final_moves)
    return BalancePlan(tuple(broken_tables), (*moves, *final_moves), tuple(tables_by_number.values()))


def _apply_moves(tables: dict[int, TableSeats], moves: Sequence[SeatMove]) -> None:
    for move in moves:
        if move.table in tables:
            tables[move.table] = without_player(tables[move.table], move.player)
        tables[move.to] = with_player(tables[move.to], move.player, move.seat)


def draw_free_seat(tables: Sequence[TableSeats], seed: int) -> tuple[int, int] | None:
    """Return the table with the fewest players, and a random free seat there; None if every seat is taken."""
    tables_with_room = [table for table in tables if table.free]
    if not tables_with_room:
        return None
    table = min(tables_with_room, key=lambda table_seats: (len(table_seats.players), table_seats.number))
    return table.number, shuffle_players(table.free, seed)[0]


def move_between(longest: TableSeats, shortest: TableSeats) -> SeatMove:
    """Return the best move from the longer to the shorter table.

    It uses the player and the seat with the closest distances from the big blind. A seat between dealer and small blind
    is used only if no other is free.
    """
    candidates = []
    for seat in shortest.free:
        distance_after = distance(shortest, seat)
        if would_skip_blinds(shortest, seat):
            continue
        for player in longest.players:
            distance_before = distance(longest, longest.seat_of(player))
            candidates.append((abs(distance_before - distance_after), distance_after, distance_before, seat, player))
    # If only seats between the dealer and the small blind are free, use the first of them.
    if not candidates:
        player = min(longest.players, key=lambda player: distance(longest, longest.seat_of(player)))
        seat = shortest.free[0]
        return SeatMove(
            player,
            longest.number,
            shortest.number,
            seat,
            distance(longest, longest.seat_of(player)),
            distance(shortest, seat),
        )
    _, distance_after, distance_before, seat, player = min(candidates)
    return SeatMove(player, longest.number, shortest.number, seat, distance_before, distance_after)


def distance(table: TableSeats, seat: int) -> int:
    """Return the number of players who have the big blind before the given seat, which may be free."""
    seat_count = len(table.chairs)
    steps = (seat - table.blind) % seat_count
    players_between = sum(1 for step in range(steps) if table.chairs[(table.blind - 1 + step) % seat_count])
    # A free seat between the last and the next big blind has distance 0.
    return 0 if not table.chairs[seat - 1] and players_between == len(table.players) else players_between


def would_skip_blinds(table: TableSeats, seat: int) -> bool:
    """Tell whether a free seat lies between the dealer and the small blind of the next hand."""
    player_count = len(table.players)
    return player_count > 2 and distance(table, seat) == player_count - 1


def without_player(table: TableSeats, player: int) -> TableSeats:
    """Return a table without a player. If they had the next big blind, the next player gets it."""
    seat = table.seat_of(player)
    chairs = tuple(0 if chair == player else chair for chair in table.chairs)
    return replace(
        table, chairs=chairs, blind=_next_occupied_seat(chairs, seat) if table.blind == seat else table.blind
    )


def with_player(table: TableSeats, player: int, seat: int) -> TableSeats:
    """Return a table with an added player. A player right before the next big blind gets it."""
    chairs = tuple(player if number == seat else chair for number, chair in enumerate(table.chairs, 1))
    takes_blind = table.blind and distance(table, seat) == 0
    return replace(table, chairs=chairs, blind=seat if takes_blind else table.blind)


def places_in_one_hand(stacks: Mapping[int, int], first: int) -> dict[int, tuple[int, int]]:
    """Return the range of places of players eliminated in one hand, by their stacks at its start.

    `first` is the best of these places: one more than the number of players left after the hand.
    """
    places = {}
    for player, stack in stacks.items():
        larger_count = sum(other_stack > stack for other_stack in stacks.values())
        equal_count = sum(other_stack == stack for other_stack in stacks.values())
        places[player] = first + larger_count, first + larger_count + equal_count - 1
    return places


def shuffle_players(players: Sequence[int], seed: int) -> tuple[int, ...]:
    """Return the players in an order that depends only on the seed."""
    return tuple(shuffle(players, Random(seed)))


def _next_occupied_seat(chairs: Chairs, seat: int) -> int:
    """Return the first occupied seat after `seat`; 0 if there is none."""
    seat_count = len(chairs)
    return next((index + 1 for step in range(seat_count) if chairs[index := (seat + step) % seat_count]), 0)


def _longest_and_shortest(tables: Mapping[int, TableSeats], order: Sequence[int]) -> tuple[int, int] | None:
    """Return the longest and the shortest table if they differ by more than one player, else None."""
    if len(tables) < 2:
        return None
    # Tables missing from the order are broken up last.
    break_rank = {table: order.index(table) if table in order else len(order) for table in tables}
    longest = min(tables, key=lambda table: (-len(tables[table].players), break_rank[table], table))
    shortest = min(tables, key=lambda table: (len(tables[table].players), -break_rank[table], table))
    difference = len(tables[longest].players) - len(tables[shortest].players)
    return (longest, shortest) if difference > 1 else None
