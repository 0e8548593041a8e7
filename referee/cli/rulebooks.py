"""``referee games`` and ``referee rules``: what can be played, and the rulebook in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cards.words import counted
from referee.cli.arguments import AsJson, Game, HouseRules, book_of, complete_clause, options_of
from referee.cli.say import complain, say, say_json
from referee.games import SLUGS, rulebook
from referee.rules import Clause, Rulebook, choices
from referee.rules.options import written

if TYPE_CHECKING:
    from referee.club.game_list import Listed

app = typer.Typer()


@app.command(epilog="Example: referee games --for 5")
def games(
    players: Annotated[int | None, typer.Option("--for", metavar="PLAYERS", help="What so many can play.")] = None,
    json: AsJson = False,
) -> None:
    """List the games that there is a rulebook for, with players, pack and source."""
    from referee.club.game_list import condition
    from referee.club.game_list import games as every
    from referee.club.games import how_without

    if players is not None and players < 1:
        complain(f"--for cannot be {players}; expected how many want to play, such as --for 5")
    needed = {slug: "" if players is None else condition(rulebook(slug), players) for slug in SLUGS}
    found = [each for each in every() if needed[each.slug] is not None]
    if json:
        say_json([_listed_as_data(each, needed[each.slug] or "") for each in found])
        return
    rows = [_row(each, needed[each.slug] or "") for each in found]
    heads = ("game", "title", "players", "pack", "from", "")
    widths = [max(len(row[at]) for row in [heads, *rows]) for at in range(len(heads))]
    for row in [heads, *rows] if rows else []:
        say("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip(), hang=4)
    if not rows:
        say(f"No game with a rulebook is for {counted(players or 0, 'player')}.")
    say("Any other game: " + how_without("NAME").split(": ", 1)[1])


def _row(each: Listed, needed: str) -> tuple[str, ...]:
    least, most = each.players
    fewer = f" (from {each.fewest})" if each.fewest < least else ""
    more = f" (to {each.most})" if each.most > most else ""
    packs = " or ".join(name if str(cards) in name else f"{name}, {cards} cards" for name, cards in each.packs)
    players = f"{least} to {most}" if least != most else f"{least}"
    source = f"{each.seed} {each.source}".rstrip()
    return each.slug, each.title, players + fewer + more, packs, source, f"with {needed}" if needed else ""


def _listed_as_data(each: Listed, needed: str) -> dict[str, Any]:
    return {
        "game": each.slug,
        "title": each.title,
        "players": list(each.players),
        "players_under_house_rules": [each.fewest, each.most],
        "packs": [{"name": name, "cards": cards} for name, cards in each.packs],
        "seed": each.seed,
        "source": each.source,
        "clauses": each.clauses,
        **({"with": needed} if needed else {}),
    }


@app.command(epilog="Example: referee rules big-two 4.4")
def rules(
    game: Game,
    clause: Annotated[str, typer.Argument(help="One clause, such as 4.4.", autocompletion=complete_clause)] = "",
    option: HouseRules = [],  # noqa: B006
    json: AsJson = False,
) -> None:
    """Print a game's rulebook, or one clause of it, as it reads under the house rules given."""
    book = book_of(game)
    options = options_of(book, option)
    if clause and clause not in book.clauses:
        complain(f"no clause {clause!r} in {book.slug}; expected one of {', '.join(book.in_order)}")
    wanted = [book.clauses[id] for id in ([clause] if clause else book.in_order)]
    if json:
        say_json([_as_data(book, each, options) for each in wanted])
    elif clause:
        _say_clause(book, wanted[0], options)
    else:
        _say_book(book, options)


def _say_book(book: Rulebook, options: Any) -> None:
    say(f"{book.title} ({book.slug}), {book.players[0]} to {book.players[-1]} players")
    for section in sorted(book.sections, key=lambda section: int(section.id)):
        say()
        say(f"{section.id} {section.title}")
        for id in book.in_order:
            if id.split(".")[0] == section.id:
                mark = f" [{book.clauses[id].interpretation}]" if book.clauses[id].interpretation else ""
                say(f"  {id:5} {book.clauses[id].text(options)}{mark}", hang=8)
    say()
    say("House rules (--option NAME=VALUE)")
    for each in choices(book.options):
        now = written(getattr(options, each.name))
        say(f"  {each.name}={now}  {each.asks} ({each.expected}; clause {', '.join(each.clauses)})", hang=4)
    say()
    say("What may be recorded: " + ", ".join(each.pattern for each in book.grammar.verbs))


def _say_clause(book: Rulebook, clause: Clause[Any], options: Any) -> None:
    say(f"{clause.cite}  {clause.text(options)}")
    say(f"  from: {clause.origin}")
    for each in choices(book.options):
        if clause.id in each.clauses:
            say(f"  house rule: {each.name}={written(getattr(options, each.name))} ({each.expected})")


def _as_data(book: Rulebook, clause: Clause[Any], options: Any) -> dict[str, Any]:
    return {
        "game": book.slug,
        "clause": clause.id,
        "rule": clause.text(options),
        "origin": clause.origin,
        "options": [each.name for each in choices(book.options) if clause.id in each.clauses],
    }
