"""``referee desk``: the referee's desk."""

from __future__ import annotations

import os

import typer

from referee.cli.files.init import made_at_terminal
from referee.cli.shared.acting_officer import as_chosen
from referee.cli.shared.club import opened
from referee.cli.shared.common_options import InClub
from referee.cli.shared.serving import InBrowsers, refuse_a_terminal_without_drawing, serve, show, stays_open

app = typer.Typer()


@app.command(epilog="Example: referee --club ~/monday desk, or in a browser: referee desk --web")
def desk(common: InClub, browsers: InBrowsers) -> None:
    """Run the session on one screen: check in, seat, record and rule, with the keys that it shows."""
    from referee.dashboard import keys_file
    from referee.store.faults import StoreMissing

    stays_open()
    if not browsers.web:
        refuse_a_terminal_without_drawing("desk")
    try:
        found = opened(common)
    except StoreMissing as missing:
        found = made_at_terminal(missing, common.club or os.environ.get("REFEREE_CLUB", ""))
    with found as club:
        if browsers.web:
            from referee.dashboard.browser.server import DESK

            serve(DESK, club, browsers)
        else:
            from referee.dashboard.app import Dashboard

            show(Dashboard(as_chosen(club), keys_file.read()), "desk")
