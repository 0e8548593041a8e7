"""What the finished matches of a season gave, for the standings."""

from __future__ import annotations

from sqlmodel import col, select

from referee.club import seasons
from referee.club.folder import Club
from referee.club.standings import Placing
from referee.store import tables as store


def results(club: Club, season: str | None = None) -> list[Placing]:
    """Return every placing in a season's finished matches, in order of play.

    Whoever was a guest when the match started bears the negative of the member's number: guests have no place in the
    standings, were opponents all the same, and do not bring those results along when they join.
    """
    with club.reading() as tx:
        found = seasons.called(tx, season, club.today)
        # A long season has tens of thousands of placings, so each row carries only what differs from row to row.
        sessions = tx.exec(select(store.Session).where(col(store.Session.season_id) == found.id))
        days = {session.id: session.held_on for session in sessions}
        played = select(store.Match.id, store.Match.session_id, store.Match.game)
        matches = {match: (session, game) for match, session, game in tx.exec(played) if session in days}
        given, seat = store.Placing, store.Seat
        rows = tx.exec(
            select(  # type: ignore[call-overload]
                given.match_id, given.member_id, given.rank, given.players, given.score, seat.guest
            )
            .join(seat, (col(seat.match_id) == given.match_id) & (col(seat.member_id) == given.member_id))
            .order_by(col(given.match_id), col(seat.seat))
        ).all()
    placings = []
    for match, member, rank, players, score, guest in rows:
        if match in matches:
            session, game = matches[match]
            number = -member if guest else member
            placings.append(Placing(match, session, number, rank, players, score, game, days[session]))
    return sorted(placings, key=lambda placing: placing.played_on)
