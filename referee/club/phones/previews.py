"""Previews: whether phones show the ruling on a line before it is recorded. Tournament tables have none by default."""

from __future__ import annotations

from referee.club.activity_log import find_entries
from referee.club.phones.evening_state import PhoneEvening, SeatedTable
from referee.store.projections.kind import EventKind
from referee.store.projections.tournaments import SEATED
from referee.store.transaction import Transaction


def previews(tx: Transaction, tonight: PhoneEvening) -> dict[int, bool]:
    """Return whether phones preview rulings, by table number."""
    tournament_tables = in_tournaments(tx, tonight)
    return {table.table: has_previews(tonight, table, tournament_tables) for table in tonight.tables}


def has_previews(tonight: PhoneEvening, seated_table: SeatedTable, tournament_matches: frozenset[int]) -> bool:
    """Tell whether phones preview rulings at a table.

    An officer's switch decides. The default is yes, except for `tournament_matches`.
    """
    switched = tonight.at(seated_table.table).previews
    return seated_table.number.id not in tournament_matches if switched is None else switched


def in_tournaments(tx: Transaction, tonight: PhoneEvening) -> frozenset[int]:
    """Return the numbers of the matches of the season that belong to tournaments."""
    query = "SELECT id FROM tournament WHERE season_id = ?"
    numbers = [number for (number,) in tx.rows(query, tonight.session.season_id)]
    seatings = find_entries(tx, EventKind.TOURNAMENT, tournament=numbers, what=(SEATED,)) if numbers else ()
    return frozenset(match for entry in seatings for _, match in entry.data["matches"])
