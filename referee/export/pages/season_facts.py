"""What a season's page says and its tables do not: officers, hours, who is at a table now, the places before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from referee.club.calendar import schedule, seasons
from referee.club.calendar.settings import settings
from referee.club.folder import Club
from referee.club.match import matches
from referee.club.people import officers
from referee.club.people.public_names import PublicNames
from referee.club.standings.standings import standings
from referee.club.text.faults import ClubFault
from referee.games import is_ruled
from referee.store.plain_rows import Season
from referee.tournaments.freezeout_actions import evening as freeze_out_evening
from referee.tournaments.state.settings import Format
from referee.tournaments.state.view import TournamentView


@dataclass(frozen=True, slots=True)
class AtTable:
    """A table that is being played: its game, and who sits there in order of seat."""

    session: int
    game: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prizes:
    """What a freezeout gives, by entry; `unit` is points, or money where the club has turned that on."""

    unit: str
    won: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class SeasonFacts:
    """Besides the tables of a season: whose it is and what it is played by, and what only the club's file knows.

    `minutes` is how long a session lasts, or 0; `before` the place of each member before the last session, None for
    who was not ranked then; `prizes` are those of each freezeout, by number.
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
    playing: tuple[AtTable, ...] = ()
    before: Mapping[int, int | None] = field(default_factory=dict)
    prizes: Mapping[int, Prizes] = field(default_factory=dict)
    calendar: bool = False


def season_facts(
    club: Club, season: str | None, public: PublicNames, tournaments: tuple[TournamentView, ...]
) -> SeasonFacts:
    """Gather the facts of a season, with names as the public sees them."""
    found = seasons.show(club, season)
    held = [each for each in schedule.sessions(club, found.name) if each.status in ("open", "closed")]
    return SeasonFacts(
        club=club.name,
        season=found.name,
        starts=found.starts,
        ends=found.ends,
        best_k=found.best_k,
        min_sessions=found.min_sessions,
        today=club.today,
        minutes=settings(club, found.name).minutes,
        officers=tuple(
            (each.position, public.at(each.member))
            for each in officers.terms(club)
            if each.standing in (officers.TermStatus.SERVING, officers.TermStatus.RUN_OUT)
        ),
        playing=tuple(
            each for session in held if session.status == "open" for each in _playing(club, session.id, public)
        ),
        before=_before(club, found, max(each.held_on for each in held)) if held else {},
        prizes={each.number: prizes for each in tournaments if (prizes := prizes_of(club, each))},
    )


def _playing(club: Club, session: int, public: PublicNames) -> list[AtTable]:
    """Return the tables of a session that are not over."""
    return [
        AtTable(session, each.book.title if is_ruled(each.book.slug) else public.named(each.book.title), names)
        for each in matches.matches(club, str(session))
        if not each.finished_at and not each.void and not each.unreadable
        for names in [tuple(public.at(member) for member in each.members)]
    ]


def _before(club: Club, season: Season, last: date) -> dict[int, int | None]:
    """Return everybody's place before the last session; nobody's where it was the first."""
    until = last - timedelta(days=1)
    if until < season.starts:
        return {}
    try:
        return {row.member: row.place for row in standings(club, season.name, until=until).rows}
    except ClubFault:
        return {}


def prizes_of(club: Club, view: TournamentView) -> Prizes | None:
    """Return the prizes of a freezeout; none of a tournament of another format."""
    if view.settings.format is not Format.FREEZE_OUT:
        return None
    state = freeze_out_evening.freezeout_view(club, str(view.number)).state
    return Prizes("money" if state.stacks.money else "points", state.won if state.pool else {})
