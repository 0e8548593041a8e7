"""Rotating table numbers, seats and the first deal among the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.competition.entrants import Table, place_from_dealer

_MOST_TOGETHER: Final = 32
"""How many tables are numbered together. Beyond that, numbers are not weighed against each other."""


def assign_seats(tables: Sequence[Sequence[int]], seat_counts: Mapping[tuple[int, int], int]) -> tuple[Table, ...]:
    """Return tables in order of seat, so that players get the seats they had least often.

    The last player of a table deals first.
    """
    return tuple(order_seats(table, seat_counts) for table in tables)


def order_seats(table: Sequence[int], seat_counts: Mapping[tuple[int, int], int]) -> Table:
    """Return a table in the seat order that best balances the `seat_counts` of all its players."""
    size = len(table)
    cost = [[_times_sat(player, seat, size, seat_counts) for seat in range(size)] for player in table]
    return tuple(table[player] for player in cheapest_assignment(cost))


def add_at_best_seat(table: Sequence[int], player: int, seat_counts: Mapping[tuple[int, int], int]) -> Table:
    """Return a table with an added player, in the seat that best balances the `seat_counts`."""
    seatings = [(*table[:seat], player, *table[seat:]) for seat in range(len(table) + 1)]
    return min(
        seatings, key=lambda way: sum(_times_sat(met, seat, len(way), seat_counts) for seat, met in enumerate(way))
    )


def _times_sat(player: int, seat: int, size: int, seat_counts: Mapping[tuple[int, int], int]) -> int:
    return seat_counts.get((player, place_from_dealer(seat, size)), 0)


def number_tables(
    tables: Sequence[Sequence[int]], number_counts: Mapping[tuple[int, int], int], first: int = 1
) -> list[Sequence[int]]:
    """Return tables in order of number, from `first`, so that players get the numbers they had least often."""
    ordered_tables = list(tables)
    if not number_counts:
        return ordered_tables
    for start in range(0, len(ordered_tables), _MOST_TOGETHER):
        batch = ordered_tables[start : start + _MOST_TOGETHER]
        numbers = range(first + start, first + start + len(batch))
        cost = [
            [sum(number_counts.get((player, number), 0) for player in table) for number in numbers] for table in batch
        ]
        ordered_tables[start : start + len(batch)] = [batch[index] for index in cheapest_assignment(cost)]
    return ordered_tables


def cheapest_assignment(cost: Sequence[Sequence[int]]) -> list[int]:
    """Return the row of `cost` assigned to each column in the cheapest assignment, one column a row.

    `cost[row][column]` is the cost of assigning the column to the row. Rows are added one by one, each along the
    cheapest path of reassignments. `row_price` and `column_price` hold the dual values so far.
    """
    size = len(cost)
    row_of: list[int | None] = [None] * size
    row_price, column_price = [0] * size, [0] * size
    for row in range(size):
        reach: list[tuple[int, int | None]] = [
            (cost[row][column] - column_price[column], None) for column in range(size)
        ]
        visited: list[int] = []
        unvisited = list(range(size))
        while True:
            distance, column = min((reach[candidate][0], candidate) for candidate in unvisited)
            visited.append(column)
            unvisited.remove(column)
            if (owner := row_of[column]) is None:
                break
            for next_column in unvisited:
                new_distance = distance + cost[owner][next_column] - row_price[owner] - column_price[next_column]
                if new_distance < reach[next_column][0]:
                    reach[next_column] = (new_distance, column)
        for visited_column in visited:
            visited_row = row_of[visited_column]
            column_price[visited_column] -= distance - reach[visited_column][0]
            if visited_row is not None:
                row_price[visited_row] += distance - reach[visited_column][0]
        row_price[row] += distance
        path_column: int | None = column
        while path_column is not None:
            previous_column = reach[path_column][1]
            row_of[path_column] = row if previous_column is None else row_of[previous_column]
            path_column = previous_column
    return [assigned_row for assigned_row in row_of if assigned_row is not None]
