"""The overview of Five-Card 21, and its parts for Book'em Danno."""

from __future__ import annotations

from typing import Final

from referee.games.parts.betting.overview import list_payments
from referee.games.parts.draw_poker.overview import DEALT, FIRST_TURN, LATER_TURNS
from referee.rules import Overview, RankingRow

POINTS: Final = (
    "After turn 4 the players still in show. All five cards count: an ace 1 or 11, a king, queen or jack 10, any other "
    "card its number."
)
STEPS: Final = (
    DEALT.format(cards="five cards"),
    FIRST_TURN,
    LATER_TURNS.format(turns="Turns 2 to 4", exchange="exchange one or two cards"),
    POINTS,
    "The hand closest to 21 wins, and more than 21 is a bust. If hands tie, or all have busted, a stud hand decides: "
    "five cards each, face up, ranked as in poker.",
)
RANKING: Final = (
    RankingRow("21 points", "7C 5D 4H 3S 2C", "equal points: the stud hand"),
    RankingRow("20 points", "6C 5D 4H 3S 2C", "equal points: the stud hand"),
    RankingRow("19 points and so on down", "AC 6H 5D 4C 3S", "equal points: the stud hand"),
    RankingRow("Bust, more than 21", "KH 5S 4D 3C 2D", "loses; if all have busted, the stud hand"),
)
RANKED: Final = "Hands, high to low"
PAYMENTS: Final = list_payments("the best hand")

FRONT: Final = Overview(
    aim="Come closest to 21 points with five cards without going over, or make all others fold.",
    steps=STEPS,
    ranking_title=RANKED,
    ranking=RANKING,
    payments=PAYMENTS,
)
