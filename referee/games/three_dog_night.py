"""Three Dog Night, as Munk's club plays it: source text 002."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import Card
from referee.games.parts.betting.overview import list_payments
from referee.games.parts.betting.stakes import mucked_hand_option
from referee.games.parts.draw_poker.overview import BLUFF, DEALT, FIRST_TURN, LATER_TURNS
from referee.games.parts.draw_poker.play import complete_draw_game
from referee.games.parts.draw_poker.table import DrawGame, DrawOptions, DrawTable
from referee.games.parts.hands.ranking import RankedHand
from referee.games.parts.hands.single_cards import rank_single_card
from referee.rules import Overview, RankingRow, Rulebook, frozen


@frozen
class DogOptions(DrawOptions):
    """The house rules of Three Dog Night."""

    mucked_hand: str = mucked_hand_option()


book = Rulebook("three-dog-night", title="Three Dog Night", players=range(2, 21), options=DogOptions, seed="002")
book.overview = Overview(
    aim="Hold the highest card at the end, or make all others fold.",
    steps=(
        DEALT.format(cards="one card"),
        FIRST_TURN,
        LATER_TURNS.format(turns="Turns 2 to 4", exchange="exchange their card"),
        "After turn 4 the players still in show. The highest card wins: by rank, then by suit (spades, hearts, clubs, "
        "diamonds).",
        BLUFF,
    ),
    ranking_title="Cards, high to low",
    ranking=(
        RankingRow("The Shovel", "AS", "nothing beats it"),
        RankingRow("The other aces", "AH AC AD", "the suit, in this order"),
        RankingRow("Kings", "KS KH KC KD", "the suit, in this order"),
        RankingRow("Queens, jacks and so on", "QS QH QC QD", "the rank, then the suit"),
        RankingRow("Twos", "2S 2H 2C 2D", "2D is the lowest card"),
    ),
    payments=list_payments("the highest card"),
)


book.section("1", "The cards")
book.note("1.2", "The pack has 52 cards. None is wild.")


def best(_table: DrawTable, shown_cards: Sequence[Card], unseen_cards: Sequence[Card], _missing: int) -> RankedHand:
    """Return the rank of the highest card that a player may hold."""
    return rank_single_card([*shown_cards, *unseen_cards])


def highest_card(_table: DrawTable, cards: Sequence[Card]) -> RankedHand:
    """Return the rank of a hand of one card."""
    return rank_single_card(cards)


book.section("7", "The order of the cards")
book.note("7.1", "The ace of spades (AS), the Shovel, is the highest card. Nothing beats it.")
book.note(
    "7.2",
    "Rank decides first: ace, king, queen and so on down to the two. Between equal ranks the suit decides: spades, "
    "hearts, clubs, diamonds. AS, AH, AC and AD are the four highest cards, and 2D is the lowest.",
)
book.note(
    "7.3", "A player may say anything about their hand, true or not. There is no penalty.", interpretation="TDN-A4"
)

complete_draw_game(
    book,
    DrawGame(
        hand_size=lambda _options: 1,
        turns=4,
        discard_limit=1,
        never_worsens=True,
        rank=highest_card,
        best_possible=best,
    ),
    """
    2.1: Every player who has chips is dealt one card face down, and looks at it.
    3.2: In each of turns 2 to 4 a player may exchange their card once. An exchange that is not used is not saved for
        another turn.
    6.2: Each pot goes to the highest card of the players who can win it. No two cards are equal.
    """,
)
