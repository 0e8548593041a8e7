"""Arguments and options that several commands share, with their completion."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from referee.cli.say import complain
from referee.games import SLUGS, rulebook
from referee.rules import OptionFault, Rulebook, UnknownGame, choices, read_options


def complete_game(incomplete: str) -> list[str]:
    """Offer the slugs of the games."""
    return [slug for slug in SLUGS if slug.startswith(incomplete)]


def complete_clause(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Offer the clauses of the game already typed, each with its text."""
    slug = ctx.params.get("game")
    if slug not in SLUGS:
        return []
    book = rulebook(slug)
    options = book.options()
    return [(id, clause.text(options)) for id, clause in book.clauses.items() if id.startswith(incomplete)]


def complete_option(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer NAME=VALUE for the options of the game already typed."""
    slug = ctx.params.get("game")
    if slug not in SLUGS:
        return []
    offered = [f"{each.name}={str(value).lower()}" for each in choices(rulebook(slug).options) for value in each.values]
    return [text for text in offered if text.startswith(incomplete)]


Game = Annotated[str, typer.Argument(help="The game's slug, such as big-two.", autocompletion=complete_game)]
HouseRules = Annotated[
    list[str],
    typer.Option(
        "--option", "-o", metavar="NAME=VALUE", help="A house rule; repeatable.", autocompletion=complete_option
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print data as JSON.")]


def book_of(slug: str) -> Rulebook:
    """Return a game's rulebook, or complain that there is none."""
    try:
        return rulebook(slug)
    except UnknownGame as unknown:
        complain(str(unknown))


def options_of(book: Rulebook, typed: list[str]) -> Any:
    """Return the house rules typed for a game, or complain about the first that cannot be."""
    try:
        return read_options(book.options, typed)
    except OptionFault as fault:
        complain(f"{book.slug}: {fault}")
