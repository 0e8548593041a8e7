"""Pairs that may not sit together: finding tables that keep all apart, or a minimal set of pairs that prevents it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from referee.competition.entrants import Pair

_MOST_PLAYERS: Final = 200
"""The most players for which the search is exact."""
_MOST_TRIES: Final = 5_000


class InseparablePairs(Exception):
    """The `pairs` cannot all be kept apart at the given tables, but any smaller set of them could be."""

    def __init__(self, pairs: tuple[Pair, ...]) -> None:
        super().__init__(f"{len(pairs)} pairs cannot be kept apart")
        self.pairs = pairs


def find_tables_apart(sizes: Sequence[int], pairs: frozenset[Pair]) -> dict[int, int] | None:
    """Return a table for each player in a pair, such that no pair sits together; None if the search gave up.

    Raise `InseparablePairs` if there are no such tables.
    """
    # Usually the reason is one team with more players than there are tables, and searching its part alone is faster.
    # A part with a table for each of its players only takes up seats.
    for part in sorted(_split_connected(pairs), key=len):
        if len(sizes) < len(players_in_pairs(part)) <= _MOST_PLAYERS and _is_impossible(sizes, part):
            raise InseparablePairs(_find_minimal_pairs(sizes, part))
    if len(players_in_pairs(pairs)) > _MOST_PLAYERS:
        return None
    search = _Search(sizes, pairs)
    if search.seat_all():
        return search.table_of
    if search.gave_up:
        return None
    raise InseparablePairs(_find_minimal_pairs(sizes, pairs))


def describe_inseparable(pairs: Iterable[Pair], tables: int) -> str:
    """Return a sentence saying that pairs cannot all be kept apart. Players are ``{12}``."""
    pair_names = ", ".join(f"{{{first}}} and {{{second}}}" for first, second in sorted(pairs))
    table_count = "one table" if tables == 1 else f"{tables} tables"
    return f"At {table_count} these cannot all be kept apart: {pair_names}."


def players_in_pairs(pairs: Iterable[Pair]) -> set[int]:
    """Return the players in any of the pairs."""
    return {player for pair in pairs for player in pair}


class _Search:
    """A search for tables that keep pairs apart. Players with the fewest possible tables are seated first."""

    def __init__(self, sizes: Sequence[int], pairs: Iterable[Pair]) -> None:
        self.foes: dict[int, list[int]] = {}
        for first, second in sorted(pairs):
            self.foes.setdefault(first, []).append(second)
            self.foes.setdefault(second, []).append(first)
        self.sizes = sizes
        self.free_seats = list(sizes)
        self.table_of: dict[int, int] = {}
        self.tries = 0

    @property
    def gave_up(self) -> bool:
        """Whether the search stopped before it had tried everything."""
        return self.tries > _MOST_TRIES

    def _possible_tables(self, player: int) -> list[int]:
        """Return the possible tables of a player, the emptiest first. Only one of several equal empty tables is
        included.
        """
        foe_tables = {self.table_of[foe] for foe in self.foes[player] if foe in self.table_of}
        empty_sizes: set[int] = set()
        tables = []
        for table, free in enumerate(self.free_seats):
            is_empty = free == self.sizes[table]
            if free and table not in foe_tables and not (is_empty and free in empty_sizes):
                tables.append(table)
                if is_empty:
                    empty_sizes.add(free)
        return sorted(tables, key=lambda table: -self.free_seats[table])

    def seat_all(self) -> bool:
        """Seat every player without a table. Tell whether that succeeded."""
        waiting = [player for player in self.foes if player not in self.table_of]
        if not waiting:
            return True
        possible_tables = {player: self._possible_tables(player) for player in waiting}
        player = min(waiting, key=lambda player: (len(possible_tables[player]), -len(self.foes[player]), player))
        for table in possible_tables[player]:
            self.tries += 1
            if self.gave_up:
                return False
            self.table_of[player] = table
            self.free_seats[table] -= 1
            if self.seat_all():
                return True
            del self.table_of[player]
            self.free_seats[table] += 1
        return False


def _is_impossible(sizes: Sequence[int], pairs: Iterable[Pair]) -> bool:
    """Tell whether the pairs certainly cannot all be kept apart."""
    search = _Search(sizes, pairs)
    return not search.seat_all() and not search.gave_up


def _find_minimal_pairs(sizes: Sequence[int], pairs: frozenset[Pair]) -> tuple[Pair, ...]:
    """Return a minimal set of pairs that cannot all be kept apart."""
    needed_pairs = pairs
    for pair in sorted(pairs):
        if _is_impossible(sizes, needed_pairs - {pair}):
            needed_pairs -= {pair}
    return tuple(sorted(needed_pairs))


def _split_connected(pairs: frozenset[Pair]) -> list[frozenset[Pair]]:
    """Return the pairs in connected parts. No two parts have a player in common."""
    parent = {player: player for player in players_in_pairs(pairs)}

    def head(player: int) -> int:
        while parent[player] != player:
            parent[player] = parent[parent[player]]
            player = parent[player]
        return player

    for first, second in sorted(pairs):
        parent[head(first)] = head(second)
    parts: dict[int, set[Pair]] = {}
    for pair in sorted(pairs):
        parts.setdefault(head(pair[0]), set()).add(pair)
    return [frozenset(pairs) for pairs in parts.values()]
