"""How Big Two is dealt, opened, played and won: chapters 1 to 4 and 6."""

from __future__ import annotations

from referee.cards import FRENCH, Card, write_cards
from referee.cards.words import counted
from referee.games.big_two.hands import SUITS, hand_of, height, told_apart
from referee.games.big_two.table import Out, Pass, Play, Table, book
from referee.games.parts.dealing import hand_over
from referee.games.parts.possession import in_hand, misdealt
from referee.rules import (
    Answer,
    Deal,
    Holding,
    Holds,
    HoldsOnly,
    Item,
    Known,
    Shows,
    Unit,
    doubt,
    grounds,
    objection,
    ranked,
    total,
)

OPENING = tuple(Card("3", suit) for suit in SUITS)


@book.clause("1.2", Holds, HoldsOnly, Shows)
def one_place(table: Table, act: Holds | HoldsOnly | Shows) -> Answer | None:
    """There is one of each card: no card is in two places, and no hand is larger than it was dealt."""
    return misdealt(table, act)


# -- 2 The deal ---------------------------------------------------------------------------------------------

book.section("2", "The deal")


@book.clause("2.1", Deal)
def dealt_evenly(table: Table, act: Deal) -> Answer | None:
    """The pack is dealt out evenly, face down: thirteen cards each to four players, seventeen to three."""
    return hand_over(table, act, table.active if table.whole else ())


@book.clause(
    "2.2",
    Out,
    interpretation="CDD-A3",
    reworded={"remainder_3p=to_3D_holder": "With three players the card left over goes to the holder of 3D."},
)
def left_over(table: Table, act: Out) -> Answer | None:
    """With three players the card left over is turned face up and is out of play."""
    if len(table.seats) != 3 and table.whole:
        return objection("Four players are dealt the whole pack, so that no card is left over.")
    if table.options.remainder_3p == "to_3D_holder":
        return objection(f"{write_cards(act.cards)} goes to whoever holds 3D, unseen.")
    if len(act.cards) != 1:
        return objection(f"One card is left over, not {len(act.cards)}: {write_cards(act.cards)}.")
    return None


# -- 3 The opening ------------------------------------------------------------------------------------------

book.section("3", "The opening")


@book.clause("3.3", interpretation="CDD-A4")
def opening_card(known: Known) -> Card:
    """If 3D is the card left over, the lowest three in play opens in its stead: 3C, else 3H, else 3S."""
    return next(card for card in OPENING if not any(out.seat < 0 for out in known.sightings(card)))


def opens_freely(table: Table) -> bool:
    """Tell whether the winner of the last hand opens with what he likes."""
    return table.options.opener == "previous_winner" and table.winner is not None


# -- 4 Playing ----------------------------------------------------------------------------------------------

book.section("4", "Playing and passing")


@book.clause(
    "4.1",
    Play,
    Pass,
    reworded={"direction=counter-clockwise": "Play goes counter-clockwise; each player in turn plays or passes."},
)
def in_turn(table: Table, act: Play | Pass) -> Answer | None:
    """Play goes clockwise; each player in turn plays or passes."""
    if not table.whole:
        return None
    if not table.active:
        return objection("No hand is in play; deal first.")
    if act.seat not in table.active:
        return objection(f"{table.name(act.seat)} has no cards left.")
    led = table.top or not table.opened  # 4.6 says who leads next
    if led and table.turn is not None and act.seat != table.turn:
        return objection(f"It is {table.name(table.turn)}'s turn, not {table.name(act.seat)}'s.", table.top)
    return None


@book.clause(
    "3.1",
    Play,
    Pass,
    reworded={"opener=previous_winner": "The holder of 3D plays first in the first hand; later the last winner does."},
)
def holder_of_the_three_opens(table: Table, act: Play | Pass) -> Answer | None:
    """The player who holds 3D plays first, in every hand."""
    if table.opened or not table.whole or opens_freely(table):
        return None
    card = opening_card(table.known)
    if table.known.can_hold(act.seat, card) is Holding.NO:
        holder = "".join(f"; {table.name(seat)} does" for seat in table.known.holders(card))
        return objection(f"{table.name(act.seat)} does not hold {card}{holder}.")
    return None


@book.clause(
    "3.2",
    Play,
    reworded={
        "opener=previous_winner": "The first play of the first hand contains 3D; the winner of a hand leads freely."
    },
)
def opening_play_contains_the_three(table: Table, act: Play) -> Answer | None:
    """The first play of a hand contains 3D."""
    if table.opened or not table.whole or opens_freely(table):
        return None
    card = opening_card(table.known)
    if card not in act.cards:
        return objection(f"{write_cards(act.cards)} does not contain {card}, with which the hand opens.")
    return grounds(f"{table.name(act.seat)} opens with {write_cards(act.cards)}.")


@book.clause(
    "4.2",
    Pass,
    interpretation="CL-3",
    reworded={"leader_may_pass=true": "Whoever has the lead may play anything, or pass the lead to the next player."},
)
def leader_plays(table: Table, act: Pass) -> Answer | None:
    """Whoever has the lead must play; there is nothing to pass on."""
    if table.top or not table.whole or table.options.leader_may_pass:
        return None
    if not table.opened and not opens_freely(table):
        return objection(f"The hand opens with a play that contains {opening_card(table.known)}.")
    return objection(f"{table.name(act.seat)} has the lead.")


@book.clause(
    "4.3",
    Pass,
    Play,
    reworded={
        "pass_locks=true": "A player may pass even with a hand to play, but then stays out until the next free lead."
    },
)
def may_pass(table: Table, act: Pass | Play) -> Answer | None:
    """A player may pass even with a hand to play, and may play again when the turn comes back."""
    if table.options.pass_locks and act.seat in table.passed:
        return objection(f"{table.name(act.seat)} has passed since the last lead.")
    if isinstance(act, Pass) and table.top:
        return grounds(f"{table.name(act.seat)} need not beat {write_cards(table.top.cards)}.", table.top)
    return None


@book.clause("1.3", Play)
def holds_what_is_played(table: Table, act: Play) -> Answer | None:
    """Cards are played from the hand: a card that was played, shown or counted elsewhere cannot be played, nor more
    cards than the hand has.
    """
    return in_hand(table, act, act.cards)


@book.clause("5.11", Play)
def is_a_hand(table: Table, act: Play) -> Answer | None:
    """One, two, three or five cards may be played, and only as one of the hands of this chapter."""
    if hand_of(act.cards, table.options):
        return None
    cards, size = write_cards(act.cards), len(act.cards)
    if size not in (1, 2, 3, 5):
        return objection(f"{cards} is {size} cards.")
    if size < 5:
        return objection(f"{cards} are not of one rank.")
    return objection(f"{cards} is none of the five-card hands.")


@book.clause("4.4", Play)
def same_size(table: Table, act: Play) -> Answer | None:
    """A play has as many cards as the play it follows."""
    top = to_beat(table, act)
    if top and len(act.cards) != len(top.cards):
        played, before = counted(len(act.cards), "card"), counted(len(top.cards), "card")
        return objection(f"{write_cards(act.cards)} is {played}; {write_cards(top.cards)} was {before}.", top)
    return None


@book.clause("4.5", Play)
def higher(table: Table, act: Play) -> Answer | None:
    """A play is higher than the play it follows."""
    top = to_beat(table, act)
    if not top:
        return None
    played, standing = hand_of(act.cards, table.options), hand_of(top.cards, table.options)
    if not played or not standing:
        return None
    ours, theirs = told_apart(played, standing)
    if played.strength > standing.strength:
        return grounds(f"{ours[0].upper()}{ours[1:]} beats {theirs}.", top)
    return objection(f"{ours[0].upper()}{ours[1:]} does not beat {theirs}.", top)


@book.clause(
    "4.8",
    Play,
    interpretation="CL-7",
    reworded={
        "last_card_rule=highest_single": "When the next player has one card left, a single played must be the "
        "highest card in the hand."
    },
)
def highest_before_a_last_card(table: Table, act: Play) -> Answer | None:
    """Nothing more is owed when the next player has only one card left."""
    if table.options.last_card_rule == "none" or len(act.cards) != 1 or not table.whole or not table.active:
        return None
    following = next_active(table, act.seat)
    if following is None or table.known.size(following) != 1:
        return None
    hand, played = table.known.hands[act.seat], act.cards[0]
    above = [card for card in hand.cards if height(card) > height(played)]
    if above:
        return objection(f"{table.name(following)} has one card left, and {above[0]} is higher than {played}.")
    if hand.unknown and any(
        table.known.can_hold(act.seat, card) is Holding.UNKNOWN
        for card in FRENCH.cards
        if height(card) > height(played)
    ):
        return doubt(f"{table.name(following)} has one card left; open until {table.name(act.seat)}'s hand is seen.")
    return None


@book.clause("4.6", Play, Pass)
def free_lead(table: Table, act: Play | Pass) -> Answer | None:
    """A player on whose play everyone else has passed may play any hand next."""
    if not table.opened or table.top or table.turn is None:
        return None
    if act.seat != table.turn:
        return objection(f"Everyone has passed, and the lead is {table.name(table.turn)}'s.")
    return grounds(f"{table.name(act.seat)} has the lead and may play any hand.")


@book.clause("4.7")
def lead_after(table: Table, last: Play) -> int | None:
    """If everyone passes on a player's last cards, the lead rolls over to the next player."""
    return last.seat if last.seat in table.active else next_active(table, last.seat)


def to_beat(table: Table, act: Play) -> Play | None:
    """Return the play that an act must beat. In a part of a record, who plays twice running has been passed on."""
    if table.top and not table.whole and table.top.seat == act.seat:
        return None
    return table.top


def next_active(table: Table, seat: int) -> int | None:
    """Return the next player in the direction of play who still has cards and is not shut out."""
    order = table.seats.left_of(seat)
    if table.options.direction == "counter-clockwise":
        order = order[::-1]
    shut_out = table.passed if table.options.pass_locks else frozenset[int]()
    return next((each for each in order if each in table.active and each not in shut_out), None)


# -- 6 Places -----------------------------------------------------------------------------------------------

book.section("6", "Places")


@book.clause("6.1")
def takes_place(table: Table, seat: int, line: int) -> Item:
    """Whoever first has no cards is first, the next is second, and so on."""
    place = len(table.seats) - len(table.active) + 1
    return Item(seat, place, Unit.PLACE, takes_place, f"{table.name(seat)} is out; place {place}.", line)


@book.clause("6.2", interpretation="CL-9")
def is_last(table: Table, seat: int, line: int) -> Item:
    """The hand ends when one player is left with cards, who is last."""
    place = len(table.seats)
    return Item(seat, place, Unit.PLACE, is_last, f"{table.name(seat)} still holds cards; place {place}.", line)


@book.clause("6.3", interpretation="CDD-A11")
@book.places
def places(table: Table) -> tuple[tuple[int, ...], ...]:
    """Only places count; over several hands the lowest sum of places is best."""
    if not any(item.unit is Unit.PLACE for item in table.items) or (table.whole and table.active):
        return ()
    return ranked(table.seats, {seat: -total(table.items, seat, Unit.PLACE) for seat in table.seats})
