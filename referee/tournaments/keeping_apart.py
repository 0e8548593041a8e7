"""Pairs that may not sit together: a way to keep all of them apart, or the fewest that say there is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.club.seating import NotApart, kept_apart
from referee.tournaments.field import Pair

_MOST: Final = 200
"""How many players can be gone through exactly."""


def way_apart(sizes: Sequence[int], apart: frozenset[Pair], order: Sequence[int]) -> dict[int, int] | None:
    """Return a table for everybody who is kept apart from somebody, or None where too many are to find out.

    Raises `NotApart`, with the fewest pairs that cannot all be kept apart, when there is no such way.
    """
    parts = _parts(apart)
    # Most often a single team is larger than the tables are many; its pairs alone say so, and faster.
    for part in sorted(parts, key=len):
        if len({player for pair in part for player in pair}) <= _MOST:
            kept_apart(sizes, part, order)
    if len({player for pair in apart for player in pair}) > _MOST:
        return None
    return kept_apart(sizes, apart, order)


def said(fault: NotApart, tables: int) -> str:
    """Return why pairs cannot be kept apart, in words in which ``{12}`` stands for player 12."""
    found = ", ".join(f"{{{one}}} and {{{other}}}" for one, other in fault.pairs)
    at = "one table" if tables == 1 else f"{tables} tables"
    return f"At {at} these cannot all be kept apart: {found}."


def _parts(apart: frozenset[Pair]) -> list[frozenset[Pair]]:
    """Return the pairs in parts that have nobody in common."""
    part = {player: player for pair in apart for player in pair}

    def head(player: int) -> int:
        while part[player] != player:
            part[player] = part[part[player]]
            player = part[player]
        return player

    for one, other in sorted(apart):
        part[head(one)] = head(other)
    found: dict[int, set[Pair]] = {}
    for pair in sorted(apart):
        found.setdefault(head(pair[0]), set()).add(pair)
    return [frozenset(each) for each in found.values()]
