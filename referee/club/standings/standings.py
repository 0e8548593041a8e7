"""The standings of a season, computed from the club's file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from datetime import date
from fractions import Fraction

from referee.cards.immutable import frozen
from referee.club.calendar import house_rules, seasons
from referee.club.disputes import penalties
from referee.club.disputes.penalties import PenaltyView
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.people.public_names import PublicNames
from referee.club.scoring_rules import parse_tie_steps
from referee.club.standings.ranking import Result, Standing, Tally, ranking, required_sessions, tallies
from referee.club.standings.results import SeasonResults, season_results
from referee.club.standings.scoring_book import book
from referee.club.text.faults import ClubFault
from referee.competition.clauses import ClauseText
from referee.rules.notation.seats import clean_name
from referee.store.difference import Difference
from referee.store.plain_rows import Season


@frozen
class Standings:
    """The standings of a season, with the results and penalties behind them.

    `tallied` has each player's tally; it is empty for standings of one game or some weeks.
    """

    season: Season
    rows: tuple[Standing, ...]
    results: SeasonResults
    penalties: tuple[PenaltyView, ...] = ()
    tallied: Mapping[int, Tally] = field(default_factory=dict, repr=False)

    @property
    def damage(self) -> tuple[Difference, ...]:
        """Descriptions of the results that are left out because they cannot be read."""
        return self.results.damage

    @property
    def tie_rules(self) -> tuple[ClauseText, ...]:
        """The clauses of the tie-breaks used in these standings, in the season's order."""
        steps = {tie.step for row in self.rows for tie in row.ties}
        return tuple(
            book().tie_break_clause(step, self.season) for step in parse_tie_steps(self.season.ties) if step in steps
        )


@frozen
class GameScore:
    """A member's results in one game: the number of matches, the number of sole wins, and the mean match score."""

    game: str
    matches: int
    wins: int
    score: Fraction


def standings(
    club: Club,
    season: str | None = None,
    *,
    game: str | None = None,
    since: date | None = None,
    until: date | None = None,
    before: Standings | None = None,
) -> Standings:
    """Return the standings of a season, or only for one game or some days. Guests have no row.

    With earlier standings (`before`), only changes are computed; see `season_results`.
    """
    if since and until and until < since:
        raise ClubFault(f"{since} is after {until}. Put the earlier date first.")
    season_row = seasons.show(club, season)
    season_data = season_results(club, season_row.name, before=before.results if before else None)
    all_results = season_data.every
    games = played_as(game, all_results) if game else None
    filtered = games or since or until
    results = (
        all_results
        if not filtered
        else [
            result
            for result in all_results
            if (games is None or result.game in games)
            and (since is None or since <= result.played_on)
            and (until is None or result.played_on <= until)
        ]
    )
    with club.reading() as tx:
        names = roster.names(tx)
    # Not for a single game: penalties are deducted from whole sessions (scoring 5.4).
    penalty_views = [] if game else penalties.penalties(club, season_row.name)
    points = penalties.points_by_session(penalty_views)
    steps = parse_tie_steps(season_row.ties)
    known_tallies = (
        _unchanged_tallies(before, season_data, season_row.best_k, points) if before and not filtered else {}
    )
    new_tallies = tallies(results, season_row.best_k, points, known_tallies)
    rows = ranking(
        results,
        names,
        season_row.best_k,
        required_sessions(season_row.min_sessions, season_row.best_k, len({result.session for result in results})),
        season_row.lot_seed,
        penalties=points,
        steps=steps,
        known_tallies=new_tallies,
    )
    return Standings(season_row, rows, season_data, tuple(penalty_views), {} if filtered else new_tallies)


def _unchanged_tallies(
    before: Standings, season_data: SeasonResults, best_k: int, points: Mapping[tuple[int, int], int]
) -> dict[int, Tally]:
    """Return the earlier tallies of players with unchanged matches and penalties."""
    if (before.results.season, before.season.best_k) != (season_data.season, best_k):
        return {}
    met = season_data.touched_since(before.results)
    punished = points.items() ^ penalties.points_by_session(before.penalties).items()
    changed_members = met | {member for (member, _), _ in punished}
    return {member: tally for member, tally in before.tallied.items() if member not in changed_members}


def shown_in_public(ranking: Standings, public: PublicNames) -> Standings:
    """Return standings with public names. Reasons and officers of penalties are removed."""
    rows = tuple(
        replace(
            row,
            name=public.at(row.member),
            ties=tuple(replace(tie, name=public.at(tie.neighbour)) for tie in row.ties),
        )
        for row in ranking.rows
    )
    shown_penalties = tuple(
        replace(penalty, name=public.at(penalty.member), reason="", by="", cancelled_because="", cancelled_by="")
        for penalty in ranking.penalties
    )
    return replace(ranking, rows=rows, penalties=shown_penalties)


def played_as(text: str, results: Iterable[Result]) -> set[str]:
    """Return the names under which a game's matches are stored: its slug, and its name before it had a rulebook.

    Raise `ClubFault` if the game has neither a rulebook nor a result.
    """
    stored_names = {result.game for result in results if result.game.casefold() == clean_name(text).casefold()}
    try:
        return stored_names | {house_rules.find_rulebook(text).slug}
    except ClubFault:
        if not stored_names:
            raise
        return stored_names
