"""Courtesies and comments that may follow an act and are ignored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.cards.words import RANK_NAMES

COURTESIES: Final = frozenset(
    (
        *("please", "thanks", "thank you", "now", "then", "too", "also", "as well", "lol", "last card", "last cards"),
        *("it", "that", "out of turn", "bust"),
    )
)
# Names of shown cards, and comments on them: "for the flush", "two pair, kings up".
HAND_NAMES: Final = frozenset(
    [
        "pair",
        "pairs",
        "pocket",
        "trips",
        "set",
        "kind",
        "straight",
        "flush",
        "house",
        "boat",
        "quads",
        "high",
        "nuts",
        "win",
    ]
)
_OF_HANDS: Final = """
    for with makes making has having a an the his her my and to of over on full royal top bottom middle two three four
    aces kings queens jacks tens nines eights sevens sixes fives fours threes twos deuces low kicker up
"""
HAND_WORDS: Final = frozenset((*_OF_HANDS.split(), *RANK_NAMES.values()))


def is_courtesy(words: Sequence[str], *, may_name_hand: bool) -> bool:
    """Tell whether the words after an act can be ignored. With `may_name_hand`, they may also name a hand of cards."""
    spoken_words = [bare for word in words if (bare := word.casefold().strip(",;.!"))]
    if " ".join(spoken_words) in COURTESIES:
        return True
    return (
        may_name_hand
        and not HAND_NAMES.isdisjoint(spoken_words)
        and all(word in HAND_NAMES or word in HAND_WORDS for word in spoken_words)
    )
