"""What follows from what is known of the cards."""

from referee.cards import FRENCH, UNSEEN, Pack, read_cards
from referee.rules import (
    BURIED,
    OPEN_TABLE,
    STOCK,
    Holding,
    Knowledge,
    KnownHand,
    Move,
    Sighting,
    after_deal,
    after_deal_in_packets,
    before_deal,
)

SPADES = Pack("four spades", read_cards("2S 3S 4S 5S".replace(" ", "")))
TWO_S, THREE_S, FOUR_S, FIVE_S = SPADES.cards


def four(*sizes: int) -> Knowledge:
    return after_deal(sizes, SPADES)


def test_a_card_told_of_is_held() -> None:
    assert four(2, 2).reveal(0, [TWO_S]).can_hold(0, TWO_S) is Holding.YES


def test_a_card_seen_elsewhere_is_not_held() -> None:
    assert four(2, 2).reveal(0, [TWO_S]).can_hold(1, TWO_S) is Holding.NO
    assert four(2, 2).move(Move((TWO_S,), 0, OPEN_TABLE)).can_hold(1, TWO_S) is Holding.NO
    assert four(1, 1).move(Move((TWO_S,), STOCK, OPEN_TABLE, "turned up")).can_hold(1, TWO_S) is Holding.NO


def test_a_hand_fully_known_holds_nothing_else() -> None:
    assert four(1, 2).reveal(0, [TWO_S]).can_hold(0, THREE_S) is Holding.NO


def test_a_card_in_no_other_place_is_held() -> None:
    knowledge = four(2, 1, 1).reveal(1, [TWO_S]).reveal(2, [THREE_S])
    assert knowledge.can_hold(0, FOUR_S) is Holding.YES
    assert four(2, 1).reveal(1, [TWO_S]).can_hold(0, FOUR_S) is Holding.UNKNOWN  # it may be in the stock


def test_unknown_cards_leave_it_open() -> None:
    assert four(2, 2).can_hold(0, TWO_S) is Holding.UNKNOWN
    assert before_deal(2, SPADES).can_hold(0, TWO_S) is Holding.UNKNOWN


def test_copies_are_counted() -> None:
    twins = Pack("two pairs", (TWO_S, TWO_S, THREE_S, THREE_S))
    knowledge = after_deal([2, 2], twins).reveal(0, [TWO_S])
    assert knowledge.can_hold(1, TWO_S) is Holding.UNKNOWN
    assert knowledge.reveal(0, [TWO_S, TWO_S]).can_hold(1, TWO_S) is Holding.NO
    assert knowledge.reveal(0, [TWO_S]).hands[0].cards == (TWO_S,)  # said twice, it is still one card


def test_a_card_may_be_in_a_hand_that_is_not_known_to_be_without_it() -> None:
    knowledge = four(1, 2).reveal(0, [TWO_S])
    assert knowledge.may_hold(0, TWO_S)
    assert not knowledge.may_hold(1, TWO_S)  # the other hand has it
    assert not knowledge.may_hold(0, THREE_S)  # the hand has no other card
    assert knowledge.may_hold(1, THREE_S)
    assert knowledge.may_hold(STOCK, THREE_S)
    assert not knowledge.may_hold(BURIED, THREE_S)  # nothing was put there
    assert not knowledge.may_hold(1, FRENCH.cards[-1])  # the pack has no such card


def test_a_played_card_leaves_the_hand_smaller() -> None:
    knowledge = four(2, 2).reveal(0, [TWO_S]).move(Move((TWO_S, THREE_S), 0, OPEN_TABLE), line=7)
    assert knowledge.size(0) == 0
    assert knowledge.sightings(TWO_S) == (Sighting(0, "played", 7),)
    assert knowledge.count == 4


def test_a_drawn_card_comes_from_the_stock() -> None:
    knowledge = four(1, 1).move(Move((FIVE_S,), STOCK, 0))
    assert (knowledge.size(0), knowledge.stock) == (2, 1)
    assert knowledge.can_hold(0, FIVE_S) is Holding.YES


def test_a_card_that_is_handed_on_is_in_one_hand() -> None:
    knowledge = four(2, 2).reveal(0, [TWO_S]).move(Move((TWO_S,), 0, 1))
    assert [knowledge.can_hold(seat, TWO_S) for seat in (0, 1)] == [Holding.NO, Holding.YES]
    assert (knowledge.size(0), knowledge.size(1)) == (1, 3)
    assert knowledge.holders(TWO_S) == (1,)


def test_when_an_unseen_card_leaves_nobody_knows_which() -> None:
    knowledge = four(2, 2).reveal(0, [TWO_S]).move(Move((UNSEEN,), 0, 1))
    assert [knowledge.can_hold(seat, TWO_S) for seat in (0, 1)] == [Holding.UNKNOWN] * 2
    assert knowledge.hand_at(0) == KnownHand((), 1)
    assert knowledge.unlocated(TWO_S) == 1
    # The last card of a hand is the one that leaves it, but of that the move does not tell.
    assert four(1, 1).reveal(0, [TWO_S]).move(Move((UNSEEN,), 0, 1)).size(0) == 0


def test_the_buried_are_a_place_where_a_card_may_be() -> None:
    knowledge = four(1, 1).reveal(1, [TWO_S]).move(Move((THREE_S,), STOCK, OPEN_TABLE))
    assert knowledge.move(Move((FOUR_S,), STOCK, OPEN_TABLE)).can_hold(0, FIVE_S) is Holding.YES
    buried = knowledge.move(Move((UNSEEN,), STOCK, BURIED))
    assert buried.can_hold(0, FIVE_S) is Holding.UNKNOWN
    assert (buried.stock, buried.size(BURIED), buried.count) == (0, 1, 4)


def test_a_heap_has_a_name_and_tells_what_it_has() -> None:
    knowledge = four(1, 1).move(Move((TWO_S,), 0, "discards"))
    assert knowledge.size("discards") == 1
    assert knowledge.can_hold("discards", TWO_S) is Holding.YES
    assert knowledge.can_hold(1, TWO_S) is Holding.NO
    assert knowledge.size("widow") == 0  # no such heap has any cards
    knowledge_after = knowledge.move(Move((TWO_S,), "discards", 1))
    assert (knowledge_after.size("discards"), knowledge_after.can_hold(1, TWO_S)) == (0, Holding.YES)


def test_a_card_may_be_taken_up_from_the_table() -> None:
    knowledge = four(1, 1).move(Move((TWO_S,), 0, OPEN_TABLE)).move(Move((TWO_S,), OPEN_TABLE, 1))
    assert knowledge.sightings(TWO_S) == ()
    assert knowledge.holders(TWO_S) == (1,)
    assert knowledge.count == 4


def test_cards_that_lie_open_are_gathered_by_name_and_those_of_a_hand_unseen() -> None:
    knowledge = four(2, 2).move(Move((TWO_S,), 0, OPEN_TABLE)).gather(OPEN_TABLE)
    assert knowledge.can_hold(STOCK, TWO_S) is Holding.YES
    assert (knowledge.stock, knowledge.count) == (1, 4)
    assert knowledge.gather(1).stock == 3


def test_what_everybody_saw_is_told_from_what_the_referee_was_told() -> None:
    knowledge = four(2, 2).reveal(0, [TWO_S]).reveal(0, [THREE_S], is_shown=True)
    assert knowledge.hand_at(0).shown_cards == (THREE_S,)
    assert four(1, 1).move(Move((FIVE_S,), STOCK, 0, face_up=True)).hand_at(0).shown_cards == (FIVE_S,)
    assert knowledge.move(Move((THREE_S,), 0, OPEN_TABLE)).hand_at(0).shown_cards == ()


def test_a_card_that_cannot_have_been_there_is_in_no_second_place() -> None:
    knowledge = four(2, 2).reveal(0, [TWO_S])
    after = knowledge.move(Move((TWO_S,), 1, OPEN_TABLE))
    assert after.sightings(TWO_S) == ()
    assert after.can_hold(0, TWO_S) is Holding.YES


def test_a_hand_told_whole_has_nothing_else() -> None:
    knowledge = four(2, 2).reveal(0, [TWO_S]).reveal_all(0, [THREE_S, FOUR_S])
    assert knowledge.hand_at(0) == KnownHand((THREE_S, FOUR_S), 0)
    assert knowledge.can_hold(1, TWO_S) is Holding.YES  # the only place left
    assert four(2, 2).reveal_all(0, [THREE_S, UNSEEN]).hand_at(0) == KnownHand((THREE_S,), 1)
    assert before_deal(2, SPADES).with_unknown_count(0, 3).size(0) == 3


def test_one_of_two_like_cards_may_go() -> None:
    twins = Pack("two pairs", (TWO_S, TWO_S, THREE_S, THREE_S))
    knowledge = after_deal([2, 2], twins).reveal(0, [TWO_S, TWO_S]).move(Move((TWO_S,), 0, 1))
    assert knowledge.holders(TWO_S) == (0, 1)
    assert knowledge.hand_at(0).cards == knowledge.hand_at(1).cards == (TWO_S,)


def test_of_like_cards_no_more_can_be_in_a_hand_than_are_left_for_it() -> None:
    twins = Pack("two pairs", (TWO_S, TWO_S, THREE_S, THREE_S))
    knowledge = after_deal([2, 2], twins).reveal(0, [TWO_S])
    assert knowledge.possible(0, [TWO_S, TWO_S]) == [TWO_S, TWO_S]
    assert knowledge.possible(1, [TWO_S, TWO_S, THREE_S]) == [TWO_S, THREE_S]
    assert knowledge.possible(1, [UNSEEN]) == [UNSEEN]
    full_hand = knowledge.reveal(0, [THREE_S])
    assert full_hand.possible(0, [TWO_S, TWO_S]) == [TWO_S]


def test_a_packet_is_known_apart_from_the_rest_of_what_its_owner_has() -> None:
    knowledge = after_deal_in_packets(2, {"packet 1": 0, "packet 2": 1, "packet 3": 0}, 1, SPADES)
    assert [knowledge.size(place) for place in (0, 1, "packet 1", "packet 2", "packet 3", STOCK)] == [0, 0, 1, 1, 1, 1]
    assert [knowledge.owner(place) for place in (0, "packet 2", "packet 3", STOCK, OPEN_TABLE)] == [0, 1, 0, None, None]
    assert knowledge.count == len(SPADES)
    after_reveal = knowledge.reveal("packet 1", [TWO_S])
    assert after_reveal.can_hold("packet 1", TWO_S) is Holding.YES
    assert after_reveal.can_hold("packet 3", TWO_S) is after_reveal.can_hold(0, TWO_S) is Holding.NO
    assert after_reveal.can_hold("packet 3", THREE_S) is Holding.UNKNOWN
    after_play = after_reveal.move(Move((TWO_S,), "packet 1", OPEN_TABLE), 7)
    assert [(sighting.seat, sighting.line) for sighting in after_play.sightings(TWO_S)] == [(0, 7)]
    assert after_play.owner("packet 1") == 0
    assert after_play.count == len(SPADES)


def test_who_holds_copies_of_a_card_is_told_by_seat() -> None:
    twins = Pack("two twos and more", (TWO_S, TWO_S, *[THREE_S] * 16))
    knowledge = after_deal([2] * 9, twins).reveal(8, [TWO_S]).reveal(1, [TWO_S])
    assert knowledge.holders(TWO_S) == (1, 8)


def test_what_was_shown_and_is_still_held_stays_seen() -> None:
    knowledge = four(3).reveal(0, [TWO_S, THREE_S, FOUR_S], is_shown=True)
    assert knowledge.move(Move((TWO_S,), 0, OPEN_TABLE)).hands[0].shown_cards == (THREE_S, FOUR_S)
    assert knowledge.move(Move((THREE_S,), 0, OPEN_TABLE)).hands[0].shown_cards == (TWO_S, FOUR_S)
    assert four(2).reveal(0, [TWO_S], is_shown=True).reveal_all(0, [TWO_S, THREE_S]).hands[0].shown_cards == (TWO_S,)
    assert four(2).reveal(0, [TWO_S], is_shown=True).reveal_all(0, [FOUR_S, THREE_S]).hands[0].shown_cards == ()
