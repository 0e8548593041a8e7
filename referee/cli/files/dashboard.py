"""``referee dashboard``: the referee's desk."""

from __future__ import annotations

import typer

from referee.cli.shared.acting import as_chosen
from referee.cli.shared.club import opened
from referee.cli.shared.common import InClub
from referee.cli.shared.serving import InBrowsers, serve, show, stays_open

app = typer.Typer()


@app.command(epilog="Example: referee dashboard --club ~/monday, or in a browser: referee dashboard --web")
def dashboard(common: InClub, browsers: InBrowsers) -> None:
    """Open the desk for the evening: check in, seat, record and rule, by keys shown on the screen."""
    from referee.dashboard import keys

    stays_open()
    with opened(common) as desk:
        if browsers.web:
            from referee.dashboard.browser.server import DESK

            serve(DESK, desk.folder, browsers)
        else:
            from referee.dashboard.app import Dashboard

            desk = as_chosen(desk)
            show(Dashboard(desk, keys.read(keys.find(desk.folder))), "desk")
