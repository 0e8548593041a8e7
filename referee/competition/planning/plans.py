"""Plans made before anybody is seated: rounds in which all meet equally often, or as nearly as can be.

A plan follows a design where one is known for so many players at such tables; else, and for the rounds beyond it, it is
looked for with a seed that is recorded. Then seats, first dealers and table numbers are evened out. The same question
has the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from referee.competition.draws.apart import NotApart
from referee.competition.draws.sizes import splits
from referee.competition.field import Drawn, NotDrawn, Pair, Sizes, Table
from referee.competition.planning.designs import fitting
from referee.competition.planning.plan_balance import with_numbers, with_places
from referee.competition.planning.plan_quality import Quality, quality
from referee.competition.planning.plan_rounds import made, shortest_whole

METHOD: Final = "1"
"""The edition of the method. It changes whenever an answer would be another one."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Rounds for players 1 to `players`, and how they were made.

    `design` is the name of the design that they follow, or begin with, if any; `searched` says whether rounds were
    looked for, with the `seed` and by the edition `method`. The seed also decides who takes which place in a design.
    """

    players: int
    sizes: Sizes
    rounds: tuple[Drawn, ...]
    design: str
    searched: bool
    seed: int
    method: str = METHOD
    apart: frozenset[Pair] = frozenset()

    @property
    def how(self) -> str:
        """How it was made, in words."""
        found = f"search with seed {self.seed}, method {self.method}"
        if not self.design:
            return found
        return f"{self.design}, then {found}" if self.searched else f"{self.design}, places by seed {self.seed}"

    @property
    def tables(self) -> tuple[int, ...]:
        """The sizes of the tables of a round, the largest first; they are the same in all rounds."""
        return tuple(sorted(map(len, self.rounds[0].tables), reverse=True))

    @property
    def byes(self) -> int:
        """How many have a bye in each round."""
        return len(self.rounds[0].byes)

    @property
    def reached(self) -> Quality:
        """What it comes to, beside what no plan can better."""
        return quality(range(1, self.players + 1), self.rounds, self.apart)


def plan(players: int, rounds: int, sizes: Sizes, seed: int, apart: frozenset[Pair] = frozenset()) -> Plan:
    """Return a plan in which all meet as equally often as was found. Raises `NotDrawn` where there is none."""
    if not 2 <= sizes.least <= sizes.most:
        raise NotDrawn(f"There are no tables of {sizes}; expected such as 4, or 3-5.")
    if players < sizes.least:
        raise NotDrawn(f"{players} cannot be seated at tables of {sizes}.")
    if rounds < 1:
        raise NotDrawn(f"A plan of {rounds} rounds has nothing in it; expected 1 or more.")
    if strangers := sorted({player for pair in apart for player in pair} - set(range(1, players + 1))):
        raise NotDrawn(f"{strangers[0]} is to be kept apart, but only 1 to {players} play.")
    shape, byes = splits(players, sizes)[0]
    try:
        found = made(players, rounds, shape, byes, frozenset((one - 1, other - 1) for one, other in apart), seed)
    except NotApart as fault:
        raise NotDrawn(_not_apart([(one + 1, other + 1) for one, other in fault.pairs], len(shape))) from None
    seated = with_places(with_numbers(found.rounds, Random(seed)))
    return Plan(
        players=players,
        sizes=sizes,
        rounds=tuple(_drawn(tables, players) for tables in seated),
        design=found.design,
        searched=found.searched,
        seed=seed,
        apart=apart,
    )


def even_plans(players: int, sizes: Sizes) -> list[tuple[int, int, int]]:
    """Return at tables of which size, over how many rounds, all meet equally often, and how often; where it is known.

    There is one for each size at most, the one with the fewest rounds.
    """
    found = []
    for size in range(sizes.least, sizes.most + 1):
        shape, byes = splits(players, Sizes(size, size))[0]
        if shape and not byes and (design := shortest_whole(fitting(players, shape), players)):
            found.append((size, len(design.rounds), design.times))
    return found


def _drawn(tables: Sequence[Table], players: int) -> Drawn:
    seated = {player for table in tables for player in table}
    byes = tuple(player + 1 for player in range(players) if player not in seated)
    return Drawn(tuple(tuple(player + 1 for player in table) for table in tables), byes)


def _not_apart(pairs: Sequence[Pair], tables: int) -> str:
    who = "; ".join(f"{{{one}}} and {{{other}}}" for one, other in pairs)
    return f"{who}: they cannot {'' if len(pairs) == 1 else 'all '}be kept apart at {tables} tables."
