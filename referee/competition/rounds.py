"""A drawn round, its stored form, and changes by hand: players swap, move, leave or join late.

Players are numbers, as in the entrants of the draw. A change returns another round, or raises `NotChanged` with the
reason. `describe_unplayable` says whether the result can be played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import field, replace
from datetime import datetime
from itertools import zip_longest
from typing import Any

from referee.cards.immutable import frozen
from referee.cards.words import quantity
from referee.competition.draw_request import DrawAnswer, DrawCheck, DrawRequest, check_draw
from referee.competition.draws.seat_rotation import add_at_best_seat, order_seats
from referee.competition.entrants import DrawnRound, Pair, Table, all_pairs
from referee.rules.plain_data import plain, read_plain


class NotChanged(Exception):
    """A change by hand is impossible. The message is the reason, in which ``{12}`` stands for player 12.

    If a table has started, `match` is its match.
    """

    def __init__(self, reason: str, match: int | None = None) -> None:
        super().__init__(reason)
        self.match = match


@frozen
class RoundChange:
    """A change by hand: a description with players as ``{12}``, the reason, the time and the officer."""

    said: str
    reason: str
    at: datetime
    by: str


@frozen
class Round:
    """A round: the `drawn_round`, and its current `tables` and `byes`.

    `seed_chosen` says that somebody chose the `seed`; otherwise it was random, or derived from the tournament's.
    `request_data` is the draw request as plain data. `matches` has the matches of each table in order of starting; the
    last match of a replayed table counts. Printed table numbers start after `tables_before`.
    """

    number: int
    name: str
    method: str
    seed: int
    seed_chosen: bool
    request_data: Mapping[str, Any]
    drawn_round: DrawnRound
    tables: tuple[Table, ...]
    byes: tuple[int, ...]
    drawn_at: datetime
    matches: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    changes: tuple[RoundChange, ...] = ()
    tables_before: int = 0
    walkovers: Mapping[int, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    """The awarded places of tables that nobody has to play, by table."""
    left_void: tuple[int, ...] = ()
    """The void tables that stay void."""

    @property
    def numbers(self) -> str:
        """The range of the printed numbers of its tables."""
        first_number, last_number = self.tables_before + 1, self.tables_before + len(self.tables)
        return f"{first_number}" if first_number == last_number else f"{first_number} to {last_number}"

    def table_of(self, player: int) -> int | None:
        """Return the number of a player's table; None if the player has none."""
        return next((number for number, table in enumerate(self.tables, 1) if player in table), None)

    @property
    def request(self) -> DrawRequest:
        """The draw request, for repeating the draw."""
        return read_plain(DrawRequest, self.request_data)

    def check(self) -> DrawCheck:
        """Repeat the draw with its method. Return the check."""
        return check_draw(self.request, self.method, self.drawn_round)


def to_data(number: int, name: str, request: DrawRequest, draw_answer: DrawAnswer, *, chosen: bool) -> dict[str, Any]:
    """Return a drawn round as plain data for storage."""
    header = {"round": number, "name": name, "method": draw_answer.method, "seed": request.field.seed, "chosen": chosen}
    return {**header, "made_from": plain(request), **plain(draw_answer.drawn_round)}


def from_data(data: Mapping[str, Any], moment: datetime) -> Round:
    """Return the round from stored data. It was drawn at `moment`."""
    drawn_round = read_plain(DrawnRound, data)
    return Round(
        number=data["round"],
        name=data["name"],
        method=data["method"],
        seed=data["seed"],
        seed_chosen=bool(data["chosen"]),
        request_data=data["made_from"],
        drawn_round=drawn_round,
        tables=drawn_round.tables,
        byes=drawn_round.byes,
        drawn_at=moment,
    )


def describe_seed(seed: int, *, chosen: bool) -> str:
    """Return a seed in words, with a note if somebody chose it."""
    return f"seed {seed} (chosen)" if chosen else f"seed {seed}"


def swap_players(round: Round, first: int, second: int) -> Round:
    """Return a round with two players swapped, at tables or with a bye. Raise `NotChanged` if they cannot swap."""
    if first == second:
        raise NotChanged(f"{{{first}}} is named twice. Name two players.")
    for player in (first, second):
        refuse_unless_in_round(round, player)
    replacements = {first: second, second: first}
    *tables, byes = (
        tuple(replacements.get(player, player) for player in players) for players in (*round.tables, round.byes)
    )
    return _refuse_started(round, replace(round, tables=tuple(tables), byes=byes))


def move_player(round: Round, player: int, table: int, seat_counts: Mapping[tuple[int, int], int]) -> Round:
    """Return a round with a player at another table, in the seat that best balances the `seat_counts`.

    Raise `NotChanged` if the player cannot move.
    """
    if not 1 <= table <= len(round.tables):
        raise NotChanged(f"There is no table {table + round.tables_before} in {round.name}. Use {round.numbers}.")
    if player in round.tables[table - 1]:
        raise NotChanged(f"{{{player}}} sits at table {table + round.tables_before} already.")
    return _refuse_started(round, _add_at_table(_remove(round, player), player, table, seat_counts))


def add_table(round: Round, player: int, seat_counts: Mapping[tuple[int, int], int]) -> Round:
    """Return a round with a new table for a player and all who have a bye. Raise `NotChanged` otherwise."""
    seated_round = _refuse_started(round, _remove(round, player))
    seats = order_seats([*dict.fromkeys((*round.byes, player))], seat_counts)
    return replace(seated_round, tables=(*seated_round.tables, seats), byes=())


def remove_player(round: Round, player: int) -> Round:
    """Return a round without a player who leaves before play begins. Raise `NotChanged` if the table has started."""
    return _refuse_started(round, _remove(round, player))


def add_late_player(
    round: Round,
    player: int,
    tables: Iterable[int],
    refusal: Callable[[int, int], str | None],
    apart: Set[Pair],
    meeting_counts: Mapping[Pair, int],
    seat_counts: Mapping[tuple[int, int], int],
) -> tuple[Round, int] | None:
    """Return a round with an added late player, and the table's number; None if no table can be played with them.

    They join the smallest of the `tables`, and of equal ones the one with the fewest repeats. The table may have
    started. For `refusal` and `apart` see `describe_unplayable`.
    """
    candidates = []
    for table in tables:
        seated_players = round.tables[table - 1]
        changed_round = _add_at_table(_remove(round, player), player, table, seat_counts)
        if seated_players and not describe_unplayable(round, changed_round, refusal, apart):
            meetings = sum(
                meeting_counts.get((min(neighbour, player), max(neighbour, player)), 0) for neighbour in seated_players
            )
            candidates.append((len(seated_players), meetings, table, changed_round))
    if not candidates:
        return None
    _, _, number, best = min(candidates, key=lambda candidate: candidate[:3])
    return best, number


def describe_unplayable(
    before: Round,
    after: Round,
    refusal: Callable[[int, int], str | None],
    apart: Set[Pair],
    pair_phrase: str = "kept apart",
) -> str:
    """Return why a round cannot be played after a change, with players as ``{12}``; empty if it can.

    `refusal` returns why a numbered table cannot have a number of players. Pairs in `apart` may not newly meet, but may
    stay together. `pair_phrase` describes such pairs.
    """
    for number, (old_table, new_table) in enumerate(zip_longest(before.tables, after.tables, fillvalue=()), 1):
        if len(new_table) != len(old_table) and (reason := refusal(number, len(new_table))):
            return f"Table {number + before.tables_before} would have {quantity(len(new_table), 'player')}: {reason}."
        for first, second in all_pairs(new_table):
            if (first, second) in apart and not {first, second} <= set(old_table):
                return f"{{{first}}} and {{{second}}} are {pair_phrase}, and would sit at one table."
    return ""


def refuse_unless_in_round(round: Round, player: int) -> None:
    """Raise `NotChanged` unless a player is in the round."""
    if round.table_of(player) is None and player not in round.byes:
        raise NotChanged(f"{{{player}}} is not in {round.name}.")


def _remove(round: Round, player: int) -> Round:
    *tables, byes = (tuple(member for member in players if member != player) for players in (*round.tables, round.byes))
    return replace(round, tables=tuple(tables), byes=byes)


def _add_at_table(round: Round, player: int, table: int, seat_counts: Mapping[tuple[int, int], int]) -> Round:
    new_table = add_at_best_seat(round.tables[table - 1], player, seat_counts)
    return replace(round, tables=(*round.tables[: table - 1], new_table, *round.tables[table:]))


def _refuse_started(before: Round, after: Round) -> Round:
    """Return the round `after` a change. Raise `NotChanged` if the change affects a table that has started."""
    for number, (old_table, new_table) in enumerate(zip(before.tables, after.tables, strict=True), 1):
        if old_table != new_table and (matches := before.matches.get(number)):
            raise NotChanged(f"Table {number + before.tables_before} of {before.name} has started.", matches[-1])
    return after
