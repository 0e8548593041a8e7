"""``referee games`` and ``referee rules``: what can be played, and the rulebook in hand."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from referee.cli.arguments import AsJson, Game, HouseRules, book_of, complete_clause, options_of
from referee.cli.say import complain, say, say_json
from referee.games import SLUGS, rulebook
from referee.rules import Clause, Rulebook, choices
from referee.rules.options import written

app = typer.Typer()


@app.command(epilog="Example: referee games")
def games(json: AsJson = False) -> None:
    """List the games that there is a rulebook for."""
    books = [rulebook(slug) for slug in SLUGS]
    if json:
        say_json(
            [
                {"game": b.slug, "title": b.title, "players": [b.players[0], b.players[-1]], "clauses": len(b.clauses)}
                for b in books
            ]
        )
        return
    wide = max(len(book.slug) for book in books)
    for book in books:
        say(f"{book.slug:{wide}}  {book.title}, {book.players[0]} to {book.players[-1]} players")


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
    wanted = [book.clauses[clause]] if clause else book.printed(options)
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
        for clause in book.printed(options):
            if clause.id.split(".")[0] == section.id:
                mark = f" [{clause.interpretation}]" if clause.interpretation else ""
                say(f"  {clause.id:5} {clause.text(options)}{mark}", hang=8)
    say()
    say("House rules (--option NAME=VALUE)")
    for each in choices(book.options):
        now = written(getattr(options, each.name))
        say(f"  {each.name}={now}  {each.asks} ({each.expected}; clause {', '.join(each.clauses)})", hang=4)
    say()
    say("What may be recorded: " + ", ".join(each.pattern for each in book.grammar.verbs))


def _say_clause(book: Rulebook, clause: Clause[Any], options: Any) -> None:
    elsewhere = f"Not in force here; it is under {clause.only.replace('|', ' or ')}."
    say(f"{clause.cite}  {clause.text(options) or elsewhere}")
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
