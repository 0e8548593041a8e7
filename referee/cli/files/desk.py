"""``referee desk``: the officers' desk."""

from __future__ import annotations

import os

import typer

from referee.cli.files.init import create_at_terminal
from referee.cli.shared.acting_officer import with_default_officer
from referee.cli.shared.club import open_from_options
from referee.cli.shared.common_options import ClubOptions
from referee.cli.shared.serving import BrowserGroup, collect_garbage, require_drawable_terminal, run_app, serve_app

app = typer.Typer()


@app.command(epilog="Example: referee --club ~/monday desk, or in a browser: referee desk --web")
def desk(common: ClubOptions, browsers: BrowserGroup) -> None:
    """Run the session on one screen, with keys: check in, seat, record and rule."""
    from referee.dashboard import keys_file
    from referee.store.faults import StoreMissing

    collect_garbage()
    if not browsers.web:
        require_drawable_terminal("desk")
    try:
        opened_club = open_from_options(common)
    except StoreMissing as missing:
        opened_club = create_at_terminal(missing, common.club or os.environ.get("REFEREE_CLUB", ""))
    with opened_club as club:
        if browsers.web:
            from referee.dashboard.browser.server import DESK

            serve_app(DESK, club, browsers)
        else:
            from referee.dashboard.app import Dashboard

            run_app(Dashboard(with_default_officer(club), keys_file.read_keymap()), "desk")
