"""Pairs that may not sit together: tables that keep all apart, or a minimal set of pairs that makes it impossible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from referee.competition.entrants import Pair

_MOST: Final = 200
"""The most players for which the search is exact."""
_MOST_TRIED: Final = 5_000


class NotApart(Exception):
    """Raised for `pairs` that cannot all be kept apart at the given tables. No pair of them could be left out."""

    def __init__(self, pairs: tuple[Pair, ...]) -> None:
        super().__init__(f"{len(pairs)} pairs cannot be kept apart")
        self.pairs = pairs


def way_apart(sizes: Sequence[int], pairs: frozenset[Pair]) -> dict[int, int] | None:
    """Return a table for each player in a pair, such that no pair sits together; None if the search gave up.

    Raises `NotApart` if there are no such tables.
    """
    # Usually the reason is one team with more players than there are tables, and searching its part alone is faster.
    # A part with a table for each of its players only takes up seats.
    for part in sorted(_parts(pairs), key=len):
        if len(sizes) < len(players_in_pairs(part)) <= _MOST and _impossible(sizes, part):
            raise NotApart(_fewest(sizes, part))
    if len(players_in_pairs(pairs)) > _MOST:
        return None
    search = _Search(sizes, pairs)
    if search.found():
        return search.at
    if search.gave_up:
        return None
    raise NotApart(_fewest(sizes, pairs))


def describe_inseparable(pairs: Iterable[Pair], tables: int) -> str:
    """Return a sentence that pairs cannot all be kept apart, with players as ``{12}``."""
    found = ", ".join(f"{{{one}}} and {{{other}}}" for one, other in sorted(pairs))
    at = "one table" if tables == 1 else f"{tables} tables"
    return f"At {at} these cannot all be kept apart: {found}."


def players_in_pairs(pairs: Iterable[Pair]) -> set[int]:
    """Return the players in any of the pairs."""
    return {player for pair in pairs for player in pair}


class _Search:
    """A search for tables that keep pairs apart. Players with the fewest possible tables are seated first."""

    def __init__(self, sizes: Sequence[int], pairs: Iterable[Pair]) -> None:
        self.foes: dict[int, list[int]] = {}
        for one, other in sorted(pairs):
            self.foes.setdefault(one, []).append(other)
            self.foes.setdefault(other, []).append(one)
        self.sizes = sizes
        self.room = list(sizes)
        self.at: dict[int, int] = {}
        self.tried = 0

    @property
    def gave_up(self) -> bool:
        """Whether the search stopped before it had tried everything."""
        return self.tried > _MOST_TRIED

    def _free(self, player: int) -> list[int]:
        """Return the possible tables of a player, the emptiest first. Of empty tables of one size it has only one."""
        taken = {self.at[foe] for foe in self.foes[player] if foe in self.at}
        empty: set[int] = set()
        tables = []
        for table, left in enumerate(self.room):
            untouched = left == self.sizes[table]
            if left and table not in taken and not (untouched and left in empty):
                tables.append(table)
                if untouched:
                    empty.add(left)
        return sorted(tables, key=lambda table: -self.room[table])

    def found(self) -> bool:
        """Seat every player without a table. Return whether that worked."""
        waiting = [player for player in self.foes if player not in self.at]
        if not waiting:
            return True
        ways = {player: self._free(player) for player in waiting}
        player = min(waiting, key=lambda player: (len(ways[player]), -len(self.foes[player]), player))
        for table in ways[player]:
            self.tried += 1
            if self.gave_up:
                return False
            self.at[player] = table
            self.room[table] -= 1
            if self.found():
                return True
            del self.at[player]
            self.room[table] += 1
        return False


def _impossible(sizes: Sequence[int], pairs: Iterable[Pair]) -> bool:
    """Tell whether it is certain that the pairs cannot all be kept apart."""
    search = _Search(sizes, pairs)
    return not search.found() and not search.gave_up


def _fewest(sizes: Sequence[int], pairs: frozenset[Pair]) -> tuple[Pair, ...]:
    """Return a minimal set of pairs that cannot all be kept apart."""
    left = pairs
    for pair in sorted(pairs):
        if _impossible(sizes, left - {pair}):
            left -= {pair}
    return tuple(sorted(left))


def _parts(pairs: frozenset[Pair]) -> list[frozenset[Pair]]:
    """Return the pairs in connected parts, which have no player in common."""
    part = {player: player for player in players_in_pairs(pairs)}

    def head(player: int) -> int:
        while part[player] != player:
            part[player] = part[part[player]]
            player = part[player]
        return player

    for one, other in sorted(pairs):
        part[head(one)] = head(other)
    found: dict[int, set[Pair]] = {}
    for pair in sorted(pairs):
        found.setdefault(head(pair[0]), set()).add(pair)
    return [frozenset(pairs) for pairs in found.values()]
