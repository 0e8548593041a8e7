"""What a season's schedule says of its calendar: the time zone, how long an evening is, and the public holidays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from sqlmodel import col, select

from referee.club.calendar import seasons
from referee.club.calendar.holidays import Region, holidays_of, region
from referee.club.folder import Club
from referee.club.signing import Writing
from referee.store.engine import Transaction
from referee.store.models import CalendarSetting, Season, Session


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a season; empty, or 0 minutes, where its schedule does not say."""

    zone: str = ""
    minutes: int = 0
    holidays: str = ""


def settings(club: Club, season: str | None = None) -> Settings:
    """Return the settings of a season that was named, or of the current one."""
    with club.reading() as tx:
        return in_force(tx, seasons.called(tx, season, club.today))


def in_force(tx: Transaction, season: Season) -> Settings:
    """Return the settings that hold for a season."""
    stated = select(CalendarSetting).where(col(CalendarSetting.season_id) == season.id)
    last = tx.exec(stated.order_by(col(CalendarSetting.id).desc())).first()
    return Settings(last.zone, last.minutes, last.holidays) if last else Settings()


def keep(tx: Writing, season: Season, stated: Settings) -> bool:
    """Keep what a schedule states; tell whether the hours of its sessions are other ones now, as calendars see them."""
    held = in_force(tx, season)
    if stated == held:
        return False
    tx.add(
        CalendarSetting(
            season_id=season.id,
            zone=stated.zone,
            minutes=stated.minutes,
            holidays=stated.holidays,
            at=tx.moment,
        )
    )
    tx.flush()
    return (stated.zone, stated.minutes) != (held.zone, held.minutes)


def on_holidays(club: Club, where: Region, season: str | None = None) -> Mapping[int, tuple[Session, str]]:
    """Return the planned sessions of a season that fall on a public holiday, by number, each with its name."""
    with club.reading() as tx:
        found = seasons.called(tx, season, club.today)
        named: Mapping[date, str] = holidays_of(where, found.starts, found.ends)
        of_season = select(Session).where(col(Session.season_id) == found.id).order_by(col(Session.held_on))
        return {
            each.id: (each, named[each.held_on])
            for each in tx.exec(of_season)
            if each.status == "planned" and each.held_on in named
        }


def region_of_season(club: Club, season: str | None = None) -> Region | None:
    """Return the region whose holidays the season's schedule heeds, if it says so."""
    stated = settings(club, season).holidays
    return region(stated) if stated else None
