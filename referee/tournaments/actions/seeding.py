"""Seeding the first draw of a knockout, or of groups: by rating or by the season's standings."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from referee.club.folder import Club
from referee.club.standings.ratings import ratings
from referee.club.standings.standings import standings
from referee.competition.random_order import shuffle_players
from referee.tournaments import overview
from referee.tournaments.overview import TournamentRecord
from referee.tournaments.state.settings import Seeds


def strongest(club: Club, text: str | None) -> tuple[int, ...]:
    """Return the members in seeding order, the strongest first; nobody if seeding is random.

    Ratings are those over all games. Standings are the current ones of the tournament's season.
    """
    with club.reading() as tx:
        tournament = overview.read_tournament(tx, text)
    if tournament.state.begun and len(tournament.state.rounds) > 1:
        return ()  # the first draw decided the order
    match tournament.settings.seeds:
        case Seeds.RATING:
            return tuple(row.member for row in ratings(club).rows)
        case Seeds.STANDINGS:
            return tuple(row.member for row in standings(club, tournament.season.name).rows)
        case _:
            return ()


def seeded(tournament: TournamentRecord, members: Sequence[int], able: Sequence[int], seed: int) -> tuple[int, ...]:
    """Return the entries in `able` in seeding order, that of `members`; entries of other members last, in random order.

    Without `members` there is no order, and the result is empty.
    """
    if not members:
        return ()
    place = {member: at for at, member in enumerate(members)}
    known = sorted(
        (entry for entry in able if tournament.members[entry] in place), key=lambda at: place[tournament.members[at]]
    )
    return (*known, *shuffle_players(set(able).difference(known), Random(seed)))
