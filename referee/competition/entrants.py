"""The input and the result of a draw. This module is independent of the store: players are entry numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from typing import NamedTuple

from referee.cards.immutable import frozen

Pair = tuple[int, int]
"""Two players, the smaller number first."""
Table = tuple[int, ...]
"""The players of a table in order of seat; the last of them deals first."""


@frozen
class Sizes:
    """The fewest and the most players at a table."""

    least: int
    most: int

    def __str__(self) -> str:
        return f"{self.least}" if self.least == self.most else f"{self.least}-{self.most}"

    @property
    def spelled_out(self) -> str:
        """The sizes as ``3 to 5``. A spreadsheet would read ``3-5`` as a date."""
        return str(self).replace("-", " to ")


def read_sizes(text: str) -> Sizes | None:
    """Return the table sizes in a text such as 4 or 3-5; None for any other text."""
    match = re.fullmatch(r"(\d{1,2})(?:\s*-\s*(\d{1,2}))?", text.strip())
    if not match or not 2 <= int(match[1]) <= int(match[2] or match[1]):
        return None
    return Sizes(int(match[1]), int(match[2] or match[1]))


class TablePlan(NamedTuple):
    """A planned table: its game and its number of players."""

    game: str
    size: int


@frozen
class Entrants:
    """The entrants of a round with their history: everything a draw depends on, so that it can be repeated.

    `scores` has each player's score, higher being better; a missing player has 0. `met` counts how often two players
    sat together. `sat` counts how often a player sat in a place, from 0 for the first dealer. `at` counts how often a
    player sat at a table number, from 1, and `byes` counts the byes. Pairs in `apart` may not sit together, and as few
    pairs of `mates` as possible do. A `plan` fixes the tables, at which everybody plays without byes. `played` counts
    how often a player played a game.
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


@frozen
class DrawnRound:
    """A drawn round: its tables in order of number, from 1, and the players with a bye.

    `labels` names each table, such as "Group A" or "Final"; it is empty if no table has a name.
    """

    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()


class NotDrawn(Exception):
    """A round cannot be drawn. The message is the reason, in which ``{12}`` stands for player 12.

    If pairs cannot all be kept apart, `pairs` is a minimal set of these.
    """

    def __init__(self, reason: str, pairs: tuple[Pair, ...] = ()) -> None:
        super().__init__(reason)
        self.pairs = pairs


def fill_in_names(text: str, name_of: Callable[[int], str]) -> str:
    """Return a text with names in place of players such as ``{12}``."""
    return re.sub(r"\{(\d+)\}", lambda mark: name_of(int(mark[1])), text)


def all_pairs(players: Iterable[int]) -> list[Pair]:
    """Return all pairs of the players, each with the smaller number first."""
    sorted_players = sorted(players)
    return [(first, second) for index, first in enumerate(sorted_players) for second in sorted_players[index + 1 :]]


def place_from_dealer(seat: int, size: int, dealer: int = -1) -> int:
    """Return the place of a seat, counted from the first dealer. By default the last seat deals."""
    return (seat - dealer) % size
