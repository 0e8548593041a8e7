"""``referee dashboard``: the referee's desk."""

from __future__ import annotations

import gc
import os
from typing import Annotated

import typer

from referee.cli.desk import ClubAt, opened

app = typer.Typer()


@app.command(epilog="Example: referee dashboard --club ~/monday, or in a browser: referee dashboard --web")
def dashboard(
    web: Annotated[bool, typer.Option("--web", help="Serve the desk to a browser.")] = False,
    host: Annotated[
        str, typer.Option(help="Where to serve it; other than this machine only with REFEREE_PASSWORD set.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="On which port to serve it.", min=1, max=65535)] = 8000,
    club: ClubAt = None,
) -> None:
    """Open the desk for the evening: check in, seat, record and rule, by keys shown on the screen."""
    from referee.dashboard import keys

    # The program starts without collecting garbage, which a desk that is open all evening cannot do without.
    gc.freeze()
    gc.enable()
    with opened(club) as desk:
        if web:
            from referee.dashboard.web import PASSWORD, DeskServer

            DeskServer(desk.folder, host, port, os.environ.get(PASSWORD, "")).serve()
        else:
            from referee.dashboard.app import Dashboard

            Dashboard(desk, keys.read(keys.find(desk.folder))).run()
