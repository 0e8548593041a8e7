"""Prompt at a terminal for missing settings of a new tournament."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any, NoReturn

import typer

from referee.cards.words import join_words
from referee.cli.exit_codes import ExitCode
from referee.cli.shared.printing import fail
from referee.cli.tournament.settings import parse_format
from referee.tournaments.actions.announcing import NEEDS_ROUNDS
from referee.tournaments.state.settings import Format, SettingsChange


def prompt_for_format() -> Format:
    """Return the format typed at a prompt. Exit with an error without a terminal."""
    formats = join_words(list(Format), "or")
    if not _is_interactive():
        fail(f"The format is missing. Add --format {formats}.")
    typed_format = parse_format(str(_prompt(f"Format ({formats})")))
    assert typed_format is not None
    return typed_format


def prompt_for_missing(format: Format, announcement: SettingsChange) -> SettingsChange:
    """Return the settings completed by prompts for required ones, or unchanged without a terminal."""
    if not _is_interactive():
        return announcement
    given_names = {name for name, _ in announcement.further}
    needs_rounds = format in NEEDS_ROUNDS and format is not Format.ALL_MEET
    missing_settings = [("rounds", "Number of rounds")] if needs_rounds and "rounds" not in given_names else []
    missing_settings += (
        [("groups", "Number of groups")] if format is Format.GROUPS and "groups" not in given_names else []
    )
    game = announcement.game or str(_prompt("Game"))
    return replace(
        announcement,
        game=game,
        further=(*announcement.further, *((name, _prompt(question, type=int)) for name, question in missing_settings)),
    )


def _is_interactive() -> bool:
    return sys.stdin.isatty()


def _prompt(question: str, **prompt_options: Any) -> Any:
    try:
        return typer.prompt(question, err=True, **prompt_options)
    except typer.Abort:
        _abort()


def _abort() -> NoReturn:
    typer.echo(err=True)
    fail("nothing was changed", ExitCode.INTERRUPTED)
