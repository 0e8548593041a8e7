"""The lot: an order in which a seed puts some players, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random


def shuffled(players: Iterable[int], chance: Random) -> list[int]:
    """Return players in an order that chance puts them in; it does not matter in which order they are given."""
    order = sorted(players)
    for last in range(len(order) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def lots(players: Iterable[int], chance: Random) -> dict[int, int]:
    """Return the lot of each player: the least is drawn first."""
    return {player: lot for lot, player in enumerate(shuffled(players, chance))}
