"""Random order: the order that a seed gives to players, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from random import Random
from typing import Final, TypeVar

from referee.store.faults import ClubFault

Each = TypeVar("Each")
LARGEST_SEED: Final = 2**31 - 1


def shuffled(players: Iterable[int], chance: Random) -> list[int]:
    """Return the players in random order, whatever order they are given in."""
    return drawn_from(sorted(players), chance)


def drawn_from(things: Sequence[Each], chance: Random) -> list[Each]:
    """Return the things in random order, which also depends on the order given."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def lots(players: Iterable[int], chance: Random) -> dict[int, int]:
    """Return the lot of each player. The lowest is drawn first."""
    return {player: lot for lot, player in enumerate(shuffled(players, chance))}


def refuse_unfit(seed: int | None) -> None:
    """Raise `ClubFault` for a seed outside the allowed range."""
    if seed is not None and not 0 <= seed <= LARGEST_SEED:
        raise ClubFault(f"Invalid seed {seed}. Use a whole number from 0 to {LARGEST_SEED}.")


def round_seed(tournament: int, round: int) -> int:
    """Return the seed of a round, derived from that of the tournament, so that nobody chooses it."""
    return int.from_bytes(sha256(f"{tournament} round {round}".encode()).digest()[:4], "big") % (LARGEST_SEED + 1)
