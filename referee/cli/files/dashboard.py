"""``referee dashboard``: the referee's desk."""

from __future__ import annotations

import typer

from referee.cli.shared.acting import as_chosen
from referee.cli.shared.club import ClubAt, opened
from referee.cli.shared.serving import PORT, THIS_MACHINE, Browsers, Cert, Host, Key, Port, Web, serve, show, stays_open
from referee.dashboard.browser.limits import DESKS

app = typer.Typer()


@app.command(epilog="Example: referee dashboard --club ~/monday, or in a browser: referee dashboard --web")
def dashboard(
    web: Web = False,
    host: Host = THIS_MACHINE,
    port: Port = PORT,
    browsers: Browsers = DESKS,
    cert: Cert = None,
    key: Key = None,
    club: ClubAt = None,
) -> None:
    """Open the desk for the evening: check in, seat, record and rule, by keys shown on the screen."""
    from referee.dashboard import keys

    stays_open()
    with opened(club) as desk:
        if web:
            from referee.dashboard.browser.server import DESK

            serve(DESK, desk.folder, host, port, browsers=browsers, cert=cert, key=key)
        else:
            from referee.dashboard.app import Dashboard

            desk = as_chosen(desk)
            show(Dashboard(desk, keys.read(keys.find(desk.folder))), "desk")
