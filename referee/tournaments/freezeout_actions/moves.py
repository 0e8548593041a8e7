"""Balancing the tables of a freezeout: planning the moves, and making them once an officer agrees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.cards.words import join_words
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.store.hints import Do, Hint
from referee.tournaments.freezeout_actions.evening import FreezeoutEvening, refresh, running_freezeout, seed_for
from referee.tournaments.freezeouts.balancing import BalancePlan, BlindUnknown, TableSeats, plan_balance
from referee.tournaments.state import log
from referee.tournaments.state.log import TournamentEventKind


class BlindNeeded(ClubFault):
    """The moves depend on the next big blind at `tables`, which is unknown."""

    def __init__(self, tables: tuple[int, ...], message: str, hint: Hint) -> None:
        super().__init__(message, hint)
        self.tables = tables


def plan_moves(
    club: Club, text: str | None, blinds: Mapping[int, str], *, seed: int | None = None
) -> tuple[FreezeoutEvening, BalancePlan]:
    """Return the freezeout, and a plan of moves that balance its tables, with the tables to break up.

    `blinds` names the player with the next big blind, by table. Raise `BlindNeeded` if a needed one is missing.
    """
    with club.reading() as tx:
        freezeout_evening = running_freezeout(tx, text)
        return freezeout_evening, _make_plan(freezeout_evening, blinds, seed_for(freezeout_evening, seed))


def balancing_hint(freezeout_evening: FreezeoutEvening) -> Hint:
    """Return the hint to balance the tables. It asks for the big blinds that decide who moves."""
    try:
        _make_plan(freezeout_evening, {}, seed_for(freezeout_evening, None))
    except BlindNeeded as fault:
        return fault.hints[0]
    return Do.BALANCE("Balance them", tournament=freezeout_evening.number)


def balance(
    club: Club, text: str | None, blinds: Mapping[int, str], plan: BalancePlan, *, seed: int | None = None
) -> FreezeoutEvening:
    """Balance the tables by a plan that an officer agreed to, and return the freezeout.

    Raise `ClubFault` if the plan would be different now.
    """
    with club.writing() as tx:
        freezeout_evening = running_freezeout(tx, text)
        used_seed = seed_for(freezeout_evening, seed)
        if _make_plan(freezeout_evening, blinds, used_seed) != plan:
            raise ClubFault("The tables have changed since. Look at the moves again.")
        if plan.moves:
            data: dict[str, Any] = {"moves": [[move.player, move.to, move.seat] for move in plan.moves]}
            data |= {"broken": list(plan.broken), "seed": used_seed}
            log.write(tx, freezeout_evening.number, TournamentEventKind.MOVED, data)
        return refresh(tx, freezeout_evening)


def _make_plan(freezeout_evening: FreezeoutEvening, blinds: Mapping[int, str], seed: int) -> BalancePlan:
    tables = []
    for number, table in sorted(freezeout_evening.state.tables.items()):
        tables.append(replace(table, blind=_find_blind_seat(freezeout_evening, table, blinds.get(number, ""))))
    if unknown := set(blinds) - set(freezeout_evening.state.tables):
        raise ClubFault(f"There is no table {min(unknown)}.")
    try:
        return plan_balance(tables, seed, freezeout_evening.state.order)
    except BlindUnknown as fault:
        raise BlindNeeded(
            fault.tables,
            f"Who has the big blind next at {join_words(f'table {number}' for number in fault.tables)}?",
            Do.BIG_BLINDS("Name them", tournament=freezeout_evening.number, tables=fault.tables),
        ) from None


def _find_blind_seat(freezeout_evening: FreezeoutEvening, table: TableSeats, name: str) -> int:
    """Return the seat of the named player, who has the big blind next. A lone player always has it."""
    if not name:
        return table.seat_of(table.players[0]) if len(table.players) == 1 else 0
    entry = freezeout_evening.tournament.entry(name)
    if entry not in table.players:
        raise ClubFault(f"{freezeout_evening.name(entry)} does not sit at table {table.number}.")
    return table.seat_of(entry)
