"""Games from other packages. Each is an entry point of the group ``referee.games`` that names a rulebook."""

from __future__ import annotations

import sys
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from referee.games.registry import SLUGS
from referee.rules import IncompleteRulebook, Rulebook, Seats, frozen
from referee.rules.book.plugin_guard import guard_plugin
from referee.rules.book.validation import validate_rulebook

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINT_GROUP: Final = "referee.games"


@frozen
class PluginGames:
    """The rulebooks of other packages by slug, with the faults of `broken` ones, and the paths of their examples."""

    books: dict[str, Rulebook] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)
    examples: dict[str, Path] = field(default_factory=dict)


@cache
def plugin_games() -> PluginGames:
    """Return the games of other packages, which are searched for once. A broken one does not affect the others."""
    from importlib.metadata import entry_points  # with all of `email`; a game of ours is found without

    games = PluginGames()
    for entry in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda entry_point: entry_point.name):
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.module
        try:
            games.books[entry.name] = _load(entry, package, games)
        except Exception as error:  # whatever the other package does wrong is its fault, and is reported
            reason = str(error) if isinstance(error, IncompleteRulebook) else f"{type(error).__name__}: {error}"
            games.broken[entry.name] = f"the game {entry.name} of the package {package} cannot be used: {reason}"
    return games


def _load(entry: EntryPoint, package: str, games: PluginGames) -> Rulebook:
    book = entry.load()
    if not isinstance(book, Rulebook):
        raise IncompleteRulebook(
            f"{entry.value} is not a rulebook but {type(book).__name__}. Use an entry point such as 'module:book'"
        )
    if book.slug != entry.name:
        raise IncompleteRulebook(f"its rulebook has the slug {book.slug}. Use the name of the entry point")
    if book.slug in SLUGS or book.slug in games.books:
        raise IncompleteRulebook(f"there is a game {book.slug} already")
    validate_rulebook(book)
    options, players = book.options(), book.players[0]
    book.pack_for(options)
    book.begin(Seats(tuple("ABCDEFGHIJ"[:players])), options)
    guard_plugin(book, package)
    if module_file := getattr(sys.modules[entry.module], "__file__", None):
        games.examples[book.slug] = Path(module_file).with_name(f"{book.slug}.txt")
    return book
