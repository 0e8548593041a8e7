"""Seeding the first draw of a knockout or of groups, by rating or by the season's standings."""

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


def members_by_strength(club: Club, text: str | None) -> tuple[int, ...]:
    """Return the members in seeding order, the strongest first; empty if seeding is random.

    Ratings cover all games. Standings are the current ones of the tournament's season.
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


def seeding_order(
    tournament: TournamentRecord, members: Sequence[int], eligible: Sequence[int], seed: int
) -> tuple[int, ...]:
    """Return the entries in `eligible`, in the order of `members`, with those of other members after them at random.

    Return nothing without `members`.
    """
    if not members:
        return ()
    rank_by_member = {member: rank for rank, member in enumerate(members)}
    seeded_entries = sorted(
        (entry for entry in eligible if tournament.members[entry] in rank_by_member),
        key=lambda entry: rank_by_member[tournament.members[entry]],
    )
    return (*seeded_entries, *shuffle_players(set(eligible).difference(seeded_entries), Random(seed)))
