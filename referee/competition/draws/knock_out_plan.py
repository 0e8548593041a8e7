"""The rounds of a knockout, from the first to a final table: players, tables, and how many advance.

Of all schedules that end with a final table of an allowed size, the one chosen has the fewest byes after the first
round, then the fewest in the first, then the fewest rounds, then tables closest to four players, then the fewest
tables. A bye after the first round is filled by the best losers of the round before if that makes complete tables:
lucky losers. They play only if there is no way without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from referee.competition.draws.sizes import away, even, table_counts
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


@dataclass(frozen=True, slots=True)
class Stage:
    """A planned round: the number of `players`, the table `sizes`, and the number of byes.

    `go_on` of each table advance, but one from the final table, the winner. `lucky` of the players are lucky losers,
    knocked out in the round before. It is a round of one `side`; its losers play on at the side `losers`, or are out.
    `second` marks a second final, which is played when an unbeaten player lost the first.
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
    def final(self) -> bool:
        """Whether its winner wins the tournament."""
        one_table = len(self.sizes) == 1 and not self.byes and self.go_on == 1
        return self.side is Side.WINNERS and self.losers is None and one_table

    @property
    def label(self) -> str:
        """The name of its tables, or "" if they need none."""
        if self.final:
            return SECOND_FINAL if self.second else FINAL
        if self.side is Side.THIRD_PLACE:
            return THIRD_PLACE if self.players == 2 else SMALL_FINAL
        return LOSERS_SIDE if self.side is Side.LOSERS else WINNERS_SIDE if self.losers is Side.LOSERS else ""

    @property
    def through(self) -> int:
        """How many players are still in afterwards."""
        return len(self.sizes) * self.go_on + self.byes


class _Found(NamedTuple):
    """A schedule up to the final table, with the figures by which schedules are compared."""

    later_byes: int
    lucky: int
    first_byes: int
    rounds: int
    away: int
    stages: tuple[Stage, ...]


def schedule(players: int, sizes: Sizes, go_on: int, *, out: int = 0, first: bool = True) -> tuple[Stage, ...]:
    """Return the rounds of a knockout from now on, the final last, with `players` still in.

    `out` players were knocked out in the round before, unless this is the `first` round. Raises `NotDrawn` if no final
    table is reached.
    """
    found = _ways(sizes, go_on)(players, min(out, sizes.most), first)
    if found is None:
        wider = Sizes(sizes.least - 1, sizes.most)
        fits = wider.least > max(1, go_on) and _ways(wider, go_on)(players, min(out, sizes.most), first)
        raise NotDrawn(
            f"{players} players do not come down to a final table of {sizes} when {go_on} of each table go on."
            f"{f' Tables of {wider} would work.' if fits else ''}"
        )
    return found.stages


def comes_to_a_final(players: int, sizes: Sizes, go_on: int) -> bool:
    """Tell whether a knockout of so many players can end with a final table."""
    return players > 1 and _ways(sizes, go_on)(players, 0, True) is not None


def _ways(sizes: Sizes, go_on: int) -> Callable[[int, int, bool], _Found | None]:
    """Return a function for the best schedule, given the players still in and the number knocked out before."""

    @cache
    def best(players: int, out: int, first: bool) -> _Found | None:
        found: _Found | None = None
        for lucky in range(min(out, players - 1) + 1):
            if sizes.least <= players + lucky <= sizes.most:
                table = (players + lucky,)
                stage = Stage(players + lucky, table, lucky=lucky)
                found = _Found(0, lucky, 0, 1, away(table, sizes), (stage,))
                break
        if found and not found.lucky:
            return found
        for stage in _stages(players, sizes, go_on):
            # Stages come with more and more byes, so the rest can only be worse.
            if (
                found
                and stage.byes > (found.first_byes if first else found.later_byes)
                and not (first and (found.later_byes or found.lucky))
            ):
                break
            found = better(found, stage, players, first)
        for lucky in range(1, min(out, players - 1) + 1):
            for stage in _whole(players + lucky, sizes, go_on, lucky):
                found = better(found, stage, players, first)
        return found

    def better(found: _Found | None, stage: Stage, players: int, first: bool) -> _Found | None:
        """Return the better of `found` and the best schedule that begins with `stage`."""
        if stage.through >= players:
            return found
        lost = min(stage.players - stage.through, sizes.most)
        rest = best(stage.through, lost, False)
        if rest is None:
            return found
        way = _Found(
            rest.later_byes + (0 if first else stage.byes),
            rest.lucky + stage.lucky,
            stage.byes if first else 0,
            rest.rounds + 1,
            rest.away + away(stage.sizes, sizes),
            (stage, *rest.stages),
        )
        return way if found is None or way[:-1] < found[:-1] else found

    return best


def _stages(players: int, sizes: Sizes, go_on: int) -> Iterator[Stage]:
    """Yield the rounds that can be played without lucky losers, those with the fewest byes first."""
    for byes in range(players - sizes.least + 1):
        for stage in _whole(players - byes, sizes, go_on, 0):
            yield Stage(players, stage.sizes, byes, go_on)


def _whole(players: int, sizes: Sizes, go_on: int, lucky: int) -> Iterator[Stage]:
    """Yield the rounds in which all the players play, `lucky` of them lucky losers."""
    for tables in table_counts(players, sizes):
        way = even(players, tables)
        if way[-1] > go_on:
            yield Stage(players, way, 0, go_on, lucky)
