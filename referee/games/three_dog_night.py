"""Three Dog Night, as Munk's club plays it: source text 002."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import Card
from referee.games.parts.draw_poker.play import plays_with_draws
from referee.games.parts.draw_poker.table import DrawGame, DrawOptions, DrawTable
from referee.games.parts.hands.ranking import Ranked
from referee.games.parts.hands.single_cards import single_card
from referee.rules import Rulebook

book = Rulebook("three-dog-night", title="Three Dog Night", players=range(2, 21), options=DrawOptions, seed="002")


book.section("1", "The cards")
book.note("1.2", "The pack has 52 cards, and none of them is wild.")


def best(_table: DrawTable, shown: Sequence[Card], unseen: Sequence[Card], _missing: int) -> Ranked:
    """Return the highest card that a player may have."""
    return single_card([*shown, *unseen])


def highest_card(_table: DrawTable, cards: Sequence[Card]) -> Ranked:
    """Rank a hand of one card."""
    return single_card(cards)


book.section("7", "The order of the cards")
book.note("7.1", "The Ace of Spades, the Shovel, is the highest card and cannot be beaten.")
book.note(
    "7.2",
    "Next come the Ace of Hearts, of Clubs and of Diamonds, the King of Spades, of Hearts, and so on down to the Two "
    "of Diamonds: the rank decides first, ace high, and between equal ranks the suit, spades, hearts, clubs, diamonds.",
    source="002",
    interpretation="TDN-A1",
)
book.note("7.3", "Anybody may say whatever they like of their hand; nothing is owed for it.", interpretation="TDN-A4")

plays_with_draws(
    book,
    DrawGame(cards=lambda _options: 1, turns=4, limit=1, grows=True, ranks=highest_card, best=best),
    {
        "6.2": "Of those who can win a pot the one with the highest card takes it; no two cards are equal.",
        "2.1": "All players who have chips are dealt one card, which they hold.",
        "3.2": "In each of turns 2 to 4 a player may discard the card held; a discard not made use of is lost.",
    },
)
