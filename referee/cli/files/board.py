"""``referee board``: what a projector shows the room."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.shared.club import ClubAt, opened
from referee.cli.shared.serving import PORT, THIS_MACHINE, Browsers, Cert, Host, Key, Port, Web, serve, show, stays_open
from referee.dashboard.browser.limits import DESKS

app = typer.Typer()


@app.command(epilog="Example: referee board --turn 20, or in a browser: referee board --web --port 8001")
def board(
    turn: Annotated[
        int, typer.Option(metavar="SECONDS", help="How long a page stays, where there are several.", min=1, max=3600)
    ] = 10,
    web: Web = False,
    host: Host = THIS_MACHINE,
    port: Port = PORT,
    browsers: Browsers = DESKS,
    cert: Cert = None,
    key: Key = None,
    club: ClubAt = None,
) -> None:
    """Show the room the tables, the standings and the next session, on a projector; q ends it. It never writes."""
    from referee.dashboard import keys

    stays_open()
    with opened(club, read_only=True) as desk:
        if web:
            from referee.dashboard.browser.server import BOARD

            serve(BOARD, desk.folder, host, port, ["--turn", str(turn)], browsers=browsers, cert=cert, key=key)
        else:
            from referee.dashboard.board.board import BoardScreen
            from referee.dashboard.board.wall import Wall

            keymap = keys.read(keys.find(desk.folder))
            show(Wall(desk, lambda desk: BoardScreen(desk, turn), keymap), "board")
