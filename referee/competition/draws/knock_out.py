"""A round of a knockout: tables of any size, from which some players advance. The strong meet late.

`knock_out_plan` decides the number of tables and rounds. Strength is the entrants' score, and among equal scores their
given order, the seeding. With `by_lot` the order is random instead. In order of importance:

1. Byes, if needed, go to the players with the fewest byes, and of these to the strongest.

2. Pairs to be kept apart do not sit together (`NotDrawn` names those for which this is impossible).

3. There are as few repeats as possible; two players who met m times count 2m + 1. Winners of one table do not meet in
the next round.

4. The strong are apart: with T tables, no two of the T strongest sit together, then no two of the next T, and so on.

5. The tables are even: the strongest players meet the weakest, as in a bracket of pairs. The sum over all pairs at a
table of their squared distance in the order of strength is as large as possible.

6. Table 1 is that of the strongest player, and so on.

7. Everybody gets the seats they had least often, which rotates the first deal as well.

A round is drawn when the previous one is over. The remaining players meet by strength again, and no table waits for
another. A round may have several parts, such as the winners' and the losers' side, or the final and the match for third
place. The parts are drawn one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from referee.cards.immutable import frozen
from referee.competition.draws.knock_out_plan import Stage
from referee.competition.draws.seat_rotation import assign_seats
from referee.competition.draws.sizes import TableSplit
from referee.competition.draws.strength import draw_strong_apart
from referee.competition.entrants import DrawnRound, Entrants

METHOD: Final = "knockout 1"
"""The edition of the method. It changes whenever an answer would be another one."""


@frozen
class RoundPart:
    """A part of a round: its stage and its players."""

    stage: Stage
    players: tuple[int, ...]


def draw(field: Entrants, parts: Sequence[RoundPart], *, by_lot: bool = False) -> DrawnRound:
    """Return a round of a knockout, drawn part by part. Raise `NotDrawn`, with the reason, if it cannot be drawn."""
    drawn_rounds = [
        _draw_part(field, part, Random(field.seed + index), by_lot=by_lot) for index, part in enumerate(parts)
    ]
    return DrawnRound(
        tuple(table for drawn_round in drawn_rounds for table in drawn_round.tables),
        tuple(player for drawn_round in drawn_rounds for player in drawn_round.byes),
        tuple(label for drawn_round in drawn_rounds for label in drawn_round.labels),
    )


def _draw_part(field: Entrants, part: RoundPart, chance: Random, *, by_lot: bool) -> DrawnRound:
    stage, part_players = part.stage, set(part.players)
    entrants = replace(field, players=tuple(player for player in field.players if player in part_players))
    byes, tables = draw_strong_apart(entrants, TableSplit(stage.sizes, stage.byes), chance, by_lot=by_lot)
    return DrawnRound(assign_seats(tables, field.sat), byes, (stage.label,) * len(tables))
