"""What a new tournament needs and nobody typed is asked for, where somebody is there to ask."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any, NoReturn

import typer

from referee.cards.words import listed
from referee.cli.exit_codes import Exit
from referee.cli.shared.printing import complain
from referee.cli.tournament.settings import format_of
from referee.tournaments.actions.announcing import NEEDS_ROUNDS
from referee.tournaments.state.settings import Format, Wanted


def asked_for_format() -> Format:
    """Return the format that is answered, or complain that none was typed."""
    formats = listed(list(Format), "or")
    if not _somebody():
        complain(f"The format is missing. Add --format {formats}.")
    found = format_of(str(_asked(f"Format ({formats})")))
    assert found is not None
    return found


def asked_for(format: Format, wanted: Wanted) -> Wanted:
    """Return what is wanted with what its format needs besides; nothing is asked where nobody is there."""
    if not _somebody():
        return wanted
    typed = {name for name, _ in wanted.others}
    more = [("rounds", "Number of rounds")] if format in NEEDS_ROUNDS and "rounds" not in typed else []
    more += [("groups", "Number of groups")] if format is Format.GROUPS and "groups" not in typed else []
    game = wanted.game or str(_asked("Game"))
    return replace(wanted, game=game, others=(*wanted.others, *((name, _asked(what, type=int)) for name, what in more)))


def _somebody() -> bool:
    return sys.stdin.isatty()


def _asked(what: str, **how: Any) -> Any:
    try:
        return typer.prompt(what, err=True, **how)
    except typer.Abort:
        _nothing()


def _nothing() -> NoReturn:
    typer.echo(err=True)
    complain("nothing was changed", Exit.INTERRUPTED)
