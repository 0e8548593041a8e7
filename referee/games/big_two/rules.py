"""How a hand of Big Two is opened, played and won: chapters 3, 4 and 6, and what of chapter 5 limits a play."""

from __future__ import annotations

from dataclasses import replace

from referee.cards import FRENCH, UNSEEN, write_cards
from referee.cards.words import capitalised, counted
from referee.games.big_two.dealing import opening_card, opens_freely, with_left_over
from referee.games.big_two.hands import RUNS, hand_of, height, told_apart
from referee.games.big_two.table import Play, Table, book
from referee.games.parts.acts import Pass
from referee.games.parts.dealing import deal_first
from referee.games.parts.possession import in_hand
from referee.games.parts.turns import next_among, out_of_turn
from referee.rules import Answer, Holding, Item, Unit, doubt, finding, grounds, objection, ranked, total

# -- 4 Playing ----------------------------------------------------------------------------------------------

book.section("4", "Playing and passing")


@book.clause(
    "4.1",
    Play,
    Pass,
    source="004",
    interpretation="CL-6",
    reworded={"direction=counter-clockwise": "Play goes counter-clockwise; each player in turn plays or passes."},
)
def in_turn(table: Table, act: Play | Pass) -> Answer | None:
    """Play goes clockwise; each player in turn plays or passes."""
    if not table.active:
        return deal_first()
    if act.seat not in table.active:
        return objection(f"{table.name(act.seat)} has no cards left.")
    led = table.top or not table.opened  # who leads next, 4.6 and 4.7 say
    return out_of_turn(table, act, table.top) if led else None


# Chapter 3 stands here because the first objection decides: whose turn it is comes before what opens the hand.


@book.clause(
    "3.1",
    Play,
    Pass,
    reworded={
        "opener=previous_winner": "The holder of 3D plays first in the first hand; later the last winner does.",
    },
)
def holder_of_the_three_opens(table: Table, act: Play | Pass) -> Answer | None:
    """The player who holds 3D plays first, in every hand."""
    if table.opened or opens_freely(table):
        return None
    card = opening_card(table.known)
    if card and table.known.can_hold(act.seat, card) is Holding.NO:
        holder = "".join(f"; {table.name(seat)} does" for seat in table.known.holders(card))
        return objection(f"{table.name(act.seat)} does not hold {card}{holder}.")
    return None


@book.clause(
    "3.2",
    Play,
    reworded={
        "opener=previous_winner": "The first play of the first hand contains 3D; the winner of a hand leads freely.",
    },
)
def opening_play_contains_the_three(table: Table, act: Play) -> Answer | None:
    """The first play of a hand contains 3D."""
    if table.opened or opens_freely(table):
        return None
    card = opening_card(table.known)
    if card and card not in act.cards:
        return objection(f"{write_cards(act.cards)} does not contain {card}, with which the hand opens.")
    return grounds(f"{table.name(act.seat)} opens with {write_cards(act.cards)}.")


@book.clause("4.6", Play, Pass)
def free_lead(table: Table, act: Play | Pass) -> Answer | None:
    """A player on whose play everyone else has passed may play any hand next."""
    if not table.won:
        return None
    leader, mover = table.name(table.won.seat), table.name(act.seat)
    if act.seat == table.won.seat:
        return grounds(f"Everyone has passed on {leader}'s {write_cards(table.won.cards)}, and {leader} has the lead.")
    if table.turn is None and not has_cards(table, table.won.seat):
        return doubt(f"The lead is {leader}'s; {mover} may have it only if {leader} has no cards left.", table.won)
    if table.turn in (None, table.won.seat):
        return objection(f"Everyone has passed, and the lead is {leader}'s.", table.won)
    return None


@book.clause("4.7", Play, Pass)
def lead_rolls_over(table: Table, act: Play | Pass) -> Answer | None:
    """If everyone passes on a player's last cards, the lead rolls over to the next player."""
    if not table.won or table.turn in (None, table.won.seat):
        return None
    last, leader = f"{table.name(table.won.seat)}'s last cards", table.name(table.turn)
    if act.seat != table.turn:
        return objection(f"Everyone has passed on {last}, and the lead rolls over to {leader}.", table.won)
    return grounds(f"Everyone has passed on {last}, and {leader} is next.", table.won)


@book.clause(
    "4.2",
    Pass,
    interpretation="CL-3",
    reworded={
        "leader_may_pass=true": "Whoever has the lead may play anything, or pass the lead to the next player; "
        "but the hand must be opened.",
    },
)
def leader_plays(table: Table, act: Pass) -> Answer | None:
    """Whoever has the lead must play; there is nothing to pass on."""
    name = table.name(act.seat)
    if not table.opened and not opens_freely(table):
        return objection(f"The hand opens with a play that contains {opening_card(table.known)}.")
    if table.top:
        own = table.top.seat == act.seat
        return objection(f"{write_cards(table.top.cards)} is {name}'s own play.", table.top) if own else None
    if not table.won and table.opened and not table.from_deal:
        return None
    if table.options.leader_may_pass:
        return grounds(f"{name} has the lead and passes it on.")
    return objection(f"{name} has the lead.", table.won)


@book.clause(
    "4.3",
    Pass,
    Play,
    source="004",
    interpretation="CL-1",
    reworded={
        "pass_locks=true": "Passing is allowed at any turn, whatever the hand would allow; but who has passed stays "
        "out until the next free lead.",
    },
)
def may_pass(table: Table, act: Pass | Play) -> Answer | None:
    """Passing is allowed at any turn, whatever the hand would allow, and bars nobody from playing at a later turn."""
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
    return in_hand(replace(table, known=with_left_over(table, act.seat, act.cards)), act, act.cards)


@book.clause("5.11", Play, source="004", interpretation="CDD-A8")
def is_a_hand(table: Table, act: Play) -> Answer | None:
    """One, two, three or five cards may be played, and only as one of the hands of this chapter."""
    if hand_of(act.cards, table.options):
        return None
    cards, size = write_cards(act.cards), len(act.cards)
    if UNSEEN in act.cards:
        return finding(f"{cards}: what is played is seen by all. What was it?")
    if size not in (1, 2, 3, 5):
        return objection(f"{cards} is {size} cards.")
    if size < 5:
        return objection(f"{cards} are not of one rank.")
    if hand_of(act.cards, replace(table.options, two_pair_play=True)):
        return objection(f"{cards} is two pairs and a fifth card, which are not played here (5.4).")
    if any(hand_of(act.cards, replace(table.options, straights=each)) for each in RUNS):
        return objection(f"{cards} is no straight here (5.5).")
    return objection(f"{cards} is none of the five-card hands.")


@book.clause("4.4", Play, source="004", interpretation="CDD-A7")
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
        return grounds(f"{capitalised(ours)} beats {theirs}.", top)
    return objection(f"{capitalised(ours)} does not beat {theirs}.", top)


@book.clause(
    "4.8",
    Play,
    interpretation="CL-7",
    reworded={
        "last_card_rule=highest_single": "When the next player has one card left, a single played must be the "
        "highest card in the hand.",
    },
)
def highest_before_a_last_card(table: Table, act: Play) -> Answer | None:
    """Nothing more is owed when the next player has only one card left."""
    if table.options.last_card_rule == "none" or len(act.cards) != 1 or not table.seats.ordered:
        return None
    following, played = next_active(table, act.seat), act.cards[0]
    if following is None or table.known.size(following) != 1 or played is UNSEEN:
        return None
    hand = table.known.hands[act.seat]
    above = [card for card in hand.cards if height(card) > height(played)]
    if above:
        return objection(f"{table.name(following)} has one card left, and {above[0]} is higher than {played}.")
    if hand.unknown != 0 and any(
        table.known.can_hold(act.seat, card) is Holding.UNKNOWN
        for card in FRENCH.cards
        if height(card) > height(played)
    ):
        return doubt(f"{table.name(following)} has one card left; open until {table.name(act.seat)}'s hand is seen.")
    return None


def to_beat(table: Table, act: Play) -> Play | None:
    """Return the play that an act must beat. Who plays twice running, in a record that begins in the middle, has been
    passed on meanwhile.
    """
    if table.top and not table.seats.ordered and table.top.seat == act.seat:
        return None
    return table.top


def has_cards(table: Table, seat: int) -> bool:
    """Tell whether a player is known to have cards left."""
    hand = table.known.hands[seat]
    return bool(hand.cards or hand.unknown)


def next_active(table: Table, seat: int) -> int | None:
    """Return the next player in the direction of play who still has cards and is not shut out."""
    shut_out = table.passed if table.options.pass_locks else frozenset[int]()
    return next_among(table, seat, [each for each in table.active if each not in shut_out])


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
    """Only places count; over several hands the lowest sum of places is best, and hands not played out are left out."""
    over = table.items[: table.settled]
    return ranked(table.seats, {seat: -total(over, seat, Unit.PLACE) for seat in table.seats}) if over else ()
