"""``referee dashboard``: the referee's desk."""

from __future__ import annotations

import gc

import typer

from referee.cli.desk import ClubAt, opened

app = typer.Typer()


@app.command(epilog="Example: referee dashboard --club ~/monday")
def dashboard(club: ClubAt = None) -> None:
    """Open the desk for the evening: check in, seat, record and rule, by keys shown on the screen."""
    from referee.dashboard import keys
    from referee.dashboard.app import Dashboard

    # The program starts without collecting garbage, which a desk that is open all evening cannot do without.
    gc.freeze()
    gc.enable()
    with opened(club) as desk:
        Dashboard(desk, keys.read(keys.find(desk.folder))).run()
