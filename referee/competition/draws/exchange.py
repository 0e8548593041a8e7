"""Exchanging players between tables as long as this improves the tables.

The cost of tables is a sum over the pairs at each: how unwelcome the pair is, plus the squared difference in value, so
that close values sit together, or distant ones where `near` is -1. It also counts how badly each player fits the table.
All numbers are whole, and each criterion has a weight that no sum of later ones outweighs.

First every two tables make the exchange that helps most, until none helps. Then single pairs are exchanged at random,
the tables around them improved again, and the result is kept if it is no worse. Where there are many tables only
neighbours exchange, except that a table with an unwelcome pair exchanges with any.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import mul
from random import Random
from typing import Final

_NEIGHBOURS: Final = 5
_ALL: Final = 16
"""Up to this many tables, any two may exchange."""

Exchange = tuple[int, int, int, int]
"""A table and one of its seats, and another table and seat."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The criteria for tables. `unwelcome` has, for each player, a weight against sitting with some others.

    `fits` has, for each player, a weight against each table, 0 at the best; it is empty if all tables are alike. Where
    tables play several `games`, each game keeps its number of tables of each size.
    """

    unwelcome: Sequence[Mapping[int, int]]
    value: Sequence[int]
    near: int = 1
    fits: Sequence[Sequence[int]] = ()
    games: Sequence[str] = ()


def exchanged(tables: Sequence[Sequence[int]], wishes: Wishes, chance: Random, work: int) -> list[list[int]]:
    """Return better tables of the same sizes. `work` is the maximum number of exchanges to weigh."""
    search = _Search(tables, wishes, chance)
    search.settle(range(len(tables)))
    while search.weighed < work and search.worth_it:
        search.disturb()
    return [[player for player in table if player < search.players] for table in search.tables]


class _Search:
    """Tables under improvement. An empty seat counts as a player who is unwelcome to any other empty seat.

    An empty seat stays at the tables of its game, or at its own table where their sizes differ by more than one.
    """

    def __init__(self, tables: Sequence[Sequence[int]], wishes: Wishes, chance: Random) -> None:
        self.players = sum(map(len, tables))
        most = max(map(len, tables))
        games = wishes.games or [""] * len(tables)
        sizes = {game: {len(table) for table, of in zip(tables, games, strict=True) if of == game} for game in games}
        # The table of each empty seat, and whether it may move to another table of the game.
        empty: list[tuple[int, bool]] = []
        for at, (table, game) in enumerate(zip(tables, games, strict=True)):
            free = len(table) < max(sizes[game]) <= min(sizes[game]) + 1
            empty += [(at, free and not seat) for seat in range(most - len(table))]
        seats = range(self.players, self.players + len(empty))
        loose = [seat for seat, (_, free) in zip(seats, empty, strict=True) if free]
        spread = max(wishes.value, default=0) - min(wishes.value, default=0)
        known = sum(sum(counts.values()) for counts in wishes.unwelcome) + sum(map(sum, wishes.fits))
        forbidden = 1 + 4 * (known + len(tables) * (most * spread) ** 2)
        self.unwelcome: list[Mapping[int, int]] = [
            *wishes.unwelcome,
            *({other: forbidden for other in loose if other != seat} if seat in loose else {} for seat in seats),
        ]
        # Only differences count; smaller numbers are faster.
        least = min(wishes.value, default=0)
        self.value = [value - least for value in wishes.value] + [0] * len(empty)
        self.real = [1] * self.players + [0] * len(empty)
        self.near = wishes.near
        self.fits: list[Sequence[int]] = []
        if wishes.fits or len(sizes) > 1 or len(loose) < len(empty):
            self.fits = list(wishes.fits or [[0] * len(tables)] * self.players)
            for at, free in empty:
                here = {to for to, game in enumerate(games) if free and game == games[at]} | {at}
                self.fits.append([0 if to in here else forbidden for to in range(len(tables))])
        self.tables = [list(table) for table in tables]
        for seat, (at, _) in zip(seats, empty, strict=True):
            self.tables[at].append(seat)
        self.chance = chance.random
        self.weighed = 0
        self.sums = [(0, 0, 0, 0, 0)] * len(tables)
        self.bad: set[int] = set()
        self.uneven: set[int] = set()
        for at in range(len(tables)):
            self._note(at)

    @property
    def worth_it(self) -> bool:
        """Whether any exchange could improve the tables."""
        return len(self.tables) > 1 and bool(self.bad or self.uneven)

    def _note(self, at: int) -> None:
        """Update the figures of a table: its number of players, sums of values and squares, and extreme values.

        It is `bad` if somebody is unwelcome, or fits another table better, and `uneven` if values differ.
        """
        table, value, real = self.tables[at], self.value, self.real
        values = [value[player] for player in table if real[player]]
        least, most = min(values), max(values)
        self.sums[at] = len(values), sum(values), sum(map(mul, values, values)), least, most
        (self.uneven.add if least < most else self.uneven.discard)(at)
        known, fits = self.unwelcome, self.fits
        bad = any(not known[one].keys().isdisjoint(table) or (fits and fits[one][at]) for one in table)
        (self.bad.add if bad else self.bad.discard)(at)

    def _others(self, at: int) -> Iterable[int]:
        """Return the tables with which a table may exchange."""
        many = len(self.tables)
        if many <= _ALL or at in self.bad:
            return range(many)
        return range(max(0, at - _NEIGHBOURS), min(many, at + _NEIGHBOURS + 1))

    def _best(self, here: int, there: int) -> tuple[int, int, int]:
        """Return the change in cost of the best exchange between two tables, and its two seats."""
        ours, theirs = self.tables[here], self.tables[there]
        known, value, real, near, fits = self.unwelcome, self.value, self.real, self.near, self.fits
        count_1, total_1, squares_1, _, _ = self.sums[here]
        count_2, total_2, squares_2, _, _ = self.sums[there]
        well = here not in self.bad and there not in self.bad
        self.weighed += len(ours) * len(theirs)
        now = count_1 * squares_1 - total_1 * total_1 + count_2 * squares_2 - total_2 * total_2
        apart = total_2 - total_1
        leave = [0] * len(theirs) if well else [_change(known[player], ours, theirs) for player in theirs]
        if fits:
            gains = (fits[player][here] - fits[player][there] for player in theirs)
            leave = [change + gain for change, gain in zip(leave, gains, strict=True)]
        best = (0, -1, -1)
        for seat, our in enumerate(ours):
            own, is_real = value[our], real[our]
            change = 0 if well else _change(known[our], theirs, ours)
            if fits:
                change += fits[our][there] - fits[our][here]
            for other_seat, other in enumerate(theirs):
                worse = change + leave[other_seat]
                more = value[other] - own
                if real[other] != is_real:
                    many, square = real[other] - is_real, more * (value[other] + own)
                    worse += near * (
                        (count_1 + many) * (squares_1 + square)
                        - (total_1 + more) ** 2
                        + (count_2 - many) * (squares_2 - square)
                        - (total_2 - more) ** 2
                        - now
                    )
                elif more:
                    # The same, simplified for tables that keep their number of players.
                    worse += near * more * ((count_1 - count_2) * (value[other] + own) + 2 * (apart - more))
                if well:
                    if worse >= best[0]:
                        continue
                    worse += _change(known[our], theirs, ours) + _change(known[other], ours, theirs)
                worse -= 2 * known[our].get(other, 0)
                if worse < best[0]:
                    best = (worse, seat, other_seat)
        return best

    def _worse(self, exchange: Exchange) -> int:
        """Make an exchange, and return the change in cost."""
        here, seat, there, other_seat = exchange
        ours, theirs = self.tables[here], self.tables[there]
        one, other, known, fits = ours[seat], theirs[other_seat], self.unwelcome, self.fits
        worse = _change(known[one], theirs, ours) + _change(known[other], ours, theirs) - 2 * known[one].get(other, 0)
        if fits:
            worse += fits[one][there] - fits[one][here] + fits[other][here] - fits[other][there]
        before = self._apart(here) + self._apart(there)
        self._exchange(exchange)
        return worse + self.near * (self._apart(here) + self._apart(there) - before)

    def _apart(self, at: int) -> int:
        """Return the sum of the squared differences in value at a table."""
        count, total, squares, _, _ = self.sums[at]
        return count * squares - total * total

    def _exchange(self, exchange: Exchange) -> None:
        here, seat, there, other_seat = exchange
        ours, theirs = self.tables[here], self.tables[there]
        ours[seat], theirs[other_seat] = theirs[other_seat], ours[seat]
        self._note(here)
        self._note(there)

    def settle(self, tables: Iterable[int]) -> tuple[int, list[Exchange]]:
        """Let tables exchange until nothing helps. Return the change in cost, and the exchanges made."""
        waiting = dict.fromkeys(tables)
        worse, done = 0, []
        sums, bad, together = self.sums, self.bad, self.near > 0
        while waiting:
            here = next(iter(waiting))
            del waiting[here]
            for there in self._others(here):
                if there == here:
                    continue
                # If nobody is unwelcome, only values can improve, and they cannot if all values of one table are
                # at least those of the other.
                ours, theirs = sums[here], sums[there]
                beyond = together and ours[0] == theirs[0] and (ours[3] >= theirs[4] or theirs[3] >= ours[4])
                if beyond and here not in bad and there not in bad:
                    self.weighed += 2
                    continue
                change, seat, other_seat = self._best(here, there)
                if change < 0:
                    exchange = (here, seat, there, other_seat)
                    self._exchange(exchange)
                    worse += change
                    done.append(exchange)
                    waiting[here] = waiting[there] = None
        return worse, done

    def disturb(self) -> None:
        """Exchange two players at random and let the tables settle. Undo all of it if the cost is higher."""
        bad = sorted(self.bad)
        here = bad[self._any(len(bad))] if bad and self.chance() < 0.5 else self._any(len(self.tables))
        others = [at for at in self._others(here) if at != here]
        there = others[self._any(len(others))]
        kick = (here, self._any(len(self.tables[here])), there, self._any(len(self.tables[there])))
        worse = self._worse(kick)
        change, exchanges = self.settle((here, there))
        if worse + change > 0:
            for exchange in reversed((kick, *exchanges)):
                self._exchange(exchange)

    def _any(self, number: int) -> int:
        return int(self.chance() * number)


def _change(knows: Mapping[int, int], to: Sequence[int], since: Sequence[int]) -> int:
    """Return the change in a player's unwelcomeness when they move from the table `since` to the table `to`."""
    if not knows:
        return 0
    change = 0
    for player in to:
        if player in knows:
            change += knows[player]
    for player in since:
        if player in knows:
            change -= knows[player]
    return change
