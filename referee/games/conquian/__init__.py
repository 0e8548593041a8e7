"""Conquian, also called Coon Can: source text 003."""

from referee.games.conquian import forcing, melds, play, rules
from referee.games.conquian.table import book
from referee.rules import Conditional, Overview, RankingRow

__all__ = ["book", "forcing", "melds", "play", "rules"]

book.overview = Overview(
    aim="Be the first to meld eleven cards.",
    steps=(
        "Both players get ten cards. In turn, take the opponent's discard or turn the next card of the stock.",
        "A card that you take never goes into your hand: meld it at once, with cards of your hand or your melds.",
        "After melding, discard a card of your hand. It is offered to your opponent, as is a card that you refuse.",
        Conditional(
            "forcing=true", "If your opponent refuses a card that fits their melds, you may force them to take it."
        ),
        "The first player with eleven cards melded wins. If the stock runs out first, the hand is a draw.",
    ),
    ranking_title="Melds",
    ranking=(
        RankingRow("Set", "5S 5H 5D", "three or four cards of one rank"),
        RankingRow("Run", "3D 4D 5D", "three or more cards of one suit in sequence"),
        RankingRow("Run with the ace", "AC 2C 3C", "the ace is always low"),
        RankingRow("Run with the jack", "6H 7H JH", "the jack follows the seven"),
    ),
    mistakes=("4.8",),
)
