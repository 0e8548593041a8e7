"""The rulebooks of all games by slug: those of this package and of other packages."""

from functools import cache
from importlib import import_module
from typing import Final

from referee.games.registry import MODULES, SLUGS
from referee.rules import Rulebook, UnknownGame
from referee.rules.book.validation import validate_rulebook
from referee.rules.notation.spelling import did_you_mean

__all__ = ["SHARED_PAGES", "SLUGS", "has_rulebook", "rulebook", "shared_rulebook", "slugs"]

# Pages that several games share, printed once: each has clauses, but no table is played by it.
SHARED_PAGES: Final = {"betting": "parts.betting.page"}


def slugs() -> tuple[str, ...]:
    """Return the slugs of all games with a rulebook. Those of other packages come last."""
    from referee.games.plugins import plugin_games

    return *SLUGS, *plugin_games().books


def has_rulebook(slug: str) -> bool:
    """Tell whether a game with this slug has a rulebook."""
    return slug in MODULES or slug in slugs()


def rulebook(slug: str) -> Rulebook:
    """Return the rulebook of a game. Raise `UnknownGame`, listing the known games, for an unknown slug."""
    normalized_slug = slug.strip().casefold().replace("_", "-").replace(" ", "-")
    if normalized_slug in MODULES:
        return _load(normalized_slug)
    from referee.games.plugins import plugin_games

    games = plugin_games()
    if normalized_slug in games.broken:
        raise UnknownGame(games.broken[normalized_slug])
    if normalized_slug not in games.books:
        raise UnknownGame(f"no game {slug!r}. {did_you_mean(normalized_slug, slugs())}")
    return games.books[normalized_slug]


@cache
def shared_rulebook(slug: str) -> Rulebook:
    """Return a page of `SHARED_PAGES` as a rulebook. It has clauses, but cannot be played."""
    book = import_module(f"referee.games.{SHARED_PAGES[slug]}").book
    assert isinstance(book, Rulebook)
    return book


@cache
def _load(slug: str) -> Rulebook:
    book = import_module(f"referee.games.{MODULES[slug]}").book
    assert isinstance(book, Rulebook)
    validate_rulebook(book)
    return book
