"""The overview of a baseball rulebook."""

from __future__ import annotations

from typing import Final

from referee.games.parts.betting.overview import ALL_IN, ANTE, CLASSES, LAST_PLAYER, THREE
from referee.rules import Overview, PaymentRow, RankingRow, replace

NO_PAIR: Final = RankingRow("No pair", "AS QD JC 7H 5D")
RANKING: Final = (
    RankingRow("Five of a kind", "KD KC KH KS 3D", "the rank"),
    *(replace(THREE, example="8D 8C 3H KS 5D") if row is THREE else row for row in CLASSES),
    replace(NO_PAIR, decides="the highest card: its rank, then its suit", only="no_pair=top_card_then_suit"),
    replace(NO_PAIR, decides="the ranks, then the suit of the highest", only="no_pair=ranks_then_suit"),
    replace(NO_PAIR, decides="the ranks, the highest first", only="no_pair=ranks_then_split"),
)


def front(kill: str) -> Overview:
    """Return the overview of a game in which the card called `kill` kills a hand."""
    return Overview(
        aim="Be the last player in: turn a hand that beats the hand to beat, and make the others fold.",
        steps=(
            "Every player puts {ante:chip} into the pot and is dealt seven cards face down, which nobody looks at. The "
            "next card is turned up: the first hand to beat.",
            "In order, each player turns cards one at a time until their face-up cards beat the hand to beat. That is "
            "the new hand to beat, and a betting round follows.",
            f"3s and 9s are wild. A 4 brings its player one more card. {kill} kills the hand of the player who turns "
            "it.",
            "A player who has turned all cards and has not beaten the hand to beat is out.",
            "The last player in wins the pot.",
        ),
        ranking_title="Hands, high to low (one to five cards; 3s and 9s are wild)",
        ranking=RANKING,
        payments=(
            ANTE,
            PaymentRow("A 4, when it is turned", "its player to the pot", "{extra_price:chip}", only="extra_price!=0"),
            replace(LAST_PLAYER, when="All others have folded or are out"),
            ALL_IN,
        ),
    )
