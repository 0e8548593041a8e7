"""What the fronts of the games that are bet on have alike: the payments, and the rows of a table of poker hands."""

from __future__ import annotations

from typing import Final

from referee.rules import Payment, Rank

ANTE: Final = Payment("The ante", "each player to the pot", "{ante:chip}", only="ante!=0")
ALL_IN: Final = Payment(
    "A player is all-in", "each other player to the main pot", "as much as that player; the rest is a side pot"
)
LAST_PLAYER: Final = Payment("All others have folded", "the pot to the last player in", "all of it, with no hand shown")


def list_payments(wins: str, *forced: Payment) -> tuple[Payment, ...]:
    """Return the payments of a game in which what `wins` takes the pot; `forced` are put in before the first bet."""
    return (*(forced or (ANTE,)), Payment("The showdown", f"the pot to {wins}", "all of it"), LAST_PLAYER, ALL_IN)


ROYAL_FLUSH: Final = Rank("Royal flush", "TS JS QS KS AS", "all are equal")
STRAIGHT_FLUSH: Final = Rank("Straight flush", "5H 6H 7H 8H 9H", "the highest card")
FOUR: Final = Rank("Four of a kind", "QD QC QH QS 4D", "the rank of the four, then the kicker")
FULL_HOUSE: Final = Rank("Full house", "7C 7D 7S KH KD", "the rank of the three, then of the pair")
FLUSH: Final = Rank("Flush", "2C 6C 8C JC AC", "the highest card, then the next")
STRAIGHT: Final = Rank("Straight", "4D 5C 6H 7S 8D", "the highest card; A-2-3-4-5 is the lowest")
THREE: Final = Rank("Three of a kind", "8D 8C 8H KS 5D", "the rank of the three, then the kickers")
TWO_PAIR: Final = Rank("Two pair", "JD JS 4C 4H AD", "the higher pair, the lower pair, the kicker")
PAIR: Final = Rank("One pair", "TC TH AS 7D 2C", "the rank of the pair, then the kickers")

# From a straight flush down to a pair: what no house rule changes.
CLASSES: Final = (STRAIGHT_FLUSH, FOUR, FULL_HOUSE, FLUSH, STRAIGHT, THREE, TWO_PAIR, PAIR)
