"""What follows from what is known of the cards."""

from referee.cards import Pack, read_cards
from referee.rules import Holding, Known, dealt, undealt

SPADES = Pack("four spades", read_cards("2S 3S 4S 5S".replace(" ", "")))
TWO_S, THREE_S, FOUR_S, FIVE_S = SPADES.cards


def four(*sizes: int) -> Known:
    return dealt(sizes, SPADES)


def test_a_card_told_of_is_held() -> None:
    assert four(2, 2).told(0, [TWO_S]).can_hold(0, TWO_S) is Holding.YES


def test_a_card_seen_elsewhere_is_not_held() -> None:
    assert four(2, 2).told(0, [TWO_S]).can_hold(1, TWO_S) is Holding.NO
    assert four(2, 2).leaves(0, [TWO_S], "played", 1).can_hold(1, TWO_S) is Holding.NO
    assert four(1, 1).laid_out([TWO_S], "turned up", 1).can_hold(1, TWO_S) is Holding.NO


def test_a_hand_fully_known_holds_nothing_else() -> None:
    assert four(1, 2).told(0, [TWO_S]).can_hold(0, THREE_S) is Holding.NO


def test_a_card_in_no_other_place_is_held() -> None:
    known = four(2, 1, 1).told(1, [TWO_S]).told(2, [THREE_S])
    assert known.can_hold(0, FOUR_S) is Holding.YES
    assert four(2, 1).told(1, [TWO_S]).can_hold(0, FOUR_S) is Holding.UNKNOWN  # it may be in the stock


def test_unknown_cards_leave_it_open() -> None:
    assert four(2, 2).can_hold(0, TWO_S) is Holding.UNKNOWN
    assert undealt(2, SPADES).can_hold(0, TWO_S) is Holding.UNKNOWN


def test_copies_are_counted() -> None:
    twins = Pack("two pairs", (TWO_S, TWO_S, THREE_S, THREE_S))
    known = dealt([2, 2], twins).told(0, [TWO_S])
    assert known.can_hold(1, TWO_S) is Holding.UNKNOWN
    assert known.told(0, [TWO_S, TWO_S]).can_hold(1, TWO_S) is Holding.NO
    assert known.told(0, [TWO_S]).hands[0].cards == (TWO_S,)  # said twice, it is still one card


def test_a_played_card_leaves_the_hand_smaller() -> None:
    known = four(2, 2).told(0, [TWO_S]).leaves(0, [TWO_S, THREE_S], "played", 7)
    assert known.size(0) == 0
    assert known.sightings(TWO_S)[0].line == 7


def test_a_drawn_card_comes_from_the_stock() -> None:
    known = four(1, 1).draws(0, [FIVE_S])
    assert (known.size(0), known.stock) == (2, 1)
    assert known.can_hold(0, FIVE_S) is Holding.YES
