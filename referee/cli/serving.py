"""What the commands share that stay open, on this screen or in a browser."""

from __future__ import annotations

import gc
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from referee.dashboard.web import Served

Web = Annotated[bool, typer.Option("--web", help="Serve it to a browser.")]
Host = Annotated[str, typer.Option(help="Where to serve it; other than this machine only with REFEREE_PASSWORD set.")]
Port = Annotated[int, typer.Option(help="On which port to serve it.", min=1, max=65535)]
THIS_MACHINE = "127.0.0.1"
PORT = 8000


def stays_open() -> None:
    """Collect garbage from now on, which a command that is at work for long cannot do without.

    The program starts without; what it has loaded by now stays to its end, and need not be looked through.
    """
    gc.freeze()
    gc.enable()


def serve(served: Served, folder: Path, host: str, port: int, options: Sequence[str] = ()) -> None:
    """Serve the desk or the board of a club to browsers, until somebody ends it."""
    from referee.dashboard.web import PASSWORD, DeskServer

    DeskServer(folder, host, port, os.environ.get(PASSWORD, ""), served, options).serve()
