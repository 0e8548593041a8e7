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
    known = four(2, 1, 1).reveal(1, [TWO_S]).reveal(2, [THREE_S])
    assert known.can_hold(0, FOUR_S) is Holding.YES
    assert four(2, 1).reveal(1, [TWO_S]).can_hold(0, FOUR_S) is Holding.UNKNOWN  # it may be in the stock


def test_unknown_cards_leave_it_open() -> None:
    assert four(2, 2).can_hold(0, TWO_S) is Holding.UNKNOWN
    assert before_deal(2, SPADES).can_hold(0, TWO_S) is Holding.UNKNOWN


def test_copies_are_counted() -> None:
    twins = Pack("two pairs", (TWO_S, TWO_S, THREE_S, THREE_S))
    known = after_deal([2, 2], twins).reveal(0, [TWO_S])
    assert known.can_hold(1, TWO_S) is Holding.UNKNOWN
    assert known.reveal(0, [TWO_S, TWO_S]).can_hold(1, TWO_S) is Holding.NO
    assert known.reveal(0, [TWO_S]).hands[0].cards == (TWO_S,)  # said twice, it is still one card


def test_a_card_may_be_in_a_hand_that_is_not_known_to_be_without_it() -> None:
    known = four(1, 2).reveal(0, [TWO_S])
    assert known.may_hold(0, TWO_S)
    assert not known.may_hold(1, TWO_S)  # the other hand has it
    assert not known.may_hold(0, THREE_S)  # the hand has no other card
    assert known.may_hold(1, THREE_S)
    assert known.may_hold(STOCK, THREE_S)
    assert not known.may_hold(BURIED, THREE_S)  # nothing was put there
    assert not known.may_hold(1, FRENCH.cards[-1])  # the pack has no such card


def test_a_played_card_leaves_the_hand_smaller() -> None:
    known = four(2, 2).reveal(0, [TWO_S]).move(Move((TWO_S, THREE_S), 0, OPEN_TABLE), line=7)
    assert known.size(0) == 0
    assert known.sightings(TWO_S) == (Sighting(0, "played", 7),)
    assert known.count == 4


def test_a_drawn_card_comes_from_the_stock() -> None:
    known = four(1, 1).move(Move((FIVE_S,), STOCK, 0))
    assert (known.size(0), known.stock) == (2, 1)
    assert known.can_hold(0, FIVE_S) is Holding.YES


def test_a_card_that_is_handed_on_is_in_one_hand() -> None:
    known = four(2, 2).reveal(0, [TWO_S]).move(Move((TWO_S,), 0, 1))
    assert [known.can_hold(seat, TWO_S) for seat in (0, 1)] == [Holding.NO, Holding.YES]
    assert (known.size(0), known.size(1)) == (1, 3)
    assert known.holders(TWO_S) == (1,)


def test_when_an_unseen_card_leaves_nobody_knows_which() -> None:
    known = four(2, 2).reveal(0, [TWO_S]).move(Move((UNSEEN,), 0, 1))
    assert [known.can_hold(seat, TWO_S) for seat in (0, 1)] == [Holding.UNKNOWN] * 2
    assert known.hand_at(0) == KnownHand((), 1)
    assert known.unlocated(TWO_S) == 1
    # The last card of a hand is the one that leaves it, but of that the move does not tell.
    assert four(1, 1).reveal(0, [TWO_S]).move(Move((UNSEEN,), 0, 1)).size(0) == 0


def test_the_buried_are_a_place_where_a_card_may_be() -> None:
    known = four(1, 1).reveal(1, [TWO_S]).move(Move((THREE_S,), STOCK, OPEN_TABLE))
    assert known.move(Move((FOUR_S,), STOCK, OPEN_TABLE)).can_hold(0, FIVE_S) is Holding.YES
    buried = known.move(Move((UNSEEN,), STOCK, BURIED))
    assert buried.can_hold(0, FIVE_S) is Holding.UNKNOWN
    assert (buried.stock, buried.size(BURIED), buried.count) == (0, 1, 4)


def test_a_heap_has_a_name_and_tells_what_it_has() -> None:
    known = four(1, 1).move(Move((TWO_S,), 0, "discards"))
    assert known.size("discards") == 1
    assert known.can_hold("discards", TWO_S) is Holding.YES
    assert known.can_hold(1, TWO_S) is Holding.NO
    assert known.size("widow") == 0  # no such heap has any cards
    back = known.move(Move((TWO_S,), "discards", 1))
    assert (back.size("discards"), back.can_hold(1, TWO_S)) == (0, Holding.YES)


def test_a_card_may_be_taken_up_from_the_table() -> None:
    known = four(1, 1).move(Move((TWO_S,), 0, OPEN_TABLE)).move(Move((TWO_S,), OPEN_TABLE, 1))
    assert known.sightings(TWO_S) == ()
    assert known.holders(TWO_S) == (1,)
    assert known.count == 4


def test_cards_that_lie_open_are_gathered_by_name_and_those_of_a_hand_unseen() -> None:
    known = four(2, 2).move(Move((TWO_S,), 0, OPEN_TABLE)).gather(OPEN_TABLE)
    assert known.can_hold(STOCK, TWO_S) is Holding.YES
    assert (known.stock, known.count) == (1, 4)
    assert known.gather(1).stock == 3


def test_what_everybody_saw_is_told_from_what_the_referee_was_told() -> None:
    known = four(2, 2).reveal(0, [TWO_S]).reveal(0, [THREE_S], is_shown=True)
    assert known.hand_at(0).shown_cards == (THREE_S,)
    assert four(1, 1).move(Move((FIVE_S,), STOCK, 0, face_up=True)).hand_at(0).shown_cards == (FIVE_S,)
    assert known.move(Move((THREE_S,), 0, OPEN_TABLE)).hand_at(0).shown_cards == ()


def test_a_card_that_cannot_have_been_there_is_in_no_second_place() -> None:
    known = four(2, 2).reveal(0, [TWO_S])
    after = known.move(Move((TWO_S,), 1, OPEN_TABLE))
    assert after.sightings(TWO_S) == ()
    assert after.can_hold(0, TWO_S) is Holding.YES


def test_a_hand_told_whole_has_nothing_else() -> None:
    known = four(2, 2).reveal(0, [TWO_S]).reveal_all(0, [THREE_S, FOUR_S])
    assert known.hand_at(0) == KnownHand((THREE_S, FOUR_S), 0)
    assert known.can_hold(1, TWO_S) is Holding.YES  # the only place left
    assert four(2, 2).reveal_all(0, [THREE_S, UNSEEN]).hand_at(0) == KnownHand((THREE_S,), 1)
    assert before_deal(2, SPADES).with_unknown_count(0, 3).size(0) == 3


def test_one_of_two_like_cards_may_go() -> None:
    twins = Pack("two pairs", (TWO_S, TWO_S, THREE_S, THREE_S))
    known = after_deal([2, 2], twins).reveal(0, [TWO_S, TWO_S]).move(Move((TWO_S,), 0, 1))
    assert known.holders(TWO_S) == (0, 1)
    assert known.hand_at(0).cards == known.hand_at(1).cards == (TWO_S,)


def test_of_like_cards_no_more_can_be_in_a_hand_than_are_left_for_it() -> None:
    twins = Pack("two pairs", (TWO_S, TWO_S, THREE_S, THREE_S))
    known = after_deal([2, 2], twins).reveal(0, [TWO_S])
    assert known.possible(0, [TWO_S, TWO_S]) == [TWO_S, TWO_S]
    assert known.possible(1, [TWO_S, TWO_S, THREE_S]) == [TWO_S, THREE_S]
    assert known.possible(1, [UNSEEN]) == [UNSEEN]
    whole = known.reveal(0, [THREE_S])
    assert whole.possible(0, [TWO_S, TWO_S]) == [TWO_S]


def test_a_packet_is_known_apart_from_the_rest_of_what_its_owner_has() -> None:
    known = after_deal_in_packets(2, {"packet 1": 0, "packet 2": 1, "packet 3": 0}, 1, SPADES)
    assert [known.size(place) for place in (0, 1, "packet 1", "packet 2", "packet 3", STOCK)] == [0, 0, 1, 1, 1, 1]
    assert [known.owner(place) for place in (0, "packet 2", "packet 3", STOCK, OPEN_TABLE)] == [0, 1, 0, None, None]
    assert known.count == len(SPADES)
    told = known.reveal("packet 1", [TWO_S])
    assert told.can_hold("packet 1", TWO_S) is Holding.YES
    assert told.can_hold("packet 3", TWO_S) is told.can_hold(0, TWO_S) is Holding.NO
    assert told.can_hold("packet 3", THREE_S) is Holding.UNKNOWN
    played = told.move(Move((TWO_S,), "packet 1", OPEN_TABLE), 7)
    assert [(sighting.seat, sighting.line) for sighting in played.sightings(TWO_S)] == [(0, 7)]
    assert played.owner("packet 1") == 0
    assert played.count == len(SPADES)


def test_who_holds_copies_of_a_card_is_told_by_seat() -> None:
    twins = Pack("two twos and more", (TWO_S, TWO_S, *[THREE_S] * 16))
    known = after_deal([2] * 9, twins).reveal(8, [TWO_S]).reveal(1, [TWO_S])
    assert known.holders(TWO_S) == (1, 8)


def test_what_was_shown_and_is_still_held_stays_seen() -> None:
    shown = four(3).reveal(0, [TWO_S, THREE_S, FOUR_S], is_shown=True)
    assert shown.move(Move((TWO_S,), 0, OPEN_TABLE)).hands[0].shown_cards == (THREE_S, FOUR_S)
    assert shown.move(Move((THREE_S,), 0, OPEN_TABLE)).hands[0].shown_cards == (TWO_S, FOUR_S)
    assert four(2).reveal(0, [TWO_S], is_shown=True).reveal_all(0, [TWO_S, THREE_S]).hands[0].shown_cards == (TWO_S,)
    assert four(2).reveal(0, [TWO_S], is_shown=True).reveal_all(0, [FOUR_S, THREE_S]).hands[0].shown_cards == ()
