"""The standings of a season, gathered from the club's file."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from referee.club import roster, seasons
from referee.club.faults import ClubFault
from referee.club.folder import Club
from referee.club.results import Results, results
from referee.club.scoring import score_of
from referee.club.standings import Placing, Row, Step, standings
from referee.store.models import Season


@dataclass(frozen=True, slots=True)
class Ladder:
    """A season and its table, with the results that it comes from."""

    season: Season
    rows: tuple[Row, ...]
    results: Results

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that broke a tie in this table, in order."""
        taken = {tie.step for row in self.rows for tie in row.ties}
        return tuple(step for step in Step if step in taken)


@dataclass(frozen=True, slots=True)
class GameScore:
    """How one game went for a member in a season: the mean of all match scores, and how many were won alone."""

    game: str
    matches: int
    wins: int
    score: Fraction


def by_game(found: Ladder, member: int) -> tuple[GameScore, ...]:
    """Return how each game of the season went for a member, the one played most first."""
    games: dict[str, list[Placing]] = {}
    for placing in found.results.placings:
        if placing.member == member:
            games.setdefault(placing.game, []).append(placing)
    scores = (
        GameScore(
            game,
            len(played),
            sum(each.rank == 1 for each in played),
            sum((score_of(Fraction(each.rank), each.players) for each in played), Fraction()) / len(played),
        )
        for game, played in games.items()
    )
    return tuple(sorted(scores, key=lambda each: (-each.matches, each.game)))


def ladder(
    club: Club,
    season: str | None = None,
    *,
    game: str | None = None,
    since: date | None = None,
    until: date | None = None,
    before: Ladder | None = None,
) -> Ladder:
    """Return the table of a season, or of one game or some weeks of it. Guests have no row.

    With a ladder of a moment `before`, only what has changed since is read; see `results`.
    """
    if since and until and until < since:
        raise ClubFault(f"There is no day from {since} to {until}; expected the earlier day first.")
    found = seasons.show(club, season)
    slug = seasons.book_of(game).slug if game else None
    given = results(club, found.name, before=before.results if before else None)
    every = given.placings
    filtered = slug or since or until
    placings = (
        every
        if not filtered
        else [
            placing
            for placing in every
            if (slug is None or placing.game == slug)
            and (since is None or since <= placing.played_on)
            and (until is None or placing.played_on <= until)
        ]
    )
    names = {member.id: member.name for member in roster.members(club, everybody=True)}
    rows = standings(placings, names, found.best_k, found.min_sessions, found.lot_seed)
    return Ladder(found, rows, given)
