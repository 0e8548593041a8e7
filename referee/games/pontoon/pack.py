"""The pack, the moves of a split, and finding the split hand of shown cards: chapter 1."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import join_words, number_word, quantity
from referee.games.parts.one_pack import judge_declared_cards, misdeal_finding, object_located_elsewhere
from referee.games.pontoon.rules import second_bet
from referee.games.pontoon.table import (
    Box,
    HandEnd,
    PontoonBuy,
    PontoonDraw,
    PontoonTable,
    Split,
    Twist,
    book,
    cards_drawn,
)
from referee.rules import (
    STOCK,
    Answer,
    Evidence,
    Holding,
    Holds,
    HoldsOnly,
    Location,
    Move,
    Shows,
    Statement,
    finding,
    replace,
)

CardsByLocation = dict[Location, list[Card]]


book.section("1", "The pack")


@book.clause("1.1", Holds, HoldsOnly, Shows, scorer_only=True)
def one_place(table: PontoonTable, act: Statement) -> Answer | None:
    """There is one of each card. No card is in two places, and no hand has more cards than were dealt to it, bought and
    twisted.
    """
    boxes, name = table.boxes[act.seat], table.name(act.seat)
    if len(boxes) == 1:
        return judge_declared_cards(table, act, act.seat)
    if isinstance(act, Shows) and (mixed_hand_cards := mixed_cards(table, act)):
        return misdeal_finding(table, act, f"{join_words(mixed_hand_cards)} were dealt to different hands of {name}'s.")
    if unplaced := place_cards(table, act)[1]:
        answer = next(filter(None, (object_located_elsewhere(table, card) for card in unplaced)), None)
        sizes = join_words([quantity(table.holding(act.seat, box).size or 0, "card") for box in boxes])
        no_room = f"{name} has {sizes} in the hands of the split, which leave no room for {write_cards(unplaced)}."
        return misdeal_finding(table, act, answer.reason if answer else no_room)
    size = sum(table.holding(act.seat, box).size or 0 for box in boxes)
    if isinstance(act, HoldsOnly) and len(act.cards) != size:
        return misdeal_finding(table, act, f"{name} has {quantity(size, 'card')}, not {len(act.cards)}.")
    return None


@book.clause("1.2", PontoonBuy, Twist, Split, after="6.1", scorer_only=True)
def from_the_pack(table: PontoonTable, act: PontoonDraw) -> Answer | None:
    """Every card dealt, bought or twisted is the top card of the pack."""
    cards = cards_drawn(act)
    for card in cards:
        if card is UNSEEN or (table.knowledge.can_hold(STOCK, card) is not Holding.NO and cards.count(card) == 1):
            continue
        if not any(card in move.cards for move in recycled_cards(table, len(cards))):
            answer = object_located_elsewhere(table, card)
            return misdeal_finding(
                table, act, answer.reason if answer else f"{card} cannot be the top card of the pack."
            )
    return None


@book.clause("1.3", interpretation="PON-A13")
def recycled_cards(table: PontoonTable, count: int) -> tuple[Move, ...]:
    """If the pack runs out, the cards put under it are dealt next. Those on the table stay there."""
    stock = table.knowledge.stock
    if stock is None or stock >= count:
        return ()
    bust = [(seat, box) for seat, _, box in table.staked_boxes if box.end is HandEnd.BUST]
    lying_cards = [
        (box.location or seat, card)
        for seat, box in bust
        for card in table.knowledge.hand_at(box.location or seat).cards
    ]
    lying_cards += [(seat, box.split_card) for seat, box in bust if box.split_card in table.knowledge.hands[seat].cards]
    return tuple(Move((card,), location, STOCK) for location, card in lying_cards)


@book.clause("1.4", Shows, interpretation="house", scorer_only=True)
def whole_hand_is_shown(table: PontoonTable, act: Shows) -> Answer | None:
    """In a record that begins in the middle, a player who shows several cards shows the whole hand: two cards and one
    more for each that was bought or twisted.
    """
    holding, box = table.knowledge.hands[act.seat], table.boxes[act.seat][0]
    min_cards = 2 + box.cards_taken
    if (
        holding.unknown_count is not None
        or len(act.cards) < 2
        or len({*holding.cards, *act.cards}) >= min_cards
        or box.from_split
    ):
        return None
    name = table.name(act.seat)
    taken_words = (
        f"{name} has taken {quantity(box.cards_taken, 'card')}, so that the hand has {number_word(min_cards)} or more"
    )
    return finding(
        f"{taken_words}; {write_cards(act.cards)} are {number_word(len(act.cards))}.",
        *box.acts_of(PontoonBuy, Twist),
        ask=f"Ask {name} to show the whole hand, and correct the line.",
    )


book.note(
    "1.5",
    "A wrong act is taken back, unless the table lets it stand or plays on. Chips that were paid too early count "
    "as paid unless they are taken back. A pontoon that the banker shows only after play has begun still counts (4.2).",
    interpretation="house",
)


def makes_two_hands(table: PontoonTable, act: Split, box: Box) -> bool:
    """Tell whether a split makes two hands, legal or not."""
    return not box.due and act.seat != table.banker


def moves_of_a_split(table: PontoonTable, act: Split, box: Box) -> Iterator[Move]:
    """Yield the moves of a split. The split cards stay together, because nobody need say which goes to which hand."""
    seat, (first, second) = act.seat, table.split_locations(act.seat, box)
    if box.location:
        cards = table.knowledge.heaps[box.location]
        split_card = cards.cards[0] if cards.fully_known and cards.cards and not box.is_apart else UNSEEN
        yield Move((split_card,), box.location, second if box.is_apart else seat)
    else:
        drawn_cards = [
            card
            for draw in box.acts_of(PontoonBuy, Twist)
            if isinstance(draw, PontoonBuy | Twist)
            for card in cards_drawn(draw)
        ]
        if drawn_cards:
            yield Move(tuple(drawn_cards), seat, first)
        if split_card_is_unknown(table, seat, drawn_cards):
            yield Move((UNSEEN,), seat, first)
            yield Move((UNSEEN,), seat, second)
    yield Move((act.first,), STOCK, first)
    yield Move((act.second,), STOCK, second)


def split_card_is_unknown(table: PontoonTable, seat: int, drawn_cards: Sequence[Card]) -> bool:
    """Tell whether no split card can be distinguished from the drawn ones, or none has been named."""
    return UNSEEN in drawn_cards or all(card in drawn_cards for card in table.knowledge.hands[seat].cards)


def split_box(table: PontoonTable, act: Split, box: Box) -> tuple[PontoonTable, Box, Box]:
    """Return the table after the moves of a split, and the two hands."""
    seat, (first, second) = act.seat, table.split_locations(act.seat, box)
    knowledge = table.knowledge.with_owner(first, seat).with_owner(second, seat)
    own_hand = knowledge.hands[seat]
    is_apart = box.is_apart if box.location else not own_hand.cards
    if own_hand.unknown_count is None:
        knowledge = knowledge.with_unknown_count(seat, 0 if is_apart else max(0, 2 - len(own_hand.cards)))
    acts = box.acts.plus(act)
    first_box = replace(
        box, acts=acts, location=first, split_card=None, is_apart=is_apart, is_partly_named=act.first is not UNSEEN
    )
    is_named = act.second is not UNSEEN
    second_box = Box(
        second_bet(box), bet_act=box.bet_act, acts=acts, location=second, is_apart=is_apart, is_partly_named=is_named
    )
    return replace(table, knowledge=knowledge), first_box, second_box


# -- Of which hand some cards are ---------------------------------------------------------------------------


def mixed_cards(table: PontoonTable, act: Shows) -> list[Card]:
    """Return one card of each hand of a split, if a player shows cards of several of them as one hand."""
    shown_cards, boxes = {*act.cards} - {UNSEEN}, table.boxes[act.seat]
    cards_by_box = [(box, shown_cards.intersection(table.knowledge.heaps[box.location].cards)) for box in boxes]
    hands = [(box, cards) for box, cards in cards_by_box if cards]
    if len(hands) < 2 or len(shown_cards) == sum(len(cards) for _, cards in hands):
        return []
    is_complete = len(shown_cards) == sum(table.holding(act.seat, box).size or 0 for box, _ in hands)
    return [] if is_complete else [min(cards, key=str) for _, cards in hands]


@book.evidence
def evidence(table: PontoonTable, act: Statement) -> Iterable[Evidence]:
    """Return the locations of the stated cards. After a split, each hand has its own, and the split cards have
    another.
    """
    seat = act.seat
    if len(table.boxes[seat]) == 1:
        return (Evidence(seat, act.cards, isinstance(act, HoldsOnly)),)
    return [Evidence(location, tuple(cards)) for location, cards in place_cards(table, act)[0].items() if cards]


def place_cards(table: PontoonTable, act: Statement) -> tuple[CardsByLocation, list[Card]]:
    """Return the locations of the stated cards of a player who has split, and the cards that fit nowhere.

    A card that may be in several hands is left out.
    """
    seat, boxes = act.seat, table.boxes[act.seat]
    cards = [card for card in dict.fromkeys(act.cards) if card is not UNSEEN]
    if isinstance(act, HoldsOnly):
        return place_in_several_hands(table, seat, cards, is_ordered=False)
    if not turns_up_split_cards(table, seat, cards):
        placements = [
            (box, locations) for box in boxes if (locations := place_in_one_hand(table, seat, box, cards)) is not None
        ]
        complete_hands = [placement for placement in placements if len(cards) == table.holding(seat, placement[0]).size]
        if complete_hands or len(placements) == 1:
            return (likeliest_hand(table, seat, complete_hands) if complete_hands else placements[0])[1], []
        if placements:
            cards_by_location = {
                location: table.knowledge.hand_at(location).cards for location in table.locations(seat)
            }
            return {
                location: [card for card in cards if card in location_cards]
                for location, location_cards in cards_by_location.items()
            }, []
    return place_in_several_hands(table, seat, cards, is_ordered=True)


def place_in_several_hands(
    table: PontoonTable, seat: int, cards: Sequence[Card], *, is_ordered: bool
) -> tuple[CardsByLocation, list[Card]]:
    """Return the locations of cards in several hands, and the cards that fit nowhere.

    With `is_ordered`, a new card belongs to the hand of the previous card.
    """
    knowledge, boxes = table.knowledge, table.boxes[seat]
    cards_by_location: CardsByLocation = defaultdict(list)
    locations = [location_of_card(table, seat, card) for card in cards]
    has_several_hands = len({location for location in locations if location is not None and location != seat}) > 1
    free_slots = {
        hand_location: knowledge.hand_at(hand_location).unknown_count or 0 for hand_location in table.locations(seat)
    }
    unplaced: list[Card] = []
    current = next((location for location in locations if location is not None), None)
    for card, card_location in zip(cards, locations, strict=True):
        target: Location | None = None
        open_locations = [box.location for box in boxes if free_slots[box.location]]
        if card_location is not None:
            current, target = card_location, seat if card in knowledge.hands[seat].cards else card_location
        elif knowledge.unlocated(card) < 1:
            unplaced.append(card)
        elif free_slots[seat] and has_split_rank(table, seat, card):
            target = seat
        elif not open_locations or (is_ordered and not has_several_hands):
            unplaced.append(card)
        elif is_ordered and current in open_locations:
            target = current
        elif len(open_locations) == 1:
            target = open_locations[0]
        if target is not None:
            cards_by_location[target].append(card)
            free_slots[target] -= card_location is None
    return cards_by_location, unplaced


def turns_up_split_cards(table: PontoonTable, seat: int, cards: Sequence[Card]) -> bool:
    """Tell whether a player turns up the split cards before anything else is done."""
    if any(not isinstance(box.acts[-1], Split) for box in table.boxes[seat] if box.acts):
        return False
    return len(cards) == len(table.boxes[seat]) and len({card.rank for card in cards}) == 1


def place_in_one_hand(table: PontoonTable, seat: int, box: Box, cards: Sequence[Card]) -> CardsByLocation | None:
    """Return the locations of cards that all belong to one hand; None if they cannot."""
    knowledge, own_hand, hand = table.knowledge, table.knowledge.hands[seat], table.knowledge.heaps[box.location]
    from_split = [card for card in cards if card in own_hand.cards]
    their_bases = [sibling.split_card for sibling in table.boxes[seat] if sibling is not box]
    if (
        len(from_split) > 1
        or any(card in their_bases for card in from_split)
        or (from_split and box.split_card not in (None, from_split[0]))
    ):
        return None
    new_cards = [card for card in cards if card not in from_split and card not in hand.cards]
    if any(knowledge.unlocated(card) < 1 for card in new_cards):
        return None
    # Whether one of the new cards may be the split card.
    first = not box.is_apart and not from_split and box.split_card is None and own_hand.unknown_count != 0
    free_slots = hand.unknown_count or 0
    if len(new_cards) > free_slots + first:
        return None
    split_rank_cards = [card for card in new_cards if has_split_rank(table, seat, card)]
    if first and new_cards and (len(new_cards) > free_slots or len(cards) == (hand.size or 0) + 1):
        from_split = (split_rank_cards or new_cards)[:1]
    elif first:
        new_cards = [card for card in new_cards if card not in split_rank_cards]
    return {
        seat: from_split,
        box.location: [card for card in cards if card in (*hand.cards, *new_cards) and card not in from_split],
    }


def likeliest_hand(
    table: PontoonTable, seat: int, placements: Sequence[tuple[Box, CardsByLocation]]
) -> tuple[Box, CardsByLocation]:
    """Return the hand that is most likely shown. During play, it is the last one played."""
    in_play = any(not box.end for box in table.boxes[seat])

    def less(placement: tuple[Box, CardsByLocation]) -> tuple[int, bool]:
        box, places = placement
        return -box.acts[-1].line if in_play else 0, table.likeliest_split_card(seat, box) not in places[seat]

    return min(placements, key=less)


def location_of_card(table: PontoonTable, seat: int, card: Card) -> Location | None:
    """Return the location of the hand with a card; None if there is none. A split card counts in its likeliest hand."""
    if card in table.knowledge.hands[seat].cards:
        return next((box.location for box in table.boxes[seat] if table.likeliest_split_card(seat, box) == card), seat)
    return next((box.location for box in table.boxes[seat] if card in table.knowledge.heaps[box.location].cards), None)


def has_split_rank(table: PontoonTable, seat: int, card: Card) -> bool:
    """Tell whether a card has the rank of the split cards."""
    return any(card.rank == split_card.rank for split_card in table.knowledge.hands[seat].cards)


# -- What is known of the hands then ------------------------------------------------------------------------


def boxes_when_shown(table: PontoonTable, act: Statement) -> tuple[Box, ...]:
    """Return a player's hands after cards of one of them have been shown."""
    seat, knowledge, boxes = act.seat, table.knowledge, table.boxes[act.seat]
    own_cards = [card for card in act.cards if card in knowledge.hands[seat].cards]
    boxes_shown = [box for box in boxes if any(card in knowledge.heaps[box.location].cards for card in act.cards)]
    if len(boxes_shown) != 1 or len(own_cards) > 1:
        return boxes
    (box,) = boxes_shown
    base = own_cards[0] if own_cards else box.split_card
    # A hand can be told from others if only some of its cards were shown, or all of them during play.
    size, in_play = table.holding(seat, box).size or 0, any(not sibling.end for sibling in boxes)
    same_size = [
        sibling
        for sibling in boxes
        if sibling is not box and not sibling.is_partly_named and knowledge.size(sibling.location) == size - 1
    ]
    is_named = box.is_partly_named or not same_size or in_play or len({*act.cards}) < size
    return tuple(
        replace(sibling, split_card=base, is_partly_named=is_named) if sibling is box else sibling for sibling in boxes
    )


def reordered_tables(table: PontoonTable, seat: int) -> Iterator[PontoonTable]:
    """Yield the table with two hands of a split swapped, for each pair that may have been played in either order."""
    boxes = table.boxes[seat]
    index_of = {box.location: index for index, box in enumerate(boxes)}
    pairs = [pair for group in interchangeable_hands(table) if group[0] in index_of for pair in combinations(group, 2)]
    for first, second in pairs:
        hands = [*boxes]
        for place_in_order, other_box in (
            (index_of[first], boxes[index_of[second]]),
            (index_of[second], boxes[index_of[first]]),
        ):
            hands[place_in_order] = replace(
                boxes[place_in_order], location=other_box.location, split_card=other_box.split_card, due=None
            )
        yield replace(table, boxes=(*table.boxes[:seat], tuple(hands), *table.boxes[seat + 1 :]))


def unannounced_end(table: PontoonTable, seat: int) -> Box | None:
    """Return a split hand that is bust or full without its player's showing it, paying or playing the next hand; else
    None.
    """
    boxes = table.boxes[seat]
    index = next((index for index, box in enumerate(boxes) if not box.end), 0)
    last_box = boxes[index - 1]
    next_begun = not isinstance(boxes[index].acts[-1], Split)
    if not index or next_begun or last_box.end not in (HandEnd.BUST, HandEnd.FULL):
        return None
    if any(seat in (pay.seat, pay.to) for pay in table.payments):
        return None
    hand = table.knowledge.heaps[last_box.location]
    return None if hand.fully_known and len(hand.shown_cards) == len(hand.cards) else last_box


@book.interchangeable
def interchangeable_hands(table: PontoonTable) -> Iterator[tuple[str, ...]]:
    """Yield the groups of a player's split hands of one size that could not be distinguished until they were shown."""
    for boxes in table.boxes:
        if len(boxes) > 1:
            by_size = defaultdict(list)
            for box in boxes:
                if not box.is_partly_named:
                    by_size[table.knowledge.size(box.location)].append(box.location)
            yield from (tuple(places) for places in by_size.values() if len(places) > 1)
