"""Chor Dai Di (Big Two), as the Gunn club plays it: source text 004."""

from referee.games.big_two import play
from referee.games.big_two.table import book
from referee.rules import Conditional, Overview, RankingRow

__all__ = ["book", "play"]

book.overview = Overview(
    aim="Be the first to play all your cards.",
    steps=(
        "Deal out the whole pack. The player with {lowest_card} starts, with a play that contains it.",
        "Lead one, two, three or five cards. The others, in turn, beat that with as many cards, or pass.",
        Conditional(
            "lowest_card=3D",
            "A card ranks by its number (2 high, then A, K, down to 3), then by suit: spades, hearts, clubs, diamonds.",
        ),
        Conditional(
            "lowest_card=3C",
            "A card ranks by its number (2 high, then A, K, down to 3), then by suit: spades, hearts, diamonds, clubs.",
        ),
        "When all others pass, the player of the last play leads. A player who is out leaves the lead to the next.",
        "The first player without cards is first, and so on. The last with cards is last.",
    ),
    ranking_title="Five-card combinations, high to low",
    ranking=(
        RankingRow("Royal flush", "TH JH QH KH AH", "the suit", only="royal=10_to_A"),
        RankingRow("Straight flush", "5C 6C 7C 8C 9C", "the highest card"),
        RankingRow("Four of a kind", "9D 9C 9H 9S 4D", "the rank of the four"),
        RankingRow("Full house", "7D 7H 7S KC KD", "the rank of the three"),
        RankingRow("Flush", "3H 6H 9H JH AH", "the highest card", only="flush_compare=top_card"),
        RankingRow("Flush", "3H 6H 9H JH AH", "the suit, then the ranks", only="flush_compare=suit_first"),
        RankingRow("Flush", "3H 6H 9H JH AH", "the ranks, then the suit", only="flush_compare=all_cards"),
        RankingRow("Straight", "JC QD KH AS 2D", "the highest card", only="straights=linear|plus_low"),
        RankingRow("Straight", "TC JD QH KS AD", "the highest card", only="straights=poker"),
        RankingRow("Straight", "2D 3C 4H 5S 6D", "2-3-4-5-6, then the highest card", only="straights=2_to_6_highest"),
        RankingRow("Two pairs", "8D 8S 5C 5H KD", "the higher pair", only="two_pair_play=true"),
    ),
    mistakes=("4.9",),
)
