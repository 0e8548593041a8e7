"""Show a long text in a pager, if a usable one displays every character."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from typing import Final

import typer

from referee.cli.shared.terminal import can_draw, is_plain

_LESS: Final = "less"
_SETTINGS: Final = {"LESSCHARSET": "utf-8", "LESS": "-FRX"}
"""The settings of `less`: UTF-8, colours, and no paging for a text that fits on the screen."""


def show(text: str) -> None:
    """Show a text in a pager, or print it if no pager is usable.

    The pager is the command in PAGER, or else `less`. The `more` of Windows is not used, as it reads the text in an old
    code page.
    """
    pager = _pager()
    if not pager:
        typer.echo(text, nl=False)
        return
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # whoever leaves the pager has read enough
    process = subprocess.Popen(pager, shell=True, stdin=subprocess.PIPE, env={**_SETTINGS, **os.environ})
    assert process.stdin is not None
    with contextlib.suppress(OSError), process.stdin:
        process.stdin.write(text.encode())
    while process.poll() is None:
        with contextlib.suppress(KeyboardInterrupt):  # is the pager's affair
            process.wait()


def _pager() -> str:
    """Return the command of the pager, or "" if none is usable."""
    if is_plain() or not can_draw() or "utf" not in (sys.stdout.encoding or "").casefold():
        return ""
    return os.environ.get("PAGER", "").strip() or (_LESS if shutil.which(_LESS) else "")
