"""What all draws by exchange share: keeping pairs apart comes first, then fewest repeats, then the rest.

As few team mates as possible sit together, which comes before repeats too. Nobody gets a second bye before everybody
had one. Of those with the fewest byes the lowest score gets it, and of equal scores a random player.

The same entrants always get the same answer, on every machine: numbers are whole, and chance is `Random.random`, which
Python promises to keep unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, islice
from math import lcm
from random import Random
from typing import Any, Final

from referee.competition.draws.apart import NotApart, describe_inseparable, way_apart
from referee.competition.draws.exchange import Wishes, exchanged
from referee.competition.draws.sizes import TableSplit
from referee.competition.entrants import Entrants, NotDrawn, Pair, pairs
from referee.competition.random_order import lots

_MOST_CHOICES: Final = 500
_MORE_TRIES: Final = 9
_GAME: Final = 2
"""The number of meetings that weigh as much as playing a game once too often."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What a draw aims at besides few repeats: close values at a table, or distant ones where `near` is -1.

    Players are seated in `order` at first. No two players of one of the `pots` should sit together, the first pot
    mattering most; this comes after repeats and before values. With `often`, of draws with equally few repeats the
    better one has no pair that meets very often.

    Where tables play several `games`, playing one of them once too often counts as `_GAME` meetings.
    """

    order: Sequence[int]
    value: Mapping[int, int]
    near: int = 1
    pots: Sequence[Sequence[int]] = ()
    often: bool = False
    games: Sequence[str] = ()


def whole_scores(scores: Mapping[int, Fraction], players: Iterable[int]) -> dict[int, int]:
    """Return the scores of players as whole numbers, all multiplied by the same factor."""
    found = {player: Fraction(scores.get(player, 0)) for player in players}
    times = lcm(*(score.denominator for score in found.values()))
    return {player: int(score * times) for player, score in found.items()}


def enough(field: Entrants) -> None:
    """Raise `NotDrawn` if there are too few players for a table."""
    if len(field.players) < field.sizes.least:
        many = "1 player is" if len(field.players) == 1 else f"{len(field.players)} players are"
        raise NotDrawn(f"{many} too few: a table needs at least {field.sizes.least}.")


def byes_and_tables(
    field: Entrants,
    ways: Sequence[TableSplit],
    aim: Callable[[Sequence[int], TableSplit], Aim],
    chance: Random,
    work: int,
    rank: Callable[[int], Any] | None = None,
) -> tuple[tuple[int, ...], list[list[int]]]:
    """Return the players with a bye, and the tables: of the first of the `ways` that keeps pairs apart.

    If none of the ways keeps all team mates apart, it is the first of those with the fewest mates together. `aim`
    returns the aim for the seated players and a way. Raises `NotDrawn`.
    """
    first: NotApart | None = None
    count = 0
    for byes in choices(field, ways[0].byes, chance, rank=rank):
        seated = [player for player in field.players if player not in byes]
        found: list[list[list[int]]] = []
        for way in ways:
            try:
                found.append(_tables(field, way, aim(seated, way), chance, work))
            except NotApart as fault:
                if first is None:
                    first, count = fault, len(way.sizes)
            if found and not broken(found[-1], field.mates):
                break
        if found:
            return byes, min(found, key=lambda tables: len(broken(tables, field.mates)))
    assert first is not None
    raise NotDrawn(describe_inseparable(first.pairs, count), first.pairs)


def choices(
    field: Entrants, count: int, chance: Random, *, rank: Callable[[int], Any] | None = None
) -> Iterator[tuple[int, ...]]:
    """Yield choices of players for the byes, the best first, then others that are as fair in number.

    The later choices are needed only if the other players cannot be kept apart. The lowest `rank`, by default the
    score, gets a bye first.
    """
    lot = lots(field.players, chance)
    by = rank or (lambda player: field.scores.get(player, 0))
    waiting = sorted(field.players, key=lambda player: (field.byes.get(player, 0), by(player), lot[player]))
    # Players with fewer byes than the last one who needs a bye always get one; the rest are chosen among equals.
    most = field.byes.get(waiting[count - 1], 0) if count else 0
    sure = tuple(player for player in waiting if field.byes.get(player, 0) < most) if count else ()
    equal = [player for player in waiting if field.byes.get(player, 0) == most]
    others = combinations(equal, count - len(sure))
    return (tuple(sorted(chain(sure, some))) for some in islice(others, _MOST_CHOICES))


def _tables(field: Entrants, way: TableSplit, aim: Aim, chance: Random, work: int) -> list[list[int]]:
    """Return the players of each table. Raises `NotApart`, or `NotDrawn` if the exchanges leave a pair together."""
    seated = set(aim.order)
    pairs, mates = (frozenset(pair for pair in some if seated.issuperset(pair)) for some in (field.apart, field.mates))
    kept = way_apart(way.sizes, pairs)
    wishes = _wishes(field, way, aim)

    def tried(start: Mapping[int, int]) -> list[list[int]]:
        tables = exchanged(_begin(way.sizes, aim.order, start), wishes, chance, work)
        return [[aim.order[number] for number in table] for table in tables]

    tables = tried({})
    if broken(tables, pairs) and kept is not None:
        tables = tried(kept)
    for _ in range(_MORE_TRIES):  # with half of all pairs kept apart, a solution may be hard to find
        if not broken(tables, pairs):
            break
        tables = tried({})
    if left := broken(tables, pairs):
        one, other = left[0]
        raise NotDrawn(f"Not all pairs can be kept apart: {{{one}}} and {{{other}}} are left.")
    if broken(tables, mates):
        try:
            start = way_apart(way.sizes, pairs | mates)
        except NotApart:
            return tables
        tables = tried(start) if start is not None else tables
    return tables


def broken(tables: Iterable[Iterable[int]], apart: Set[Pair]) -> list[Pair]:
    """Return the pairs of `apart` that sit together at one of the tables."""
    return [pair for table in tables for pair in pairs(table) if pair in apart] if apart else []


def _begin(sizes: Sequence[int], order: Sequence[int], start: Mapping[int, int]) -> list[list[int]]:
    """Return tables filled in `order`, as indexes into it, with the players in `start` at the table given there."""
    tables: list[list[int]] = [[] for _ in sizes]
    for number, player in enumerate(order):
        if player in start:
            tables[start[player]].append(number)
    rest = iter(number for number, player in enumerate(order) if player not in start)
    for table, size in zip(tables, sizes, strict=True):
        table.extend(next(rest) for _ in range(size - len(table)))
    return tables


def _wishes(field: Entrants, way: TableSplit, aim: Aim) -> Wishes:
    """Return the aim as weights, each so large that no sum of later ones outweighs it."""
    seated = aim.order
    number = {player: at for at, player in enumerate(seated)}
    value = [aim.value[player] for player in seated]
    spread = max(value) - min(value)
    # The largest sum that the values can reach over all tables.
    above = 1 + sum(size * size * spread * spread for size in way.sizes)
    unwelcome: list[dict[int, int]] = [{} for _ in seated]

    def add(these: Iterable[tuple[int, int, int]]) -> int:
        """Add a weight to each pair in `these`, and return the sum of the weights."""
        whole = 0
        for one, other, much in these:
            if one in number and other in number:
                for here, there in ((one, other), (other, one)):
                    known = unwelcome[number[here]]
                    known[number[there]] = known.get(number[there], 0) + much
                whole += much
        return whole

    for pot in reversed(aim.pots):
        above += add((one, other, above) for one, other in pairs(pot))
    worn = _worn(field, aim)
    squares = above
    if aim.often:
        above += add((*pair, squares * times * times) for pair, times in sorted(field.met.items()) if times)
        above += sum(squares * times * times for row in worn for times in row)
    fits = [[_GAME * above * times + squares * times * times for times in row] for row in worn]
    above += add((one, other, above * times) for (one, other), times in sorted(field.met.items()) if times)
    above += sum(map(sum, fits))
    above += add((one, other, above) for one, other in sorted(field.mates))
    add((one, other, above) for one, other in sorted(field.apart))
    return Wishes(unwelcome, value, aim.near, fits, aim.games)


def _worn(field: Entrants, aim: Aim) -> list[list[int]]:
    """Return, for each player and table, how often they played its game beyond their least-played one."""
    if len(set(aim.games)) < 2:
        return []
    rows = []
    for player in aim.order:
        times = [field.played.get((player, game), 0) for game in aim.games]
        rows.append([time - min(times) for time in times])
    return rows
