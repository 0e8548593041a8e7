"""The tournament as the first word of a command; it may be left out if only one is current."""

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
    """Return the argument of a command that takes a tournament and more words."""
    return typer.Argument(
        metavar=f"[TOURNAMENT] {metavar}",
        help=f"{help_text} Before that the tournament's number or name (default: the only current one).",
        autocompletion=completion.entries,
    )


def split_words(words: Sequence[str], metavar: str, example: str) -> tuple[str | None, list[str]]:
    """Return the tournament, if typed, and the words that `metavar` names. Fails if their number is wrong."""
    many = len(metavar.split())
    if len(words) == many + 1:
        return words[0], list(words[1:])
    if len(words) != many:
        fail(f"Type [TOURNAMENT] {metavar}, such as: {example}")
    return None, list(words)


def split_tournament(club: Club, words: Sequence[str], help_text: str, example: str) -> tuple[str | None, list[str]]:
    """Return the tournament that words begin with, where they do, and the words after it: one at least, or complain.

    A number is that of a tournament. A name has to be whole, so that no player's is taken for it.
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
