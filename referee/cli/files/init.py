"""``referee init``: make a club in a folder or a database."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.exit_codes import ExitCode
from referee.cli.shared.hints import format_command
from referee.cli.shared.printing import fail, is_on_terminal, print_line, warn
from referee.cli.shared.quoting import quote

if TYPE_CHECKING:
    from referee.club.folder import Club
    from referee.store.faults import StoreMissing

app = typer.Typer()


@app.command(
    epilog='Example: referee init "Monday Card Club", or with yourself as a member: referee init Club --you Ann'
)
def init(
    name: Annotated[
        str, typer.Argument(help="Name of the club (default: you are asked; in a script, the folder's name).")
    ] = "",
    you: Annotated[
        str, typer.Option("--you", metavar="NAME", help="Your name: it becomes the first member's (default: none).")
    ] = "",
    club: Annotated[
        str,
        typer.Option(
            "--club",
            metavar="DIR",
            envvar="REFEREE_CLUB",
            help="Folder for the club, or postgresql://... (default: this folder).",
        ),
    ] = "",
) -> None:
    """Create a club in this folder: club.db, exports/, and schedules/ with a sample season to edit and load.

    With an address, the club is made in that database. The login must be allowed to create tables there.
    """
    from referee.club.folder import init as make
    from referee.club.people.roster import add
    from referee.club.text.names import valid_person_name
    from referee.store.events.address import is_server

    if not name:
        name, you = _prompt_for_names(club, you)
    if you:
        you = valid_person_name(you)  # nothing is made for a name that cannot be
    if is_server(club):
        _create_on_server(club, name, you)
        return
    with make(Path(club), name) as new_club:
        print_line(f"{new_club.name} is ready in {new_club.folder}.")
        _warn_of_others(new_club.folder)
        if you:
            print_line(f"{add(new_club, you).name} is a member.")
        schedule = _ensure_schedule(new_club)
        # Elsewhere it has to be named with each command, unless they are typed there.
        club_option = "" if _is_default_club(new_club.folder) else f" --club {quote(str(new_club.folder))}"
        if schedule:
            file = quote(_relative_path(schedule))
            print_line(f"To plan a whole season, edit {file}, then type: referee schedule load {file}{club_option}")
        print_line(f"Next: referee member add NAME NAME ...{club_option}")


def create_at_terminal(missing: StoreMissing, folder: str) -> Club:
    """Prompt for a name and return a new club when the desk found none.

    Raise `missing` without a terminal or for a server.
    """
    from referee.cli.shared.acting_officer import save_default_officer
    from referee.club.folder import init as make
    from referee.club.people.roster import add
    from referee.club.text.names import valid_person_name
    from referee.store.events.address import is_server

    if is_server(folder) or not _at_a_terminal():
        raise missing
    typer.echo(f"{str(missing).split('. ')[0].rstrip('.')}. To create one, type its name. To cancel, press Ctrl+C.")
    name, founder_name = _prompt_for_names(folder, "")
    valid_name = valid_person_name(founder_name) if founder_name else ""  # nothing is made for a name that cannot be
    new_club = make(Path(folder), name)
    _warn_of_others(new_club.folder)
    if valid_name:
        founder = add(new_club, valid_name)
        with suppress(OSError):  # then they are asked when it matters
            save_default_officer(new_club, founder.id)
    _ensure_schedule(new_club)
    return new_club


def _warn_of_others(folder: Path) -> None:
    from referee.store.files.user_folders import is_open_to_others

    if is_open_to_others(folder):
        warn(f"Other users of this computer may be able to read {folder}. On Windows, only your own folder is private.")


def _at_a_terminal() -> bool:
    return bool(sys.stdin and sys.stdin.isatty() and is_on_terminal())


def _prompt_for_names(club: str, founder_name: str) -> tuple[str, str]:
    """Ask for the names of the club and its founder, and return both. Without a terminal, the club's name is ""."""
    from referee.store.events.address import is_server

    if not _at_a_terminal():
        return "", founder_name
    default_name = "" if is_server(club) else (Path(club) if club else Path.cwd()).resolve().name
    try:
        name = typer.prompt("Name of the club", default=default_name)
        return name, founder_name or typer.prompt("Your name (Enter for none)", default="", show_default=False)
    except typer.Abort:
        typer.echo(err=True)
        fail("No club was made.", ExitCode.INTERRUPTED)


def _create_on_server(address: str, name: str, founder_name: str) -> None:
    from dataclasses import replace

    from referee.cli.shared.club import with_password
    from referee.club.people.roster import add
    from referee.club.servers import init_on_server
    from referee.store.events.address import parse_server

    with with_password(lambda password: init_on_server(address, name, password=password)) as new_club:
        club_address = quote(str(replace(parse_server(address), club=str(new_club.store.club))))
        print_line(f"{new_club.name} is ready: {club_address}")
        if founder_name:
            print_line(f"{add(new_club, founder_name).name} is a member.")
        print_line(f"Exports and backups on this computer: {new_club.folder}")
        print_line(f"To give an officer access: referee club officer-login LOGIN NAME --club {club_address}")
        print_line(f"Next: referee member add NAME NAME ... --club {club_address}")


def _ensure_schedule(club: Club) -> Path | None:
    """Return the path of the club's latest schedule, or of a new sample, or None if it cannot be written."""
    from referee.club.calendar.sample_schedule import latest_schedule, sample_schedule
    from referee.club.calendar.time_zone import local_zone
    from referee.export.files import write_file

    if existing := latest_schedule(club.schedules):
        return existing
    name, text = sample_schedule(club.today, format_command, local_zone())
    path = club.schedules / f"{name}.toml"
    try:
        write_file(path, text.encode(), private=True)
    except OSError as error:
        warn(f"Cannot write the sample schedule {path}: {error.strerror}.")
        return None
    return path


def _is_default_club(folder: Path) -> bool:
    from referee.club.folder import find_folder
    from referee.club.text.faults import StoreFault

    try:
        return find_folder() == folder
    except StoreFault:
        return False


def _relative_path(path: Path) -> str:
    current = Path.cwd().resolve()
    return str(path.relative_to(current) if path.is_relative_to(current) else path)
