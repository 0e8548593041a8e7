"""The rounds of a double elimination. Two losses eliminate a player, and one loss leads to the losers' side.

The losers' side plays in every round in which it has enough players for a table. The winners' side plays if it has at
least as many players as the losers' side, or if the losers' side cannot play. Once all remaining players fit at one
table, and one of them has a loss, that table is the final. An unbeaten player who loses the final may get a second one
against its winner.

Of all schedules that end with a final, the best has the fewest byes after the first round, then the fewest in the
first, then the fewest rounds, then tables closest to four players, then the fewest tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from referee.competition.draws.knock_out_plan import Side, Stage
from referee.competition.draws.sizes import even_sizes, size_deviation, table_counts
from referee.competition.entrants import NotDrawn, Sizes

Round = tuple[Stage, ...]
"""The stages of a round: the winners' side before the losers' side, one of them alone, or the final."""


class _Candidate(NamedTuple):
    """A schedule up to the final, with the figures for comparing schedules."""

    later_byes: int
    first_byes: int
    rounds: int
    size_deviation: int
    tables: int
    stages: tuple[Round, ...]


def plan_rounds(
    unbeaten: int, beaten: int, sizes: Sizes, go_on: int, *, second_final: bool, first: bool = True
) -> tuple[Round, ...]:
    """Return the rounds for `unbeaten` players without a loss and `beaten` players with one, up to the final.

    With `second_final`, the final leaves room for a second one. Raise `NotDrawn` if no final is reached.
    """
    best = None
    for more_byes in (0, sizes.most - 1):
        best = best or _find_best(unbeaten, beaten, sizes, go_on, second_final, first, more_byes)
    if best is None:
        room = " that can be played twice" if second_final else ""
        raise NotDrawn(
            f"{unbeaten + beaten} players do not come down to a final table of {sizes}{room} when {go_on} of each "
            "table go on and the others play on the losers' side."
        )
    return best.stages


def is_final(unbeaten: int, beaten: int, sizes: Sizes, *, second_final: bool) -> bool:
    """Tell whether the remaining players play the final. With `second_final`, it must leave room for a second one."""
    allows_second = not second_final or not unbeaten or unbeaten + 1 >= sizes.least
    return beaten > 0 and sizes.least <= unbeaten + beaten <= sizes.most and allows_second


@cache
def _find_best(
    unbeaten: int, beaten: int, sizes: Sizes, go_on: int, second_final: bool, first: bool, more_byes: int
) -> _Candidate | None:
    players = unbeaten + beaten
    if is_final(unbeaten, beaten, sizes, second_final=second_final):
        return _Candidate(0, 0, 1, size_deviation((players,), sizes), 1, ((Stage(players, (players,)),),))
    losers = [*_possible_stages(beaten, sizes, go_on, Side.LOSERS, more_byes)]
    winners = [*_possible_stages(unbeaten, sizes, go_on, Side.WINNERS, unbeaten if first else more_byes)]
    if losers and beaten > unbeaten:
        winners = []
    best = None
    for stages in product(*filter(None, (winners, losers))):
        remaining = {stage.side: stage.remaining for stage in stages}
        unbeaten_after = remaining.get(Side.WINNERS, unbeaten)
        losers_side_after = unbeaten - unbeaten_after + remaining.get(Side.LOSERS, beaten)
        if (
            not stages
            or (
                later_candidate := _find_best(
                    unbeaten_after, losers_side_after, sizes, go_on, second_final, False, more_byes
                )
            )
            is None
        ):
            continue
        byes = sum(stage.byes for stage in stages)
        candidate = _Candidate(
            later_candidate.later_byes + (0 if first else byes),
            byes if first else 0,
            later_candidate.rounds + 1,
            later_candidate.size_deviation + sum(size_deviation(stage.sizes, sizes) for stage in stages),
            later_candidate.tables + sum(len(stage.sizes) for stage in stages),
            (stages, *later_candidate.stages),
        )
        if best is None or candidate[:-1] < best[:-1]:
            best = candidate
    return best


def _possible_stages(players: int, sizes: Sizes, go_on: int, side: Side, more_byes: int) -> Iterator[Stage]:
    """Yield the possible rounds of a side, from the fewest byes to `more_byes` more."""
    losers = Side.LOSERS if side is Side.WINNERS else None
    fewest = None
    for byes in range(players - sizes.least + 1):
        if fewest is not None and byes > fewest + more_byes:
            return
        for tables in table_counts(players - byes, sizes):
            table_sizes = even_sizes(players - byes, tables)
            if table_sizes[-1] > go_on:
                fewest = byes if fewest is None else fewest
                yield Stage(players, table_sizes, byes, go_on, side=side, losers=losers)
