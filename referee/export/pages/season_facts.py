"""Facts for a season's page that are not in its tables: officers, times, tables in play and prizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import date, timedelta

from referee.cards.immutable import frozen
from referee.club.calendar import schedule, seasons
from referee.club.calendar.settings import settings
from referee.club.folder import Club
from referee.club.match import matches
from referee.club.people import officers
from referee.club.people.public_names import PublicNames
from referee.club.standings.standings import standings
from referee.club.text.faults import ClubFault
from referee.games import has_rulebook
from referee.store.plain_rows import Season
from referee.tournaments.freezeout_actions import evening as freeze_out_evening
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import TournamentView


@frozen
class TableInPlay:
    """A table in play: its session, its game, and its players in seat order."""

    session: int
    game: str
    names: tuple[str, ...]


@frozen
class Prizes:
    """The prizes of a freezeout by entry. `unit` is points, or money if the freezeout is set to it."""

    unit: str
    by_entry: Mapping[int, int]


@frozen
class SeasonFacts:
    """The facts of a season that are not in its tables.

    `minutes` is the length of a session, or 0 if unknown. `previous_places` has each member's place before the last
    session, None for unranked ones. `prizes` has the prizes of each freezeout, by its number.
    """

    club: str
    season: str
    starts: date
    ends: date
    best_k: int
    min_sessions: int
    today: date
    minutes: int = 0
    officers: tuple[tuple[str, str], ...] = ()
    in_play: tuple[TableInPlay, ...] = ()
    previous_places: Mapping[int, int | None] = field(default_factory=dict)
    prizes: Mapping[int, Prizes] = field(default_factory=dict)
    calendar: bool = False


def season_facts(
    club: Club, season: str | None, public: PublicNames, tournaments: tuple[TournamentView, ...]
) -> SeasonFacts:
    """Return the facts of a season, with public names."""
    season_row = seasons.show(club, season)
    held_sessions = [
        session_row
        for session_row in schedule.sessions(club, season_row.name)
        if session_row.status in ("open", "closed")
    ]
    return SeasonFacts(
        club=club.name,
        season=season_row.name,
        starts=season_row.starts,
        ends=season_row.ends,
        best_k=season_row.best_k,
        min_sessions=season_row.min_sessions,
        today=club.today,
        minutes=settings(club, season_row.name).minutes,
        officers=tuple(
            (term.position, public.at(term.member))
            for term in officers.terms(club)
            if term.standing in (officers.TermStatus.SERVING, officers.TermStatus.RUN_OUT)
        ),
        in_play=tuple(
            table
            for session in held_sessions
            if session.status == "open"
            for table in _tables_in_play(club, session.id, public)
        ),
        previous_places=_previous_places(club, season_row, max(session.held_on for session in held_sessions))
        if held_sessions
        else {},
        prizes={
            tournament.number: prizes for tournament in tournaments if (prizes := freezeout_prizes(club, tournament))
        },
    )


def _tables_in_play(club: Club, session: int, public: PublicNames) -> list[TableInPlay]:
    """Return the unfinished tables of a session."""
    return [
        TableInPlay(
            session, match.book.title if has_rulebook(match.book.slug) else public.named(match.book.title), names
        )
        for match in matches.matches(club, str(session))
        if not match.finished_at and not match.void and not match.unreadable
        for names in [tuple(public.at(member) for member in match.members)]
    ]


def _previous_places(club: Club, season: Season, last: date) -> dict[int, int | None]:
    """Return each member's place before the last session, or an empty mapping if it was the first."""
    until = last - timedelta(days=1)
    if until < season.starts:
        return {}
    try:
        return {row.member: row.place for row in standings(club, season.name, until=until).rows}
    except ClubFault:
        return {}


def freezeout_prizes(club: Club, view: TournamentView) -> Prizes | None:
    """Return the prizes of a freezeout, or None for another format."""
    if view.settings.format is not Format.FREEZE_OUT:
        return None
    state = freeze_out_evening.freezeout_view(club, str(view.number)).state
    return Prizes("money" if state.stacks.money else "points", state.won if state.pool else {})
