"""The exports that go into the club's own folder, each told in a sentence; names are as the public sees them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from referee.cards.words import counted
from referee.club.calendar.settings import settings
from referee.club.calendar.time_zone import zone_here
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.export.csv_files import write_csv
from referee.export.files import write_file, write_files
from referee.export.hand_histories import hand_histories
from referee.export.ics import USUAL_MINUTES, calendar_file
from referee.export.pages.season_folder import CALENDAR, FULL_NAMES, INDEX, season_pages
from referee.export.tables.season import season_export
from referee.export.whole import write_whole

Watch: TypeAlias = Callable[[int, int], None]
"""Is told how much has been done, and of how much."""


@dataclass(frozen=True, slots=True)
class Export:
    """Something that can be written: what it is called, its file in the club's exports, for what, and how.

    What has `full_names` is not for the public, and asked about first.
    """

    name: str
    file: str
    says: str
    write: Callable[[Club, Watch], str]
    full_names: bool = False


def written(club: Club, export: Export, watch: Watch) -> str:
    """Write an export, and return what was written in a sentence. Raises `ClubFault`."""
    try:
        return export.write(club, watch)
    except OSError as error:
        raise ClubFault(f"{club.exports} cannot be written: {error.strerror}.") from None


def _pages(club: Club, watch: Watch, *, full_names: bool = False) -> str:
    pages = season_pages(club, full_names=full_names, watch=watch)
    folder = club.exports / FULL_NAMES if full_names else club.exports
    paths = write_files(folder, pages.files)
    with_names = " with full names, not to be published" if full_names else ""
    return f"{folder / INDEX}: the season {pages.season}{with_names}, {counted(len(paths), 'file')}."


def _tables(club: Club, watch: Watch) -> str:
    export = season_export(club, watch=watch)
    paths = write_csv(export.tables, club.exports, head=export.head)
    return f"{club.exports}: {counted(len(paths), 'file')}, the last of them the manifest."


def _calendar(club: Club, _: Watch) -> str:
    stated = settings(club)
    zone = stated.zone or zone_here()
    if not zone:
        raise ClubFault("It is not known in which time zone the club meets; its schedule can say so.")
    data = calendar_file(club, zone=zone, minutes=stated.minutes or USUAL_MINUTES)
    path = club.exports / CALENDAR
    write_file(path, data)
    return f"{path}: {counted(data.count(b'BEGIN:VEVENT'), 'session')}, in {zone}."


def _hands(club: Club, _: Watch) -> str:
    found = hand_histories(club)
    if not found.hands:
        raise ClubFault("No hand of Texas Hold'em was played to its end, so none can be written.")
    path = club.exports / "hands.phhs"
    write_file(path, "\n".join(found.hands).encode())
    left = f"; {counted(len(found.refused), 'hand')} cannot be said in that format" if found.refused else ""
    return f"{path}: {counted(len(found.hands), 'hand')}{left}."


def _whole(club: Club, _: Watch) -> str:
    path = club.exports / "club.json"
    write_whole(club, path)
    return f"{path}: the whole club with everybody's full name, to be kept and not to be published."


EXPORTS: Final = (
    Export("season pages", INDEX, "the season for the website: standings, evenings, tournaments, rules", _pages),
    Export("tables", "manifest.json", "the season as CSV, for spreadsheets", _tables),
    Export("calendar", CALENDAR, "the evenings, for everybody's own calendar", _calendar),
    Export("hands", "hands.phhs", "hands of Texas Hold'em, for other programs", _hands),
    Export(
        "full names",
        f"{FULL_NAMES}/{INDEX}",
        "the season pages with full names, for the officers",
        partial(_pages, full_names=True),
        full_names=True,
    ),
    Export("whole club", "club.json", "everything with full names, to be kept", _whole, full_names=True),
)
