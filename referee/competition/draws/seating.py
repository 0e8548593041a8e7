"""Drawing who sits where: few meet again, nobody sits in the same place every week, and some are kept apart.

Two people who have met m times and meet once more add (m + 1)² - m² = 2m + 1 to the sum of squared meetings, so the
draw looks for the tables at which the fewest earlier meetings come together. It starts from an order that the seed
shuffles, seats everybody where they know the fewest, and then exchanges pairs of players as long as that helps, and at
first also where it harms a little. At each table those then change places who sat or dealt there oftenest.

Where several games are on offer, to play one for the p-th time more than another of them weighs as much as to meet
somebody for the p-th time again: nobody is drawn to the same game every week, and meetings stay as rare as they can be.

The same question always has the same answer, on every machine and in every version of Python: numbers are whole, and
chance is `Random.random`, of which Python promises that it stays as it is. Nothing here knows the club's file: players
are numbers from 0 on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from referee.competition.draws.apart import NotApart
from referee.competition.draws.places import cheapest

METHOD: Final = "2"
"""The edition of the method. It changes whenever an answer would be another one."""
ANSWERED: Final = ("1", METHOD)
"""The editions of which a draw can be made again. The first knew nothing of games, and asked without `played`, this one
answers as it did.
"""

_TRIES: Final = 600
_AT_FIRST: Final = 6
_MOST_TRIED: Final = 50_000
_MOST_EXCHANGED: Final = 5_000

Pair = tuple[int, int]
Tables = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What a draw is made from: how large the tables are, and what was before.

    `met` has how often two players sat together, the smaller number first; `sat` how often a player sat at a place,
    counted from whoever dealt first, who sits at place 0. `apart` are the pairs that may not sit together. `played` has
    how often a player has played the game of a table; tables of one game bear the same counts.
    """

    sizes: tuple[int, ...]
    met: Mapping[Pair, int]
    sat: Mapping[Pair, int]
    apart: frozenset[Pair]
    seed: int
    played: Mapping[Pair, int] = field(default_factory=dict)

    @property
    def players(self) -> int:
        """How many are seated."""
        return sum(self.sizes)


def drawn(question: Question) -> Tables:
    """Return who sits at each table, in order of seat; the last of a table deals first. Raises `NotApart`."""
    chance = Random(question.seed)
    order = list(range(question.players))
    _shuffle(order, chance)
    known = _acquaintance(question)
    worn = _weariness(question)
    at = _seated(question, order, known, worn)
    _exchange(at, question, known, worn, chance)
    tables: list[list[int]] = [[] for _ in question.sizes]
    for player in order:
        tables[at[player]].append(player)
    return tuple(in_places(table, question.sat) for table in tables)


def again(tables: Iterable[Sequence[int]], met: Mapping[Pair, int]) -> dict[Pair, int]:
    """Return the pairs of some tables that have met before, and how often they meet then with this time."""
    return {pair: met[pair] + 1 for table in tables for pair in pairs(table) if met.get(pair)}


def pairs(players: Iterable[int]) -> list[Pair]:
    """Return all pairs of some players, the smaller number first."""
    found = sorted(players)
    return [(one, other) for at, one in enumerate(found) for other in found[at + 1 :]]


def place(seat: int, size: int, dealer: int = -1) -> int:
    """Return the place of a seat, counted from whoever deals first: the last one where nothing else is known."""
    return (seat - dealer) % size


def best_seat(table: Sequence[int], player: int, sat: Mapping[Pair, int]) -> tuple[int, ...]:
    """Return a table at which one more has sat down, where that balances best who sat where."""
    ways = [(*table[:seat], player, *table[seat:]) for seat in range(len(table) + 1)]
    return min(ways, key=lambda way: sum(_worn(each, seat, len(way), sat) for seat, each in enumerate(way)))


def _worn(player: int, seat: int, size: int, sat: Mapping[Pair, int]) -> int:
    return sat.get((player, place(seat, size)), 0)


def _shuffle(order: list[int], chance: Random) -> None:
    for last in range(len(order) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        order[last], order[other] = order[other], order[last]


def _unit(question: Question) -> int:
    """Return what a meeting weighs: more than anything by which draws with as many of them are told apart."""
    return max((*question.met.values(), *question.played.values()), default=0) ** 2 + 1


def _acquaintance(question: Question) -> list[list[int]]:
    """Return how unwelcome it is that two sit together: by how often they met, and beyond all measure if kept apart.

    Of draws that add equally much to the sum of squares, the one is better that has no pair meet very often.
    """
    unit = _unit(question)
    known = [[0] * question.players for _ in range(question.players)]
    for (one, other), times in question.met.items():
        known[one][other] = known[other][one] = unit * times + times * times
    forbidden = (_AT_FIRST + 1) * (unit + sum(map(sum, known)) + sum(map(sum, _weariness(question))))
    for one, other in question.apart:
        known[one][other] = known[other][one] = forbidden
    return known


def _weariness(question: Question) -> list[list[int]]:
    """Return how unwelcome each table is to each player: by how much oftener they played its game than another."""
    unit, tables = _unit(question), range(len(question.sizes))
    found = []
    for player in range(question.players):
        times = [question.played.get((player, table), 0) for table in tables]
        found.append([unit * (each - min(times)) + (each - min(times)) ** 2 for each in times])
    return found


def _seated(
    question: Question, order: Sequence[int], known: Sequence[Sequence[int]], worn: Sequence[Sequence[int]]
) -> list[int]:
    """Return the table of each player to begin with: who is kept apart first, then each where they know the fewest."""
    at = [-1] * question.players
    for player, table in kept_apart(question.sizes, question.apart, order).items():
        at[player] = table
    room = [size - at.count(table) for table, size in enumerate(question.sizes)]
    for player in order:
        if at[player] < 0:
            costs = [
                (worn[player][table] + sum(known[player][other] for other in order if at[other] == table), -free, table)
                for table, free in enumerate(room)
                if free
            ]
            at[player] = min(costs)[2]
            room[at[player]] -= 1
    return at


def _exchange(
    at: list[int],
    question: Question,
    known: Sequence[Sequence[int]],
    worn: Sequence[Sequence[int]],
    chance: Random,
) -> None:
    """Exchange players between tables until no exchange of two helps."""
    # How unwelcome a player would be at each table; kept up to date, so that an exchange is weighed in one step.
    worth = [list(row) for row in worn]
    for row, knows in zip(worth, known, strict=True):
        for other, table in enumerate(at):
            row[table] += knows[other]

    def harm(one: int, other: int) -> int:
        here, there = at[one], at[other]
        now = worth[one][here] + worth[other][there]
        return worth[one][there] + worth[other][here] - 2 * known[one][other] - now

    def exchange(one: int, other: int) -> None:
        here, there = at[one], at[other]
        at[one], at[other] = there, here
        for row, leaves, comes in zip(worth, known[one], known[other], strict=True):
            row[here] += comes - leaves
            row[there] += leaves - comes

    # Harm is put up with, less and less of it, so that no bad beginning decides the end; the best on the way is kept.
    tries = _TRIES * question.players
    put_up_with = _AT_FIRST * _unit(question)
    random, now, least, best = chance.random, 0, 0, list(at)
    for tried in range(tries):
        one, other = int(random() * question.players), int(random() * question.players)
        if at[one] != at[other] and (done := harm(one, other)) <= put_up_with * (tries - tried) // tries:
            exchange(one, other)
            now += done
            if now < least:
                least, best = now, list(at)
    for one, table in enumerate(best):
        if at[one] != table:
            exchange(one, next(other for other in range(one + 1, len(at)) if at[other] == table))
    better = True
    while better:
        better = False
        for one in range(question.players):
            for other in range(one):
                if at[one] != at[other] and harm(one, other) < 0:
                    exchange(one, other)
                    better = True


def in_places(table: Sequence[int], sat: Mapping[Pair, int]) -> tuple[int, ...]:
    """Return a table in order of seat, such that they sit least where they sat most, all taken together."""
    size = len(table)
    cost = [[_worn(player, seat, size, sat) for seat in range(size)] for player in table]
    return tuple(table[player] for player in cheapest(cost))


def kept_apart(sizes: Sequence[int], apart: frozenset[Pair], order: Sequence[int]) -> dict[int, int]:
    """Return a table for everybody who is kept apart from somebody. Raises `NotApart` when there is none."""
    found = _tables_for(sizes, apart, order)
    if found is None:
        # Not all ways may have been tried: where half of all pairs are kept apart they are too many.
        found = _by_exchange(sizes, apart, order)
    if found is None:
        raise NotApart(_fewest(sizes, apart, order))
    return found


def _tables_for(sizes: Sequence[int], apart: frozenset[Pair], order: Sequence[int]) -> dict[int, int] | None:
    """Look for a table for each, whoever has the fewest left first; all ways are tried."""
    foes: dict[int, set[int]] = {}
    for one, other in apart:
        foes.setdefault(one, set()).add(other)
        foes.setdefault(other, set()).add(one)
    room = list(sizes)
    at: dict[int, int] = {}
    tried = 0

    def free(player: int) -> list[int]:
        taken = {at[foe] for foe in foes[player] if foe in at}
        # Empty tables of one size are all alike.
        empty: set[int] = set()
        tables = []
        for table, left in enumerate(room):
            if left and table not in taken and not (left == sizes[table] and left in empty):
                tables.append(table)
                empty |= {left} if left == sizes[table] else set()
        return tables

    def seat_the_rest() -> bool:
        nonlocal tried
        waiting = [each for each in order if each in foes and each not in at]
        if not waiting:
            return True
        player = min(waiting, key=lambda each: (len(free(each)), -len(foes[each])))
        for table in free(player):
            if (tried := tried + 1) > _MOST_TRIED:
                return False
            at[player] = table
            room[table] -= 1
            if seat_the_rest():
                return True
            del at[player]
            room[table] += 1
        return False

    return at if seat_the_rest() else None


def _by_exchange(sizes: Sequence[int], apart: frozenset[Pair], order: Sequence[int]) -> dict[int, int] | None:
    """Look for a table for each by exchanging whoever sits with somebody they should not, seats in turn."""
    foes: dict[int, set[int]] = {}
    for one, other in sorted(apart):
        foes.setdefault(one, set()).add(other)
        foes.setdefault(other, set()).add(one)
    if len(foes) > sum(sizes):
        return None
    players = [each for each in order if each in foes]
    at = [table for table, size in enumerate(sizes) for _ in range(size)]
    # Seats by number: those of the players first, the others are whoever else sits there.
    number = {player: seat for seat, player in enumerate(players)}
    knows = [sorted(number[foe] for foe in foes[player]) for player in players]
    near = [[0] * len(sizes) for _ in at]
    for seat, known in enumerate(knows):
        for foe in known:
            near[foe][at[seat]] += 1
    chance, free_again = Random(0), [0] * len(at)
    for tried in range(_MOST_EXCHANGED):
        bad = [seat for seat in range(len(players)) if near[seat][at[seat]]]
        if not bad:
            return {player: at[seat] for seat, player in enumerate(players)}
        one = bad[int(chance.random() * len(bad))]
        ways = []
        for other in range(len(at)):
            here, there = at[one], at[other]
            if here != there and (free_again[other] <= tried or other >= len(players)):
                gain = near[one][there] - near[one][here] + near[other][here] - near[other][there]
                between = other < len(players) and players[other] in foes[players[one]]
                ways.append((gain - 2 * between, chance.random(), other))
        if not ways:
            continue
        other = min(ways)[2]
        for seat, to, since in ((one, at[other], at[one]), (other, at[one], at[other])):
            for foe in knows[seat] if seat < len(players) else ():
                near[foe][to] += 1
                near[foe][since] -= 1
        at[one], at[other] = at[other], at[one]
        free_again[one] = tried + 8
    return None


def _fewest(sizes: Sequence[int], apart: frozenset[Pair], order: Sequence[int]) -> tuple[Pair, ...]:
    """Leave out every pair without which the rest cannot be kept apart either."""
    left = apart
    for pair in sorted(apart):
        if _tables_for(sizes, left - {pair}, order) is None:
            left -= {pair}
    return tuple(sorted(left))
