"""``referee board``: what a projector shows the room."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.club import ClubAt, opened
from referee.cli.serving import PORT, THIS_MACHINE, Host, Port, Web, serve, stays_open

app = typer.Typer()


@app.command(epilog="Example: referee board --turn 20, or in a browser: referee board --web --port 8001")
def board(
    turn: Annotated[
        int, typer.Option(metavar="SECONDS", help="How long a page stays, where there are several.", min=1, max=3600)
    ] = 10,
    web: Web = False,
    host: Host = THIS_MACHINE,
    port: Port = PORT,
    club: ClubAt = None,
) -> None:
    """Show the room the tables, the standings and the next session, on a projector; q ends it. It never writes."""
    from referee.dashboard import keys

    stays_open()
    with opened(club, read_only=True) as desk:
        if web:
            from referee.dashboard.web import BOARD

            serve(BOARD, desk.folder, host, port, ["--turn", str(turn)])
        else:
            from referee.dashboard.board import Board

            Board(desk, keys.read(keys.find(desk.folder)), turn).run()
