"""The rulebooks of all games, found by slug."""

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
_CHECKED: Final[set[str]] = set()
SLUGS: Final = tuple(_MODULES)


def rulebook(slug: str) -> Rulebook:
    """Return the rulebook of a game. Raises `UnknownGame`, naming the games that there are."""
    folded = slug.strip().casefold().replace("_", "-").replace(" ", "-")
    if folded not in _MODULES:
        raise UnknownGame(f"no game {slug!r}; {did_you_mean(folded, SLUGS)}")
    book = import_module(f"referee.games.{_MODULES[folded]}").book
    assert isinstance(book, Rulebook)
    if folded not in _CHECKED:
        book.check()
        _CHECKED.add(folded)
    return book
