"""What a round is drawn from, and what is drawn. Nothing here knows the club's file: players are entry numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

Pair = tuple[int, int]
"""Two players, the smaller number first."""
Table = tuple[int, ...]
"""The players of a table in order of seat; the last of them deals first."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many may sit at a table: at least, and at most."""

    least: int
    most: int

    def __str__(self) -> str:
        return f"{self.least}" if self.least == self.most else f"{self.least}-{self.most}"


def sizes_typed(text: str) -> Sizes | None:
    """Read how many sit at a table, such as 4, or 3-5; return None for what is no such thing."""
    found = re.fullmatch(r"(\d{1,2})(?:\s*-\s*(\d{1,2}))?", text.strip())
    if not found or not 2 <= int(found[1]) <= int(found[2] or found[1]):
        return None
    return Sizes(int(found[1]), int(found[2] or found[1]))


class TablePlan(NamedTuple):
    """A table to be: its game, and how many play at it."""

    game: str
    size: int


@dataclass(frozen=True, slots=True)
class Entrants:
    """Who is to be drawn for a round and what was before: all that a draw is made from, so that it can be made again.

    `scores` are what each player has so far, the higher the better; whoever is not in it has nothing yet. `met` is how
    often two sat together, `sat` how often a player sat at a place, counted from whoever deals first, who is at place
    0; `at` how often a player sat at a table of a number, from 1; `byes` how often a player had a bye. `apart` are the
    pairs that may not sit together, `mates` the pairs of whom as few as can be sit together.

    Where a `plan` is given, it says which tables there are, and everybody plays: no byes. `played` is how often a
    player has played a game.
    """

    players: tuple[int, ...]
    sizes: Sizes
    seed: int
    scores: Mapping[int, Fraction] = field(default_factory=dict)
    met: Mapping[Pair, int] = field(default_factory=dict)
    sat: Mapping[tuple[int, int], int] = field(default_factory=dict)
    at: Mapping[tuple[int, int], int] = field(default_factory=dict)
    byes: Mapping[int, int] = field(default_factory=dict)
    apart: frozenset[Pair] = frozenset()
    mates: frozenset[Pair] = frozenset()
    plan: tuple[TablePlan, ...] = ()
    played: Mapping[tuple[int, str], int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A round as it was drawn: its tables in order of number, from 1, and who has a bye.

    `labels` has what each table is called, such as "Group A" or "Final", or nothing where none is called anything.
    """

    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()


class NotDrawn(Exception):
    """A round that cannot be drawn: why, in words in which ``{12}`` stands for player 12.

    Where it is for pairs that cannot all be kept apart, `pairs` has as few of them as say so.
    """

    def __init__(self, why: str, pairs: tuple[Pair, ...] = ()) -> None:
        super().__init__(why)
        self.pairs = pairs


def with_players(text: str, name_of: Callable[[int], str]) -> str:
    """Return a text in which players stand as ``{12}`` with their names."""
    return re.sub(r"\{(\d+)\}", lambda mark: name_of(int(mark[1])), text)


def pairs(players: Iterable[int]) -> list[Pair]:
    """Return all pairs of some players, the smaller number first."""
    found = sorted(players)
    return [(one, other) for at, one in enumerate(found) for other in found[at + 1 :]]


def place(seat: int, size: int, dealer: int = -1) -> int:
    """Return the place of a seat, counted from whoever deals first: the last one where nothing else is known."""
    return (seat - dealer) % size
