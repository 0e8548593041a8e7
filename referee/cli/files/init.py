"""``referee init``: a club's folder."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.shared.hints import typed
from referee.cli.shared.printing import say, warn

if TYPE_CHECKING:
    from referee.club.folder import Club

app = typer.Typer()


@app.command(epilog='Example: referee init "Monday Card Club"')
def init(
    name: Annotated[str, typer.Argument(help="The club's name; else the folder's.")] = "",
    club: Annotated[
        str,
        typer.Option(
            "--club", metavar="DIR", envvar="REFEREE_CLUB", help="The folder to make it in, or postgresql://..."
        ),
    ] = "",
    key_file: Annotated[
        Path | None,
        typer.Option(
            "--key-file", metavar="FILE", help="Hash its log with the key in this file; else REFEREE_KEY_FILE."
        ),
    ] = None,
) -> None:
    """Make a club here: club.db, exports/, and schedules/ with a sample season to change and load.

    At an address it is made in that database, by a login that may make tables there.
    """
    from referee.store.events.address import is_server

    if is_server(club):
        _init_on(club, name, key_file)
        return
    from referee.club.folder import init as make

    with make(Path(club), name, key_file=key_file) as made:
        say(f"{made.name} is ready in {made.folder}: club.db, schedules/, exports/")
        schedule = _schedule_of(made)
        # Who made it elsewhere has to say so with each command, unless they go there.
        there = "" if _found_from_here(made.folder) else f" --club {quote(str(made.folder))}"
        load = f", then referee schedule load {quote(_from_here(schedule))}{there}" if schedule else ""
        say(f"Next: referee member add Ann Ben Cal Dee{there}{load}")


def _init_on(typed: str, name: str, key_file: Path | None) -> None:
    from dataclasses import replace

    from referee.cli.shared.club import with_password
    from referee.club.servers import init_on
    from referee.store.events.address import server

    with with_password(lambda password: init_on(typed, name, key_file=key_file, password=password)) as made:
        there = quote(str(replace(server(typed), club=str(made.store.club))))
        say(f"{made.name} is ready: {there}")
        say(f"What it exports and backs up here goes into {made.folder}.")
        say(f"Next: referee member add Ann Ben Cal Dee --club {there}")
        say(f"An officer's login: referee club officer-login LOGIN NAME --club {there}")


def _schedule_of(club: Club) -> Path | None:
    """Return a schedule of the club that can be loaded; where there is none, a sample is left."""
    from referee.club.calendar.sample import sample_schedule, schedule_there
    from referee.club.calendar.time_zone import zone_here
    from referee.export.files import write_file

    if there := schedule_there(club.schedules):
        return there
    name, text = sample_schedule(club.today, typed, zone_here())
    path = club.schedules / f"{name}.toml"
    try:
        write_file(path, text.encode(), private=True)
    except OSError as error:
        warn(f"no sample schedule could be left in {path}: {error.strerror}")
        return None
    say(f"A season to begin with is in {_from_here(path)}: look it over, change what is not so, and load it.")
    return path


def _found_from_here(folder: Path) -> bool:
    from referee.club.folder import find
    from referee.club.text.faults import StoreFault

    try:
        return find() == folder
    except StoreFault:
        return False


def _from_here(path: Path) -> str:
    here = Path.cwd().resolve()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
