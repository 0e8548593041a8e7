"""``referee board``: the projector board."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.shared.club import open_from_options
from referee.cli.shared.common_options import ClubOptions
from referee.cli.shared.serving import BrowserGroup, collect_garbage, require_drawable_terminal, run_app, serve_app

app = typer.Typer()


@app.command(epilog="Example: referee board --turn 20, or in a browser: referee board --web --port 8001")
def board(
    common: ClubOptions,
    browsers: BrowserGroup,
    turn: Annotated[
        int,
        typer.Option(metavar="SECONDS", help="Seconds to show each page, if there are several.", min=1, max=3600),
    ] = 10,
) -> None:
    """Show the tables, the standings and the next session on a projector (press q to quit). It changes nothing."""
    from referee.dashboard import keys_file

    collect_garbage()
    if not browsers.web:
        require_drawable_terminal("board")
    with open_from_options(common, read_only=True) as club:
        if browsers.web:
            from referee.dashboard.browser.server import BOARD

            serve_app(BOARD, club, browsers, ["--turn", str(turn)])
        else:
            from referee.dashboard.board.board import BoardScreen
            from referee.dashboard.board.display_app import DisplayApp

            keymap = keys_file.read_keymap()
            run_app(DisplayApp(club, lambda club: BoardScreen(club, turn), keymap), "board")
