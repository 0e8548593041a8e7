"""The bracket of a knock-out: every table that was drawn, where its players came from, and the rounds still to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.tournaments.draws.field import Drawn
from referee.tournaments.draws.knock_out import FINAL, REPECHAGE
from referee.tournaments.draws.knock_out_plan import Stage

Spot = tuple[int, int]
"""A round and the number of a table in it, both from 1."""


@dataclass(frozen=True, slots=True)
class Node:
    """A table of a bracket. `players` is empty while it is not drawn; `feeds` are the tables they last played at."""

    size: int
    players: tuple[int, ...] = ()
    feeds: tuple[Spot, ...] = ()
    label: str = ""


def bracket(rounds: Sequence[Drawn], ahead: Sequence[Stage] = ()) -> tuple[tuple[Node, ...], ...]:
    """Return the tables of each round that was drawn, and after them of those that are `ahead`.

    Who had a bye came from the table that they played at before it, or from none.
    """
    last: dict[int, Spot] = {}
    found: list[tuple[Node, ...]] = []
    for number, drawn in enumerate(rounds, 1):
        labels = drawn.labels or ("",) * len(drawn.tables)
        found.append(
            tuple(
                Node(len(table), table, tuple(sorted({last[player] for player in table if player in last})), label)
                for table, label in zip(drawn.tables, labels, strict=True)
            )
        )
        last |= {player: (number, at) for at, table in enumerate(drawn.tables, 1) for player in table}
    for stage in ahead:
        main = tuple(Node(size, label=FINAL if stage.final else "") for size in stage.sizes)
        found.append((*main, *(Node(size, label=REPECHAGE) for size in stage.repechage)))
    return tuple(found)
