"""``referee init``: a club's folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.say import say

app = typer.Typer()


@app.command(epilog='Example: referee init "Monday Card Club"')
def init(
    name: Annotated[str, typer.Argument(help="The club's name; else the folder's.")] = "",
    club: Annotated[
        Path, typer.Option("--club", metavar="DIR", envvar="REFEREE_CLUB", help="The folder to make it in.")
    ] = Path(),
    key_file: Annotated[
        Path | None,
        typer.Option("--key-file", metavar="FILE", help="Seal with the key in this file; else REFEREE_KEY_FILE."),
    ] = None,
) -> None:
    """Make a club here: club.db, schedules/ and exports/."""
    from referee.club.folder import init as make

    with make(club, name, key_file=key_file) as made:
        say(f"{made.name} is ready in {made.folder}: club.db, schedules/, exports/")
        say("Next: referee member add Ann Ben Cal Dee, then referee schedule load schedules/YOUR-SEASON.toml")
