"""Players' ratings by `openskill`, computed from ranks: for seeding and interest, never for places.

Ratings are not stored. They are computed from all results each time, so a correction also changes later ratings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Any, ClassVar

from referee.cards.immutable import frozen
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.scoring_rules import RATED_FROM
from referee.club.standings.ranking import Result
from referee.club.standings.results import every_result
from referee.club.standings.standings import played_as
from referee.store.difference import Difference
from referee.store.plain_rows import Member


@frozen
class Rating:
    """A player's estimated strength after some matches: the mean `mu` with the standard deviation `sigma`."""

    PLAIN: ClassVar = "figure", "mu", "sigma", "matches", "provisional"
    mu: float
    sigma: float
    matches: int

    @property
    def figure(self) -> float:
        """The rating as one number: a cautious estimate, three standard deviations below the mean."""
        return self.mu - 3 * self.sigma

    @property
    def provisional(self) -> bool:
        """Whether the rating is based on too few matches (scoring 6.4)."""
        return self.matches < RATED_FROM


@frozen
class RatedMatch:
    """A match with its players' ratings after it, by member number. Guests have negative numbers."""

    match: int
    played_on: date
    ratings: Mapping[int, Rating]


@frozen
class MemberRating:
    """A member's row in the ratings."""

    member: int
    name: str
    rating: Rating


@frozen
class Ratings:
    """The ratings for a game or over all games, highest first, with provisional ones at the end.

    `read` is the revision of the club's file behind them.
    """

    PLAIN: ClassVar = "game", "matches", "rows"
    game: str | None
    everybody: bool
    rows: tuple[MemberRating, ...]
    matches: int
    read: tuple[int, ...]
    damage: tuple[Difference, ...] = ()


def ratings(club: Club, game: str | None = None, *, everybody: bool = False, before: Ratings | None = None) -> Ratings:
    """Return the ratings of members; with `everybody`, also of retired ones. Guests have no row.

    Earlier ratings (`before`) are returned unchanged if the club's file has not changed since.
    """
    revision = club.revision()
    if before and (before.game, before.everybody, before.read) == (game, everybody, revision):
        return before
    results, damage = every_result(club)
    return _rate_members(roster.members(club, include_retired=everybody), results, game, everybody, revision, damage)


def ratings_of_each(club: Club, games: Iterable[str]) -> list[Ratings]:
    """Return the ratings over all games, then those for each game. The results are read only once."""
    revision = club.revision()
    results, damage = every_result(club)
    members = roster.members(club)
    return [_rate_members(members, results, game, False, revision, damage) for game in (None, *games)]


def _rate_members(
    members: Iterable[Member],
    results: Sequence[Result],
    game: str | None,
    everybody: bool,
    revision: tuple[int, ...],
    damage: tuple[Difference, ...],
) -> Ratings:
    if game:
        games = played_as(game, results)
        results = [result for result in results if result.game in games]
    ratings_by_member = last_ratings(rate(results))
    rows = [
        MemberRating(member.id, member.name, ratings_by_member[member.id])
        for member in members
        if not member.guest and member.id in ratings_by_member
    ]
    rows.sort(key=lambda row: (row.rating.provisional, -row.rating.figure, row.name.casefold(), row.member))
    return Ratings(game, everybody, tuple(rows), len({result.match for result in results}), revision, damage)


def rate(results: Iterable[Result]) -> Iterator[RatedMatch]:
    """Yield each match with the ratings after it, in order of play.

    A match is skipped if only one player's result is known.
    """
    from openskill.models import PlackettLuce  # takes a while to load

    model = PlackettLuce()
    ratings: dict[int, Any] = {}
    matches: dict[int, int] = {}
    for match, placed in groupby(results, key=attrgetter("match")):
        players = list(placed)
        if len(players) < 2:
            continue
        for result in players:
            if result.member not in ratings:
                ratings[result.member] = model.rating()
                matches[result.member] = 0
        teams = model.rate([[ratings[result.member]] for result in players], ranks=[result.rank for result in players])
        after = {}
        for result, (player_rating,) in zip(players, teams, strict=True):
            ratings[result.member] = player_rating
            matches[result.member] += 1
            after[result.member] = Rating(player_rating.mu, player_rating.sigma, matches[result.member])
        yield RatedMatch(match, players[0].played_on, after)


def last_ratings(rated_matches: Iterable[RatedMatch]) -> dict[int, Rating]:
    """Return the rating of each player after the last match, by member number."""
    ratings_by_member: dict[int, Rating] = {}
    for match in rated_matches:
        ratings_by_member.update(match.ratings)
    return ratings_by_member


def over_time(rated_matches: Iterable[RatedMatch], member: int) -> list[tuple[date, Rating]]:
    """Return a member's rating after each day of play, oldest first."""
    days: dict[date, Rating] = {}
    for match in rated_matches:
        if member in match.ratings:
            days[match.played_on] = match.ratings[member]
    return list(days.items())
