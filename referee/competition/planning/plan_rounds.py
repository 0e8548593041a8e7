"""The rounds of a plan, before anybody has a seat: from a design as far as one goes, and looked for beyond it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from random import Random
from typing import Final, NamedTuple

from referee.competition.draws.seating import kept_apart
from referee.competition.field import Pair, pairs
from referee.competition.lot import drawn_from
from referee.competition.planning.designs import Design, fitting
from referee.competition.planning.known_rounds import Round
from referee.competition.planning.plan_quality import bound, spread_evenly
from referee.competition.planning.plan_search import Rounds, evened, improved

_TRIES: Final = 150_000
_TRIES_IN_ALL: Final = 450_000
_START: Final = 15_000
"""As how many tries it counts to begin once more."""
_MOST_NAMED: Final = 20_000


@dataclass(frozen=True, slots=True)
class Made:
    """Rounds, the design that they follow or begin with, and whether they were looked for."""

    rounds: Rounds
    design: str = ""
    searched: bool = False


class Worth(NamedTuple):
    """By what rounds are compared, each the less the better.

    The sum over all pairs of squared meetings comes first, then the most meetings of a pair, then the sum over all
    players of how often each sits at a table with a seat less, squared.
    """

    squares: int
    most: int
    short: int


@dataclass(frozen=True, slots=True)
class _Question:
    """What rounds are made from: points from 0 on, and the sizes of the tables of each round.

    `order` is in which order players take the points of a design, and have byes.
    """

    players: int
    shape: tuple[int, ...]
    byes: int
    apart: frozenset[Pair]
    order: tuple[int, ...]
    chance: Random

    def best(self, rounds: int) -> Worth:
        """Return what so many rounds can be at best."""
        squares, most = bound(self.players, [self.shape] * rounds, len(self.apart))
        short = rounds * sum(size for size in self.shape if size < max(self.shape))
        return Worth(squares, most, spread_evenly(short, self.players))


def made(players: int, rounds: int, shape: Sequence[int], byes: int, apart: frozenset[Pair], seed: int) -> Made:
    """Return the best rounds that are known or found for players from 0 on. Raises `NotApart`.

    A design that is over begins again, and what is left then is the better the fewer meet again in it.
    """
    chance = Random(seed)
    order = tuple(drawn_from(range(players), chance))
    asked = _Question(players, tuple(shape), byes, apart, order, chance)
    designs = list(fitting(players, shape))
    if not apart and (whole := shortest_whole(designs, players)) and len(whole.rounds) <= rounds:
        named = _named(whole.rounds, order)
        times, left = divmod(rounds, len(named))
        rest = _best(designs, asked, left) if left else Made([])
        return Made(named * times + rest.rounds, whole.name, rest.searched)
    return _best(designs, asked, rounds)


def shortest_whole(designs: Iterable[Design], players: int) -> Design | None:
    """Return the shortest of some designs in which all meet equally often."""
    every = len(pairs(range(players)))
    whole = []
    for design in designs:
        met = _met(design.rounds)
        if len(met) == every and len(set(met.values())) == 1:
            whole.append(design)
    return min(whole, key=lambda design: len(design.rounds), default=None)


def _best(designs: Iterable[Design], asked: _Question, rounds: int) -> Made:
    """Return the first of so many rounds that cannot be better, or the best of all that were tried.

    First come what the designs give, with rounds behind them that are looked for where they are over too soon, and then
    rounds that are looked for throughout.
    """
    best = asked.best(rounds)
    begun = [each for design in designs if (each := _begun(design, asked, rounds)).rounds]
    begun.sort(key=lambda each: (-len(each.rounds), _worth(each.rounds)))
    found: list[tuple[Worth, Made]] = []
    left = _TRIES_IN_ALL
    for start in chain(begun, repeat(Made([]))):
        reached, tried = _searched(start, asked, rounds, left)
        found.append((_worth(reached.rounds), reached))
        left -= tried + _START
        if found[-1][0] <= best or left <= 0:
            break
    return min(found, key=lambda each: each[0])[1]


def _begun(design: Design, asked: _Question, rounds: int) -> Made:
    """Return the rounds that a design gives, as far as it goes; none where some who are kept apart would meet."""
    chosen = _chosen(design, rounds)
    order = asked.order if not asked.apart else _apart_by(chosen, asked)
    return Made(_named(chosen, order), design.name) if order else Made([])


def _chosen(design: Design, rounds: int) -> list[Round]:
    """Return so many rounds of a design, each time the one that repeats the fewest meetings."""
    if design.times == 1 or len(design.rounds) <= rounds:
        return list(design.rounds[:rounds])
    left = list(design.rounds)
    chosen: list[Round] = []
    for _ in range(rounds):
        met = _met(chosen)
        best = min(left, key=lambda tables: sum(met[pair] for table in tables for pair in pairs(table)))
        left.remove(best)
        chosen.append(best)
    return chosen


def _apart_by(rounds: Sequence[Round], asked: _Question) -> tuple[int, ...]:
    """Return a player for each point of a design, so that nobody meets from whom they are kept apart; or nothing."""
    met = _met(rounds)
    foes: dict[int, set[int]] = {}
    for one, other in asked.apart:
        foes.setdefault(one, set()).add(other)
        foes.setdefault(other, set()).add(one)
    first = sorted(foes, key=lambda player: -len(foes[player]))
    at: dict[int, int] = {}
    tried = 0

    def seat(depth: int) -> bool:
        nonlocal tried
        if depth == len(first):
            return True
        player = first[depth]
        taken = set(at.values())
        for point in range(asked.players):
            if point in taken or any(
                met[min(point, at[foe]), max(point, at[foe])] for foe in foes[player] if foe in at
            ):
                continue
            if (tried := tried + 1) > _MOST_NAMED:
                return False
            at[player] = point
            if seat(depth + 1):
                return True
            del at[player]
        return False

    if not seat(0):
        return ()
    player_at = {point: player for player, point in at.items()}
    others = iter([player for player in asked.order if player not in at])
    return tuple(player_at[point] if point in player_at else next(others) for point in range(asked.players))


def _searched(begun: Made, asked: _Question, rounds: int, tries: int) -> tuple[Made, int]:
    """Return the rounds that a design gives with others after them that were looked for, and how often was tried."""
    settled = len(begun.rounds)
    if settled == rounds:
        return begun, 0
    found, tried = improved(
        [*begun.rounds, *(_start(asked, which) for which in range(settled, rounds))],
        asked.players,
        apart=asked.apart,
        settled=settled,
        least=asked.best(rounds).squares,
        tries=min(_TRIES, tries),
        chance=asked.chance,
    )
    return Made(evened(found, asked.players, asked.apart), begun.design, searched=True), tried


def _start(asked: _Question, which: int) -> list[list[int]]:
    """Return a round by chance, in which those sit apart who must, and who has not had a bye has one."""
    first = which * asked.byes
    byes = {asked.order[(first + each) % asked.players] for each in range(asked.byes)}
    order = drawn_from([player for player in asked.order if player not in byes], asked.chance)
    apart = frozenset(pair for pair in asked.apart if not byes & set(pair))
    tables: list[list[int]] = [[] for _ in asked.shape]
    placed = kept_apart(asked.shape, apart, order)
    for player, table in placed.items():
        tables[table].append(player)
    rest = iter([player for player in order if player not in placed])
    for seated, size in zip(tables, asked.shape, strict=True):
        seated.extend(next(rest) for _ in range(size - len(seated)))
    return tables


def _named(rounds: Iterable[Round], order: Sequence[int]) -> Rounds:
    return [[[order[point] for point in table] for table in tables] for tables in rounds]


def _met(rounds: Iterable[Iterable[Sequence[int]]]) -> Counter[Pair]:
    return Counter(pair for tables in rounds for table in tables for pair in pairs(table))


def _worth(rounds: Rounds) -> Worth:
    met = _met(rounds)
    full = max(len(table) for table in rounds[0])
    short = Counter(player for tables in rounds for table in tables if len(table) < full for player in table)
    return Worth(
        squares=sum(times * times for times in met.values()),
        most=max(met.values()),
        short=sum(times * times for times in short.values()),
    )
