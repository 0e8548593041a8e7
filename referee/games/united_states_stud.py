"""United States Stud, as Munk's club plays it: source text 002. Rudy's Jewels with four wildcards and three cards."""

from __future__ import annotations

from referee.cards import FRENCH, WILDCARD, Pack
from referee.games.parts.draw_poker.play import plays_with_draws
from referee.games.parts.draw_poker.table import DrawGame
from referee.games.rudys_jewels import (
    MAY_TIE,
    NO_TIE,
    JewelOptions,
    best_with_jewels,
    has_jewels,
    ranks_by_jewels,
)
from referee.rules import Rulebook, option, value


@value
class StudOptions(JewelOptions):
    """The questions that a club answers before it plays."""

    max_players: int = option(8, clauses="1.3", asks="How many may play?", least=2)
    jewel_scope: str = option(
        "live_at_showdown",
        "ever_dealt",
        clauses="6.2 6.3 7.3",
        asks="May a hand without a US Stud win if one was dealt?",
    )


US_STUDS = frozenset([WILDCARD])
PACK = Pack("the pack with four wildcards", (*FRENCH.cards, *(WILDCARD,) * 4))

book = Rulebook(
    "united-states-stud",
    title="United States Stud",
    players=range(2, 13),
    options=StudOptions,
    seed="002",
    pack=PACK,
)
book.section("1", "The cards")
book.note(
    "1.2",
    "The pack has 56 cards: four are wildcards, W, which stand for no other card. None is wild.",
    source="002",
    interpretation="USS-A1, USS-A6",
)
has_jewels(book, "US Stud", ("USS-A2, USS-A3, USS-A5", "USS-A4"))
book.note("7.1", "The US Studs, the four wildcards, are the highest cards, and all have the same value.")
book.note(
    "7.4",
    "The two very best hands are three US Studs, and two with the Ace of Spades: who has one of them keeps anybody "
    "else from having the other.",
)
plays_with_draws(
    book,
    DrawGame(
        cards=lambda _: 3,
        turns=5,
        limit=1,
        grows=True,
        ranks=ranks_by_jewels(US_STUDS, "US Stud"),
        best=best_with_jewels(US_STUDS),
    ),
    {
        "6.2": NO_TIE,
        "1.1": "There is one of each card, and four W: none is in two places, and no hand is larger than dealt.",
        "2.1": "All players who have chips are dealt three cards, which they hold.",
        "3.2": "In each of turns 2 to 5 a player may discard a single card; a discard not made use of is lost.",
    },
    printed=MAY_TIE,
)
