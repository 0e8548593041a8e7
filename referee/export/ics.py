"""Export a season's sessions as an iCalendar file (RFC 5545).

The same club always gives the same bytes. The only typed texts in the file are the room and note of each session.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Final
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event, Timezone, TimezoneDaylight, TimezoneStandard

from referee.club.activity_log import find_entries
from referee.club.calendar import seasons
from referee.club.folder import Club
from referee.rules.plain_text import with_signs
from referee.store.plain_rows import Charter, Season, Session, get_row, select_rows
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction

USUAL_MINUTES: Final = 120
_SESSION_EVENTS: Final = (
    EventKind.SESSION_PLANNED, EventKind.SESSION_CHANGED, EventKind.SESSION_CANCELLED,
    EventKind.SESSION_OPENED, EventKind.SESSION_CLOSED,
    EventKind.SESSION_REOPENED,
)  # fmt: skip
_UID_NAMESPACE: Final = UUID("6c1f3b0a-6d2e-4f0b-9a55-2f0b1f9a7d11")


def calendar_file(club: Club, season: str | None = None, *, zone: str, minutes: int) -> bytes:
    """Return the content of an .ics file with an event for each session. Cancelled sessions are marked.

    `zone` is the time zone of the schedule, and `minutes` the length of a session.
    """
    with club.reading() as tx:
        season_row = seasons.find_season(tx, season, club.today)
        sessions = select_rows(tx, Session, "WHERE season_id = ? ORDER BY held_on, id", season_row.id)
        founded = get_row(tx, Charter, 1).founded_at
        last_changes = _last_changes(tx)
        calendar = _new_calendar(club.name, season_row)
        events = [
            _session_event(
                session,
                club.name,
                founded,
                last_changes.get(session.id, season_row.made_at),
                zone=zone,
                minutes=minutes,
            )
            for session in sessions
        ]
    if zone != "UTC":
        days = [session.held_on for session in sessions] or [season_row.starts]
        calendar.add_component(_build_time_zone(zone, min(days), max(days)))
    for event in events:
        calendar.add_component(event)
    return bytes(calendar.to_ical(sorted=False))


def session_uid(founded: datetime, session: int) -> str:
    """Return the permanent UID of a session. It stays the same if the session moves, in every copy of the club."""
    return str(uuid5(_UID_NAMESPACE, f"{founded.astimezone(UTC).isoformat(timespec='microseconds')} {session}"))


def _new_calendar(club: str, season: Season) -> Calendar:
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//referee//sessions//EN")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("x-wr-calname", f"{with_signs(club)} {with_signs(season.name)}")
    return calendar


def _session_event(
    session: Session,
    club: str,
    founded: datetime,
    changed: datetime,
    *,
    zone: str,
    minutes: int,
) -> Event:
    starts = datetime.combine(session.held_on, session.starts, tzinfo=UTC if zone == "UTC" else ZoneInfo(zone))
    event = Event()
    event.add("uid", session_uid(founded, session.id))
    # In a file without a METHOD, both give the time of the last change, not of the writing.
    event.add("dtstamp", changed.astimezone(UTC).replace(microsecond=0))
    event.add("last-modified", changed.astimezone(UTC).replace(microsecond=0))
    event.add("sequence", session.sequence)
    event.add("status", "CANCELLED" if session.cancelled_at else "CONFIRMED")
    event.add("summary", with_signs(club))
    event.add("dtstart", starts)
    event.add("dtend", _end_time(starts, minutes))
    if session.room:
        event.add("location", with_signs(session.room))
    if session.note:
        event.add("description", with_signs(session.note))
    return event


def _end_time(starts: datetime, minutes: int) -> datetime:
    """Return the local time some minutes later, counted in UTC, as the clock may change at night."""
    return (starts.astimezone(UTC) + timedelta(minutes=minutes)).astimezone(starts.tzinfo)


def _build_time_zone(zone: str, first: date, last: date) -> Timezone:
    """Return a time zone's offsets around a season, with a component for each clock change.

    The functions of `icalendar` 7.3, `Timezone.from_tzid` and `Calendar.add_missing_timezones`, are wrong in two ways.
    They give the start of summer time by the clock after the change, such as 3 instead of 2 o'clock, but RFC 5545
    (3.6.5) requires the clock before it. They also look ahead in steps of 64 days, and so miss shorter periods such as
    Ramadan in Morocco.
    """
    clock = ZoneInfo(zone)
    start = datetime(first.year, 1, 1, tzinfo=UTC)
    until = datetime(last.year + 1, 1, 1, tzinfo=UTC)
    time_zone = Timezone()
    time_zone.add("tzid", zone)
    time_zone.add_component(_observance(clock, start, start))
    for day in range((until - start).days):
        this_day, next_day = (start + timedelta(days=days) for days in (day, day + 1))
        if _utc_offset(clock, this_day) != _utc_offset(clock, next_day):
            transition = _find_transition(clock, this_day, next_day)
            time_zone.add_component(_observance(clock, transition, transition - timedelta(seconds=1)))
    return time_zone


def _observance(clock: ZoneInfo, since: datetime, before: datetime) -> TimezoneStandard | TimezoneDaylight:
    """Return the offset in force from a moment on, which is given by the local clock before the change."""
    local = since.astimezone(clock)
    part = TimezoneDaylight() if local.dst() else TimezoneStandard()
    part.add("dtstart", (since + _utc_offset(clock, before)).replace(tzinfo=None))
    part.add("tzoffsetfrom", _utc_offset(clock, before))
    part.add("tzoffsetto", _utc_offset(clock, since))
    part.add("tzname", local.tzname() or str(clock))
    return part


def _find_transition(clock: ZoneInfo, before: datetime, after: datetime) -> datetime:
    """Return the moment between two others at which the offset changes."""
    seconds = range(int((after - before).total_seconds()))
    old_offset = _utc_offset(clock, before)
    return before + timedelta(
        seconds=bisect_left(
            seconds, True, key=lambda second: _utc_offset(clock, before + timedelta(seconds=second)) != old_offset
        )
    )


def _utc_offset(clock: ZoneInfo, moment: datetime) -> timedelta:
    return moment.astimezone(clock).utcoffset() or timedelta()


def _last_changes(tx: Transaction) -> Mapping[int, datetime]:
    """Return the time of each session's last change in the club's log."""
    last_changes: dict[int, datetime] = {}
    for entry in reversed(
        find_entries(tx, EventKind.CALENDAR_SET, EventKind.UNDONE, EventKind.REDONE, *_SESSION_EVENTS)
    ):
        data = entry.data
        numbers = [data["session"]] if "session" in data else [number for number, _ in data.get("announced", ())]
        last_changes.update(dict.fromkeys(numbers, entry.moment))
    return last_changes
