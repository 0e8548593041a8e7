"""Whether phones tell the ruling on a line before it is recorded: usually, but not at the tables of a tournament."""

from __future__ import annotations

from referee.club.activity_log import find_entries
from referee.club.phones.evening_state import PhoneEvening, SeatedTable
from referee.store.projections.kind import EventKind
from referee.store.projections.tournaments import SEATED
from referee.store.transaction import Transaction


def previews(tx: Transaction, tonight: PhoneEvening) -> dict[int, bool]:
    """Return by table whether a ruling is told there beforehand."""
    tournament_tables = in_tournaments(tx, tonight)
    return {table.table: has_previews(tonight, table, tournament_tables) for table in tonight.tables}


def has_previews(tonight: PhoneEvening, seated: SeatedTable, apart: frozenset[int]) -> bool:
    """Tell whether a ruling is told at a table beforehand: as an officer has switched, else not at those `apart`."""
    switched = tonight.at(seated.table).previews
    return seated.number.id not in apart if switched is None else switched


def in_tournaments(tx: Transaction, tonight: PhoneEvening) -> frozenset[int]:
    """Return the matches that are tables of a tournament of the season."""
    query = "SELECT id FROM tournament WHERE season_id = ?"
    numbers = [number for (number,) in tx.rows(query, tonight.session.season_id)]
    seated = find_entries(tx, EventKind.TOURNAMENT, tournament=numbers, what=(SEATED,)) if numbers else ()
    return frozenset(match for entry in seated for _, match in entry.data["matches"])
