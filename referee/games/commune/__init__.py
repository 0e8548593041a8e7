"""Commune, a bluffing game of poker bids on all players' cards together: source text 000."""

from referee.games.commune import play
from referee.games.commune.table import book
from referee.rules import Conditional, Overview, RankingRow

__all__ = ["book", "play"]

book.overview = Overview(
    aim="Be the last player left in the match.",
    steps=(
        Conditional(
            "deal_mode=ascending", "Each player is dealt one card, and one more for each penalty. Twos are wild."
        ),
        Conditional(
            "deal_mode=descending", "Each player is dealt three cards, less one for each penalty. Twos are wild."
        ),
        "In turn, bid a poker hand that you believe all the players' cards together make, or call the bid before.",
        "Each bid must be higher than the bid before.",
        "After a call, all show their cards. If the bid holds, the caller takes a penalty; if not, the bidder does.",
        "With {penalty_limit} penalties you are out.",
    ),
    ranking_title="Bids, high to low",
    ranking=(
        RankingRow("Five of a kind", "9S 9H 9D 9C 2C", "“five nines”; it needs a two"),
        RankingRow("Straight flush", "8H 9H TH JH QH", "“straight flush to queen”", only="allow_flush=true"),
        RankingRow("Four of a kind", "KS KH KD KC", "“four kings”"),
        RankingRow("Full house", "7S 7H 7D TC TD", "“sevens over tens”: first the three"),
        RankingRow("Flush", "KH JH 9H 7H 4H", "“flush K J 9 7 4”: the highest card first", only="allow_flush=true"),
        RankingRow("Straight", "8S 9H TD JC QD", "“straight to queen”: from seven up to ace"),
        RankingRow("Three of a kind", "JS JH JD", "“three jacks”"),
        RankingRow("Two pairs", "TS TH 7D 7C", "“tens and sevens”: first the higher pair"),
        RankingRow("Pair", "9D 9C", "“two nines”"),
        RankingRow("High card", "TS", "“ten high”: from three up to ace"),
    ),
    mistakes=("3.10", "5.4", "5.5"),
)
