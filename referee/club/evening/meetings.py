"""Who sat with whom in a season, the input of a seat draw. Guests count like everybody else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from sqlmodel import col, select

from referee.competition.history import Seating
from referee.store.match_replay import find_lines
from referee.store.models import Match, Seat, Session
from referee.store.plain_rows import Season
from referee.store.transaction import Transaction

_DEALT_BY: Final = re.compile(r"deal by @(\d+)")


def tables(tx: Transaction, season: Season) -> list[Seating]:
    """Return who sat at the tables of a season, finished or not; with whoever dealt first where that is known.

    A table that goes on with other players is one table, at which the same two meet once, and play once.
    """
    query = select(Seat.match_id, Match.continues, Seat.member_id, Match.game).join(Match).join(Session)
    of_season = query.where(col(Session.season_id) == season.id)
    seated: dict[int, list[int]] = {}
    first: dict[int, int] = {}
    games: dict[int, str] = {}
    for match, before, member, game in tx.exec(of_season.order_by(col(Seat.match_id), col(Seat.seat))):
        first[match] = match if before is None else first.get(before, before)
        seated.setdefault(match, []).append(member)
        games[match] = game
    dealers = first_dealers(tx, seated)
    return [
        Seating(tuple(members), dealers.get(match, -1), game=games[match], table=first[match])
        for match, members in seated.items()
    ]


def first_dealers(tx: Transaction, matches: Iterable[int]) -> dict[int, int]:
    """Return the seat that dealt the first hand of each match in which that was written down."""
    deals = find_lines(tx, matches, "deal by @%")
    return {match: int(deal[1]) - 1 for match, text in reversed(deals) if (deal := _DEALT_BY.match(text))}
