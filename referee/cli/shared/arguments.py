"""Arguments and options that several commands share, with their completions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from referee.cli.shared.printing import fail
from referee.games import has_rulebook, rulebook, slugs
from referee.rules import OptionFault, Rulebook, option_definitions, read_options
from referee.rules.book.options import option_text


def parse_apart(texts: Sequence[str]) -> list[list[str]]:
    """Return the names in each --apart option of a draw, such as "Ann, Ben". Exit with an error for one name."""
    groups = [[name.strip() for name in text.split(",") if name.strip()] for text in texts]
    if short_texts := [text for text, names in zip(texts, groups, strict=True) if len(names) < 2]:
        fail(f'--apart {short_texts[0]!r} names one player only. Use two, such as "Ann, Ben"')
    return groups


def split_names(texts: Sequence[str]) -> list[str]:
    """Return the typed names, separated by commas or as arguments.

    If an argument ends at a comma, as in ``Alice Hart, Bob Stone``, commas alone separate names.
    """
    if any(text.strip().startswith(",") or text.strip().endswith(",") for text in texts):
        texts = [" ".join(texts)]
    names = [name.strip() for text in texts for name in text.split(",") if name.strip()]
    if joined := next((name for name in names if name.casefold().split()[0] == "and"), None):
        fail(f"Invalid name {joined!r}. Leave out 'and', and separate the names by commas.")
    return names or [*texts]


def complete_game(incomplete: str) -> list[str]:
    """Return the game slugs that start with `incomplete`."""
    return [slug for slug in slugs() if slug.startswith(incomplete)]


def complete_clause(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Return the clauses of the typed game that start with `incomplete`, each with its text."""
    book = _game_on_line(ctx)
    if book is None:
        return []
    options = book.options()
    return [(id, book.clauses[id].text(options)) for id in book.clause_ids if id.startswith(incomplete)]


def complete_option(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the house rules NAME=VALUE of the typed game that start with `incomplete`."""
    book = _game_on_line(ctx)
    if book is None:
        return []
    settings = [
        f"{choice.name}={option_text(value)}"
        for choice in option_definitions(book.options)
        for value in choice.values or (choice.default,)
    ]
    return [text for text in settings if text.casefold().startswith(incomplete.casefold())]


def _game_on_line(ctx: typer.Context) -> Rulebook | None:
    """Return the rulebook of the game in a half-typed command, or None."""
    words = [ctx.params.get("game"), *(ctx.params.get("words") or ()), *ctx.args]
    return next((rulebook(word) for word in words if has_rulebook(word)), None)


GameArgument = Annotated[str, typer.Argument(help="The game's slug, such as big-two.", autocompletion=complete_game)]
HouseRuleOptions = Annotated[
    list[str],
    typer.Option("--rule", metavar="NAME=VALUE", help="House rule; repeatable.", autocompletion=complete_option),
]
GameFilter = Annotated[str | None, typer.Option("--game", help="Only this game.", autocompletion=complete_game)]
SeedOption = Annotated[
    int | None,
    typer.Option("--seed", metavar="S", help="Seed of the draw (default: from the tournament's seed)."),
]
ApartOption = Annotated[
    list[str],
    typer.Option("--apart", metavar='"NAME, NAME"', help="Players to keep apart in this draw only; repeatable."),
]
FullNamesOption = Annotated[bool, typer.Option("--full-names", help="Write full names, not 'First L.'.")]


def find_rulebook(slug: str, further_text: str = "") -> Rulebook:
    """Return a game's rulebook. Exit with suggestions and the text `further_text` if there is none."""
    if has_rulebook(slug):
        return rulebook(slug)
    from referee.cli.shared.hints import format_hints  # only another name has to pay for loading these
    from referee.club.text.faults import NoGame
    from referee.games.lookup import NoRulebook, look_up_rulebook

    try:
        return look_up_rulebook(slug)
    except NoRulebook as unknown:
        fail(" ".join(filter(None, [str(unknown), format_hints(*NoGame(unknown).hints), further_text])))


def parse_house_rules(book: Rulebook, texts: list[str]) -> Any:
    """Return a game's options with the typed house rules. Exit with an error for an invalid one."""
    try:
        return read_options(book.options, texts)
    except OptionFault as fault:
        fail(f"{book.slug}: {fault}")
