"""The rounds of a knockout, from the first to a final table: players, tables, and numbers advancing.

Of all schedules that end with a final table of an allowed size, the best has the fewest byes after the first round,
then the fewest in the first, then the fewest rounds, then tables closest to four players, then the fewest tables.

Lucky losers, the best losers of the previous round, fill a bye after the first round if that makes complete tables.
They play only if there is no schedule without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from referee.cards.immutable import frozen
from referee.competition.draws.sizes import even_sizes, size_deviation, table_counts
from referee.competition.entrants import NotDrawn, Sizes

FINAL: Final = "Final"
SECOND_FINAL: Final = "Second final"
FINALS: Final = (FINAL, SECOND_FINAL)
THIRD_PLACE: Final = "Third place"
SMALL_FINAL: Final = "Small final"
WINNERS_SIDE: Final = "Winners' side"
LOSERS_SIDE: Final = "Losers' side"


class Side(StrEnum):
    """The sides of a bracket: unbeaten players, players with one loss, and the match for third place."""

    WINNERS = "winners"
    LOSERS = "losers"
    THIRD_PLACE = "third place"


@frozen
class Stage:
    """A planned round: the number of `players`, the table `sizes`, and the number of byes.

    `go_on` players of each table advance, but only the winner from the final table. `lucky` of the players are lucky
    losers from the previous round. It is a round of one `side`; its losers play on at the side `losers`, or are out.
    `second` marks a second final, which is played if an unbeaten player lost the first.
    """

    players: int
    sizes: tuple[int, ...]
    byes: int = 0
    go_on: int = 1
    lucky: int = 0
    side: Side = Side.WINNERS
    losers: Side | None = None
    second: bool = False

    @property
    def is_final(self) -> bool:
        """Whether the winner of the stage wins the tournament."""
        one_table = len(self.sizes) == 1 and not self.byes and self.go_on == 1
        return self.side is Side.WINNERS and self.losers is None and one_table

    @property
    def label(self) -> str:
        """The name of its tables; empty if they need none."""
        if self.is_final:
            return SECOND_FINAL if self.second else FINAL
        if self.side is Side.THIRD_PLACE:
            return THIRD_PLACE if self.players == 2 else SMALL_FINAL
        return LOSERS_SIDE if self.side is Side.LOSERS else WINNERS_SIDE if self.losers is Side.LOSERS else ""

    @property
    def remaining(self) -> int:
        """The number of players left after the stage."""
        return len(self.sizes) * self.go_on + self.byes


class _Candidate(NamedTuple):
    """A schedule up to the final table, with the figures for comparing schedules."""

    later_byes: int
    lucky: int
    first_byes: int
    rounds: int
    size_deviation: int
    stages: tuple[Stage, ...]


def plan_rounds(
    players: int, sizes: Sizes, go_on: int, *, knocked_out: int = 0, first: bool = True
) -> tuple[Stage, ...]:
    """Return the remaining rounds of a knockout for the `players` still in; the final is last.

    `knocked_out` players were knocked out in the previous round, unless this is the `first` round. Raise `NotDrawn` if
    no final table is reached.
    """
    best = _make_planner(sizes, go_on)(players, min(knocked_out, sizes.most), first)
    if best is None:
        wider_sizes = Sizes(sizes.least - 1, sizes.most)
        wider_fits = wider_sizes.least > max(1, go_on) and _make_planner(wider_sizes, go_on)(
            players, min(knocked_out, sizes.most), first
        )
        raise NotDrawn(
            f"{players} players do not come down to a final table of {sizes} when {go_on} of each table go on."
            f"{f' Tables of {wider_sizes} would work.' if wider_fits else ''}"
        )
    return best.stages


def can_reach_final(players: int, sizes: Sizes, go_on: int) -> bool:
    """Tell whether a knockout with this number of players can end with a final table."""
    return players > 1 and _make_planner(sizes, go_on)(players, 0, True) is not None


def _make_planner(sizes: Sizes, go_on: int) -> Callable[[int, int, bool], _Candidate | None]:
    """Return a function that finds the best schedule for the numbers of players still in and just knocked out."""

    @cache
    def best(players: int, out: int, first: bool) -> _Candidate | None:
        candidate: _Candidate | None = None
        for lucky in range(min(out, players - 1) + 1):
            if sizes.least <= players + lucky <= sizes.most:
                table = (players + lucky,)
                stage = Stage(players + lucky, table, lucky=lucky)
                candidate = _Candidate(0, lucky, 0, 1, size_deviation(table, sizes), (stage,))
                break
        if candidate and not candidate.lucky:
            return candidate
        for stage in _possible_stages(players, sizes, go_on):
            # Stages come with more and more byes, so the rest can only be worse.
            if (
                candidate
                and stage.byes > (candidate.first_byes if first else candidate.later_byes)
                and not (first and (candidate.later_byes or candidate.lucky))
            ):
                break
            candidate = better(candidate, stage, players, first)
        for lucky in range(1, min(out, players - 1) + 1):
            for stage in _full_stages(players + lucky, sizes, go_on, lucky):
                candidate = better(candidate, stage, players, first)
        return candidate

    def better(candidate: _Candidate | None, stage: Stage, players: int, first: bool) -> _Candidate | None:
        """Return the better of `candidate` and the best schedule beginning with `stage`."""
        if stage.remaining >= players:
            return candidate
        lost = min(stage.players - stage.remaining, sizes.most)
        later_candidate = best(stage.remaining, lost, False)
        if later_candidate is None:
            return candidate
        extended = _Candidate(
            later_candidate.later_byes + (0 if first else stage.byes),
            later_candidate.lucky + stage.lucky,
            stage.byes if first else 0,
            later_candidate.rounds + 1,
            later_candidate.size_deviation + size_deviation(stage.sizes, sizes),
            (stage, *later_candidate.stages),
        )
        return extended if candidate is None or extended[:-1] < candidate[:-1] else candidate

    return best


def _possible_stages(players: int, sizes: Sizes, go_on: int) -> Iterator[Stage]:
    """Yield the possible rounds without lucky losers, those with the fewest byes first."""
    for byes in range(players - sizes.least + 1):
        for stage in _full_stages(players - byes, sizes, go_on, 0):
            yield Stage(players, stage.sizes, byes, go_on)


def _full_stages(players: int, sizes: Sizes, go_on: int, lucky: int) -> Iterator[Stage]:
    """Yield the rounds without byes, in which `lucky` of the players are lucky losers."""
    for tables in table_counts(players, sizes):
        table_sizes = even_sizes(players, tables)
        if table_sizes[-1] > go_on:
            yield Stage(players, table_sizes, 0, go_on, lucky)
