"""``referee dashboard``: the referee's desk."""

from __future__ import annotations

import typer

from referee.cli.club import ClubAt, opened
from referee.cli.serving import PORT, THIS_MACHINE, Host, Port, Web, serve, stays_open

app = typer.Typer()


@app.command(epilog="Example: referee dashboard --club ~/monday, or in a browser: referee dashboard --web")
def dashboard(web: Web = False, host: Host = THIS_MACHINE, port: Port = PORT, club: ClubAt = None) -> None:
    """Open the desk for the evening: check in, seat, record and rule, by keys shown on the screen."""
    from referee.dashboard import keys

    stays_open()
    with opened(club) as desk:
        if web:
            from referee.dashboard.web import DESK

            serve(DESK, desk.folder, host, port)
        else:
            from referee.dashboard.app import Dashboard

            Dashboard(desk, keys.read(keys.find(desk.folder))).run()
