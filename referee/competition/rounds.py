"""A round that was drawn, how it is kept, and what is changed in it by hand: two swap, one moves, leaves, comes late.

Players are numbers, as in the field that it was drawn from. A change gives another round, or `NotChanged` says why not;
whether what comes of it can be played is said by `unplayable`.
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
    """A change by hand that cannot be made: why, in words in which ``{12}`` stands for player 12.

    Where it is because a table has started, `match` is the one that it is recorded as.
    """

    def __init__(self, why: str, match: int | None = None) -> None:
        super().__init__(why)
        self.match = match


@dataclass(frozen=True, slots=True)
class RoundChange:
    """What was changed by hand, with players as ``{12}``, why, when and by whom."""

    said: str
    reason: str
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class Round:
    """A round: as it was `drawn` and from what, and as its `tables` are since, and who has none, the `byes`.

    `chosen` says that somebody chose the `seed`; else it was left to chance, or follows from the tournament's.
    `made_from` is its question as plain data. `matches` are those of each table in order of starting: one that was
    replayed has several, and the last counts. Tables are printed with numbers that go on after so many `before` them.
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
    """The places of tables at which nobody has to play, by table."""
    left_void: tuple[int, ...] = ()
    """The void tables that stay void."""

    @property
    def numbers(self) -> str:
        """The numbers with which its tables are printed."""
        first, last = self.before + 1, self.before + len(self.tables)
        return f"{first}" if first == last else f"{first} to {last}"

    def table_of(self, player: int) -> int | None:
        """Return the number of the table at which a player sits, if they do."""
        return next((number for number, table in enumerate(self.tables, 1) if player in table), None)

    @property
    def question(self) -> DrawRequest:
        """What it was drawn from, to be asked again."""
        return read_plain(DrawRequest, self.made_from)

    def checked(self) -> DrawCheck:
        """Draw it again from what was kept of it, by the method that it names."""
        return recheck(self.question, self.method, self.drawn)


def to_data(number: int, name: str, question: DrawRequest, draw_answer: DrawAnswer, *, chosen: bool) -> dict[str, Any]:
    """Return what is kept of a round that was drawn, as plain data."""
    about = {"round": number, "name": name, "method": draw_answer.method, "seed": question.field.seed, "chosen": chosen}
    return {**about, "made_from": plain(question), **plain(draw_answer.drawn)}


def from_data(data: Mapping[str, Any], at: datetime) -> Round:
    """Return a round as it was drawn at some moment, from what was kept of it."""
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
    """Return a seed in words, and where it is from if it was chosen."""
    return f"seed {seed} (chosen)" if chosen else f"seed {seed}"


def swapped(round: Round, one: int, other: int) -> Round:
    """Let two change places: at the tables, or one of them with a bye. Raises `NotChanged`."""
    if one == other:
        raise NotChanged(f"{{{one}}} is named twice. Name two players.")
    for player in (one, other):
        refuse_stranger(round, player)
    turned = {one: other, other: one}
    *tables, byes = (tuple(turned.get(player, player) for player in some) for some in (*round.tables, round.byes))
    return _unstarted(round, replace(round, tables=tuple(tables), byes=byes))


def with_move(round: Round, player: int, table: int, sat: Mapping[tuple[int, int], int]) -> Round:
    """Let a player sit at another table, where that balances best who `sat` where. Raises `NotChanged`."""
    if not 1 <= table <= len(round.tables):
        raise NotChanged(f"There is no table {table + round.before} in {round.name}. Use {round.numbers}.")
    if player in round.tables[table - 1]:
        raise NotChanged(f"{{{player}}} sits at table {table + round.before} already.")
    return _unstarted(round, _seated(_out(round, player), player, table, sat))


def without(round: Round, player: int) -> Round:
    """Take a player out, who goes before play begins. Raises `NotChanged`."""
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
    """Let a player who comes late join the smallest of some `tables`, or of those the one of whom they met fewest.

    Return the round, and the number of the table; None where no table can be played with them. The table may have
    started. For `refusal` and `apart` see `unplayable`.
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
    """Return why a round cannot be played after a change, with players as ``{12}``; empty where it can be.

    A game would have too few or too many: `refusal` says why a table, by its number, cannot have so many. Or two who
    are kept `apart` would newly meet; who sits together already may stay. `called` says what they are.
    """
    for number, (old, new) in enumerate(zip(before.tables, after.tables, strict=True), 1):
        if len(new) != len(old) and (why := refusal(number, len(new))):
            return f"Table {number + before.before} would have {quantity(len(new), 'player')}: {why}."
        for one, other in pairs(new):
            if (one, other) in apart and not {one, other} <= set(old):
                return f"{{{one}}} and {{{other}}} are {called}, and would sit at one table."
    return ""


def refuse_stranger(round: Round, player: int) -> None:
    """Raise `NotChanged` unless a player is in a round."""
    if round.table_of(player) is None and player not in round.byes:
        raise NotChanged(f"{{{player}}} is not in {round.name}.")


def _out(round: Round, player: int) -> Round:
    *tables, byes = (tuple(each for each in some if each != player) for some in (*round.tables, round.byes))
    return replace(round, tables=tuple(tables), byes=byes)


def _seated(round: Round, player: int, table: int, sat: Mapping[tuple[int, int], int]) -> Round:
    there = best_seat(round.tables[table - 1], player, sat)
    return replace(round, tables=(*round.tables[: table - 1], there, *round.tables[table:]))


def _unstarted(before: Round, after: Round) -> Round:
    """Return a round after a change. Raises `NotChanged` where it changed a table that has started."""
    for number, (old, new) in enumerate(zip(before.tables, after.tables, strict=True), 1):
        if old != new and (matches := before.matches.get(number)):
            raise NotChanged(f"Table {number + before.before} of {before.name} has started.", matches[-1])
    return after
