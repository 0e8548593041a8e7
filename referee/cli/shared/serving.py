"""Options and start-up of the screens: desk, board and clock, at a terminal or in browsers."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.exit_codes import ExitCode
from referee.cli.shared.common_options import OptionGroup
from referee.cli.shared.printing import fail
from referee.cli.shared.terminal import PLAIN, can_draw, is_plain
from referee.dashboard.browser.limits import DESKS

if TYPE_CHECKING:
    from textual.app import App

    from referee.club.folder import Club
    from referee.dashboard.browser.server import WebProgram


@dataclass(frozen=True)
class BrowserOptions:
    """The values of the options for serving a screen to browsers."""

    web: Annotated[bool, typer.Option("--web", help="Serve to browsers.")] = False
    host: Annotated[str, typer.Option(help="Address to serve at; for other computers, set REFEREE_PASSWORD.")] = (
        "127.0.0.1"
    )
    port: Annotated[int, typer.Option(help="Port to serve at.", min=1, max=65535)] = 8000
    browsers: Annotated[int, typer.Option(help="Number of browsers at once; each takes about 75 MB.", min=1)] = DESKS
    cert: Annotated[Path | None, typer.Option(metavar="FILE", help="Certificate (PEM), to serve over https.")] = None
    key: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Key of the certificate (default: in the same file).")
    ] = None


BrowserGroup = Annotated[BrowserOptions, OptionGroup(BrowserOptions)]


def collect_garbage() -> None:
    """Enable the garbage collector for a command that runs for long.

    The program starts with it disabled. Objects loaded so far are excluded from collection.
    """
    gc.freeze()
    gc.enable()


def require_drawable_terminal(name: str) -> None:
    """Exit with an error if the terminal cannot show a screen."""
    from textual import constants

    if constants.DRIVER is not None or not _at_a_terminal():
        return
    if is_plain():
        advice = "use commands instead, as in: referee manual first-monday"
        fail(f"The {name} needs the full screen, which {PLAIN} rules out; {advice}")
    if not can_draw():
        reason = f"TERM is {os.environ['TERM']}" if os.environ.get("TERM") else "TERM is not set"
        fail(f"The {name} needs a terminal it can draw on, but {reason}. To show it in a browser, add --web.")


def run_app(app: App[Any], name: str) -> None:
    """Run the desk or the board on this terminal, or in the browser it was started for."""
    from textual import constants

    if constants.DRIVER is None:
        if not _at_a_terminal():
            fail(f"The {name} needs a terminal. To show it in a browser, add --web.")
        app.run()
        return
    from referee.web.error_log import location

    app.error_console.quiet = True  # what goes wrong would be told with all that was typed
    app.run()
    if app.return_code:
        error = app._exception
        fail(f"The {name} stopped because of an internal error: {location(error) if error else ''}", ExitCode.FAULT)


def _at_a_terminal() -> bool:
    """Return whether Textual's input and output are a terminal."""
    output = sys.__stdout__ if sys.platform == "win32" else sys.__stderr__
    return all(stream is not None and stream.isatty() for stream in (sys.__stdin__, output))


def serve_app(program: WebProgram, club: Club, browsers: BrowserOptions, options: Sequence[str] = ()) -> None:
    """Serve the desk or the board to browsers until interrupted."""
    from referee.dashboard.browser.server import DeskServer
    from referee.web.authentication import PASSWORD, read_password
    from referee.web.hosts import is_loopback
    from referee.web.tls import tls_context

    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a browser that goes away ends what it asked for, not the server
    password = read_password(os.environ)
    server = DeskServer(
        club,
        browsers.host,
        browsers.port,
        password,
        program,
        options,
        desks=browsers.browsers,
        tls=tls_context(browsers.cert, browsers.key),
    )
    os.environ.pop(PASSWORD, None)  # the desks do not need it
    if browsers.cert is None and not is_loopback(browsers.host):
        typer.echo(
            "referee: The password and everything on the screen travel unencrypted. Add --cert to encrypt them.",
            err=True,
        )
    server.serve()
