"""How strong players seem to be, by `openskill`, from ranks alone: for seeding and curiosity, never for places.

Nothing of it is kept: it is folded from the results each time, so that a correction changes all that came after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Any, ClassVar

from referee.club.folder import Club
from referee.club.people import roster
from referee.club.scoring_rules import RATED_FROM
from referee.club.standings.ranking import Result
from referee.club.standings.results import every_result
from referee.club.standings.standings import played_as
from referee.store.difference import Difference
from referee.store.plain_rows import Member


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody seems after so many matches: a mean `mu`, and how far that may be off, `sigma`."""

    PLAIN: ClassVar = "figure", "mu", "sigma", "matches", "provisional"
    mu: float
    sigma: float
    matches: int

    @property
    def figure(self) -> float:
        """The rating as one number, a lower bound for the player's strength."""
        return self.mu - 3 * self.sigma

    @property
    def provisional(self) -> bool:
        """Whether it rests on too few matches to say much (scoring 6.4)."""
        return self.matches < RATED_FROM


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A match with the ratings of its players after it, by member number; guests have negative numbers."""

    match: int
    played_on: date
    ratings: Mapping[int, Rating]


@dataclass(frozen=True, slots=True)
class MemberRating:
    """A member's line among the ratings."""

    member: int
    name: str
    rating: Rating


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of a game, or over all of them, the highest first; what is provisional stands after the rest.

    `read` is the token of the club's file that they were folded from.
    """

    PLAIN: ClassVar = "game", "matches", "rows"
    game: str | None
    everybody: bool
    rows: tuple[MemberRating, ...]
    matches: int
    read: tuple[int, ...]
    damage: tuple[Difference, ...] = ()


def figures(club: Club, _season: str) -> Mapping[str, str]:
    """Return everybody's rating over all games in words, by name; it is the same whatever the season."""
    return {row.name: f"{row.rating.figure:.1f}" for row in ratings(club).rows}


def ratings(club: Club, game: str | None = None, *, everybody: bool = False, before: Ratings | None = None) -> Ratings:
    """Return the ratings of the members, or with `everybody` also of those who retired; guests have none.

    With the ratings of a moment `before`, nothing is folded again while the club's file is the same.
    """
    read = club.revision()
    if before and (before.game, before.everybody, before.read) == (game, everybody, read):
        return before
    results, damage = every_result(club)
    return _rated(roster.members(club, everybody=everybody), results, game, everybody, read, damage)


def ratings_of_each(club: Club, games: Iterable[str]) -> list[Ratings]:
    """Return the ratings of the members over all games, and then those of each game, reading the results once."""
    read = club.revision()
    results, damage = every_result(club)
    members = roster.members(club)
    return [_rated(members, results, game, False, read, damage) for game in (None, *games)]


def _rated(
    members: Iterable[Member],
    results: Sequence[Result],
    game: str | None,
    everybody: bool,
    read: tuple[int, ...],
    damage: tuple[Difference, ...],
) -> Ratings:
    if game:
        played = played_as(game, results)
        results = [result for result in results if result.game in played]
    rated = last_ratings(rate(results))
    rows = [
        MemberRating(member.id, member.name, rated[member.id])
        for member in members
        if not member.guest and member.id in rated
    ]
    rows.sort(key=lambda row: (row.rating.provisional, -row.rating.figure, row.name.casefold(), row.member))
    return Ratings(game, everybody, tuple(rows), len({result.match for result in results}), read, damage)


def rate(results: Iterable[Result]) -> Iterator[RatedMatch]:
    """Fold results in the order of play, which stand together by match, and yield each match as it was rated.

    A match of which only one player is known rates nobody.
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
        for result, (rated,) in zip(players, teams, strict=True):
            ratings[result.member] = rated
            matches[result.member] += 1
            after[result.member] = Rating(rated.mu, rated.sigma, matches[result.member])
        yield RatedMatch(match, players[0].played_on, after)


def last_ratings(rated: Iterable[RatedMatch]) -> dict[int, Rating]:
    """Return how everybody is rated after all matches."""
    last: dict[int, Rating] = {}
    for match in rated:
        last.update(match.ratings)
    return last


def over_time(rated: Iterable[RatedMatch], member: int) -> list[tuple[date, Rating]]:
    """Return a member's rating after each day of play, the latest last."""
    days: dict[date, Rating] = {}
    for match in rated:
        if member in match.ratings:
            days[match.played_on] = match.ratings[member]
    return list(days.items())
