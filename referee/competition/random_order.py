"""Random order: a seed gives the same order of players on every machine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from random import Random
from typing import Final, TypeVar

from referee.store.faults import ClubFault

Item = TypeVar("Item")
LARGEST_SEED: Final = 2**31 - 1


def shuffle_players(players: Iterable[int], chance: Random) -> list[int]:
    """Return the players in random order, independent of their given order."""
    return shuffle(sorted(players), chance)


def shuffle(items: Sequence[Item], chance: Random) -> list[Item]:
    """Return the things in random order, which also depends on their given order."""
    order = list(items)
    for end in range(len(order) - 1, 0, -1):
        index = int(chance.random() * (end + 1))
        order[end], order[index] = order[index], order[end]
    return order


def draw_lots(players: Iterable[int], chance: Random) -> dict[int, int]:
    """Return the lot of each player. The lowest lot comes first."""
    return {player: lot for lot, player in enumerate(shuffle_players(players, chance))}


def refuse_invalid_seed(seed: int | None) -> None:
    """Raise `ClubFault` for a seed outside the allowed range."""
    if seed is not None and not 0 <= seed <= LARGEST_SEED:
        raise ClubFault(f"Invalid seed {seed}. Use a whole number from 0 to {LARGEST_SEED}.")


def round_seed(tournament: int, round: int) -> int:
    """Return the seed of a round, derived from the tournament's, so that nobody chooses it."""
    return int.from_bytes(sha256(f"{tournament} round {round}".encode()).digest()[:4], "big") % (LARGEST_SEED + 1)
