"""Exchanging players between tables for as long as this improves the tables.

The cost of tables is a sum over the pairs at each table: a penalty for an unwelcome pair, plus the squared difference
in value, so that close values sit together (or distant ones if `direction` is -1). A penalty for each player's fit to
the table is added. All numbers are whole, and no sum of later criteria outweighs an earlier one.

First, every two tables make the most useful exchange, until none helps. Then single pairs are exchanged at random, and
the tables around them are improved again. The result is kept unless it is worse. With many tables, only neighbours
exchange, but a table with an unwelcome pair exchanges with any.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import mul
from random import Random
from typing import Final

from referee.cards.immutable import frozen

_MOST_NEIGHBOURS: Final = 5
_MOST_FOR_ALL: Final = 16
"""Up to this many tables, any two may exchange."""

Exchange = tuple[int, int, int, int]
"""A table and one of its seats, and another table and seat."""


@frozen
class Criteria:
    """The criteria for tables.

    `unwelcome` has, for each player, the penalty for sitting with certain others. `fits` has, for each player, the
    penalty for each table, 0 for the best one; it is empty if all tables are alike. If tables play several `games`,
    each game keeps its number of tables of each size.
    """

    unwelcome: Sequence[Mapping[int, int]]
    values: Sequence[int]
    direction: int = 1
    fits: Sequence[Sequence[int]] = ()
    games: Sequence[str] = ()


def exchange_players(tables: Sequence[Sequence[int]], criteria: Criteria, chance: Random, work: int) -> list[list[int]]:
    """Return improved tables of the same sizes. `work` is the maximum number of exchanges to consider."""
    search = _Search(tables, criteria, chance)
    search.settle(range(len(tables)))
    while search.exchanges_weighed < work and search.can_improve:
        search.disturb()
    return [[player for player in table if player < search.players] for table in search.tables]


class _Search:
    """Tables that are being improved. An empty seat is a player who is unwelcome to any other empty seat.

    An empty seat stays at the tables of its game, or at its own table if table sizes differ by more than one.
    """

    def __init__(self, tables: Sequence[Sequence[int]], criteria: Criteria, chance: Random) -> None:
        self.players = sum(map(len, tables))
        table_size = max(map(len, tables))
        games = criteria.games or [""] * len(tables)
        sizes = {
            game: {len(table) for table, table_game in zip(tables, games, strict=True) if table_game == game}
            for game in games
        }
        # The table of each empty seat, and whether it may move to another table of the game.
        empty_seats: list[tuple[int, bool]] = []
        for index, (table, game) in enumerate(zip(tables, games, strict=True)):
            is_movable = len(table) < max(sizes[game]) <= min(sizes[game]) + 1
            empty_seats += [(index, is_movable and not seat) for seat in range(table_size - len(table))]
        seats = range(self.players, self.players + len(empty_seats))
        movable_seats = [seat for seat, (_, is_movable) in zip(seats, empty_seats, strict=True) if is_movable]
        value_range = max(criteria.values, default=0) - min(criteria.values, default=0)
        total_weight = sum(sum(counts.values()) for counts in criteria.unwelcome) + sum(map(sum, criteria.fits))
        forbidden = 1 + 4 * (total_weight + len(tables) * (table_size * value_range) ** 2)
        self.unwelcome: list[Mapping[int, int]] = [
            *criteria.unwelcome,
            *(
                {other_seat: forbidden for other_seat in movable_seats if other_seat != seat}
                if seat in movable_seats
                else {}
                for seat in seats
            ),
        ]
        # Only differences count; smaller numbers are faster.
        least_value = min(criteria.values, default=0)
        self.values = [value - least_value for value in criteria.values] + [0] * len(empty_seats)
        self.is_player = [1] * self.players + [0] * len(empty_seats)
        self.direction = criteria.direction
        self.fits: list[Sequence[int]] = []
        if criteria.fits or len(sizes) > 1 or len(movable_seats) < len(empty_seats):
            self.fits = list(criteria.fits or [[0] * len(tables)] * self.players)
            for index, is_movable in empty_seats:
                allowed_tables = {
                    target for target, game in enumerate(games) if is_movable and game == games[index]
                } | {index}
                self.fits.append([0 if target in allowed_tables else forbidden for target in range(len(tables))])
        self.tables = [list(table) for table in tables]
        for seat, (index, _) in zip(seats, empty_seats, strict=True):
            self.tables[index].append(seat)
        self.chance = chance.random
        self.exchanges_weighed = 0
        self.sums = [(0, 0, 0, 0, 0)] * len(tables)
        self.unwelcome_tables: set[int] = set()
        self.uneven_tables: set[int] = set()
        for index in range(len(tables)):
            self._update_table(index)

    @property
    def can_improve(self) -> bool:
        """Whether any exchange could improve the tables."""
        return len(self.tables) > 1 and bool(self.unwelcome_tables or self.uneven_tables)

    def _update_table(self, index: int) -> None:
        """Update the figures of a table: its number of players, the sums of values and squares, and the extreme values.

        It joins `unwelcome_tables` if a player is unwelcome or fits another table better, and `uneven_tables` if values
        differ.
        """
        table, value_of, is_player = self.tables[index], self.values, self.is_player
        values = [value_of[player] for player in table if is_player[player]]
        least, most = min(values), max(values)
        self.sums[index] = len(values), sum(values), sum(map(mul, values, values)), least, most
        (self.uneven_tables.add if least < most else self.uneven_tables.discard)(index)
        unwelcome, fits = self.unwelcome, self.fits
        is_unwelcome = any(not unwelcome[one].keys().isdisjoint(table) or (fits and fits[one][index]) for one in table)
        (self.unwelcome_tables.add if is_unwelcome else self.unwelcome_tables.discard)(index)

    def _exchange_partners(self, index: int) -> Iterable[int]:
        """Return the tables that may exchange players with a table."""
        table_count = len(self.tables)
        if table_count <= _MOST_FOR_ALL or index in self.unwelcome_tables:
            return range(table_count)
        return range(max(0, index - _MOST_NEIGHBOURS), min(table_count, index + _MOST_NEIGHBOURS + 1))

    def _best_exchange(self, table_1: int, table_2: int) -> tuple[int, int, int]:
        """Return the best exchange between two tables: the change in cost and the two seats."""
        players_1, players_2 = self.tables[table_1], self.tables[table_2]
        unwelcome, value_of, is_player, direction, fits = (
            self.unwelcome,
            self.values,
            self.is_player,
            self.direction,
            self.fits,
        )
        count_1, total_1, squares_1, _, _ = self.sums[table_1]
        count_2, total_2, squares_2, _, _ = self.sums[table_2]
        is_free_of_unwelcome = table_1 not in self.unwelcome_tables and table_2 not in self.unwelcome_tables
        self.exchanges_weighed += len(players_1) * len(players_2)
        current_spread = count_1 * squares_1 - total_1 * total_1 + count_2 * squares_2 - total_2 * total_2
        total_difference = total_2 - total_1
        changes_2 = (
            [0] * len(players_2)
            if is_free_of_unwelcome
            else [_unwelcome_change(unwelcome[player], players_1, players_2) for player in players_2]
        )
        if fits:
            gains = (fits[player][table_1] - fits[player][table_2] for player in players_2)
            changes_2 = [change_1 + gain for change_1, gain in zip(changes_2, gains, strict=True)]
        best = (0, -1, -1)
        for seat_1, player_1 in enumerate(players_1):
            value_1, is_player_1 = value_of[player_1], is_player[player_1]
            change_1 = 0 if is_free_of_unwelcome else _unwelcome_change(unwelcome[player_1], players_2, players_1)
            if fits:
                change_1 += fits[player_1][table_2] - fits[player_1][table_1]
            for seat_2, player_2 in enumerate(players_2):
                cost_change = change_1 + changes_2[seat_2]
                value_difference = value_of[player_2] - value_1
                if is_player[player_2] != is_player_1:
                    count_difference, square_difference = (
                        is_player[player_2] - is_player_1,
                        value_difference * (value_of[player_2] + value_1),
                    )
                    cost_change += direction * (
                        (count_1 + count_difference) * (squares_1 + square_difference)
                        - (total_1 + value_difference) ** 2
                        + (count_2 - count_difference) * (squares_2 - square_difference)
                        - (total_2 - value_difference) ** 2
                        - current_spread
                    )
                elif value_difference:
                    # The same, simplified for tables that keep their number of players.
                    cost_change += (
                        direction
                        * value_difference
                        * (
                            (count_1 - count_2) * (value_of[player_2] + value_1)
                            + 2 * (total_difference - value_difference)
                        )
                    )
                if is_free_of_unwelcome:
                    if cost_change >= best[0]:
                        continue
                    cost_change += _unwelcome_change(unwelcome[player_1], players_2, players_1) + _unwelcome_change(
                        unwelcome[player_2], players_1, players_2
                    )
                cost_change -= 2 * unwelcome[player_1].get(player_2, 0)
                if cost_change < best[0]:
                    best = (cost_change, seat_1, seat_2)
        return best

    def _exchange_costing(self, exchange: Exchange) -> int:
        """Make an exchange. Return the change in cost."""
        table_1, seat_1, table_2, seat_2 = exchange
        players_1, players_2 = self.tables[table_1], self.tables[table_2]
        player_1, player_2, unwelcome, fits = players_1[seat_1], players_2[seat_2], self.unwelcome, self.fits
        cost_change = (
            _unwelcome_change(unwelcome[player_1], players_2, players_1)
            + _unwelcome_change(unwelcome[player_2], players_1, players_2)
            - 2 * unwelcome[player_1].get(player_2, 0)
        )
        if fits:
            cost_change += (
                fits[player_1][table_2] - fits[player_1][table_1] + fits[player_2][table_1] - fits[player_2][table_2]
            )
        spread_before = self._value_spread(table_1) + self._value_spread(table_2)
        self._exchange(exchange)
        return cost_change + self.direction * (
            self._value_spread(table_1) + self._value_spread(table_2) - spread_before
        )

    def _value_spread(self, index: int) -> int:
        """Return the sum of the squared differences in value at a table."""
        count, total, squares, _, _ = self.sums[index]
        return count * squares - total * total

    def _exchange(self, exchange: Exchange) -> None:
        table_1, seat_1, table_2, seat_2 = exchange
        players_1, players_2 = self.tables[table_1], self.tables[table_2]
        players_1[seat_1], players_2[seat_2] = players_2[seat_2], players_1[seat_1]
        self._update_table(table_1)
        self._update_table(table_2)

    def settle(self, tables: Iterable[int]) -> tuple[int, list[Exchange]]:
        """Exchange players between tables until nothing helps. Return the change in cost and the exchanges."""
        waiting = dict.fromkeys(tables)
        cost_change, exchanges = 0, []
        sums, unwelcome_tables, seeks_close_values = self.sums, self.unwelcome_tables, self.direction > 0
        while waiting:
            table_1 = next(iter(waiting))
            del waiting[table_1]
            for table_2 in self._exchange_partners(table_1):
                if table_2 == table_1:
                    continue
                # If nobody is unwelcome, only values can improve, and they cannot if all values of one table are
                # at least those of the other.
                sums_1, sums_2 = sums[table_1], sums[table_2]
                values_ordered = (
                    seeks_close_values and sums_1[0] == sums_2[0] and (sums_1[3] >= sums_2[4] or sums_2[3] >= sums_1[4])
                )
                if values_ordered and table_1 not in unwelcome_tables and table_2 not in unwelcome_tables:
                    self.exchanges_weighed += 2
                    continue
                change, seat_1, seat_2 = self._best_exchange(table_1, table_2)
                if change < 0:
                    exchange = (table_1, seat_1, table_2, seat_2)
                    self._exchange(exchange)
                    cost_change += change
                    exchanges.append(exchange)
                    waiting[table_1] = waiting[table_2] = None
        return cost_change, exchanges

    def disturb(self) -> None:
        """Swap two players at random and settle the tables again. Undo everything if the cost is higher."""
        unwelcome_tables = sorted(self.unwelcome_tables)
        table_1 = (
            unwelcome_tables[self._random_index(len(unwelcome_tables))]
            if unwelcome_tables and self.chance() < 0.5
            else self._random_index(len(self.tables))
        )
        partners = [partner for partner in self._exchange_partners(table_1) if partner != table_1]
        table_2 = partners[self._random_index(len(partners))]
        first_exchange = (
            table_1,
            self._random_index(len(self.tables[table_1])),
            table_2,
            self._random_index(len(self.tables[table_2])),
        )
        first_change = self._exchange_costing(first_exchange)
        change, exchanges = self.settle((table_1, table_2))
        if first_change + change > 0:
            for exchange in reversed((first_exchange, *exchanges)):
                self._exchange(exchange)

    def _random_index(self, number: int) -> int:
        return int(self.chance() * number)


def _unwelcome_change(weights: Mapping[int, int], new_table: Sequence[int], old_table: Sequence[int]) -> int:
    """Return the change in a player's penalty for a move from `old_table` to `new_table`."""
    if not weights:
        return 0
    change = 0
    for player in new_table:
        if player in weights:
            change += weights[player]
    for player in old_table:
        if player in weights:
            change -= weights[player]
    return change
