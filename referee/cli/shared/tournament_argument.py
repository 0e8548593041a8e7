"""The tournament as an optional first argument. Without it, the only current one is used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.shared import completion
from referee.cli.shared.printing import fail, print_line

if TYPE_CHECKING:
    from referee.club.folder import Club

TournamentArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="[TOURNAMENT]",
        help="Number or name of the tournament (default: the only current one).",
        autocompletion=completion.tournaments,
    ),
]


def tournament_and(metavar: str, help_text: str) -> Any:
    """Return the argument for an optional tournament and further words."""
    return typer.Argument(
        metavar=f"[TOURNAMENT] {metavar}",
        help=f"{help_text} Type the tournament's number or name first (default: the only current one).",
        autocompletion=completion.entries,
    )


def split_words(words: Sequence[str], metavar: str, example: str) -> tuple[str | None, list[str]]:
    """Return the tournament, if typed, and the words named in `metavar`. Exit with an error for another number."""
    word_count = len(metavar.split())
    if len(words) == word_count + 1:
        return words[0], list(words[1:])
    if len(words) != word_count:
        fail(f"Type [TOURNAMENT] {metavar}, such as: {example}")
    return None, list(words)


def split_tournament(club: Club, words: Sequence[str], help_text: str, example: str) -> tuple[str | None, list[str]]:
    """Return the leading tournament, if typed, and the words after it. Exit with an error if none follow.

    A number is the tournament's. A name must be complete, so that no player's name is taken for it.
    """
    from referee.tournaments import overview

    first, *remaining = words
    names = {name.casefold() for name in overview.list_names(club).values()}
    if not (first.isdecimal() or first.strip().casefold() in names):
        return None, list(words)
    if not remaining:
        fail(f"{help_text} Type such as: {example}")
    return first, remaining


def print_undo(number: int) -> None:
    """Print the command that undoes the last entry in a tournament."""
    print_line(f"Undo: referee tournament undo {number}")
