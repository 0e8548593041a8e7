"""Telling people what went wrong."""

from __future__ import annotations

import errno

import typer

from referee.cli.exits import Exit
from referee.cli.say import say_fault
from referee.club.faults import ClubFault, Misread, StoreFault


def told(error: Exception) -> Exit | None:
    """Print a fault for people and return the exit code; return None for an error of the program."""
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EBADF) and not error.filename:
        typer.echo(f"referee: cannot print: {error.strerror}", err=True)
        return Exit.FAULT
    if isinstance(error, Misread):
        say_fault(error.fault, "argument")
        return Exit.USAGE
    if isinstance(error, ClubFault):
        typer.echo(f"referee: {' '.join(filter(None, [str(error), error.commands]))}", err=True)
        return Exit.STORE if isinstance(error, StoreFault) else Exit.USAGE
    return None
