"""United States Stud, as Munk's club plays it: source text 002. It is Rudy's Jewels with four wildcards and three
cards.
"""

from __future__ import annotations

from referee.cards import FRENCH, WILDCARD, Pack
from referee.games.parts.betting.overview import list_payments
from referee.games.parts.draw_poker.overview import BLUFF, DEALT, FIRST_TURN, LATER_TURNS
from referee.games.parts.draw_poker.play import complete_draw_game
from referee.games.parts.draw_poker.table import DrawGame
from referee.games.rudys_jewels import (
    CANNOT_BE_BEATEN,
    JEWEL_SCOPES,
    RANKED,
    TIES_PRINTED,
    TIES_WORDING,
    JewelOptions,
    add_jewel_ranking,
    best_jewel_hand,
    jewel_ranker,
    ranks_without_jewel,
)
from referee.rules import Overview, RankingRow, Rulebook, frozen, option


@frozen
class StudOptions(JewelOptions):
    """The house rules of United States Stud."""

    max_players: int = option(8, question="How many may play?", minimum=2)
    jewel_scope: str = option(question="Can a hand without a US Stud win if one was dealt?", labels=JEWEL_SCOPES)


US_STUDS = frozenset([WILDCARD])
PACK = Pack("the pack with four wildcards", (*FRENCH.cards, *(WILDCARD,) * 4))

book = Rulebook(
    "united-states-stud", title="United States Stud", players=range(2, 13), options=StudOptions, seed="002", pack=PACK
)
book.overview = Overview(
    aim="Hold the US Studs (the four wildcards, W) or else the highest card at the end, or make all others fold.",
    steps=(
        DEALT.format(cards="three cards"),
        FIRST_TURN,
        LATER_TURNS.format(turns="Turns 2 to 5", exchange="exchange one card"),
        "After turn 5 the players still in show. The highest card wins, and a US Stud is above every other card. If "
        "the highest cards are equal, the next ones decide.",
        BLUFF,
    ),
    ranking_title=RANKED,
    ranking=(
        RankingRow("Three US Studs", "W W W", CANNOT_BE_BEATEN),
        RankingRow("Two US Studs and the Shovel", "W W AS", CANNOT_BE_BEATEN),
        RankingRow("Two US Studs", "W W 5D", "the third card: its rank, then its suit"),
        RankingRow("One US Stud", "W KS 2D", "the second card, then the third"),
        *ranks_without_jewel("US Stud", "AS KS KD"),
    ),
    payments=list_payments("the highest hand"),
)
book.section("1", "The cards")
book.note(
    "1.2",
    "The pack has 52 cards and four wildcards (W), the US Studs. They are not wild: a W stands for no other card.",
    source="002",
    interpretation="USS-A1",
    overrules="Its first line says: a regular deck, no wilds. It then tells of a deck with four wildcards.",
)
add_jewel_ranking(book, "US Stud", silent="USS-A3, USS-A5", overruled_clause="USS-A4")
book.note("7.1", "The four US Studs (W) are the highest cards, and equal.")
book.note(
    "7.4",
    "Two hands cannot be beaten: three US Studs; two US Studs with the AS. They can never meet, as there are only four "
    "US Studs.",
)
complete_draw_game(
    book,
    DrawGame(
        hand_size=lambda _: 3,
        turns=5,
        discard_limit=1,
        never_worsens=True,
        rank=jewel_ranker(US_STUDS, "US Stud"),
        best_possible=best_jewel_hand(US_STUDS),
    ),
    TIES_WORDING
    + """
    1.1: There is one of each card and four W, so no card is in two places. No hand has more cards than it was dealt.
    2.1: Every player who has chips is dealt three cards face down, and looks at them.
    3.2: In each of turns 2 to 5 a player may discard one card. A discard that is not used is not saved for another
        turn.
    """,
    printed=TIES_PRINTED,
)
