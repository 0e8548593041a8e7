"""The tables of a freezeout: seats at the start, moves when players go out, and tables to break up.

Players are entry numbers, and seats are numbered from 1. Each table has the seat with the next big blind. The distance
of a seat is the number of players who have the big blind before it. As the big blind moves clockwise, the player who
has it next is at distance 0, and the player who had it last is the farthest.

Chance is `Random.random` of a stored seed, so that every draw can be repeated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from referee.cards.words import join_words
from referee.competition.random_order import shuffle

Chairs = tuple[int, ...]
"""The player in each seat of a table, from seat 1; 0 for an empty seat."""

BALANCE: Final = "8.9"
"""The clause of a tournament's rulebook by which players are moved from the largest table to the smallest."""
BREAK: Final = "8.10"
"""The clause by which tables are broken up."""


@dataclass(frozen=True, slots=True)
class TableSeats:
    """A table with its chairs. `blind` is the seat with the next big blind, or 0 if that is unknown."""

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


@dataclass(frozen=True, slots=True)
class SeatMove:
    """A player's move to another table, with the distances from the big blind before and after, where they counted."""

    player: int
    table: int
    to: int
    seat: int
    before: int | None = None
    after: int | None = None


class BlindUnknown(Exception):
    """Raised when a move depends on who has the big blind next at `tables`, which is unknown."""

    def __init__(self, tables: tuple[int, ...]) -> None:
        super().__init__(f"who has the big blind next at {join_words(f'table {table}' for table in tables)}?")
        self.tables = tables


def final_due(tables: Sequence[TableSeats]) -> bool:
    """Tell whether the remaining players sit at several tables and would fit at one."""
    sat = [table for table in tables if table.players]
    return len(sat) > 1 and sum(len(table.players) for table in sat) <= max(len(table.chairs) for table in sat)


def breaking_order(tables: Sequence[int]) -> tuple[int, ...]:
    """Return the default order in which tables are broken up: the highest number first."""
    return tuple(sorted(tables, reverse=True))


def table_to_break(tables: Sequence[TableSeats], order: Sequence[int] = ()) -> TableSeats | None:
    """Return the table to break up now, or None while the others lack seats for its players, or it is the last."""
    sat = {table.number: table for table in tables if table.players}
    for number in order or breaking_order(list(sat)):
        if number in sat and len(sat) > 1:
            room = sum(len(table.free) for table in sat.values() if table.number != number)
            return sat[number] if room >= len(sat[number].players) else None
    return None


def broken(tables: Sequence[TableSeats], number: int, seed: int) -> tuple[SeatMove, ...]:
    """Return the moves of the players at a table that is broken up.

    They go to the tables with the fewest players, at randomly drawn seats.
    """
    table_seats = next(table for table in tables if table.number == number)
    table_seatses = [table for table in tables if table.number != number and table.players]
    chance = Random(seed)
    free = {table.number: shuffle(table.free, chance) for table in table_seatses}
    size = {table.number: len(table.players) for table in table_seatses}
    cards: list[tuple[int, int]] = []
    for _ in table_seats.players:
        to = min((table for table in size if free[table]), key=lambda table: (size[table], table))
        cards.append((to, free[to].pop()))
        size[to] += 1
    drawn = shuffle(cards, chance)
    return tuple(SeatMove(player, number, *card) for player, card in zip(table_seats.players, drawn, strict=True))


def balanced(tables: Sequence[TableSeats], order: Sequence[int] = ()) -> tuple[SeatMove, ...]:
    """Return the moves, in order, after which no two tables differ by more than one player.

    Raises `BlindUnknown` if the next big blind at one of these tables is unknown.
    """
    order = order or breaking_order([table.number for table in tables])
    now = {table.number: table for table in tables if table.players}
    moves: list[SeatMove] = []
    while pair := _uneven(now, order):
        longest, shortest = pair
        if lacking := tuple(table for table in sorted(pair) if not now[table].blind):
            raise BlindUnknown(lacking)
        move = move_between(now[longest], now[shortest])
        moves.append(move)
        now[longest] = without_player(now[longest], move.player)
        now[shortest] = joined(now[shortest], move.player, move.seat)
    return tuple(moves)


@dataclass(frozen=True, slots=True)
class Evened:
    """A plan to balance the tables: the tables to break up, all moves in order, and the tables afterwards."""

    broken: tuple[int, ...]
    moves: tuple[SeatMove, ...]
    after: tuple[TableSeats, ...]


def evened(tables: Sequence[TableSeats], seed: int, order: Sequence[int] = ()) -> Evened:
    """Return the plan that breaks up and balances tables until no two differ by more than one player.

    Raises `BlindUnknown` if a move depends on an unknown big blind.
    """
    now = {table.number: table for table in tables if table.players}
    gone: list[int] = []
    moves: list[SeatMove] = []
    while (table := table_to_break(tuple(now.values()), order)) is not None:
        seat_moves = broken(tuple(now.values()), table.number, seed)
        del now[table.number]
        gone.append(table.number)
        moves += seat_moves
        _carry_out(now, seat_moves)
    more = balanced(tuple(now.values()), order)
    _carry_out(now, more)
    return Evened(tuple(gone), (*moves, *more), tuple(now.values()))


def _carry_out(tables: dict[int, TableSeats], moves: Sequence[SeatMove]) -> None:
    for move in moves:
        if move.table in tables:
            tables[move.table] = without_player(tables[move.table], move.player)
        tables[move.to] = joined(tables[move.to], move.player, move.seat)


def seat_by_lot(tables: Sequence[TableSeats], seed: int) -> tuple[int, int] | None:
    """Return the table with the fewest players and a random free seat there, or None if every seat is taken."""
    able = [table for table in tables if table.free]
    if not able:
        return None
    table = min(able, key=lambda table_seats: (len(table_seats.players), table_seats.number))
    return table.number, shuffled(table.free, seed)[0]


def move_between(longest: TableSeats, shortest: TableSeats) -> SeatMove:
    """Return the best move from the longer to the shorter table.

    It has the player and seat with the closest distances from the big blind. Seats between dealer and small blind are
    used only if no others are free.
    """
    ways = []
    for seat in shortest.free:
        after = distance(shortest, seat)
        if escapes(shortest, seat):
            continue
        for player in longest.players:
            before = distance(longest, longest.seat_of(player))
            ways.append((abs(before - after), after, before, seat, player))
    # If only seats between the dealer and the small blind are free, use the first of them.
    if not ways:
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
    _, after, before, seat, player = min(ways)
    return SeatMove(player, longest.number, shortest.number, seat, before, after)


def distance(table: TableSeats, seat: int) -> int:
    """Return how many players have the big blind before the given seat, which may be a free one."""
    many = len(table.chairs)
    ahead = (seat - table.blind) % many
    between = sum(1 for step in range(ahead) if table.chairs[(table.blind - 1 + step) % many])
    # A free seat between the last and the next big blind has distance 0.
    return 0 if not table.chairs[seat - 1] and between == len(table.players) else between


def escapes(table: TableSeats, seat: int) -> bool:
    """Tell whether a free seat lies between the dealer and the small blind of the next hand."""
    many = len(table.players)
    return many > 2 and distance(table, seat) == many - 1


def without_player(table: TableSeats, player: int) -> TableSeats:
    """Return a table without a player. If they had the next big blind, it passes to the next player."""
    seat = table.seat_of(player)
    chairs = tuple(0 if chair == player else chair for chair in table.chairs)
    return replace(table, chairs=chairs, blind=_next_of(chairs, seat) if table.blind == seat else table.blind)


def joined(table: TableSeats, player: int, seat: int) -> TableSeats:
    """Return a table with another player. One who sits down right before the next big blind gets it."""
    chairs = tuple(player if at == seat else chair for at, chair in enumerate(table.chairs, 1))
    first = table.blind and distance(table, seat) == 0
    return replace(table, chairs=chairs, blind=seat if first else table.blind)


def together(out: Mapping[int, int], first: int) -> dict[int, tuple[int, int]]:
    """Return the places, from and to, of players who go out in one hand, by their stacks at its start.

    `first` is the best of these places: one more than the players left after the hand.
    """
    places = {}
    for player, stack in out.items():
        better = sum(other > stack for other in out.values())
        level = sum(other == stack for other in out.values())
        places[player] = first + better, first + better + level - 1
    return places


def shuffled(players: Sequence[int], seed: int) -> tuple[int, ...]:
    """Return the players in the order that a seed gives."""
    return tuple(shuffle(players, Random(seed)))


def _next_of(chairs: Chairs, seat: int) -> int:
    """Return the first occupied seat after `seat`, or 0."""
    many = len(chairs)
    return next((at + 1 for step in range(many) if chairs[at := (seat + step) % many]), 0)


def _uneven(tables: Mapping[int, TableSeats], order: Sequence[int]) -> tuple[int, int] | None:
    """Return the longest and the shortest table if they differ by more than one player, else None."""
    if len(tables) < 2:
        return None
    # Tables missing from the order are broken up last.
    sooner = {table: order.index(table) if table in order else len(order) for table in tables}
    longest = min(tables, key=lambda table: (-len(tables[table].players), sooner[table], table))
    shortest = min(tables, key=lambda table: (len(tables[table].players), -sooner[table], table))
    apart = len(tables[longest].players) - len(tables[shortest].players)
    return (longest, shortest) if apart > 1 else None
