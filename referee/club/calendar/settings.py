"""The calendar settings of a season: its time zone, the length of an evening, and public holidays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from datetime import date

from referee.cards.immutable import frozen
from referee.club.activity_log import find_entries
from referee.club.calendar import seasons
from referee.club.calendar.holidays import Region, holidays_of, parse_region
from referee.club.folder import Club
from referee.club.signatures import Writing
from referee.store.plain_rows import Season, Session, select_rows
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction


@frozen
class CalendarSettings:
    """The calendar settings of a season. Settings missing from its schedule are empty, or 0 minutes.

    `dates` is the order in which officers type day and month, if not the day first.
    """

    zone: str = ""
    minutes: int = 0
    holidays: str = ""
    dates: str = ""


def settings(club: Club, season: str | None = None) -> CalendarSettings:
    """Return the calendar settings of a season, by default the current one."""
    with club.reading() as tx:
        return season_settings(tx, seasons.find_season(tx, season, club.today))


def season_settings(tx: Transaction, season: Season) -> CalendarSettings:
    """Return the calendar settings from the latest schedule of a season."""
    last_entry = next(iter(find_entries(tx, EventKind.CALENDAR_SET, season=season.id, limit=1)), None)
    return (
        CalendarSettings(
            **{
                field.name: last_entry.data[field.name]
                for field in fields(CalendarSettings)
                if field.name in last_entry.data
            }
        )
        if last_entry
        else CalendarSettings()
    )


def save_settings(
    tx: Writing, season: Season, settings: CalendarSettings, announced_sessions: Iterable[Session]
) -> None:
    """Store the calendar settings of a schedule.

    If they shift the times of sessions, each of the `announced_sessions` is updated for subscribed calendars.
    """
    previous_settings = season_settings(tx, season)
    if settings == previous_settings:
        return
    moved_sessions = (
        announced_sessions
        if (settings.zone, settings.minutes) != (previous_settings.zone, previous_settings.minutes)
        else ()
    )
    sequences = [[session.id, session.sequence + 1] for session in moved_sessions]
    tx.append(EventKind.CALENDAR_SET, {"season": season.id, **asdict(settings), "announced": sequences})


def sessions_on_holidays(club: Club, region: Region, season: str | None = None) -> Mapping[int, tuple[Session, str]]:
    """Return the planned sessions of a season on public holidays, by number, each with the holiday's name."""
    with club.reading() as tx:
        season_row = seasons.find_season(tx, season, club.today)
        names: Mapping[date, str] = holidays_of(region, season_row.starts, season_row.ends)
        return {
            session.id: (session, names[session.held_on])
            for session in select_rows(tx, Session, "WHERE season_id = ? ORDER BY held_on", season_row.id)
            if session.status == "planned" and session.held_on in names
        }


def region_of_season(club: Club, season: str | None = None) -> Region | None:
    """Return the holiday region of a season's schedule; None if it names none."""
    region_text = settings(club, season).holidays
    return parse_region(region_text) if region_text else None
