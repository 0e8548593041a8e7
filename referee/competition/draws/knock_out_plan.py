"""The rounds of a knock-out, from the first to a final table: how many play at what tables, and how many go on.

Of all ways in which a final table of a size allowed comes out, the one is taken with the fewest byes after the first
round, then with the fewest in the first, then with the fewest rounds, then with tables nearest to four.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from referee.competition.draws.sizes import Split, away, even, splits, table_counts
from referee.competition.field import NotDrawn, Sizes

_SECOND_CHANCES: Final = 4
"""How many ways to split those who play for places back are weighed."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A round to be: so many `players` are still in, at tables of these `sizes`, with so many byes.

    `go_on` of each table go on; of the final table one, who has won. `repechage` has the tables of those who were
    knocked out before and play for places back, `back` of each; `rested` of those come back without a table for them.
    """

    players: int
    sizes: tuple[int, ...]
    byes: int = 0
    go_on: int = 1
    repechage: tuple[int, ...] = ()
    back: int = 1
    rested: int = 0

    @property
    def final(self) -> bool:
        """Whether whoever wins it has won it all."""
        return len(self.sizes) == 1 and not self.byes and not self.repechage and self.go_on == 1

    @property
    def through(self) -> int:
        """How many are still in after it."""
        return len(self.sizes) * self.go_on + self.byes + len(self.repechage) * self.back + self.rested


class _Found(NamedTuple):
    """Rounds to a final table: what is against them, and the rounds themselves."""

    later_byes: int
    first_byes: int
    rounds: int
    away: int
    stages: tuple[Stage, ...]


def schedule(players: int, sizes: Sizes, go_on: int, *, rounds: int = 0, repechage: int = 0) -> tuple[Stage, ...]:
    """Return the rounds of a knock-out, the final last; so many `rounds` where that is said.

    Those who are knocked out in the first `repechage` rounds play for places back in the round after them, while the
    others play theirs; who would play the final then waits for them. Raises `NotDrawn` where no final table comes out.
    """
    found = _ways(sizes, go_on, repechage)(players, 1, 0, rounds)
    if found is None:
        within = f" in {rounds} rounds" if rounds else ""
        again = " with a repechage" if repechage else ""
        raise NotDrawn(
            f"{players} players do not come down to a final table of {sizes}{within}{again} when {go_on} of each table "
            "go on."
        )
    return found.stages


def onward(players: int, number: int, out: int, sizes: Sizes, go_on: int, *, repechage: int = 0) -> tuple[Stage, ...]:
    """Return the rounds that are left of a knock-out from round `number` on, however it came to be so.

    So many `players` are still in, and `out` wait for their way back. Raises `NotDrawn` where no final comes out.
    """
    found = _ways(sizes, go_on, repechage)(players, number, out if number == repechage + 1 else 0, 0)
    if found is None:
        raise NotDrawn(f"{players} players do not come down to a final table of {sizes} when {go_on} of each go on.")
    return found.stages


def _ways(sizes: Sizes, go_on: int, repechage: int) -> Callable[[int, int, int, int], _Found | None]:
    """Return the search for the rounds from a number of players, of a round, and of those who were knocked out."""

    @cache
    def best(players: int, number: int, out: int, left: int) -> _Found | None:
        chance = bool(repechage) and number == repechage + 1
        waits = bool(repechage) and number <= repechage + 1
        final = sizes.least <= players <= sizes.most
        if final and not waits and left <= 1:
            table = (players,)
            return _Found(0, 0, 1, away(table, sizes), (Stage(players, table),))
        if left == 1 or players < sizes.least:
            return None
        found: _Found | None = None
        first = number == 1
        for stage in _stages(players, sizes, go_on, out if chance else 0, rests=final and chance):
            # They come with more and more byes: after these it can only be worse.
            if found and not (first and found.later_byes) and stage.byes > found.first_byes + found.later_byes:
                break
            lost = stage.players - stage.byes - len(stage.sizes) * go_on
            # Whoever is knocked out later stays out, and then all rounds are alike.
            after = min(number + 1, repechage + 2)
            rest = best(stage.through, after, out + lost if number <= repechage else 0, max(left - 1, 0))
            if rest is None:
                continue
            resting = stage.byes if stage.sizes else 0
            whole = _Found(
                rest.later_byes + rest.first_byes + (0 if first else resting + stage.rested),
                resting if first else 0,
                rest.rounds + 1,
                rest.away + away(stage.sizes, sizes) + away(stage.repechage, sizes),
                (stage, *rest.stages),
            )
            if found is None or whole[:-1] < found[:-1]:
                found = whole
        return found

    return best


def _stages(players: int, sizes: Sizes, go_on: int, out: int, *, rests: bool) -> Iterator[Stage]:
    """Yield the rounds that can be played, those with the fewest byes first."""
    backs = splits(out, sizes)[:_SECOND_CHANCES] if out else [Split(())]
    if out and not backs[0].sizes:
        return
    if rests:
        yield from (Stage(players, (), players, go_on, back.sizes, 1, back.byes) for back in backs)
        return
    for byes in range(players - sizes.least + 1):
        for tables in table_counts(players - byes, sizes):
            way = even(players - byes, tables)
            if way and way[-1] > go_on:
                yield from (Stage(players, way, byes, go_on, back.sizes, 1, back.byes) for back in backs)
