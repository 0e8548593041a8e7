"""Common parts of the overviews of betting games: the payments, and the ranking rows of poker hands."""

from __future__ import annotations

from typing import Final

from referee.rules import PaymentRow, RankingRow

ANTE: Final = PaymentRow("The ante", "each player to the pot", "{ante:chip}", only="ante!=0")
ALL_IN: Final = PaymentRow(
    "A player is all-in", "each other player to the main pot", "as much as that player; the rest is a side pot"
)
LAST_PLAYER: Final = PaymentRow(
    "All others have folded", "the pot to the last player in", "all of it, with no hand shown"
)


def list_payments(wins: str, *forced: PaymentRow) -> tuple[PaymentRow, ...]:
    """Return the payment rows of a game with a pot.

    `wins` names the hand that takes it at the showdown. `forced` are the rows of bets before the first bet, by default
    the ante.
    """
    return (*(forced or (ANTE,)), PaymentRow("The showdown", f"the pot to {wins}", "all of it"), LAST_PLAYER, ALL_IN)


ROYAL_FLUSH: Final = RankingRow("Royal flush", "TS JS QS KS AS", "all are equal")
STRAIGHT_FLUSH: Final = RankingRow("Straight flush", "5H 6H 7H 8H 9H", "the highest card")
FOUR: Final = RankingRow("Four of a kind", "QD QC QH QS 4D", "the rank of the four, then the kicker")
FULL_HOUSE: Final = RankingRow("Full house", "7C 7D 7S KH KD", "the rank of the three, then of the pair")
FLUSH: Final = RankingRow("Flush", "2C 6C 8C JC AC", "the highest card, then the next")
STRAIGHT: Final = RankingRow("Straight", "4D 5C 6H 7S 8D", "the highest card; A-2-3-4-5 is the lowest")
THREE: Final = RankingRow("Three of a kind", "8D 8C 8H KS 5D", "the rank of the three, then the kickers")
TWO_PAIR: Final = RankingRow("Two pair", "JD JS 4C 4H AD", "the higher pair, the lower pair, the kicker")
PAIR: Final = RankingRow("One pair", "TC TH AS 7D 2C", "the rank of the pair, then the kickers")

# The rows from a straight flush down to a pair, which no house rule changes.
CLASSES: Final = (STRAIGHT_FLUSH, FOUR, FULL_HOUSE, FLUSH, STRAIGHT, THREE, TWO_PAIR, PAIR)
