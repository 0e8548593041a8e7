"""``referee schedule``: plan, move and cancel a season's sessions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards.words import quantity
from referee.cli.exit_codes import ExitCode
from referee.cli.shared import completion
from referee.cli.shared.club import confirm_or_preview, open_as_officer, open_from_options, print_table
from referee.cli.shared.common_options import CorrectionOptions, OfficerOptions, ReadOptions
from referee.cli.shared.completion import SeasonArgument, SeasonOption
from referee.cli.shared.dates import expand_day_word, parse_typed_day, parse_typed_time
from referee.cli.shared.printing import fail, print_fault, print_json, print_line, print_result, warn
from referee.cli.shared.quoting import quote

if TYPE_CHECKING:
    from referee.club.calendar.schedule import LoadResult
    from referee.store.plain_rows import Session

app = typer.Typer(
    help="The season's calendar.", no_args_is_help=True, epilog="Example: referee schedule load schedules/2026-27.toml"
)
SessionArgument = Annotated[
    str, typer.Argument(help="Date of the session.", callback=expand_day_word, autocompletion=completion.sessions)
]
TimeOption = Annotated[str | None, typer.Option("--at", metavar="HH:MM", help="Start time.")]
RoomOption = Annotated[str | None, typer.Option("--room", help="Room.")]
NoteOption = Annotated[
    str | None,
    typer.Option(
        "--note",
        help="Public note. Like the room, it appears on the board, the season's page, and in CSV and calendar files.",
    ),
]


@app.command(epilog="Example: referee schedule load schedules/2026-27.toml")
def load(
    file: Annotated[Path, typer.Argument(help="Schedule of a season, in TOML.")], common: CorrectionOptions
) -> None:
    """Load a schedule file. Reloading it applies only your changes, and shows them first."""
    from referee.club.calendar import schedule
    from referee.club.calendar.schedule_toml import ScheduleFault, read_schedule
    from referee.club.calendar.toml_text import LONGEST_FILE

    try:
        with file.open("rb") as opened_file:  # no more of it than a schedule can have: a device has no end
            plan = read_schedule(opened_file.read(4 * LONGEST_FILE + 4).decode("utf-8-sig"))
    except OSError as error:
        fail(f"Cannot read {file}: {error.strerror}. Use a schedule, such as schedules/2026-27.toml.")
    except UnicodeDecodeError as error:
        fail(f"{file} is not text in UTF-8 (byte {error.start}). Save it as UTF-8.")
    except ScheduleFault as fault:
        for problem in fault.faults:
            print_fault(problem, str(file))
        if len(fault.faults) > 1:
            warn(f"{file}: {len(fault.faults)} faults. Nothing was changed.")
        raise typer.Exit(ExitCode.USAGE) from None
    with open_as_officer(common) as club:
        preview = schedule.preview_load(club, plan)
        if preview.changed or common.dry_run:
            if not common.json:
                _print_loaded(file, preview)
                for session in preview.changed:
                    print_line(f"Changed: {_describe_session(session)}")
            if not confirm_or_preview(f"Change {quantity(len(preview.changed), 'session')}?", common, preview):
                return
        result = schedule.load(club, plan)
    print_result(result, common.json, partial(_print_loaded, file))


def _print_loaded(file: Path, result: LoadResult) -> None:
    print_line(
        f"Season {result.season.name}: {quantity(len(result.added), 'session')} added, "
        f"{len(result.changed)} changed, {len(result.kept)} unchanged"
    )
    for skipped_day, reason in result.skipped.items():
        print_line(f"No session on {skipped_day}: {reason}")
    for game, rules in result.house_rules.items():
        rules_text = ", ".join(f"{name}={value}" for name, value in rules.items()) or "printed rules, unchanged"
        print_line(f"House rules of {game} from now on: {rules_text}")
    for session in result.unplanned:
        print_line(f"Not in {file}, left unchanged: {_describe_session(session)}")
        if session.held_on in result.skipped and session.status == "planned":
            note = quote(result.skipped[session.held_on])
            print_line(f"  To cancel it: referee schedule cancel {session.held_on} --note {note}")


@app.command(epilog="Example: referee schedule add 2026-12-18 --at 18:00 --room Library")
def add(
    day_words: Annotated[
        list[str], typer.Argument(metavar="DATE", help="Date, such as 2026-12-18, 18/12/2026, 18 Dec or next monday.")
    ],
    common: OfficerOptions,
    time_text: TimeOption = None,
    room: RoomOption = None,
    note: NoteOption = None,
    season: SeasonOption = None,
) -> None:
    """Add a session, or restore a cancelled one. Time and room default to those of the season's last session."""
    from referee.club.calendar import schedule

    with open_as_officer(common) as club:
        last_session = next(
            (session for session in reversed(schedule.sessions(club, season)) if not session.cancelled_at), None
        )
        starts = (parse_typed_time(time_text) if time_text else None) or (last_session.starts if last_session else None)
        if starts is None:
            fail("The session needs a time. Add one, such as --at 15:45.")
        room_name = room if room is not None else (last_session.room if last_session else "")
        on_day = parse_typed_day(club, " ".join(day_words))
        sessions = schedule.add(club, on_day, starts, room=room_name, note=note or "", season=season)
    print_result(sessions, common.json, partial(_print_added, club.today))


def _print_added(today: date, session: Session) -> None:
    _print_change(session)
    if session.held_on == today:
        print_line("Next: referee open")


@app.command("list", epilog="Example: referee schedule list 2026-27")
def list_(common: ReadOptions, season: SeasonArgument = None) -> None:
    """List the sessions of a season."""
    from referee.club.calendar import schedule

    with open_from_options(common) as club:
        sessions = schedule.sessions(club, season)
    print_result(sessions, common.json, _print_sessions)


def _print_sessions(sessions: Sequence[Session]) -> None:
    print_table(
        ["date", "day", "starts", "room", "status", "note"],
        [
            [
                session.held_on,
                f"{session.held_on:%a}",
                f"{session.starts:%H:%M}",
                session.room,
                session.status,
                session.note,
            ]
            for session in sessions
        ],
    )


@app.command(epilog="Example: referee schedule move 2026-12-14 --to 2026-12-15 --room Library")
def move(
    session: SessionArgument,
    common: OfficerOptions,
    day_text: Annotated[str | None, typer.Option("--to", metavar="DATE", help="New date.")] = None,
    time_text: TimeOption = None,
    room: RoomOption = None,
    note: NoteOption = None,
) -> None:
    """Move a session that has not started to another date, time or room."""
    from referee.club.calendar import schedule

    with open_as_officer(common) as club:
        new_day: date | None = parse_typed_day(club, day_text) if day_text else None
        moved_session = schedule.move(
            club, session, to=new_day, starts=parse_typed_time(time_text) if time_text else None, room=room, note=note
        )
    print_result(moved_session, common.json, _print_change)


@app.command(epilog='Example: referee schedule cancel 2026-12-14 --note "snow" --yes')
def cancel(session: SessionArgument, common: CorrectionOptions, note: NoteOption = None) -> None:
    """Cancel a session that has not started. It stays in the calendar, marked as cancelled."""
    from referee.club.calendar import schedule, sessions

    with open_as_officer(common) as club:
        planned_session = sessions.show(club, session).session
        if not confirm_or_preview(f"Cancel the session of {planned_session.held_on}?", common, planned_session):
            return
        cancelled = schedule.cancel(club, str(planned_session.id), note=note or "")
    print_result(cancelled, common.json, _print_change)


@app.command(
    epilog="Example: referee schedule holidays --country DE --subdivision BW, or to cancel them: "
    "referee schedule holidays --country DE --subdivision BW --cancel --yes"
)
def holidays(
    common: CorrectionOptions,
    season: SeasonArgument = None,
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
    from referee.club.calendar.holidays import find_region

    with open_as_officer(common) as club:
        if country is None and subdivision is not None:
            fail("--subdivision needs a country. Add one, such as --country DE.")
        region = find_region(country, subdivision or "") if country else settings.region_of_season(club, season)
        if region is None:
            fail("The schedule names no country. Type: referee schedule holidays --country DE --subdivision BW")
        on_holidays = settings.sessions_on_holidays(club, region, season)
        if cancel and on_holidays:
            if not common.json:
                _print_holidays(on_holidays.values())
            if not confirm_or_preview(
                f"Cancel {quantity(len(on_holidays), 'session')}?", common, [*on_holidays.values()]
            ):
                return
            result = schedule.cancel_all(club, {str(number): name for number, (_, name) in on_holidays.items()})
            on_holidays = {session.id: (session, session.note) for session in result}
    if common.json:
        print_json([{"session": session, "holiday": name} for session, name in on_holidays.values()])
    elif not on_holidays:
        print_line(f"No planned session falls on a public holiday ({region}).")
    elif cancel:
        for cancelled_session, _ in on_holidays.values():
            _print_session(cancelled_session)
    else:
        _print_holidays(on_holidays.values())
        command = ["referee", "schedule", "holidays", *([season] if season else [])]
        if country:
            command += ["--country", region.country]
        if country and region.subdivision:
            command += ["--subdivision", region.subdivision]
        print_line(
            f"To cancel {'it' if len(on_holidays) == 1 else 'them'}: {' '.join(map(quote, [*command, '--cancel']))}"
        )


def _print_holidays(on_holidays: Iterable[tuple[Session, str]]) -> None:
    print_table(
        ["date", "day", "starts", "room", "holiday"],
        [
            [session.held_on, f"{session.held_on:%a}", f"{session.starts:%H:%M}", session.room, name]
            for session, name in on_holidays
        ],
    )


def _print_session(session: Session) -> None:
    print_line(_describe_session(session))


def _print_change(session: Session) -> None:
    _print_session(session)
    print_line("Undo: referee undo")


def _describe_session(session: Session) -> str:
    room = f" in {session.room}" if session.room else ""
    note = f" ({session.note})" if session.note else ""
    return f"{session.held_on:%a} {session.held_on} {session.starts:%H:%M}{room}, {session.status}{note}"
