"""Rudy's Jewels, as Munk's club plays it: source text 002; and what its sibling, United States Stud, has of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence, Set
from functools import lru_cache
from typing import Any, Final

from referee.cards import Card, read_cards
from referee.games.parts.betting.stakes import odd_chip_option
from referee.games.parts.draw_poker.play import plays_with_draws
from referee.games.parts.draw_poker.table import DrawGame, DrawOptions, DrawTable
from referee.games.parts.hands.ranking import Ranked, height
from referee.games.parts.hands.single_cards import JEWELS, jewels, single_card
from referee.rules import Rulebook, option, replace, value


@value
class JewelOptions(DrawOptions):
    """What a club answers where some cards are above all others."""

    jewel_scope: str = option(
        "live_at_showdown", "ever_dealt", clauses="6.2 6.3 7.3", asks="May a hand without a Jewel win if one was dealt?"
    )
    odd_chip: str = odd_chip_option()


@value
class RudysOptions(JewelOptions):
    """The questions that a club answers before it plays."""

    max_players: int = option(7, clauses="1.3", asks="How many may play?", least=2)
    initial_cards: int = option(2, 3, clauses="2.1", asks="How many cards is each player dealt?")


def has_jewels(book: Rulebook, jewel: str, readings: tuple[str, str]) -> None:
    """Print how hands with Jewels are compared, where the text is silent by the `readings` named.

    `jewel` is what one of them is called.
    """
    book.section("7", "The order of the hands")
    book.note(
        "7.2",
        f"Hands are compared by their highest card: a {jewel} is above every other card, and the others rank from the "
        "Ace of Spades down as in Three Dog Night, by rank and then by suit: spades, hearts, clubs, diamonds. If the "
        "highest are equal, the second-highest decides, and so on; nothing else that cards make counts.",
        source="002",
        interpretation=readings[0],
    )
    book.note(
        "7.3",
        f"A hand without a {jewel} can win only if no hand that is still in has one; then the highest card of each "
        "hand decides, and the others are ignored.",
        source="002",
        interpretation=readings[1],
        reworded={
            "jewel_scope=ever_dealt": f"A hand without a {jewel} can win only if none has been dealt; where one is "
            "known to have been, and nobody who is still in has one, all their hands are equal."
        },
    )


# Where a Jewel that was dealt and is in nobody's hand counts, hands without one are equal.
NO_TIE: Final = "Of those who can win a pot the one with the highest hand takes it; no two hands are equal."
MAY_TIE: Final[Mapping[str, Mapping[str, Any]]] = {
    "6.2": {
        "reworded": {
            "jewel_scope=ever_dealt": "Of those who can win a pot the one with the highest hand takes it; equal hands "
            "divide it."
        }
    },
    "6.3": {"only": "jewel_scope=ever_dealt"},
}


def ranks_by_jewels(special: Set[Card], jewel: str) -> Callable[[Any, Sequence[Card]], Ranked]:
    """Return how a hand ranks where some cards are above all others; `jewel` is what one of them is called."""
    # Every hand is looked at again with each that is shown after it.
    ranked = lru_cache(maxsize=64)(jewels)
    # A hand that cannot win, as it has no Jewel and one was dealt: all of them are equal.
    without = replace(
        JEWELS,
        words=lambda hand: f"{single_card(hand.given).words} but no {jewel}",
        level=f"a {jewel} was dealt, and neither has one",
    )

    def ranks(table: Any, cards: Sequence[Card]) -> Ranked:
        if table.options.jewel_scope == "ever_dealt" and special.isdisjoint(cards) and was_dealt(table, special):
            return Ranked((-1, -1), without, tuple(cards))
        return ranked(tuple(cards), special)

    return ranks


def was_dealt(table: DrawTable, special: Set[Card]) -> bool:
    """Tell whether a Jewel is known to have been in anybody's hand."""
    thrown = any(each.card in special for each in table.draw.thrown)
    return thrown or any(table.known.located.get(card) for card in special)


def best_with_jewels(special: Set[Card]) -> Callable[[Any, Sequence[Card], Sequence[Card], int], Ranked]:
    """Return how to find the best that a hand may be."""

    def best(_table: DrawTable, shown: Sequence[Card], unseen: Sequence[Card], missing: int) -> Ranked:
        highest = sorted(unseen, key=lambda card: (13, 0) if card in special else height(card), reverse=True)
        return jewels([*shown, *highest[:missing]], special)

    return best


RUDYS_JEWELS = frozenset(read_cards("JHJS"))
ACE_OF_SPADES = frozenset(read_cards("AS"))


def cannot_be_beaten(_table: Any, cards: Collection[Card]) -> bool:
    """Tell whether some cards win whatever else is in the hand: both Jewels, or one with the Ace of Spades."""
    return len((RUDYS_JEWELS | ACE_OF_SPADES).intersection(cards)) > 1 and not RUDYS_JEWELS.isdisjoint(cards)


book = Rulebook("rudys-jewels", title="Rudy's Jewels", players=range(2, 13), options=RudysOptions, seed="002")
book.section("1", "The cards")
book.note("1.2", "The pack has 52 cards, and none of them is wild.")
has_jewels(book, "Jewel", ("RUD-A2, RUD-A5", "RUD-A1, RUD-A4"))
book.note("7.1", "Rudy's Jewels, the one-eyed jacks JH and JS, are the highest cards, and both have the same value.")
book.note(
    "7.4",
    "The two very best hands are both Jewels, and one Jewel with the Ace of Spades: who has one of them keeps anybody "
    "else from having the other.",
    source="002",
    interpretation="RUD-A3",
)
plays_with_draws(
    book,
    DrawGame(
        cards=lambda options: options.initial_cards,
        turns=6,
        limit=1,
        grows=True,
        ranks=ranks_by_jewels(RUDYS_JEWELS, "Jewel"),
        best=best_with_jewels(RUDYS_JEWELS),
        enough=cannot_be_beaten,
    ),
    {
        "6.2": NO_TIE,
        "2.1": "All players who have chips are dealt {initial_cards} cards, which they hold.",
        "3.2": "In each of turns 2 to 6 a player may discard a single card; a discard not made use of is lost.",
    },
    printed=MAY_TIE,
)
