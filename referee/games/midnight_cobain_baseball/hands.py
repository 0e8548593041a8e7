"""The hands of baseball, with threes and nines wild, and the hand to beat: chapter 7."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from referee.cards import Card
from referee.games.midnight_cobain_baseball.table import STARTER, WILD, BaseballTable, exposed
from referee.games.parts.hands import poker_hands
from referee.games.parts.hands.poker_hands import rank_munk
from referee.games.parts.hands.ranking import RankedHand
from referee.rules import Cards, Chapter

ranking_chapter = Chapter("The hands")
ranking_chapter.note("7.1", "All 3s and 9s are wild: each stands for any card, or for the card printed on it.")


@ranking_chapter.clause("7.2", source="002", interpretation="PK-2, PK-7")
def rank_hand(table: BaseballTable, cards: Cards) -> RankedHand:
    """From high to low the hands are: five of a kind, straight flush, four of a kind, full house, flush, straight,
    three of a kind, two pair, one pair, no pair. Within a class, the ranks that give it its name decide, then the
    kickers: the other cards of the five, the highest first.
    """
    return _rank_hand(cards, *_house_rules(table))


def _house_rules(table: BaseballTable) -> tuple[str, str, bool, bool]:
    rules = table.options
    return rules.no_pair, rules.short_hands, rules.double_ace_flush, rules.natural_beats_wild


@lru_cache(maxsize=128)
def _rank_hand(cards: Cards, no_pair: str, short_hands: str, double_ace: bool, natural: bool) -> RankedHand:
    return rank_munk(
        cards, WILD, no_pair=no_pair, short_hands=short_hands, double_ace_flush=double_ace, natural_beats_wild=natural
    )


def hand_name(table: BaseballTable, cards: Cards) -> str:
    """Return the name of the hand of some cards."""
    return _hand_name(cards, *_house_rules(table))


# The hand to beat is described on every line until it is beaten.
@lru_cache(maxsize=128)
def _hand_name(cards: Cards, *house_rules: Any) -> str:
    return _rank_hand(cards, *house_rules).words


ranking_chapter.clause(
    "7.3",
    wording="""With no pair, only the highest card counts: its rank, then its suit (spades, hearts, clubs, diamonds). A
    single card counts the same way.
    no_pair=ranks_then_suit: With no pair, the ranks decide from the highest down, then the suit of the highest card
        (spades, hearts, clubs, diamonds).
    no_pair=ranks_then_split: With no pair, the ranks decide from the highest down. Suits never decide.
    """,
    source="002",
)(poker_hands.kickers_without_pair)
ranking_chapter.clause(
    "7.4",
    wording="""Fewer than five cards are a hand too. Straights and flushes need five cards. A kicker beats no kicker:
    K-K-7 beats K-K.
    short_hands=kickers_need_five_cards: Fewer than five cards are a hand too. Straights, flushes and kickers need five
        cards: K-K-7 equals K-K.
    """,
    interpretation="PK-3",
)(poker_hands.kickers_beside_body)
ranking_chapter.clause("7.5", wording="A wild card alone counts as the ace of spades.", interpretation="PK-4")(
    poker_hands.high_card
)
ranking_chapter.clause(
    "7.6",
    wording="""In a flush, a wild card counts as the highest rank that the flush lacks.
    double_ace_flush=true: In a flush, a wild card counts as an ace, even as a second one.
    """,
    interpretation="PK-5",
)(poker_hands.flush_of)
ranking_chapter.clause(
    "7.7",
    wording="""A hand with wild cards equals the same hand without them.
    natural_beats_wild=true: A hand without wild cards beats the same hand with wild cards.
    """,
    interpretation="PK-6",
)(poker_hands.is_natural)
ranking_chapter.note(
    "7.8",
    "Only the best five cards count: of three pairs the two highest. The ace is high in A-K-Q-J-10, the highest "
    "straight, and low in 5-4-3-2-A, the lowest. A-K-Q-J-10 of one suit is the royal flush, the highest straight "
    "flush. Five of a kind needs a wild card.",
    source="002",
)


def hand_to_beat(table: BaseballTable, seat: int) -> tuple[Cards, int] | None:
    """Return the hand that a player must beat and its owner; None if the record does not show it.

    A record that begins mid-hand does not show who is still in. The best face-up hand is then the one to beat.
    """
    target = table.target
    if table.from_deal:
        return (target.cards, target.owner) if target.cards else None
    hands = [
        (exposed(table, opponent), opponent)
        for opponent in table.seats
        if opponent != seat and exposed(table, opponent)
    ]
    if target.starter:
        hands.append(((target.starter,), STARTER))
    return max(hands, key=lambda hand: rank_hand(table, hand[0]).strength, default=None)


def beats(table: BaseballTable, cards: Cards, target_cards: Cards) -> bool:
    """Tell whether `cards` are a higher hand than `target_cards`."""
    return bool(cards) and rank_hand(table, cards).strength > rank_hand(table, target_cards).strength


def describe_hand_to_beat(table: BaseballTable, cards: Cards, owner: int) -> str:
    """Return the words for a hand to beat, such as ``Ann's pair of kings`` or ``the first card, KD``."""
    if owner == STARTER:
        return f"the first card, {describe_starter(cards[0])}"
    return f"{table.name(owner)}'s {hand_name(table, cards).removeprefix('the ')}"


def describe_starter(card: Card) -> str:
    """Return the words for the first hand to beat. A wild card has a note on its rank."""
    return f"{card} (wild, and so the ace of spades)" if card in WILD else str(card)
