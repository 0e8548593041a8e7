"""Climbing: each player in turn beats the play before or passes, until the hands are empty.

A game that includes these chapters has a table with the fields of `ClimbingTable`, and says itself which cards may be
played and what beats what. What plays and passes do is in `climbing_play`, and who opens a hand in `opening`.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Any

from referee.cards import UNSEEN, Card, write_cards
from referee.cards.words import listed
from referee.games.parts.acts import Pass, Play
from referee.games.parts.dealing import deal_first
from referee.games.parts.turns import next_among, out_of_turn
from referee.rules import (
    Act,
    Answer,
    Chapter,
    Holding,
    Item,
    Place,
    Rests,
    Table,
    Unit,
    doubt,
    grounds,
    objection,
    ranked,
    total,
)


@dataclass(frozen=True, slots=True)
class ClimbingTable(Table):
    """A table at which players climb.

    `top` is the play to beat, and `passed` who has passed on it; when everyone has, the lead is `free` and `won` is the
    play that was not beaten, until the leader plays or passes the lead on. `active` are those who still have cards.
    `opened` says that the hand's first play has been made; the first `settled` items are those of hands that are over,
    and `winner` was first in the last of them.

    Where players have several packets (`Known.owners`), each of them plays, passes and takes a place by itself, and
    `active` and `passed` are packets; `up` is the one whose turn it is, or was last, and `turn` the player who has it.
    So many of the last places as are `behind` have been given already.
    """

    top: Play | None = None
    won: Play | None = None
    free: bool = False
    passed: frozenset[Place] = frozenset()
    active: tuple[Place, ...] = ()
    opened: bool = False
    settled: int = 0
    winner: int | None = None
    up: Place | None = None
    behind: int = 0


climbing = Chapter("Playing and passing")
places = Chapter("Places")

# -- Playing and passing ------------------------------------------------------------------------------------


@climbing.clause(
    "4.1",
    Play,
    Pass,
    interpretation="CL-6",
    reworded={"direction=counter-clockwise": "Play goes counter-clockwise; each player in turn plays or passes."},
)
def in_turn(table: ClimbingTable, act: Play | Pass) -> Answer | None:
    """Play goes clockwise; each player in turn plays or passes."""
    if act.seat == table.turn and table.in_play:
        return None
    if not table.in_play:
        return hand_is_over(table)
    hand = hand_of(table, act)
    if hand not in table.active:
        return objection(f"{table.name(act.seat)} has no cards left.")
    # Who opens a hand and who has a free lead, other clauses say, and who has shut themselves out.
    if not table.opened or table.won or is_shut_out(table, hand):
        return None
    return out_of_turn(table, act, table.top)


@climbing.clause("4.6", Play, Pass, after="4.1")
def free_lead(table: ClimbingTable, act: Play | Pass) -> Answer | None:
    """A player on whose play everyone else has passed may play any hand next."""
    if not table.won:
        return is_to_be_answered(table, act)
    leader, mover, won = table.name(table.won.seat), table.name(act.seat), table.won.place
    hand = hand_of(table, act)
    if hand == won:
        return grounds(f"Everyone has passed on {leader}'s {write_cards(table.won.cards)}, and {leader} has the lead.")
    lead = has_lead(table)
    if lead is None and won not in table.active:
        return doubt(
            f"{leader} has no cards left, and the lead rolls over; {mover} has it only if {mover} sits next.",
            table.won,
            on=Rests(table.every_hand),
            cites="4.7",
        )
    if lead is None and may_be_out(table, won):
        if not table.seats.ordered or hand == next_active(table, won):
            return doubt(
                f"The lead is {leader}'s; {mover} may have it only if {leader} has no cards left.",
                table.won,
                on=Rests(table.every_hand),
            )
    elif lead not in (None, won):
        return None
    return objection(f"Everyone has passed on {write_cards(table.won.cards)}, and the lead is {leader}'s.", table.won)


def is_to_be_answered(table: ClimbingTable, act: Play | Pass) -> Answer | None:
    """Object to whoever goes on from their own play before everybody else has passed on it."""
    if not table.top or not table.seats.ordered or table.top.seat != act.seat or table.top.place != hand_of(table, act):
        return None
    others = [hand for hand in table.active if hand != table.top.place and hand not in table.passed]
    names, verb = listed(called(table, hand) for hand in others), "has" if len(others) == 1 else "have"
    own = f"{table.name(act.seat)}'s {write_cards(table.top.cards)}"
    return objection(f"{names} {verb} still to beat {own} or pass on it.", table.top) if others else None


@climbing.clause("4.7", Play, Pass, after="4.6")
def lead_rolls_over(table: ClimbingTable, act: Play | Pass) -> Answer | None:
    """If everyone passes on a player's last cards, the lead rolls over to the next player."""
    if not table.won:
        return None
    lead = has_lead(table)
    if lead is None or lead == table.won.place:
        return None
    last, leader = f"{called(table, table.won.place)}'s last cards", called(table, lead)
    if hand_of(table, act) != lead:
        return objection(f"Everyone has passed on {last}, and the lead rolls over to {leader}.", table.won)
    return grounds(f"Everyone has passed on {last}, and {leader} is next.", table.won)


@climbing.clause(
    "4.2",
    Pass,
    after="4.7",
    interpretation="CL-3",
    reworded={
        "leader_may_pass=true": "Whoever has the lead may play anything, or pass the lead to the next player; "
        "but the hand must be opened.",
    },
)
def leader_plays(table: ClimbingTable, act: Pass) -> Answer | None:
    """Whoever has the lead must play; there is nothing to pass on."""
    name = table.name(act.seat)
    if table.top:
        own = table.top.seat == act.seat and table.top.place == hand_of(table, act)
        return objection(f"{write_cards(table.top.cards)} is {name}'s own play.", table.top) if own else None
    if not table.opened:
        return objection(f"The hand has still to be opened, so {name} has nothing to pass on.")
    if not table.free:
        return None
    if table.options.leader_may_pass:
        return grounds(f"{name} has the lead and passes it on.")
    passed_on = f"Everyone has passed on {write_cards(table.won.cards)}, and " if table.won else ""
    return objection(f"{passed_on}{name} has the lead.", table.won)


@climbing.clause(
    "4.3",
    Pass,
    Play,
    after="4.2",
    interpretation="CL-1",
    reworded={
        "pass_locks=true": "Passing is allowed at any turn, whatever the hand would allow; but who has passed stays "
        "out until the next free lead.",
    },
)
def may_pass(table: ClimbingTable, act: Pass | Play) -> Answer | None:
    """Passing is allowed at any turn, whatever the hand would allow, and bars nobody from playing at a later turn."""
    if table.options.pass_locks and is_shut_out(table, hand_of(table, act)):
        return objection(f"{table.name(act.seat)} has passed since the last lead.")
    if table.top and isinstance(act, Pass):
        return grounds(f"{table.name(act.seat)} need not beat {write_cards(table.top.cards)}.", table.top)
    return None


climbing.note(
    "4.9",
    "A play or a pass against the rules is void and taken back, though all have seen the cards; it counts only if the "
    "table lets it stand.",
    interpretation="house",
)

# -- Places -------------------------------------------------------------------------------------------------


@places.clause("6.1")
def takes_place(table: ClimbingTable, hand: Place, line: int) -> Item:
    """Whoever first has no cards is first, the next is second, and so on."""
    place = len(all_hands(table)) - table.behind - len(table.active) + 1
    return Item(seat_of(table, hand), place, Unit.PLACE, "6.1", f"{called(table, hand)} is out; place {place}.", line)


@places.clause("6.2", interpretation="CL-9")
def is_last(table: ClimbingTable, hand: Place, line: int) -> Item:
    """The hand ends when one player is left with cards, who is last."""
    place = len(all_hands(table)) - table.behind
    reason = f"{called(table, hand)} still holds cards; place {place}."
    return Item(seat_of(table, hand), place, Unit.PLACE, "6.2", reason, line)


@places.clause("6.3", interpretation="CDD-A11")
def ranking(table: ClimbingTable) -> tuple[tuple[int, ...], ...]:
    """Only places count; over several hands the lowest sum of places is best, and hands not played out are left out."""
    over = table.items[: table.settled]
    return ranked(table.seats, {seat: -total(over, seat, Unit.PLACE) for seat in table.seats}) if over else ()


# -- What is led, and the last card ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why some cards may not be played together, and the clause that says so."""

    clause: str
    reason: str


def leads(table: ClimbingTable, act: Play, words: str, clause: str) -> Answer | None:
    """Say what is led, and by what right; the `clause` is that of the hand."""
    if to_beat(table, act) or not table.opened or not table.in_play:
        return None
    led = f"{table.name(act.seat)} leads {words}."
    if not table.won:
        return grounds(led, cites=clause)
    passed_on = f"{table.name(table.won.seat)}'s {write_cards(table.won.cards)}"
    cites = "4.6" if hand_of(table, act) == table.won.place else "4.7"
    return grounds(f"Everyone has passed on {passed_on}, and {led}", table.won, cites=cites)


def last_card(height: Callable[[Card], Any]) -> Chapter:
    """Return the chapter on what is owed when the next player has one card left; `height` orders the cards."""
    chapter = Chapter(climbing.title)

    @chapter.clause(
        "4.8",
        Play,
        after="4.5",
        interpretation="CL-7",
        reworded={
            "last_card_rule=highest_single": "When the next player has one card left, a single played must be the "
            "highest card in the hand.",
        },
    )
    def highest_before_a_last_card(table: ClimbingTable, act: Play) -> Answer | None:
        """Nothing more is owed when the next player has only one card left."""
        if table.options.last_card_rule == "none" or len(act.cards) != 1 or act.cards[0] is UNSEEN:
            return None
        known, (played,), own = table.known, act.cards, hand_of(table, act)
        above = [card for card in known.pack.cards if height(card) > height(played)]
        held = [card for card in above if known.can_hold(own, card) is Holding.YES]
        highest = max(held, key=height, default=None)
        name = table.name(act.seat)
        if not table.seats.ordered:
            one_left = [hand for hand in table.active if hand != own and known.size(hand) == 1]
            if not one_left or highest is None:
                return None
            last = called(table, one_left[0])
            return doubt(
                f"{last} has one card left: if {last} is next, {name} must play {highest}, the highest, "
                f"and not {played}.",
                on=Rests(table.every_hand),
            )
        following = before_a_last_card(table, own)
        if following is None:
            return None
        last = called(table, following)
        if highest is not None:
            return objection(f"{last} has one card left, and {name} has {highest}, which is higher than {played}.")
        hand = known.at(own)
        if hand.unknown == 1 and played not in hand.cards:
            return None  # the card played is the one that was not known
        if any(known.can_hold(own, card) is Holding.UNKNOWN for card in above):
            return doubt(f"{last} has one card left; open until {name}'s hand is seen.", on=Rests(table.every_hand))
        return None

    return chapter


def before_a_last_card(table: ClimbingTable, hand: Place) -> Place | None:
    """Return which hand plays next after another, where it has one card left and the club asks something for it."""
    if table.options.last_card_rule == "none" or not table.seats.ordered:
        return None
    following = next_active(table, hand)
    return following if following is not None and table.known.size(following) == 1 else None


# -- Whose turn it is ----------------------------------------------------------------------------------------


def all_hands(table: ClimbingTable) -> tuple[Place, ...]:
    """Return the hands that play, in the order of the seats: one of each player, or their packets."""
    return tuple(table.known.owners) or tuple(table.seats)


def hand_of(table: ClimbingTable, act: Act) -> Place:
    """Return with which hand a player acts: of several packets it is that in turn, or else the next of the player's."""
    owners = table.known.owners
    if not owners:
        return act.seat
    if table.up is not None and owners[str(table.up)] == act.seat:
        return table.up
    packets = tuple(owners)
    after = 0 if table.up is None else packets.index(str(table.up))
    mine = [packet for packet in (*packets[after:], *packets[:after]) if owners[packet] == act.seat]
    return next((packet for packet in mine if packet in table.active), mine[0])


def seat_of(table: ClimbingTable, hand: Place) -> int:
    """Return whose a hand is."""
    return hand if isinstance(hand, int) else table.known.owners[hand]


def playing(table: ClimbingTable) -> tuple[int, ...]:
    """Return who still has cards."""
    return tuple(dict.fromkeys(seat_of(table, hand) for hand in table.active))


def called(table: ClimbingTable, hand: Place) -> str:
    """Return a player's name, with the packet where players have several."""
    name = table.name(seat_of(table, hand))
    return name if isinstance(hand, int) else f"{name}'s {hand}"


def has_lead(table: ClimbingTable) -> Place | None:
    """Return who has the lead that a play won, if known; two mistakes that leave the turn open leave the lead."""
    if table.turn is None:
        return lead_after(table, table.won) if table.won else None
    return table.up if table.known.owners else table.turn


def lead_after(table: ClimbingTable, last: Play) -> Place | None:
    """Return who leads when a play was not beaten, if known: whoever made it, or the next if that one is out."""
    if last.place not in table.active:
        return next_active(table, last.place) if table.seats.ordered else None
    return None if may_be_out(table, last.place) or not table.seats.ordered else last.place


def follows(table: ClimbingTable, hand: Place, passed: frozenset[Place] = frozenset()) -> Place | None:
    """Return whose turn it is after a player, where it is known how the players sit."""
    if not table.seats.ordered or not table.in_play:
        return None
    if not table.options.pass_locks or not passed:
        return next_hand(table, hand, table.active)
    return next_hand(table, hand, [each for each in table.active if each not in passed])


def next_active(table: ClimbingTable, hand: Place) -> Place | None:
    """Return the next player in the direction of play who still has cards and is not shut out."""
    return next_hand(table, hand, [each for each in table.active if not is_shut_out(table, each)])


def next_hand(table: ClimbingTable, hand: Place, playing: Container[Place]) -> Place | None:
    """Return which of some hands has the turn after another, or None when there is no other."""
    if isinstance(hand, int):
        return next_among(table, hand, playing)
    packets = tuple(table.known.owners)
    if hand not in packets:
        return None
    at = packets.index(hand)
    others = (*packets[at + 1 :], *packets[:at])
    if table.options.direction != "clockwise":
        others = others[::-1]
    return next((packet for packet in others if packet in playing), None)


def is_shut_out(table: ClimbingTable, hand: Place) -> bool:
    """Tell whether a player has passed, where that bars from playing until the next lead."""
    return bool(table.options.pass_locks) and hand in table.passed


def may_be_out(table: ClimbingTable, hand: Place) -> bool:
    """Tell whether a player may have no cards left, in a record that does not say how many there were."""
    held = table.known.at(hand)
    return held.unknown is None and not held.cards


def hand_is_over(table: ClimbingTable) -> Answer:
    """Object to an act for which there is no hand."""
    over = table.from_deal and table.settled == len(table.items)
    last = next((item for item in reversed(table.items) if item.clause == "6.2"), None) if over else None
    if last:
        return objection(f"The hand is over: only {table.name(last.seat)} still holds cards.", cites="6.2")
    if not table.whole and len(table.active) == 1:
        return objection(f"The hand is over: only {called(table, table.active[0])} still holds cards.", cites="6.2")
    return deal_first()


def to_beat(table: ClimbingTable, act: Play) -> Play | None:
    """Return the play that an act must beat. Who plays twice running, in a record that begins in the middle, has been
    passed on meanwhile.
    """
    if table.top and not table.seats.ordered and table.top.seat == act.seat:
        return None
    return table.top if UNSEEN not in act.cards else None
