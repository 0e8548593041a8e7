"""A drawn round, its stored form, and changes by hand: players swap, move, leave or join late.

Players are numbers, as in the entrants of the draw. A change returns another round or raises `NotChanged` with the
reason. `unplayable` tells whether the result can be played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from referee.cards.words import quantity
from referee.competition.draw_request import DrawAnswer, DrawCheck, DrawRequest, recheck
from referee.competition.draws.places import best_seat
from referee.competition.entrants import DrawnRound, Pair, Table, pairs
from referee.rules.plain_data import plain, read_plain


class NotChanged(Exception):
    """Raised if a change by hand is impossible, with the reason, in which ``{12}`` stands for player 12.

    If a table has started, `match` is its match.
    """

    def __init__(self, why: str, match: int | None = None) -> None:
        super().__init__(why)
        self.match = match


@dataclass(frozen=True, slots=True)
class RoundChange:
    """A change by hand: a description with players as ``{12}``, the reason, the time and the officer."""

    said: str
    reason: str
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class Round:
    """A round: the `drawn` one, and its current `tables` and `byes`.

    `chosen` says that somebody chose the `seed`; otherwise it was random, or derived from the tournament's. `made_from`
    is the draw request as plain data. `matches` has the matches of each table in order of starting: a replayed table
    has several, and the last counts. Printed table numbers start after the number in `before`.
    """

    number: int
    name: str
    method: str
    seed: int
    chosen: bool
    made_from: Mapping[str, Any]
    drawn: DrawnRound
    tables: tuple[Table, ...]
    byes: tuple[int, ...]
    at: datetime
    matches: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    changes: tuple[RoundChange, ...] = ()
    before: int = 0
    walkovers: Mapping[int, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    """The awarded places of tables that nobody has to play, by table."""
    left_void: tuple[int, ...] = ()
    """The void tables that stay void."""

    @property
    def numbers(self) -> str:
        """The printed numbers of its tables."""
        first, last = self.before + 1, self.before + len(self.tables)
        return f"{first}" if first == last else f"{first} to {last}"

    def table_of(self, player: int) -> int | None:
        """Return the number of a player's table, or None."""
        return next((number for number, table in enumerate(self.tables, 1) if player in table), None)

    @property
    def question(self) -> DrawRequest:
        """The draw request, to repeat the draw."""
        return read_plain(DrawRequest, self.made_from)

    def checked(self) -> DrawCheck:
        """Repeat the draw with the method it names, and return the check."""
        return recheck(self.question, self.method, self.drawn)


def to_data(number: int, name: str, question: DrawRequest, draw_answer: DrawAnswer, *, chosen: bool) -> dict[str, Any]:
    """Return a drawn round as plain data for storage."""
    about = {"round": number, "name": name, "method": draw_answer.method, "seed": question.field.seed, "chosen": chosen}
    return {**about, "made_from": plain(question), **plain(draw_answer.drawn)}


def from_data(data: Mapping[str, Any], at: datetime) -> Round:
    """Return the round from stored data, as drawn at the time `at`."""
    drawn_round = read_plain(DrawnRound, data)
    return Round(
        number=data["round"],
        name=data["name"],
        method=data["method"],
        seed=data["seed"],
        chosen=bool(data["chosen"]),
        made_from=data["made_from"],
        drawn=drawn_round,
        tables=drawn_round.tables,
        byes=drawn_round.byes,
        at=at,
    )


def describe_seed(seed: int, *, chosen: bool) -> str:
    """Return a seed in words, and that it was chosen if it was."""
    return f"seed {seed} (chosen)" if chosen else f"seed {seed}"


def swapped(round: Round, one: int, other: int) -> Round:
    """Return a round with two players swapped, at tables or with a bye. Raises `NotChanged`."""
    if one == other:
        raise NotChanged(f"{{{one}}} is named twice. Name two players.")
    for player in (one, other):
        refuse_stranger(round, player)
    turned = {one: other, other: one}
    *tables, byes = (tuple(turned.get(player, player) for player in some) for some in (*round.tables, round.byes))
    return _unstarted(round, replace(round, tables=tuple(tables), byes=byes))


def with_move(round: Round, player: int, table: int, sat: Mapping[tuple[int, int], int]) -> Round:
    """Return a round with a player at another table, in the seat that balances best who `sat` where.

    Raises `NotChanged`.
    """
    if not 1 <= table <= len(round.tables):
        raise NotChanged(f"There is no table {table + round.before} in {round.name}. Use {round.numbers}.")
    if player in round.tables[table - 1]:
        raise NotChanged(f"{{{player}}} sits at table {table + round.before} already.")
    return _unstarted(round, _seated(_out(round, player), player, table, sat))


def without(round: Round, player: int) -> Round:
    """Return a round without a player who leaves before play begins. Raises `NotChanged`."""
    return _unstarted(round, _out(round, player))


def joined(
    round: Round,
    player: int,
    tables: Iterable[int],
    refusal: Callable[[int, int], str | None],
    apart: Set[Pair],
    met: Mapping[Pair, int],
    sat: Mapping[tuple[int, int], int],
) -> tuple[Round, int] | None:
    """Return a round that a late player has joined, and the table's number; None if no table can be played with them.

    They join the smallest of the `tables`, and of equal ones that with the fewest repeats. The table may have started.
    For `refusal` and `apart` see `unplayable`.
    """
    found = []
    for table in tables:
        there = round.tables[table - 1]
        now = _seated(_out(round, player), player, table, sat)
        if there and not unplayable(round, now, refusal, apart):
            before = sum(met.get((min(other, player), max(other, player)), 0) for other in there)
            found.append((len(there), before, table, now))
    if not found:
        return None
    _, _, number, best = min(found, key=lambda candidate: candidate[:3])
    return best, number


def unplayable(
    before: Round,
    after: Round,
    refusal: Callable[[int, int], str | None],
    apart: Set[Pair],
    called: str = "kept apart",
) -> str:
    """Return why a round cannot be played after a change, with players as ``{12}``; "" if it can.

    `refusal` returns why a table, given by number, cannot have so many players. Pairs in `apart` may not newly meet,
    but may stay together. `called` is the word for such pairs.
    """
    for number, (old, new) in enumerate(zip(before.tables, after.tables, strict=True), 1):
        if len(new) != len(old) and (why := refusal(number, len(new))):
            return f"Table {number + before.before} would have {quantity(len(new), 'player')}: {why}."
        for one, other in pairs(new):
            if (one, other) in apart and not {one, other} <= set(old):
                return f"{{{one}}} and {{{other}}} are {called}, and would sit at one table."
    return ""


def refuse_stranger(round: Round, player: int) -> None:
    """Raise `NotChanged` unless a player is in the round."""
    if round.table_of(player) is None and player not in round.byes:
        raise NotChanged(f"{{{player}}} is not in {round.name}.")


def _out(round: Round, player: int) -> Round:
    *tables, byes = (tuple(each for each in some if each != player) for some in (*round.tables, round.byes))
    return replace(round, tables=tuple(tables), byes=byes)


def _seated(round: Round, player: int, table: int, sat: Mapping[tuple[int, int], int]) -> Round:
    there = best_seat(round.tables[table - 1], player, sat)
    return replace(round, tables=(*round.tables[: table - 1], there, *round.tables[table:]))


def _unstarted(before: Round, after: Round) -> Round:
    """Return the round `after` a change. Raises `NotChanged` if a table that has started was changed."""
    for number, (old, new) in enumerate(zip(before.tables, after.tables, strict=True), 1):
        if old != new and (matches := before.matches.get(number)):
            raise NotChanged(f"Table {number + before.before} of {before.name} has started.", matches[-1])
    return after
