"""``referee export ics``, which `schedule ics` is too: the sessions as a calendar file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from referee.cards.words import counted
from referee.cli.shared import completing
from referee.cli.shared.arguments import AsJson
from referee.cli.shared.club import ClubAt, opened
from referee.cli.shared.output import put
from referee.cli.shared.say import complain, say, say_json


def ics(
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="FILE", help="The file, or - to print it; else season.ics in exports/."),
    ] = None,
    season: Annotated[
        str | None,
        typer.Option("--season", help="Its name; else the one that is on.", autocompletion=completing.seasons),
    ] = None,
    zone: Annotated[
        str | None,
        typer.Option(
            "--zone", metavar="ZONE", help="Such as Europe/Berlin; else the schedule's, else this computer's."
        ),
    ] = None,
    lasts: Annotated[
        str | None,
        typer.Option("--lasts", metavar="H:MM", help="How long an evening is; else as the schedule says, else 2:00."),
    ] = None,
    json: AsJson = False,
    club: ClubAt = None,
) -> None:
    """Write the sessions of a season as a calendar file (.ics), cancelled ones marked. Nobody is named in it."""
    from referee.club.calendar.settings import settings
    from referee.club.calendar.time_zone import zone_called, zone_here
    from referee.export.ics import USUAL_MINUTES, calendar_file

    with opened(club) as desk:
        stated = settings(desk, season)
        minutes = minutes_of(lasts) if lasts else stated.minutes or USUAL_MINUTES
        where = zone_called(zone) if zone else stated.zone or zone_here()
        if not where:
            complain(
                "in which time zone does the club meet? Expected --zone with its name, such as --zone Europe/Berlin"
            )
        data = calendar_file(desk, season, zone=where, minutes=minutes)
        path = to or desk.exports / "season.ics"
    if not put(path, data):
        return
    sessions = data.count(b"BEGIN:VEVENT")
    if json:
        say_json({"file": str(path), "sessions": sessions, "zone": where, "minutes": minutes})
    else:
        say(f"{path}: {counted(sessions, 'session')}, each of {minutes // 60}:{minutes % 60:02} hours, in {where}")


def minutes_of(typed: str) -> int:
    """Read how long an evening is, such as 2:30, or complain."""
    read = re.fullmatch(r"(\d{1,2}):([0-5]\d)", typed.strip())
    minutes = int(read[1]) * 60 + int(read[2]) if read else 0
    if not 0 < minutes < 24 * 60:
        complain(f"--lasts {typed!r} is not the length of an evening; expected hours and minutes such as 2:30")
    return minutes
