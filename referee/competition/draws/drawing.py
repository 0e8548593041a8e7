"""What all draws by exchange have in common: keeping pairs apart comes first, then fewest repeats, then the rest.

Where not all team mates can be kept apart, the fewest pairs of them sit together, which comes before repeats too.

The same field always has the same answer, on every machine: numbers are whole, and chance is `Random.random`, of which
Python promises that it stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from random import Random
from typing import Any

from referee.competition.draws.byes import choices
from referee.competition.draws.exchange import Wishes, exchanged
from referee.competition.draws.keeping_apart import said, way_apart
from referee.competition.draws.seating import NotApart
from referee.competition.draws.table_split import Split
from referee.competition.field import Field, NotDrawn, pairs


@dataclass(frozen=True, slots=True)
class Aim:
    """What is wished for besides few repeats: players near in value together, or apart where `near` is -1.

    They are seated in `order` to begin with. Of players of one of the `pots` no two should sit together, the first pot
    before all others; that comes after repeats and before the values. Where it is asked `often`,
    of draws with equally few repeats the one is better in which no pair meets very often.
    """

    order: Sequence[int]
    value: Mapping[int, int]
    near: int = 1
    pots: Sequence[Sequence[int]] = ()
    often: bool = False


def whole(scores: Mapping[int, Fraction], players: Iterable[int]) -> dict[int, int]:
    """Return the scores of players as whole numbers, all of them times the same."""
    found = {player: Fraction(scores.get(player, 0)) for player in players}
    times = lcm(*(score.denominator for score in found.values()))
    return {player: int(score * times) for player, score in found.items()}


def enough(field: Field) -> None:
    """Raise `NotDrawn` where there are too few players for a table."""
    if len(field.players) < field.sizes.least:
        many = "1 player is" if len(field.players) == 1 else f"{len(field.players)} players are"
        raise NotDrawn(f"{many} too few: a table needs at least {field.sizes.least}.")


def byes_and_tables(
    field: Field,
    ways: Sequence[Split],
    aim: Callable[[Sequence[int], Split], Aim],
    chance: Random,
    work: int,
    rank: Callable[[int], Any] | None = None,
) -> tuple[tuple[int, ...], list[list[int]]]:
    """Return who has a bye and who sits together: the first of the `ways` in which pairs can be kept apart.

    Where not all team mates can be, it is of those ways the first in which the fewest pairs of them sit together.

    `aim` is asked for what is wished for of those who are seated. Raises `NotDrawn`.
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
            if found and not (field.mates and together(field, found[-1])):
                break
        if found:
            return byes, min(found, key=lambda tables: together(field, tables))
    assert first is not None
    raise NotDrawn(said(first.pairs, count))


def together(field: Field, tables: Iterable[Iterable[int]]) -> int:
    """Return how many pairs of team mates sit together who should rather not."""
    return sum(pair in field.mates for table in tables for pair in pairs(table)) if field.mates else 0


def _tables(field: Field, way: Split, aim: Aim, chance: Random, work: int) -> list[list[int]]:
    """Return who sits together; raises `NotApart`."""
    seated = aim.order
    number = {player: at for at, player in enumerate(seated)}
    apart = [(a, b) for a, b in sorted(field.apart) if a in number and b in number]
    found = way_apart(way.sizes, frozenset(apart))
    wishes = _wishes(field, way, aim)
    start: dict[int, int] = {}
    while True:
        tables = exchanged(_begin(way.sizes, len(seated), start), wishes, chance, work)
        at = {seated[player]: table for table, players in enumerate(tables) for player in players}
        broken = [(one, other) for one, other in apart if at[one] == at[other]]
        if not broken:
            return [[seated[player] for player in players] for players in tables]
        if start or found is None:
            raise NotDrawn(
                f"No way was found to keep apart all who should be: {{{broken[0][0]}}} and {{{broken[0][1]}}} are left."
            )
        start = {number[player]: table for player, table in found.items()}


def _begin(sizes: Sequence[int], players: int, start: Mapping[int, int]) -> list[list[int]]:
    """Return tables at which players sit in order, but for those who have a table to start at."""
    tables: list[list[int]] = [[] for _ in sizes]
    for player, at in start.items():
        tables[at].append(player)
    rest = iter(player for player in range(players) if player not in start)
    for table, size in zip(tables, sizes, strict=True):
        table.extend(next(rest) for _ in range(size - len(table)))
    return tables


def _wishes(field: Field, way: Split, aim: Aim) -> Wishes:
    """Return what is wished for as numbers, each so great that nothing after it makes up for it."""
    seated = aim.order
    number = {player: at for at, player in enumerate(seated)}
    value = [aim.value[player] for player in seated]
    spread = max(value) - min(value)
    # What the values can come to at most, in all tables together, one way or the other.
    above = 1 + sum(size * size * spread * spread for size in way.sizes)
    unwelcome: list[dict[int, int]] = [{} for _ in seated]

    def add(these: Iterable[tuple[int, int, int]]) -> int:
        """Say how unwelcome some pairs are, and return what they come to all together."""
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
    if aim.often:
        above += add((*pair, above * times * times) for pair, times in sorted(field.met.items()) if times)
    above += add((one, other, above * times) for (one, other), times in sorted(field.met.items()) if times)
    above += add((one, other, above) for one, other in sorted(field.mates))
    add((one, other, above) for one, other in sorted(field.apart))
    return Wishes(unwelcome, value, aim.near)
