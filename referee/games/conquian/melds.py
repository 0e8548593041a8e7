"""What a meld is, and how a card from the centre is melded: chapters 3 and 5."""

from __future__ import annotations

from itertools import pairwise

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import counted
from referee.games.conquian.layout import (
    ALL,
    BIT,
    RANKS,
    RUNS,
    SETS,
    SUIT,
    Layout,
    arranged,
    bits,
    cards_of,
    melds,
    taken,
    together,
    without,
    write_layout,
    written,
)
from referee.games.conquian.table import GOAL, ConquianOptions, ConquianTable, Takes, book, on_table
from referee.games.parts.one_pack import in_hand, located
from referee.games.parts.turns import opponent
from referee.rules import Answer, DependsOn, Holding, doubt, frozen, grounds, objection

book.section("3", "Melds")


@book.clause("3.1")
def no_meld(cards: int, options: ConquianOptions) -> Answer | None:
    """A meld is a set or a run of at least three cards. A card can be in only one meld."""
    if is_set.test(cards) or (is_run.test(cards) and not too_long.test(cards, options)):
        return None
    cards_text, count = written(cards), cards.bit_count()
    if count < 3:
        return objection(
            f"{cards_text} {'is' if count == 1 else 'are'} {counted(count, 'card')}, and a meld has at least three.",
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
    in_order = cards_of(cards)
    if not any(cards & ~suit == 0 for suit in SUIT.values()):
        return None
    low, high = next(pair for pair in pairwise(in_order) if RANKS.index(pair[1].rank) - RANKS.index(pair[0].rank) > 1)
    # Whoever lays queen, king and ace means the ace to be high.
    return (in_order[-1], in_order[0]) if low.rank == "A" and in_order[-1].rank == "K" else (low, high)


@book.clause("3.5", interpretation="CNQ-A6", source="003")
def too_long(cards: int, options: ConquianOptions) -> Answer | None:
    """A run may have any length, up to all ten cards of its suit.
    max_run=8: A run may have at most eight cards.
    """
    if (count := cards.bit_count()) <= options.max_run or not is_run.test(cards):
        return None
    return objection(f"{written(cards)} is a run of {count} cards; {options.max_run} are the most.", cites="3.5")


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


def lies(cards: int) -> str:
    """Return the verb for one card or several."""
    return "lies" if cards.bit_count() == 1 else "lie"


@frozen
class Way:
    """Whether a card can be melded, and how: `layout` is one way, certain or only possible, with cards of `hand`."""

    can: Holding
    layout: Layout = ()
    hand: int = 0


def way(table: ConquianTable, seat: int, card: Card) -> Way:
    """Find whether a player can meld a card, with as few cards of the hand as will do."""
    hand, bit, options = table.known.hands[seat], BIT.get(card, 0), table.options
    down, held_cards = table.down[seat], bits(hand.cards) & ~bit
    spread = options.hand_cards_with_take == "any_own_meld"
    free = ALL & ~bits(table.known.located) & ~bit
    if hand.unknown == free.bit_count():
        held_cards |= free  # all that is not seen elsewhere
    layout = laid_out(table, seat)
    if layout is None or not bit:
        return Way(Holding.UNKNOWN)
    layout_found = taken(down, bit, held_cards, costly=held_cards, most=GOAL, spread=spread, longest=options.max_run)
    if layout_found:
        return Way(Holding.YES, layout_found, together(layout_found) & held_cards)
    more = GOAL if hand.unknown is None else hand.unknown
    layout_found = taken(down, bit, held_cards | free, costly=free, most=more, spread=spread, longest=options.max_run)
    if layout_found:
        return Way(Holding.UNKNOWN, layout_found, together(layout_found) & ~together(down) & ~bit)
    return Way(Holding.UNKNOWN if seat in table.unsure else Holding.NO)


def laid_out(table: ConquianTable, seat: int) -> Layout | None:
    """Return what lies before a player if all of it is in melds; a card taken without a word of how is not."""
    down = table.down[seat]
    return down if seat not in table.unsure or all(meld in melds(GOAL) for meld in down) else None


@book.clause("5.1", Takes)
def melds_at_once(table: ConquianTable, act: Takes) -> Answer | None:
    """A card from the middle never goes into the hand. It must be melded at once, with cards of the hand, with the
    player's melds, or with both.
    """
    name, card = table.name(act.seat), act.card
    if act.melds:
        if card is UNSEEN or together(act.melds) & BIT[card]:
            return None
        return objection(f"{card} is in none of the melds named: {write_layout(act.melds)}.")
    melding = way(table, act.seat, card)
    if melding.can is Holding.YES:
        return grounds(f"{card} can be melded: {write_layout(melding.layout)}.")
    if melding.can is Holding.NO:
        return objection(cannot_meld(table, act.seat, card))
    if act.seat in table.unsure:
        return doubt(f"Open until it is told with what {name} has melded {card}.")
    return doubt(
        f"Open until it is seen with which cards of the hand {name} melds {card}.",
        depends_on=DependsOn(table.every_hand),
    )


def cannot_meld(table: ConquianTable, seat: int, card: Card) -> str:
    """Say that a player cannot meld a card, with what it would have to go with."""
    name, hand = table.name(seat), table.known.hands[seat]
    if not table.down[seat]:
        return f"{card} makes no meld with {write_cards(hand.cards) if hand.whole else f'what {name} can hold'}."
    holds = f", and makes none with {write_cards(hand.cards)}" if hand.cards else f", and {name} holds no cards"
    return f"{card} fits none of {name}'s melds{holds if hand.whole else ''}."


@book.clause("5.2", Takes)
def own_melds_only(table: ConquianTable, act: Takes) -> Answer | None:
    """A player may use only their own melds, never the opponent's."""
    other_seat = opponent(table, act.seat)
    if other_seat is None or not (theirs := together(act.melds) & on_table(table, other_seat)):
        return None
    return objection(f"{written(theirs)} {lies(theirs)} before {table.name(other_seat)}.", table.took[other_seat])


@book.clause("5.3", Takes)
def from_the_hand(table: ConquianTable, act: Takes) -> Answer | None:
    """Apart from the card taken, all cards added to the melds must come from the hand."""
    fresh = cards_of(together(act.melds) & ~on_table(table, act.seat) & ~BIT.get(act.card, 0))
    if act.seat not in table.unsure:
        return in_hand(table, act, fresh) if fresh else None
    # It may have lain there before.
    cannot = (card for card in fresh if not table.known.may_hold(act.seat, card))
    return next((answer for card in cannot if (answer := located(table, card))), None)


@book.clause("5.4", Takes)
def named_melds(table: ConquianTable, act: Takes) -> Answer | None:
    """Every meld that is laid or changed must be a set or a run."""
    if not act.melds:
        return None
    for meld in act.melds:
        if answer := no_meld(meld, table.options):
            return answer
    taken_meld = next((meld for meld in act.melds if meld & BIT.get(act.card, 0)), 0)
    meld_kind = "set" if taken_meld in SETS else "run"
    laid = table.centre.laid if table.centre else None
    return grounds(f"{act.card} is melded in the {meld_kind} {written(taken_meld)}.", laid)


@book.clause("5.5", Takes)
def the_rest_is_melded(table: ConquianTable, act: Takes) -> Answer | None:
    """A player may rearrange their melds in any way to make room for the card taken. Afterwards every card must be in a
    meld of at least three cards.
    """
    if not act.melds:
        return None
    down = table.down[act.seat]
    remaining = together(down) & ~together(act.melds)
    if not remaining or left(table, act) is not None:
        return None
    if act.seat in table.unsure:
        return doubt(f"Open until it is told what lies with {written(remaining)}.")
    cut = next(old & remaining for old in down if old & remaining and arranged(old & remaining, GOAL) is None)
    verb = "is" if cut.bit_count() == 1 else "are"
    return objection(f"{written(cut)} {verb} left, and {lies(cut)} in no meld then.", table.took[act.seat])


def left(table: ConquianTable, act: Takes) -> Layout | None:
    """Return how the melds lie that a take does not name, or None if they cannot."""
    return without(table.down[act.seat], together(act.melds), table.options.max_run)


def melded_by(table: ConquianTable, act: Takes) -> Layout:
    """Return what lies before a player who has taken a card, as far as that can be told."""
    if not act.melds:
        return way(table, act.seat, act.card).layout
    other_melds = left(table, act)
    return (*(table.down[act.seat] if other_melds is None else other_melds), *act.melds)


@book.clause("5.6", Takes)
def never_from_the_hand_alone(table: ConquianTable, act: Takes) -> Answer | None:
    """A new meld must contain the card taken. A meld made only of cards from the hand may not be laid."""
    hand = surely_from_hand(table, act)
    for meld in act.melds:
        if hand and not meld & ~hand:
            return objection(f"{written(meld)} would all come from the hand.")
    return None


@book.clause("5.7", Takes, interpretation="CNQ-A5")
def only_with_the_card_taken(table: ConquianTable, act: Takes) -> Answer | None:
    """Cards of the hand may go only into the meld that contains the card taken.
    hand_cards_with_take=any_own_meld: When a player takes a card, cards of the hand may go into any of their melds.
    """
    if table.options.hand_cards_with_take == "any_own_meld":
        return None
    hand = surely_from_hand(table, act)
    for meld in act.melds:
        if added := hand & meld if not meld & BIT.get(act.card, 0) else 0:
            comes = "comes" if added.bit_count() == 1 else "come"
            only = f"may join only {act.card}, which is not in {written(meld)}"
            return objection(f"{written(added)} {comes} from the hand, and {only}.")
    return None


book.note(
    "5.8",
    "A player who takes a card says how it is melded. If nothing is said, it is melded in one possible way, with "
    "as few cards of the hand as possible.",
    interpretation="house",
)


def surely_from_hand(table: ConquianTable, act: Takes) -> int:
    """Return which cards of a take come from the hand; where more may lie before the player, those known to be held."""
    fresh = together(act.melds) & ~on_table(table, act.seat) & ~BIT.get(act.card, 0)
    return fresh & bits(table.known.hands[act.seat].cards) if act.seat in table.unsure else fresh
