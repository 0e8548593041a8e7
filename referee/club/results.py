"""What the finished matches of a season gave, for the standings."""

from __future__ import annotations

from sqlmodel import col, select

from referee.club import seasons
from referee.club.folder import Club
from referee.club.standings import Placing
from referee.store import tables as store


def results(club: Club, season: str | None = None) -> list[Placing]:
    """Return every placing of the members in a season's finished matches, in order of play. Guests are left out."""
    with club.reading() as tx:
        found = seasons.called(tx, season, club.today)
        rows = tx.exec(
            select(  # type: ignore[call-overload]
                store.Placing.match_id,
                store.Match.session_id,
                store.Placing.member_id,
                store.Placing.rank,
                store.Placing.players,
                store.Placing.score,
                store.Match.game,
                store.Session.held_on,
            )
            .join(store.Match, col(store.Match.id) == col(store.Placing.match_id))
            .join(store.Session, col(store.Session.id) == col(store.Match.session_id))
            .join(
                store.Seat,
                (col(store.Seat.match_id) == col(store.Placing.match_id))
                & (col(store.Seat.member_id) == col(store.Placing.member_id)),
            )
            .where(col(store.Session.season_id) == found.id, ~col(store.Seat.guest))
            .order_by(col(store.Session.held_on), col(store.Match.id), col(store.Seat.seat))
        )
        return [Placing(*row) for row in rows]
