"""Melds, and melding a card from the middle: chapters 3 and 5."""

from __future__ import annotations

from itertools import pairwise

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import quantity
from referee.games.conquian.layout import (
    ALL_CARDS,
    CARD_BITS,
    RANKS,
    RUNS,
    SETS,
    SUIT_BITS,
    Layout,
    all_cards,
    arrange,
    bits,
    cards_of,
    layout_with_card,
    layout_without,
    possible_melds,
    write_bits,
    write_layout,
)
from referee.games.conquian.table import GOAL, ConquianOptions, ConquianTable, ConquianTake, book, melded_cards
from referee.games.parts.one_pack import judge_cards_in_hand, object_located_elsewhere
from referee.games.parts.turns import opponent
from referee.rules import Answer, DependsOn, Holding, doubt, frozen, grounds, objection

book.section("3", "Melds")


@book.clause("3.1")
def no_meld(cards: int, options: ConquianOptions) -> Answer | None:
    """A meld is a set or a run of at least three cards. A card can be in only one meld."""
    if is_set.test(cards) or (is_run.test(cards) and not too_long.test(cards, options)):
        return None
    cards_text, count = write_bits(cards), cards.bit_count()
    if count < 3:
        return objection(
            f"{cards_text} {'is' if count == 1 else 'are'} {quantity(count, 'card')}, and a meld has at least three.",
            cites="3.1",
        )
    if is_run(cards):
        return too_long(cards, options)
    if gap := out_of_order(cards):
        low, high = gap
        return objection(f"{cards_text} is no run: {high} does not come next after {low}.", cites="3.4")
    return objection(f"{cards_text} are neither of one rank nor of one suit.", cites="3.1")


@book.clause("3.2")
def is_set(cards: int) -> bool:
    """A set is three or four cards of one rank: 5S 5H 5D."""
    return cards in SETS


@book.clause("3.3")
def is_run(cards: int) -> bool:
    """A run is three or more cards of one suit in sequence: 3D 4D 5D."""
    return cards in RUNS


@book.clause("3.4")
def out_of_order(cards: int) -> tuple[Card, Card] | None:
    """The ace is low in runs. The jack follows the seven, and nothing follows the king: 7S JS QS is a run."""
    ordered_cards = cards_of(cards)
    if not any(cards & ~suit == 0 for suit in SUIT_BITS.values()):
        return None
    low, high = next(
        pair for pair in pairwise(ordered_cards) if RANKS.index(pair[1].rank) - RANKS.index(pair[0].rank) > 1
    )
    # A player who lays queen, king and ace takes the ace to be high.
    return (ordered_cards[-1], ordered_cards[0]) if low.rank == "A" and ordered_cards[-1].rank == "K" else (low, high)


@book.clause("3.5", interpretation="CNQ-A6", source="003")
def too_long(cards: int, options: ConquianOptions) -> Answer | None:
    """A run may have any length, up to all ten cards of its suit.
    max_run=8: A run may have at most eight cards.
    """
    if (count := cards.bit_count()) <= options.max_run or not is_run.test(cards):
        return None
    return objection(f"{write_bits(cards)} is a run of {count} cards; {options.max_run} are the most.", cites="3.5")


book.note(
    "3.6",
    "A run of nine or ten cards does not lose the hand. Ten cards of one suit can never become eleven. Nine can "
    "only if they can be split: A-2-3, 4-5-6-7-J and three queens.",
    source="003",
    interpretation="CNQ-A6",
    only="max_run=10",
    overrules="It says that a run of nine or ten cards makes it impossible to go out.",
)

book.section("5", "Melding")


def lie_or_lies(cards: int) -> str:
    """Return ``lies`` for one card and ``lie`` for several."""
    return "lies" if cards.bit_count() == 1 else "lie"


@frozen
class Melding:
    """Whether a card can be melded, with a suitable `layout`, and the cards of the `hand` that it uses."""

    possible: Holding
    layout: Layout = ()
    hand: int = 0


def find_melding(table: ConquianTable, seat: int, card: Card) -> Melding:
    """Return whether a player can meld a card, and a layout with as few cards of the hand as possible."""
    hand, bit, options = table.knowledge.hands[seat], CARD_BITS.get(card, 0), table.options
    layout_before, held_cards = table.layouts[seat], bits(hand.cards) & ~bit
    may_use_any_meld = options.hand_cards_with_take == "any_own_meld"
    unseen_cards = ALL_CARDS & ~bits(table.knowledge.card_locations) & ~bit
    if hand.unknown_count == unseen_cards.bit_count():
        held_cards |= unseen_cards  # all cards not located elsewhere
    layout = certain_layout(table, seat)
    if layout is None or not bit:
        return Melding(Holding.UNKNOWN)
    layout_found = layout_with_card(
        layout_before,
        bit,
        held_cards,
        costly=held_cards,
        max_cards=GOAL,
        spread=may_use_any_meld,
        max_length=options.max_run,
    )
    if layout_found:
        return Melding(Holding.YES, layout_found, all_cards(layout_found) & held_cards)
    most_unseen = GOAL if hand.unknown_count is None else hand.unknown_count
    layout_found = layout_with_card(
        layout_before,
        bit,
        held_cards | unseen_cards,
        costly=unseen_cards,
        max_cards=most_unseen,
        spread=may_use_any_meld,
        max_length=options.max_run,
    )
    if layout_found:
        return Melding(Holding.UNKNOWN, layout_found, all_cards(layout_found) & ~all_cards(layout_before) & ~bit)
    return Melding(Holding.UNKNOWN if seat in table.incomplete else Holding.NO)


def certain_layout(table: ConquianTable, seat: int) -> Layout | None:
    """Return a player's melds; None if the record does not say how a taken card was melded."""
    layout = table.layouts[seat]
    return layout if seat not in table.incomplete or all(meld in possible_melds(GOAL) for meld in layout) else None


@book.clause("5.1", ConquianTake)
def melds_at_once(table: ConquianTable, act: ConquianTake) -> Answer | None:
    """A card from the middle never goes into the hand. It must be melded at once, with cards of the hand, with the
    player's melds, or with both.
    """
    name, card = table.name(act.seat), act.card
    if act.melds:
        if card is UNSEEN or all_cards(act.melds) & CARD_BITS[card]:
            return None
        return objection(f"{card} is in none of the melds named: {write_layout(act.melds)}.")
    melding = find_melding(table, act.seat, card)
    if melding.possible is Holding.YES:
        return grounds(f"{card} can be melded: {write_layout(melding.layout)}.")
    if melding.possible is Holding.NO:
        return objection(describe_no_meld(table, act.seat, card))
    if act.seat in table.incomplete:
        return doubt(f"Open until it is known with which cards {name} melded {card}.")
    return doubt(
        f"Open until it is seen with which cards of the hand {name} melds {card}.",
        depends_on=DependsOn(table.player_locations),
    )


def describe_no_meld(table: ConquianTable, seat: int, card: Card) -> str:
    """Return why a player cannot meld a card."""
    name, hand = table.name(seat), table.knowledge.hands[seat]
    if not table.layouts[seat]:
        return f"{card} makes no meld with {write_cards(hand.cards) if hand.fully_known else f'what {name} can hold'}."
    hand_words = f", and makes none with {write_cards(hand.cards)}" if hand.cards else f", and {name} holds no cards"
    return f"{card} fits none of {name}'s melds{hand_words if hand.fully_known else ''}."


@book.clause("5.2", ConquianTake)
def own_melds_only(table: ConquianTable, act: ConquianTake) -> Answer | None:
    """A player may use only their own melds, never the opponent's."""
    other_seat = opponent(table, act.seat)
    if other_seat is None or not (opponent_cards := all_cards(act.melds) & melded_cards(table, other_seat)):
        return None
    return objection(
        f"{write_bits(opponent_cards)} {lie_or_lies(opponent_cards)} before {table.name(other_seat)}.",
        table.last_takes[other_seat],
    )


@book.clause("5.3", ConquianTake)
def from_the_hand(table: ConquianTable, act: ConquianTake) -> Answer | None:
    """Apart from the card taken, all cards added to the melds must come from the hand."""
    new_cards = cards_of(all_cards(act.melds) & ~melded_cards(table, act.seat) & ~CARD_BITS.get(act.card, 0))
    if act.seat not in table.incomplete:
        return judge_cards_in_hand(table, act, new_cards) if new_cards else None
    # A card may have been melded before the record begins.
    impossible_cards = (card for card in new_cards if not table.knowledge.may_hold(act.seat, card))
    return next((answer for card in impossible_cards if (answer := object_located_elsewhere(table, card))), None)


@book.clause("5.4", ConquianTake)
def melds_are_sets_or_runs(table: ConquianTable, act: ConquianTake) -> Answer | None:
    """Every meld that is laid or changed must be a set or a run."""
    if not act.melds:
        return None
    for meld in act.melds:
        if answer := no_meld(meld, table.options):
            return answer
    taken_meld = next((meld for meld in act.melds if meld & CARD_BITS.get(act.card, 0)), 0)
    meld_kind = "set" if taken_meld in SETS else "run"
    offer_act = table.offered.act if table.offered else None
    return grounds(f"{act.card} is melded in the {meld_kind} {write_bits(taken_meld)}.", offer_act)


@book.clause("5.5", ConquianTake)
def the_rest_is_melded(table: ConquianTable, act: ConquianTake) -> Answer | None:
    """A player may rearrange their melds in any way to make room for the card taken. Afterwards every card must be in a
    meld of at least three cards.
    """
    if not act.melds:
        return None
    layout = table.layouts[act.seat]
    remaining = all_cards(layout) & ~all_cards(act.melds)
    if not remaining or layout_left(table, act) is not None:
        return None
    if act.seat in table.incomplete:
        return doubt(f"Open until it is known which cards lie with {write_bits(remaining)}.")
    torn_meld = next(
        old_meld & remaining
        for old_meld in layout
        if old_meld & remaining and arrange(old_meld & remaining, GOAL) is None
    )
    verb = "is" if torn_meld.bit_count() == 1 else "are"
    return objection(
        f"{write_bits(torn_meld)} {verb} left, and {lie_or_lies(torn_meld)} in no meld then.",
        table.last_takes[act.seat],
    )


def layout_left(table: ConquianTable, act: ConquianTake) -> Layout | None:
    """Return the melds that a take does not name; None if they fall apart."""
    return layout_without(table.layouts[act.seat], all_cards(act.melds), table.options.max_run)


def layout_after_take(table: ConquianTable, act: ConquianTake) -> Layout:
    """Return a player's melds after a take, as far as known."""
    if not act.melds:
        return find_melding(table, act.seat, act.card).layout
    other_melds = layout_left(table, act)
    return (*(table.layouts[act.seat] if other_melds is None else other_melds), *act.melds)


@book.clause("5.6", ConquianTake)
def never_from_the_hand_alone(table: ConquianTable, act: ConquianTake) -> Answer | None:
    """A new meld must contain the card taken. A meld made only of cards from the hand may not be laid."""
    hand = certain_hand_cards(table, act)
    for meld in act.melds:
        if hand and not meld & ~hand:
            return objection(f"{write_bits(meld)} would all come from the hand.")
    return None


@book.clause("5.7", ConquianTake, interpretation="CNQ-A5")
def only_with_the_card_taken(table: ConquianTable, act: ConquianTake) -> Answer | None:
    """Cards of the hand may go only into the meld that contains the card taken.
    hand_cards_with_take=any_own_meld: When a player takes a card, cards of the hand may go into any of their melds.
    """
    if table.options.hand_cards_with_take == "any_own_meld":
        return None
    hand = certain_hand_cards(table, act)
    for meld in act.melds:
        if added_cards := hand & meld if not meld & CARD_BITS.get(act.card, 0) else 0:
            verb = "comes" if added_cards.bit_count() == 1 else "come"
            requirement = f"may join only {act.card}, which is not in {write_bits(meld)}"
            return objection(f"{write_bits(added_cards)} {verb} from the hand, and {requirement}.")
    return None


book.note(
    "5.8",
    "A player who takes a card says how it is melded. If nothing is said, it is melded in one possible way, with "
    "as few cards of the hand as possible.",
    interpretation="house",
)


def certain_hand_cards(table: ConquianTable, act: ConquianTake) -> int:
    """Return the cards of a take that certainly come from the hand."""
    new_cards = all_cards(act.melds) & ~melded_cards(table, act.seat) & ~CARD_BITS.get(act.card, 0)
    return new_cards & bits(table.knowledge.hands[act.seat].cards) if act.seat in table.incomplete else new_cards
