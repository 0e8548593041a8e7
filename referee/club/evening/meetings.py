"""The meetings of players at the tables of a season, which a seat draw uses. Guests count like members."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from referee.competition.history import Seating
from referee.store.match_replay import find_lines
from referee.store.plain_rows import Season
from referee.store.transaction import Transaction

_DEALT_BY: Final = re.compile(r"deal by @(\d+)")


def season_seatings(tx: Transaction, season: Season) -> list[Seating]:
    """Return the seating of each table of a season, with the first dealer if known.

    A table that continues with other players counts as one table, at which two players meet only once.
    """
    query = (
        'SELECT s.match_id, m.continues, s.member_id, m.game FROM seat s JOIN "match" m ON m.id = s.match_id '
        "JOIN session e ON e.id = m.session_id WHERE e.season_id = ? ORDER BY s.match_id, s.seat"
    )
    members_by_table: dict[int, list[int]] = {}
    first: dict[int, int] = {}
    games: dict[int, str] = {}
    for match, before, member, game in tx.rows(query, season.id):
        first[match] = match if before is None else first.get(before, before)
        members_by_table.setdefault(match, []).append(member)
        games[match] = game
    dealers = first_dealers(tx, members_by_table)
    return [
        Seating(tuple(members), dealers.get(match, -1), game=games[match], table=first[match])
        for match, members in members_by_table.items()
    ]


def first_dealers(tx: Transaction, matches: Iterable[int]) -> dict[int, int]:
    """Return the seat that dealt the first hand, by match. Matches whose record does not state it are left out."""
    deals = find_lines(tx, matches, "deal by @%")
    return {match: int(deal[1]) - 1 for match, text in reversed(deals) if (deal := _DEALT_BY.match(text))}
