"""``referee schedule``: the season's calendar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, time
from functools import partial
from pathlib import Path
from shlex import join, quote
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import counted
from referee.cli.exits import Exit
from referee.cli.files.export import ics
from referee.cli.shared import completing
from referee.cli.shared.club import day, opened, opened_by, say_table, sure
from referee.cli.shared.common import Acting, Deciding, Looking
from referee.cli.shared.completing import OfSeason
from referee.cli.shared.printing import answer, complain, say, say_fault, say_json, warn

if TYPE_CHECKING:
    from referee.club.calendar.schedule import Loaded
    from referee.store.read import Session

app = typer.Typer(
    help="The season's calendar.", no_args_is_help=True, epilog="Example: referee schedule load schedules/2026-27.toml"
)
Which = Annotated[str, typer.Argument(help="The session's date.", autocompletion=completing.sessions)]
At = Annotated[str | None, typer.Option("--at", metavar="HH:MM", help="When it starts.")]
Room = Annotated[str | None, typer.Option("--room", help="Where.")]
Note = Annotated[
    str | None,
    typer.Option(
        "--note",
        help="What is special about it. Published as you type it, as the room is: on the board, the season's page and "
        "in CSV and calendar files. All other notes and reasons stay in the club.",
    ),
]


@app.command(epilog="Example: referee schedule load schedules/2026-27.toml")
def load(file: Annotated[Path, typer.Argument(help="A season's schedule, in TOML.")], common: Acting) -> None:
    """Take over a written schedule; loading it again changes only what was changed in it."""
    from referee.club.calendar import schedule
    from referee.club.calendar.schedule_toml import ScheduleFault, read_schedule
    from referee.club.calendar.toml_text import LONGEST_FILE

    try:
        with file.open("rb") as opened_file:  # no more of it than a schedule can have: a device has no end
            plan = read_schedule(opened_file.read(4 * LONGEST_FILE + 4).decode("utf-8-sig"))
    except OSError as error:
        complain(f"cannot read {file}: {error.strerror}; expected a season's schedule, such as schedules/2026-27.toml")
    except UnicodeDecodeError as error:
        complain(f"{file} is not text in UTF-8 (byte {error.start}); save it as UTF-8 and try again")
    except ScheduleFault as fault:
        for each in fault.faults:
            say_fault(each, str(file))
        if len(fault.faults) > 1:
            warn(f"{file}: {len(fault.faults)} faults; nothing was written down")
        raise typer.Exit(Exit.USAGE) from None
    with opened_by(common) as desk:
        done = schedule.load(desk, plan)
    answer(done, common.json, partial(_say_loaded, file))


def _say_loaded(file: Path, done: Loaded) -> None:
    say(
        f"season {done.season.name}: {counted(len(done.added), 'session')} added, "
        f"{len(done.changed)} changed, {len(done.kept)} as they were"
    )
    for skipped, reason in done.skipped.items():
        say(f"no session on {skipped}: {reason}")
    for game, rules in done.house_rules.items():
        said = ", ".join(f"{name}={value}" for name, value in rules.items()) or "played as printed"
        say(f"house rules of {game} from now on: {said}")
    for session in done.unplanned:
        say(f"not in {file}, and left alone: {_said(session)}")
        if session.held_on in done.skipped and session.status == "planned":
            note = quote(done.skipped[session.held_on])
            say(f"  To take it out: referee schedule cancel {session.held_on} --note {note}")


@app.command(epilog="Example: referee schedule add 2026-12-18 --at 18:00 --room Library")
def add(
    on: Annotated[str, typer.Argument(metavar="DATE", help="The day, such as 2026-12-18.")],
    common: Acting,
    at: At = None,
    room: Room = None,
    note: Note = None,
    season: OfSeason = None,
) -> None:
    """Plan one more session, or take up a cancelled one again. Hour and room are those of the season's last session."""
    from referee.club.calendar import schedule

    with opened_by(common) as desk:
        usual = next((each for each in reversed(schedule.sessions(desk, season)) if not each.cancelled_at), None)
        starts = _hour(at) or (usual.starts if usual else None)
        if starts is None:
            complain("when does it start? Expected --at with a time, such as --at 15:45")
        where = room if room is not None else (usual.room if usual else "")
        on_day = day(on, "the day")
        added = schedule.add(desk, on_day, starts, room=where, note=note or "", season=season)
    answer(added, common.json, _say_one)


@app.command("list", epilog="Example: referee schedule list --season 2026-27")
def list_(common: Looking, season: OfSeason = None) -> None:
    """List the sessions of a season."""
    from referee.club.calendar import schedule

    with opened(common) as desk:
        found = schedule.sessions(desk, season)
    answer(found, common.json, _say_all)


def _say_all(found: Sequence[Session]) -> None:
    say_table(
        ["date", "day", "starts", "room", "status", "note"],
        [[s.held_on, f"{s.held_on:%a}", f"{s.starts:%H:%M}", s.room, s.status, s.note] for s in found],
    )


@app.command(epilog="Example: referee schedule move 2026-12-14 --to 2026-12-15 --room Library")
def move(
    session: Which,
    common: Acting,
    to: Annotated[str | None, typer.Option("--to", metavar="DATE", help="The new day.")] = None,
    at: At = None,
    room: Room = None,
    note: Note = None,
) -> None:
    """Move a session that has not begun to another day, hour or room."""
    from referee.club.calendar import schedule

    with opened_by(common) as desk:
        new_day: date | None = day(to, "the new day") if to else None
        moved = schedule.move(desk, session, to=new_day, starts=_hour(at), room=room, note=note)
    answer(moved, common.json, _say_one)


@app.command(epilog='Example: referee schedule cancel 2026-12-14 --note "snow" --yes')
def cancel(session: Which, common: Deciding, note: Note = None) -> None:
    """Cancel a session that has not begun; it stays in the calendar, marked."""
    from referee.club.calendar import schedule, sessions

    with opened_by(common) as desk:
        found = sessions.show(desk, session).session
        sure(f"Cancel the session of {found.held_on}?", common.yes)
        cancelled = schedule.cancel(desk, str(found.id), note=note or "")
    answer(cancelled, common.json, _say_one)


@app.command(epilog="Example: referee schedule holidays --country DE --subdivision BW")
def holidays(
    common: Deciding,
    country: Annotated[
        str | None,
        typer.Option("--country", metavar="CC", help="Its two letters, such as DE; else as the schedule says."),
    ] = None,
    subdivision: Annotated[
        str | None, typer.Option("--subdivision", metavar="NAME", help="A part of the country, such as BW.")
    ] = None,
    season: OfSeason = None,
    cancel: Annotated[
        bool, typer.Option("--cancel", help="Cancel these sessions, each with the holiday's name as its note.")
    ] = False,
) -> None:
    """List the planned sessions that fall on a public holiday. None is cancelled unless that is asked for."""
    from referee.club.calendar import schedule, settings
    from referee.club.calendar.holidays import region_of

    with opened_by(common) as desk:
        if country is None and subdivision is not None:
            complain("--subdivision is a part of what country? Expected --country too, such as --country DE")
        where = region_of(country, subdivision or "") if country else settings.region_of_season(desk, season)
        if where is None:
            complain(
                "which country's holidays? Expected such as: referee schedule holidays --country DE --subdivision BW"
            )
        found = settings.on_holidays(desk, where, season)
        if cancel and found:
            if not common.json:
                _say_holidays(found.values())
            sure(f"Cancel {counted(len(found), 'session')}?", common.yes)
            done = schedule.cancel_all(desk, {str(number): name for number, (_, name) in found.items()})
            found = {each.id: (each, each.note) for each in done}
    if common.json:
        say_json([{"session": session, "holiday": name} for session, name in found.values()])
    elif not found:
        say(f"No planned session falls on a public holiday ({where}).")
    elif cancel:
        for each, _ in found.values():
            _say_one(each)
    else:
        _say_holidays(found.values())
        again = ["referee", "schedule", "holidays"]
        if country:
            again += ["--country", where.country]
        if country and where.subdivision:
            again += ["--subdivision", where.subdivision]
        if season:
            again += ["--season", season]
        say(f"To cancel {'it' if len(found) == 1 else 'them'}: {join([*again, '--cancel'])}")


app.command("ics", epilog="Example: referee schedule ics --to monday.ics")(ics)


def _say_holidays(found: Iterable[tuple[Session, str]]) -> None:
    say_table(
        ["date", "day", "starts", "room", "holiday"],
        [[s.held_on, f"{s.held_on:%a}", f"{s.starts:%H:%M}", s.room, name] for s, name in found],
    )


def _say_one(session: Session) -> None:
    say(_said(session))


def _said(session: Session) -> str:
    where = f" in {session.room}" if session.room else ""
    note = f" ({session.note})" if session.note else ""
    return f"{session.held_on:%a} {session.held_on} {session.starts:%H:%M}{where}, {session.status}{note}"


def _hour(typed: str | None) -> time | None:
    if typed is None:
        return None
    try:
        return time.fromisoformat(typed)
    except ValueError:
        complain(f"{typed!r} is not a time; expected one such as 15:45")
