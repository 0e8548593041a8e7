"""Load the data of a season and fill its tables."""

from __future__ import annotations

from referee.club.calendar import schedule, sessions
from referee.club.disputes.disputes import disputes
from referee.club.folder import Club
from referee.club.match import matches
from referee.club.people import roster
from referee.club.people.public_names import all_public_names
from referee.club.standings import season_end
from referee.club.standings.ratings import ratings_of_each
from referee.club.standings.standings import standings
from referee.export.tables.columns import fill_tables
from referee.export.tables.rows import SeasonExport, SeasonTables
from referee.export.tables.season_data import SeasonData
from referee.store.progress import Progress, no_progress
from referee.tournaments import overview as shown_tournaments
from referee.tournaments.public_view import public_view


def season_export(
    club: Club, season: str | None = None, *, full_names: bool = False, progress: Progress = no_progress
) -> SeasonExport:
    """Return the tables of a season.

    Names are public ones. With `full_names`, only members who opted out are hidden. `progress` is called with the
    number of sessions read and their total.
    """
    progress(0, 0)
    season_standings = standings(club, season)
    season_sessions = schedule.sessions(club, season_standings.season.name)
    session_views, season_matches = [], []
    for number, session in enumerate(season_sessions, 1):
        session_views.append(sessions.show(club, str(session.id)))
        season_matches.extend(matches.matches(club, str(session.id)))
        progress(number, len(season_sessions))
    members = roster.members(club, include_retired=True)
    public = all_public_names(club, full_names=full_names)
    season_tournaments = [
        tournament
        for tournament in shown_tournaments.all_tournaments(club)
        if tournament.season == season_standings.season.name
    ]
    data = SeasonData(
        public=public,
        members=members,
        sessions=session_views,
        matches=season_matches,
        results=sorted(season_standings.results.every, key=lambda result: result.played_on),
        standings=season_standings,
        disputes=disputes(club),
        ratings=ratings_of_each(club, sorted({result.game for result in season_standings.results.every})),
        trophies=season_end.kept_trophies(club, season_standings.season.name),
        tournaments=[public_view(tournament, public) for tournament in season_tournaments],
    )
    return SeasonExport(
        fill_tables(SeasonTables, data),
        str(club.head),
        tuple(
            dict.fromkeys(
                (*season_standings.damage, *(difference for table in season_matches for difference in table.damage))
            )
        ),
        tuple(data.tournaments),
    )
