"""The rulebooks of all games, found by slug."""

from difflib import get_close_matches
from importlib import import_module
from typing import Final

from referee.rules import Rulebook, UnknownGame

# A rulebook is imported when it is asked for, so that a ruling on one game does not load the others.
_MODULES: Final = {
    "big-two": "big_two",
}
SLUGS: Final = tuple(_MODULES)


def rulebook(slug: str) -> Rulebook:
    """Return the rulebook of a game. Raises `UnknownGame`, naming the games that there are."""
    folded = slug.strip().casefold().replace("_", "-").replace(" ", "-")
    if folded not in _MODULES:
        near = get_close_matches(folded, SLUGS, 1)
        hint = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(SLUGS)}"
        raise UnknownGame(f"no game {slug!r}; {hint}")
    book = import_module(f"referee.games.{_MODULES[folded]}").book
    assert isinstance(book, Rulebook)
    return book
