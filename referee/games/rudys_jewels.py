"""Rudy's Jewels, as Munk's club plays it: source text 002. United States Stud uses its ranking too."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence, Set
from functools import lru_cache
from typing import Any, Final

from referee.cards import Card, read_cards
from referee.games.parts.betting.overview import list_payments
from referee.games.parts.betting.stakes import mucked_hand_option, odd_chip_option
from referee.games.parts.draw_poker.overview import BLUFF, DEALT, FIRST_TURN, LATER_TURNS
from referee.games.parts.draw_poker.play import complete_draw_game
from referee.games.parts.draw_poker.table import DrawGame, DrawOptions, DrawTable
from referee.games.parts.hands.ranking import RankedHand, card_height
from referee.games.parts.hands.single_cards import JEWEL_ORDER, rank_jewels, rank_single_card
from referee.rules import Overview, RankingRow, Rulebook, frozen, option, replace

JEWEL_SCOPES: Final = {"live_at_showdown": "yes, unless a player still in has one", "ever_dealt": "no"}


@frozen
class JewelOptions(DrawOptions):
    """The house rules of games with Jewels, cards that rank above all others."""

    jewel_scope: str = option(question="Can a hand without a Jewel win if one was dealt?", labels=JEWEL_SCOPES)
    odd_chip: str = odd_chip_option()
    mucked_hand: str = mucked_hand_option()


@frozen
class RudysOptions(JewelOptions):
    """The house rules of Rudy's Jewels."""

    max_players: int = option(7, question="How many may play?", minimum=2)
    initial_cards: int = option(2, 3, question="How many cards is each player dealt?")


def add_jewel_ranking(book: Rulebook, jewel: str, silent: str, overruled_clause: str) -> None:
    """Add the notes on comparing hands with Jewels to a rulebook.

    `jewel` is the name of such a card. `silent` names the interpretations for gaps in the source text, and
    `overruled_clause` those that contradict it.
    """
    book.section("7", "The order of the hands")
    book.note(
        "7.2",
        f"The highest card of each hand decides. A {jewel} beats every other card. The others rank as in Three Dog "
        "Night, from the ace of spades down: by rank, then by suit (spades, hearts, clubs, diamonds). If the highest "
        "cards are equal, the next ones decide, and so on. Pairs and other combinations count for nothing.",
        source="002",
        interpretation=silent,
    )
    book.note(
        "7.3",
        f"""A hand without a {jewel} can win only if no player still in has a {jewel}. Then only the highest card of
        each hand counts.
        jewel_scope=ever_dealt: A hand without a {jewel} can win only if no {jewel} has been dealt. If one is known to
            have been dealt, and no player still in has one, all their hands are equal.
        """,
        source="002",
        interpretation=overruled_clause,
        overrules=f"It asks whether a {jewel} has been dealt at all. Once that was discarded, nobody could win.",
    )


# With jewel_scope=ever_dealt, hands without a Jewel are equal once one was dealt.
TIES_WORDING: Final = """
    6.2: Each pot goes to the highest hand of the players who can win it. No two hands are equal.
        jewel_scope=ever_dealt: Each pot goes to the highest hand of the players who can win it. Equal hands divide it.
    """
TIES_PRINTED: Final = {"6.3": {"only": "jewel_scope=ever_dealt"}}


def jewel_ranker(special: Set[Card], jewel: str) -> Callable[[Any, Sequence[Card]], RankedHand]:
    """Return a function that ranks hands in which the `special` cards, each called a `jewel`, are above all others."""
    # Each hand is ranked again whenever another one is shown.
    ranked = lru_cache(maxsize=64)(rank_jewels)
    # Once a Jewel was dealt, hands without one cannot win, and all of them are equal.
    ranker_without_jewels = replace(
        JEWEL_ORDER,
        describe=lambda hand: f"{rank_single_card(hand.source_cards).words} but no {jewel}",
        tie_reason=f"a {jewel} was dealt, and neither has one",
    )

    def ranks(table: Any, cards: Sequence[Card]) -> RankedHand:
        if table.options.jewel_scope == "ever_dealt" and special.isdisjoint(cards) and jewel_was_dealt(table, special):
            return RankedHand((-1, -1), ranker_without_jewels, tuple(cards))
        return ranked(tuple(cards), special)

    return ranks


def jewel_was_dealt(table: DrawTable, special: Set[Card]) -> bool:
    """Tell whether one of the `special` cards is known to have been in a hand."""
    in_discards = any(discard.card in special for discard in table.draw.discarded_cards)
    return in_discards or any(table.knowledge.card_locations.get(card) for card in special)


def best_jewel_hand(special: Set[Card]) -> Callable[[Any, Sequence[Card], Sequence[Card], int], RankedHand]:
    """Return a function that ranks a player's best possible hand, given the cards shown and the unseen ones."""

    def best(
        _table: DrawTable, shown_cards: Sequence[Card], unseen_cards: Sequence[Card], missing_count: int
    ) -> RankedHand:
        highest = sorted(unseen_cards, key=lambda card: (13, 0) if card in special else card_height(card), reverse=True)
        return rank_jewels([*shown_cards, *highest[:missing_count]], special)

    return best


RANKED: Final = "Hands, high to low"
CANNOT_BE_BEATEN: Final = "cannot be beaten"


def ranks_without_jewel(jewel: str, example: str) -> tuple[RankingRow, ...]:
    """Return the lowest rows of the ranking: a hand without a `jewel`."""
    return (
        RankingRow(
            f"No {jewel}",
            example,
            "the highest card only: its rank, then its suit",
            only="jewel_scope=live_at_showdown",
        ),
        RankingRow(f"No {jewel}", example, f"wins only if no {jewel} was dealt", only="jewel_scope=ever_dealt"),
    )


RUDYS_JEWELS = frozenset(read_cards("JHJS"))
ACE_OF_SPADES = frozenset(read_cards("AS"))


def cannot_be_beaten(_table: Any, cards: Collection[Card]) -> bool:
    """Tell whether `cards` win whatever else the hand has: both Jewels, or one Jewel and the ace of spades."""
    return len((RUDYS_JEWELS | ACE_OF_SPADES).intersection(cards)) > 1 and not RUDYS_JEWELS.isdisjoint(cards)


book = Rulebook("rudys-jewels", title="Rudy's Jewels", players=range(2, 13), options=RudysOptions, seed="002")
book.overview = Overview(
    aim="Hold Rudy's Jewels (JH and JS) or else the highest card at the end, or make all others fold.",
    steps=(
        DEALT.format(cards="{initial_cards} cards"),
        FIRST_TURN,
        LATER_TURNS.format(turns="Turns 2 to 6", exchange="exchange one card"),
        "After turn 6 the players still in show. The highest card wins, and a Jewel is above every other card. If both "
        "have a Jewel, their next card decides.",
        BLUFF,
    ),
    ranking_title=RANKED,
    ranking=(
        RankingRow("Both Jewels", "JH JS", CANNOT_BE_BEATEN),
        RankingRow("A Jewel and the Shovel", "JS AS", CANNOT_BE_BEATEN),
        RankingRow("A Jewel and another card", "JH 9C", "the other card: its rank, then its suit"),
        *ranks_without_jewel("Jewel", "AS KD"),
    ),
    payments=list_payments("the highest hand"),
)
book.section("1", "The cards")
book.note("1.2", "The pack has 52 cards. None is wild.")
add_jewel_ranking(book, "Jewel", silent="", overruled_clause="RUD-A1")
book.note("7.1", "Rudy's Jewels are the one-eyed jacks, JH and JS. They are the highest cards, and equal.")
book.note(
    "7.4",
    "Two hands cannot be beaten: both Jewels; one Jewel with the AS. They can never meet, as there are only two "
    "Jewels.",
)
complete_draw_game(
    book,
    DrawGame(
        hand_size=lambda options: options.initial_cards,
        turns=6,
        discard_limit=1,
        never_worsens=True,
        rank=jewel_ranker(RUDYS_JEWELS, "Jewel"),
        best_possible=best_jewel_hand(RUDYS_JEWELS),
        wins_outright=cannot_be_beaten,
    ),
    TIES_WORDING
    + """
    2.1: Every player who has chips is dealt {initial_cards} cards face down, and looks at them.
    3.2: In each of turns 2 to 6 a player may discard one card. A discard that is not used is not saved for another
        turn.
    """,
    printed=TIES_PRINTED,
)
