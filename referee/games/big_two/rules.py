"""How a hand of Big Two is dealt, opened, played and won: chapters 2, 3, 4 and 6, and what of 5 limits a play."""

from __future__ import annotations

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import capitalised, counted
from referee.games.big_two.hands import SUITS, Combination, Refusal, combination, compared, height, told_apart
from referee.games.big_two.table import Out, Table, book
from referee.games.parts.acts import Pass, Play
from referee.games.parts.climbing import climbing, next_active, places, to_beat
from referee.games.parts.dealing import hand_over
from referee.games.parts.one_pack import in_hand, located, misdeal_or_mistake, one_place
from referee.rules import (
    STOCK,
    Answer,
    Deal,
    Holding,
    Holds,
    HoldsOnly,
    Move,
    Shows,
    Statement,
    doubt,
    finding,
    grounds,
    objection,
    replace,
)

LEFT_OVER = "left over"
OPENING = tuple(Card("3", suit) for suit in SUITS)


@book.clause("1.2", Holds, HoldsOnly, Shows)
def one_of_each(table: Table, act: Statement) -> Answer | None:
    """There is one of each card: no card is in two places, and no hand is larger than it was dealt."""
    return one_place(with_left_over(table, act), act)


@book.clause("1.3", Play, after="4.3")
def holds_what_is_played(table: Table, act: Play) -> Answer | None:
    """Cards are played from the hand: a card that was played, shown or counted elsewhere cannot be played, nor more
    cards than the hand has.
    """
    return in_hand(with_left_over(table, act), act, act.cards)


def takes_left_over(table: Table, act: Play | Statement) -> bool:
    """Tell whether a player is first seen to hold 3D where the card left over went to its holder."""
    to_holder = table.options.remainder_3p == "to_3D_holder"
    return to_holder and OPENING[0] in act.cards and table.known.stock == 1


def with_left_over(table: Table, act: Play | Statement) -> Table:
    """Return the table with the card left over in the hand to which it went."""
    if not takes_left_over(table, act):
        return table
    return replace(table, known=table.known.moved(Move((UNSEEN,), STOCK, act.seat)))


# -- 2 The deal ---------------------------------------------------------------------------------------------

book.section("2", "The deal")


@book.clause(
    "2.1",
    Deal,
    reworded={
        "remainder_3p=to_3D_holder": "The pack is shuffled and dealt out evenly, face down: thirteen cards each to "
        "four players, seventeen to three, of whom one has the card left over besides."
    },
)
def dealt_evenly(table: Table, _act: Deal) -> Answer | None:
    """The pack is shuffled and dealt out evenly, face down: thirteen cards each to four players, seventeen to three."""
    return hand_over(table, table.active if table.in_play and (table.whole or table.from_deal) else ())


@book.clause(
    "2.2",
    Out,
    interpretation="CDD-A3",
    reworded={"remainder_3p=to_3D_holder": "With three players the card left over goes to the holder of 3D."},
)
def left_over(table: Table, act: Out) -> Answer | None:
    """With three players the card left over is turned face up and is out of play."""
    cards = write_cards(act.cards)
    if table.seats.ordered and len(table.seats) != 3:
        return objection("Four players are dealt the whole pack, so that no card is left over.")
    if table.options.remainder_3p == "to_3D_holder":
        return objection(f"{cards} goes to whoever holds 3D, unseen.")
    if len(act.cards) != 1:
        return objection(f"One card is left over, not {len(act.cards)}: {cards}.")
    if up := turned_up(table):
        again = up == act.cards[0]
        return None if again else finding(f"The card left over is {up}; {cards} would be one more.")
    answer = located(table, act.cards[0])
    return misdeal_or_mistake(answer.reason) if answer else None


def turned_up(table: Table) -> Card | None:
    """Return the card left over, if it has been seen."""
    known = table.known
    lying = (card for card in known.located for sighting in known.sightings(card) if sighting.how == LEFT_OVER)
    return next(lying, None)


# -- 3 The opening ------------------------------------------------------------------------------------------

book.section("3", "The opening")


@book.clause(
    "3.1",
    Play,
    Pass,
    after="4.1",
    reworded={
        "opener=previous_winner": "The holder of 3D plays first in the first hand; later the last winner does.",
    },
)
def holder_of_the_three_opens(table: Table, act: Play | Pass) -> Answer | None:
    """The player who holds 3D plays first, in every hand."""
    if table.opened or not table.in_play:
        return None
    if opens_freely(table):
        if table.winner is not None and act.seat != table.winner:
            return objection(f"{table.name(table.winner)} won the last hand and opens this one.")
        return None
    cards = opening_cards(table)
    if any(table.known.can_hold(act.seat, card) is not Holding.NO for card in cards):
        return None
    holder = "".join(f"; {table.name(seat)} does" for seat in table.known.holders(cards[0]))
    return objection(f"{table.name(act.seat)} does not hold {cards[0]}{holder}.")


@book.clause(
    "3.2",
    Play,
    after="4.1",
    reworded={
        "opener=previous_winner": "The first play of the first hand contains 3D; the winner of a hand leads freely.",
    },
)
def opening_play_contains_the_three(table: Table, act: Play) -> Answer | None:
    """The first play of a hand contains 3D."""
    if table.opened or not table.in_play or UNSEEN in act.cards:
        return None
    cards = opening_cards(table)
    if opens_freely(table) or (cards[0] is OPENING[0] and cards[0] in act.cards):
        return opens(table, act)
    # What opens in the place of 3D is the business of 3.3.
    return lacks(act, cards[0]) if cards == OPENING[:1] else None


@book.clause(
    "3.3",
    Play,
    after="3.2",
    interpretation="CDD-A4",
    reworded={"remainder_3p=to_3D_holder": "As every card is in a hand, somebody holds 3D."},
)
def lowest_three_in_play_opens(table: Table, act: Play) -> Answer | None:
    """If 3D is the card left over, the lowest three in play opens in its stead: 3C, else 3H, else 3S."""
    if table.opened or not table.in_play or UNSEEN in act.cards or opens_freely(table):
        return None
    cards = opening_cards(table)
    if cards == OPENING[:1] or OPENING[0] in act.cards:
        return None
    if cards[0] in act.cards:
        return opens(table, act)
    if cards[-1] in act.cards:
        return doubt(f"{cards[-1]} opens only if {cards[0]} is the card left over.")
    return lacks(act, cards[0])


def opens(table: Table, act: Play) -> Answer:
    """Say what a hand is opened with."""
    made = combination(act.cards, table.options)
    what = made.words if isinstance(made, Combination) else write_cards(act.cards)
    return grounds(f"{table.name(act.seat)} opens with {what}.")


def lacks(act: Play, card: Card) -> Answer:
    """Object that a hand is opened without the card that it must have."""
    return objection(f"{write_cards(act.cards)} does not contain {card}, with which the hand opens.")


def opening_cards(table: Table) -> tuple[Card, ...]:
    """Return the card with which a hand opens, and the next three too while the first may be the card left over."""
    known = table.known
    for at, card in enumerate(OPENING):
        if any(sighting.seat < 0 for sighting in known.sightings(card)):
            continue
        face_up = table.options.remainder_3p == "face_up_out" and at + 1 < len(OPENING)
        in_stock = known.can_hold(STOCK, card) if face_up and table.seats.ordered else Holding.NO
        if in_stock is not Holding.YES:
            return OPENING[at : at + 1] if in_stock is Holding.NO else OPENING[at : at + 2]
    return OPENING[:1]


def opens_freely(table: Table) -> bool:
    """Tell whether the winner of the last hand opens with any hand, whoever that was in a record of part of it."""
    return table.options.opener == "previous_winner" and (table.winner is not None or not table.whole)


# -- 4 Playing ----------------------------------------------------------------------------------------------

book.section("4", climbing.title)
book.include(climbing)


@book.clause("4.4", Play, source="004", interpretation="CDD-A7", after="5.11")
def same_size(table: Table, act: Play) -> Answer | None:
    """A play has as many cards as the play it follows."""
    top = to_beat(table, act)
    if top and len(act.cards) != len(top.cards):
        played, before = counted(len(act.cards), "card"), counted(len(top.cards), "card")
        return objection(f"{write_cards(act.cards)} is {played}; {write_cards(top.cards)} was {before}.", top)
    return None


@book.clause("4.5", Play, after="4.4")
def higher(table: Table, act: Play) -> Answer | None:
    """A play is higher than the play it follows."""
    top = to_beat(table, act)
    if not top or len(top.cards) != len(act.cards):
        return None
    played, standing = combination(act.cards, table.options), combination(top.cards, table.options)
    if isinstance(played, Refusal) or isinstance(standing, Refusal):
        return None
    found = compared(played, standing)
    ours, theirs = told_apart(played, standing)
    if found.higher:
        return grounds(f"{capitalised(ours)} beats {theirs}: {found.why}.", top, cites=found.clause)
    return objection(f"{capitalised(ours)} does not beat {theirs}: {found.why} ({found.clause}).", top)


@book.clause(
    "4.8",
    Play,
    after="4.5",
    interpretation="CL-7",
    reworded={
        "last_card_rule=highest_single": "When the next player has one card left, a single played must be the "
        "highest card in the hand.",
    },
)
def highest_before_a_last_card(table: Table, act: Play) -> Answer | None:
    """Nothing more is owed when the next player has only one card left."""
    if table.options.last_card_rule == "none" or len(act.cards) != 1:
        return None
    if not table.seats.ordered:
        return highest_if_next(table, act)
    following, played = before_a_last_card(table, act.seat), act.cards[0]
    if following is None or played is UNSEEN:
        return None
    known, name = table.known, table.name(act.seat)
    above = [card for card in known.pack.cards if is_above(card, played)]
    held = [card for card in above if known.can_hold(act.seat, card) is Holding.YES]
    if held:
        highest = max(held, key=height.test)
        return objection(f"{table.name(following)} has one card left, and {highest} is {name}'s highest, not {played}.")
    hand = known.hands[act.seat]
    if hand.unknown == 1 and played not in hand.cards:
        return None  # the card played is the one that was not known
    if any(known.can_hold(act.seat, card) is Holding.UNKNOWN for card in above):
        return doubt(f"{table.name(following)} has one card left; open until {name}'s hand is seen.")
    return None


def before_a_last_card(table: Table, seat: int) -> int | None:
    """Return who plays next after a seat, where that player has one card left and the club asks something for it."""
    if table.options.last_card_rule == "none" or not table.seats.ordered:
        return None
    following = next_active(table, seat)
    return following if following is not None and table.known.size(following) == 1 else None


def highest_if_next(table: Table, act: Play) -> Answer | None:
    """Doubt a single below a player's highest card where one with a last card may be next: nobody said how they sit."""
    known, (played,) = table.known, act.cards
    one_left = [seat for seat in table.active if seat != act.seat and known.size(seat) == 1]
    higher_held = [card for card in known.hands[act.seat].cards if played is not UNSEEN and is_above(card, played)]
    if not one_left or not higher_held:
        return None
    last, highest = table.name(one_left[0]), max(higher_held, key=height.test)
    return doubt(
        f"{last} has one card left: if {last} is next, {table.name(act.seat)} must play {highest}, the highest, "
        f"and not {played}."
    )


def is_above(card: Card, other: Card) -> bool:
    """Tell whether a card is higher than another."""
    return height.test(card) > height.test(other)


# -- 5 The hands --------------------------------------------------------------------------------------------


@book.clause("5.11", Play, source="004", interpretation="CDD-A8", after="1.3")
def is_a_hand(table: Table, act: Play) -> Answer | None:
    """One, two, three or five cards may be played, and only as one of the hands of this chapter."""
    made = combination(act.cards, table.options)
    if isinstance(made, Refusal):
        if UNSEEN in act.cards:
            return finding(made.reason)
        return objection(made.reason, cites=made.clause)
    if table.top or not table.opened or not table.in_play:
        return None
    leads = f"{table.name(act.seat)} leads {made.words}."
    if not table.won:
        return grounds(leads, cites=made.clause.id)
    passed_on = f"{table.name(table.won.seat)}'s {write_cards(table.won.cards)}"
    cites = "4.6" if act.seat == table.won.seat else "4.7"
    return grounds(f"Everyone has passed on {passed_on}, and {leads}", table.won, cites=cites)


# -- 6 Places -----------------------------------------------------------------------------------------------

book.section("6", places.title)
book.include(places)
