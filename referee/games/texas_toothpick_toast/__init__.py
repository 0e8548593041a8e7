"""Texas Toothpick Toast, as Munk's club plays it: source text 002. It resembles Texas Hold'em, played to the right."""

from referee.games.parts.betting.overview import CLASSES, ROYAL_FLUSH, list_payments
from referee.games.texas_toothpick_toast.rules import book
from referee.rules import Conditional, Overview, RankingRow

__all__ = ["book"]
book.overview = Overview(
    aim="Make the best five-card hand of your two cards and the five in the middle, or make all others fold.",
    steps=(
        "Every player puts {ante:chip} into the pot and is dealt two cards, for their eyes only. A betting round "
        "follows.",
        "Three cards are dealt face up in the middle (flop), then a fourth (turn), then a fifth (river). After each of "
        "these there is a betting round, and before each a card is burned.",
        "Deal, turns and betting go {direction} from the dealer: check or bet; after a bet, call, raise or fold.",
        "The players still in show. A hand is the best five of a player's two cards and the five in the middle.",
        Conditional("hi_lo=false", "The best hand takes the pot, and equal hands divide it."),
        Conditional("hi_lo=true", "The highest hand takes half of the pot, and the lowest hand the other half."),
    ),
    ranking_title="Hands, high to low",
    ranking=(
        ROYAL_FLUSH,
        *CLASSES,
        RankingRow("No pair", "AS QD JC 7H 5D", "the highest card, then the next", only="compare=gunn"),
        RankingRow("No pair", "AS QD JC 7H 5D", "the highest card: its rank, then its suit", only="compare=munk"),
    ),
    payments=list_payments("the highest hand; equal hands divide it"),
    mistakes=("3.5",),
)
