"""The rulebooks of all games, found by slug: those here, and those of other packages."""

from functools import cache
from importlib import import_module
from typing import Final

from referee.rules import Rulebook, UnknownGame
from referee.rules.notation.spelling import did_you_mean

# A rulebook is imported when it is asked for, so that a ruling on one game does not load the others.
_MODULES: Final = {
    "big-two": "big_two",
    "bookem-danno": "bookem_danno",
    "commerce": "commerce",
    "commune": "commune",
    "conquian": "conquian",
    "courtney-love-baseball": "courtney_love_baseball",
    "five-card-21": "five_card_21",
    "kowah": "kowah",
    "midnight-cobain-baseball": "midnight_cobain_baseball",
    "play-or-pay": "play_or_pay",
    "pontoon": "pontoon",
    "rudys-jewels": "rudys_jewels",
    "stealing-bundles": "stealing_bundles",
    "texas-holdem": "texas_holdem",
    "texas-toothpick-toast": "texas_toothpick_toast",
    "three-dog-night": "three_dog_night",
    "united-states-stud": "united_states_stud",
    "zheng-shangyou": "zheng_shangyou",
}
# The games that are here; `slugs` has those of other packages besides.
SLUGS: Final = tuple(_MODULES)


def slugs() -> tuple[str, ...]:
    """Return the slugs of all games that there is a rulebook for, those of other packages last."""
    from referee.games.installed import games_installed

    return *SLUGS, *games_installed().books


def is_ruled(slug: str) -> bool:
    """Tell whether there is a rulebook for a game of this slug."""
    return slug in _MODULES or slug in slugs()


def rulebook(slug: str) -> Rulebook:
    """Return the rulebook of a game. Raises `UnknownGame`, naming the games that there are."""
    folded = slug.strip().casefold().replace("_", "-").replace(" ", "-")
    if folded in _MODULES:
        return _ours(folded)
    from referee.games.installed import games_installed

    found = games_installed()
    if folded in found.broken:
        raise UnknownGame(found.broken[folded])
    if folded not in found.books:
        raise UnknownGame(f"no game {slug!r}; {did_you_mean(folded, slugs())}")
    return found.books[folded]


@cache
def _ours(slug: str) -> Rulebook:
    book = import_module(f"referee.games.{_MODULES[slug]}").book
    assert isinstance(book, Rulebook)
    book.check()
    return book
