"""Zheng Shangyou (Fight Upstream), as the Gunn club plays it: source text 004."""

from referee.games.zheng_shangyou import play
from referee.games.zheng_shangyou.table import book
from referee.rules import Conditional, Overview, RankingRow

__all__ = ["book", "play"]

book.overview = Overview(
    aim="Be the first to play all your cards.",
    steps=(
        Conditional(
            "horse_game=false", "Deal out the pack evenly. The player with 3H starts, with a play that contains it."
        ),
        Conditional(
            "horse_game=true", "Deal six packets face down, to the players in turn. Each packet is a hand of its own."
        ),
        "The leader plays any combination. The others, in turn, pass or play higher: the same type, with the same "
        "number of cards.",
        "A bomb beats every other type. Only a higher bomb beats a bomb.",
        "When all others pass, the player of the last play leads. A player who is out leaves the lead to the next.",
        Conditional(
            "horse_game=false", "The first player without cards is first, and so on. The last with cards is last."
        ),
        Conditional(
            "horse_game=true", "The packets take places as they run out of cards. The lowest sum of places wins."
        ),
    ),
    ranking_title="Combinations: bombs from high to low, then the others, which do not beat each other",
    ranking=(
        RankingRow("Two jokers", "CJ BJ", "the highest bomb", only="jokers=true"),
        RankingRow("Bomb of four", "6D 6C 6H 6S", "the rank"),
        RankingRow("Bomb of three", "9D 9H 9S", "the rank"),
        RankingRow("Pair straight", "QH QS KD KC AH AS", "the highest rank"),
        RankingRow("Straight", "9C TH JS QC KH", "the highest card"),
        RankingRow("Pair", "5D 5S", "the rank"),
        RankingRow("Single card", "2C", "jokers high, then 2, A, K, down to 3", only="jokers=true"),
        RankingRow("Single card", "2C", "2 high, then A, K, down to 3", only="jokers=false"),
    ),
    mistakes=("4.9",),
)
