"""``referee schedule``: the season's calendar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import counted
from referee.cli.exit_codes import Exit
from referee.cli.shared import completion
from referee.cli.shared.club import confirmed, opened, opened_by, say_table
from referee.cli.shared.common_options import Acting, Correcting, Looking
from referee.cli.shared.completion import OfSeason, SeasonName
from referee.cli.shared.dates import dated, day
from referee.cli.shared.printing import answer, complain, say, say_fault, say_json, warn
from referee.cli.shared.quoting import quoted

if TYPE_CHECKING:
    from referee.club.calendar.schedule import LoadResult
    from referee.store.plain_rows import Session

app = typer.Typer(
    help="The season's calendar.", no_args_is_help=True, epilog="Example: referee schedule load schedules/2026-27.toml"
)
Which = Annotated[str, typer.Argument(help="Date of the session.", callback=dated, autocompletion=completion.sessions)]
At = Annotated[str | None, typer.Option("--at", metavar="HH:MM", help="Start time.")]
Room = Annotated[str | None, typer.Option("--room", help="Room.")]
Note = Annotated[
    str | None,
    typer.Option(
        "--note",
        help="Public note: it is shown on the board, the season's page and in CSV and calendar files, as the room is.",
    ),
]


@app.command(epilog="Example: referee schedule load schedules/2026-27.toml")
def load(file: Annotated[Path, typer.Argument(help="Schedule of a season, in TOML.")], common: Correcting) -> None:
    """Load a schedule file. Loading it again changes only what you changed in the file: that is shown first."""
    from referee.club.calendar import schedule
    from referee.club.calendar.schedule_toml import ScheduleFault, read_schedule
    from referee.club.calendar.toml_text import LONGEST_FILE

    try:
        with file.open("rb") as opened_file:  # no more of it than a schedule can have: a device has no end
            plan = read_schedule(opened_file.read(4 * LONGEST_FILE + 4).decode("utf-8-sig"))
    except OSError as error:
        complain(f"Cannot read {file}: {error.strerror}. Use a schedule, such as schedules/2026-27.toml.")
    except UnicodeDecodeError as error:
        complain(f"{file} is not text in UTF-8 (byte {error.start}). Save it as UTF-8.")
    except ScheduleFault as fault:
        for each in fault.faults:
            say_fault(each, str(file))
        if len(fault.faults) > 1:
            warn(f"{file}: {len(fault.faults)} faults. Nothing was changed.")
        raise typer.Exit(Exit.USAGE) from None
    with opened_by(common) as desk:
        would = schedule.preview_load(desk, plan)
        if would.changed or common.dry_run:
            if not common.json:
                _say_loaded(file, would)
                for session in would.changed:
                    say(f"Changed: {_said(session)}")
            if not confirmed(f"Change {counted(len(would.changed), 'session')}?", common, would):
                return
        done = schedule.load(desk, plan)
    answer(done, common.json, partial(_say_loaded, file))


def _say_loaded(file: Path, done: LoadResult) -> None:
    say(
        f"Season {done.season.name}: {counted(len(done.added), 'session')} added, "
        f"{len(done.changed)} changed, {len(done.kept)} unchanged"
    )
    for skipped, reason in done.skipped.items():
        say(f"No session on {skipped}: {reason}")
    for game, rules in done.house_rules.items():
        said = ", ".join(f"{name}={value}" for name, value in rules.items()) or "played as printed"
        say(f"House rules of {game} from now on: {said}")
    for session in done.unplanned:
        say(f"Not in {file}, left unchanged: {_said(session)}")
        if session.held_on in done.skipped and session.status == "planned":
            note = quoted(done.skipped[session.held_on])
            say(f"  To cancel it: referee schedule cancel {session.held_on} --note {note}")


@app.command(epilog="Example: referee schedule add 2026-12-18 --at 18:00 --room Library")
def add(
    on: Annotated[str, typer.Argument(metavar="DATE", help="Date, such as 2026-12-18, tomorrow or monday.")],
    common: Acting,
    at: At = None,
    room: Room = None,
    note: Note = None,
    season: OfSeason = None,
) -> None:
    """Add a session, or restore a cancelled one. Time and room default to those of the season's last session."""
    from referee.club.calendar import schedule

    with opened_by(common) as desk:
        usual = next((each for each in reversed(schedule.sessions(desk, season)) if not each.cancelled_at), None)
        starts = _hour(at) or (usual.starts if usual else None)
        if starts is None:
            complain("The session needs a time. Add one, such as --at 15:45.")
        where = room if room is not None else (usual.room if usual else "")
        on_day = day(on, desk.today)
        added = schedule.add(desk, on_day, starts, room=where, note=note or "", season=season)
    answer(added, common.json, partial(_say_added, desk.today))


def _say_added(today: date, session: Session) -> None:
    _say_done(session)
    if session.held_on == today:
        say("Next: referee open")


@app.command("list", epilog="Example: referee schedule list 2026-27")
def list_(common: Looking, season: SeasonName = None) -> None:
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
    to: Annotated[str | None, typer.Option("--to", metavar="DATE", help="New date.")] = None,
    at: At = None,
    room: Room = None,
    note: Note = None,
) -> None:
    """Move a session that has not started to another date, time or room."""
    from referee.club.calendar import schedule

    with opened_by(common) as desk:
        new_day: date | None = day(to, desk.today) if to else None
        moved = schedule.move(desk, session, to=new_day, starts=_hour(at), room=room, note=note)
    answer(moved, common.json, _say_done)


@app.command(epilog='Example: referee schedule cancel 2026-12-14 --note "snow" --yes')
def cancel(session: Which, common: Correcting, note: Note = None) -> None:
    """Cancel a session that has not started. It stays in the calendar, marked as cancelled."""
    from referee.club.calendar import schedule, sessions

    with opened_by(common) as desk:
        found = sessions.show(desk, session).session
        if not confirmed(f"Cancel the session of {found.held_on}?", common, found):
            return
        cancelled = schedule.cancel(desk, str(found.id), note=note or "")
    answer(cancelled, common.json, _say_done)


@app.command(
    epilog="Example: referee schedule holidays --country DE --subdivision BW, or to cancel them: "
    "referee schedule holidays --country DE --subdivision BW --cancel --yes"
)
def holidays(
    common: Correcting,
    season: SeasonName = None,
    country: Annotated[
        str | None,
        typer.Option("--country", metavar="CC", help="Country code, such as DE (default: from the schedule)."),
    ] = None,
    subdivision: Annotated[
        str | None, typer.Option("--subdivision", metavar="NAME", help="State or province, such as BW.")
    ] = None,
    cancel: Annotated[
        bool, typer.Option("--cancel", help="Cancel these sessions, with the holiday as the note.")
    ] = False,
) -> None:
    """List the planned sessions that fall on a public holiday, and cancel them with --cancel."""
    from referee.club.calendar import schedule, settings
    from referee.club.calendar.holidays import region_of

    with opened_by(common) as desk:
        if country is None and subdivision is not None:
            complain("--subdivision needs a country. Add one, such as --country DE.")
        where = region_of(country, subdivision or "") if country else settings.region_of_season(desk, season)
        if where is None:
            complain("The schedule names no country. Type: referee schedule holidays --country DE --subdivision BW")
        found = settings.sessions_on_holidays(desk, where, season)
        if cancel and found:
            if not common.json:
                _say_holidays(found.values())
            if not confirmed(f"Cancel {counted(len(found), 'session')}?", common, [*found.values()]):
                return
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
        again = ["referee", "schedule", "holidays", *([season] if season else [])]
        if country:
            again += ["--country", where.country]
        if country and where.subdivision:
            again += ["--subdivision", where.subdivision]
        say(f"To cancel {'it' if len(found) == 1 else 'them'}: {' '.join(map(quoted, [*again, '--cancel']))}")


def _say_holidays(found: Iterable[tuple[Session, str]]) -> None:
    say_table(
        ["date", "day", "starts", "room", "holiday"],
        [[s.held_on, f"{s.held_on:%a}", f"{s.starts:%H:%M}", s.room, name] for s, name in found],
    )


def _say_one(session: Session) -> None:
    say(_said(session))


def _say_done(session: Session) -> None:
    _say_one(session)
    say("Undo: referee undo")


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
        complain(f"Invalid time {typed!r}. Use a time such as 15:45.")
