"""The points of a hand. The hand closest to 21 wins, and more than 21 is a bust."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import lru_cache
from typing import Final

from referee.cards import Card
from referee.cards.words import join_words
from referee.games.five_card_21.table import Table21
from referee.games.parts.betting.payment import Muck
from referee.games.parts.draw_poker.clauses import shown_draw_hands
from referee.games.parts.hands.ranking import RANK_OF, DecidingDifference, HandOrder, RankedHand
from referee.rules import Answer, Cards, Chapter, doubt, objection

points_chapter = Chapter("The points")


@points_chapter.clause("7.1", source="002")
def rank_with_trump(table: Table21, cards: Sequence[Card]) -> RankedHand:
    """A hand of more than 21 points has busted. It loses to every hand that has not, however low."""
    return rank_points(tuple(cards), table.game.trump_cards)


points_chapter.note(
    "7.2", "Of the hands that have not busted, the one closest to 21 wins. Suits do not count.", source="002"
)


@points_chapter.clause("7.3", source="002", interpretation="F21-A6")
def count_points(cards: Sequence[Card]) -> int:
    """All five cards count. An ace counts 1 or 11, whichever is better for the hand; a king, queen or jack counts 10;
    any other card counts its number.
    """
    points = sum([_POINTS[card.rank] for card in cards])
    aces = any(card.rank == "A" for card in cards)
    return points + 10 if aces and points <= 11 else points


@points_chapter.clause("7.4", Muck, source="002")
def must_show(table: Table21, act: Muck) -> Answer | None:
    """A player who has busted may bluff, and need not say so. A player who stays in must show at the showdown, and a
    busted hand loses unless all have busted.
    """
    if table.hand.is_settled or act.seat not in table.hand.live or act.seat in shown_draw_hands(table):
        return None
    if not table.from_deal:
        return doubt(f"{table.name(act.seat)} may muck only if all others have folded.")
    return objection(f"{table.name(act.seat)} stayed in until the showdown, and must show all five cards.")


def best_points(
    table: Table21, shown_cards: Sequence[Card], unseen_cards: Sequence[Card], missing_count: int
) -> RankedHand:
    """Return the best possible rank of a hand: 21, unless its known cards already exceed that."""
    if (
        table.game.trump_cards
        and table.game.trump_cards <= {*shown_cards, *unseen_cards}
        and len(table.game.trump_cards - {*shown_cards}) <= missing_count
    ):
        return rank_points(tuple(table.game.trump_cards), table.game.trump_cards)
    lowest = sorted(count_points([card]) % 10 or 10 for card in unseen_cards)[:missing_count]
    lowest_total = sum(1 if card.rank == "A" else count_points([card]) for card in shown_cards) + sum(lowest)
    return RankedHand((1, 21) if lowest_total <= 21 else (0,), POINTS, tuple(shown_cards))


# Each hand is ranked again whenever another one is shown.
@lru_cache(maxsize=64)
def rank_points(cards: Cards, trump: Set[Card] = frozenset()) -> RankedHand:
    """Return the rank of a hand by its points. The closer to 21, the higher; all busted hands are equal.

    An ace counts 1 or 11 and a face card 10. A hand with all the cards of `trump` is above every other.
    """
    if trump and trump <= set(cards):
        return RankedHand((2,), POINTS, cards, trump)
    points = count_points(cards)
    return RankedHand((1, points) if points <= 21 else (0,), POINTS, cards)


_POINTS: Final = {"??": 0, "A": 1, **{rank: min(index + 2, 10) for rank, index in RANK_OF.items() if rank != "A"}}


def _points_words(hand: RankedHand) -> str:
    if hand.strength[0] == 2:
        return join_words(card for card in hand.source_cards if card in hand.wild)
    points = count_points(hand.source_cards)
    return f"{points} (bust)" if points > 21 else str(points)


def _points_differ(first: RankedHand, second: RankedHand, position: int) -> tuple[DecidingDifference, str, str]:
    decided_by = DecidingDifference.POINTS if position else DecidingDifference.CLASS
    verb = "are" if first.strength[0] == 2 else "is"
    if {first.strength[0], second.strength[0]} == {0, 1}:
        our_words, their_words = (
            _points_words(hand) if hand.strength[0] else "a busted hand" for hand in (first, second)
        )
        return decided_by, f"{our_words} is", their_words
    return decided_by, f"{_points_words(first)} {verb}", _points_words(second)


def _sum_of_cards(hand: RankedHand) -> str:
    """Return the points of each card, such as ``11+5+4``; empty for a hand that wins by its trump."""
    if hand.strength[0] == 2:
        return ""
    card_points = [_POINTS[card.rank] for card in hand.source_cards]
    if sum(card_points) < count_points(hand.source_cards):
        card_points[card_points.index(1)] = 11
    return "+".join(map(str, card_points))


POINTS: Final = HandOrder(
    _points_words, lambda hand: hand.source_cards, _points_differ, "both are bust", explain_sum=_sum_of_cards
)
