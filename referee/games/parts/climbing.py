"""Climbing: each player in turn beats the play before or passes, until the hands are empty.

A game that includes these chapters has a table with the fields of `ClimbingTable`, calls `lay` and `let_go_by` for its
plays and passes, and says itself which cards may be played, what beats what, and who opens a hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.cards import UNSEEN, write_cards
from referee.cards.words import counted, listed
from referee.games.parts.acts import Pass, Play
from referee.games.parts.dealing import deal_first
from referee.games.parts.turns import next_among, out_of_turn
from referee.rules import Answer, Chapter, Fact, Item, Table, Unit, doubt, grounds, objection, ranked, replace, total


@dataclass(frozen=True, slots=True)
class ClimbingTable(Table):
    """A table at which players climb.

    `top` is the play to beat, and `passed` who has passed on it; when everyone has, the lead is `free` and `won` is the
    play that was not beaten, until the leader plays or passes the lead on. `active` are those who still have cards.
    `opened` says that the hand's first play has been made; the first `settled` items are those of hands that are over,
    and `winner` was first in the last of them.
    """

    top: Play | None = None
    won: Play | None = None
    free: bool = False
    passed: frozenset[int] = frozenset()
    active: tuple[int, ...] = ()
    opened: bool = False
    settled: int = 0
    winner: int | None = None


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
    if act.seat not in table.active:
        return objection(f"{table.name(act.seat)} has no cards left.")
    # Who opens a hand and who has a free lead, other clauses say, and who has shut themselves out.
    if not table.opened or table.won or is_shut_out(table, act.seat):
        return None
    return out_of_turn(table, act, table.top)


@climbing.clause("4.6", Play, Pass, after="4.1")
def free_lead(table: ClimbingTable, act: Play | Pass) -> Answer | None:
    """A player on whose play everyone else has passed may play any hand next."""
    if not table.won:
        return is_to_be_answered(table, act)
    leader, mover = table.name(table.won.seat), table.name(act.seat)
    if act.seat == table.won.seat:
        return grounds(f"Everyone has passed on {leader}'s {write_cards(table.won.cards)}, and {leader} has the lead.")
    lead = has_lead(table)
    if lead is None and table.won.seat not in table.active:
        return doubt(
            f"{leader} has no cards left, and the lead rolls over; {mover} has it only if {mover} sits next.",
            table.won,
            cites="4.7",
        )
    if lead is None and may_be_out(table, table.won.seat):
        if not table.seats.ordered or act.seat == next_active(table, table.won.seat):
            return doubt(f"The lead is {leader}'s; {mover} may have it only if {leader} has no cards left.", table.won)
    elif lead not in (None, table.won.seat):
        return None
    return objection(f"Everyone has passed on {write_cards(table.won.cards)}, and the lead is {leader}'s.", table.won)


def is_to_be_answered(table: ClimbingTable, act: Play | Pass) -> Answer | None:
    """Object to whoever goes on from their own play before everybody else has passed on it."""
    if not table.top or table.top.seat != act.seat or not table.seats.ordered:
        return None
    others = [seat for seat in table.active if seat != act.seat and seat not in table.passed]
    names, verb = listed(table.name(seat) for seat in others), "has" if len(others) == 1 else "have"
    own = f"{table.name(act.seat)}'s {write_cards(table.top.cards)}"
    return objection(f"{names} {verb} still to beat {own} or pass on it.", table.top) if others else None


@climbing.clause("4.7", Play, Pass, after="4.6")
def lead_rolls_over(table: ClimbingTable, act: Play | Pass) -> Answer | None:
    """If everyone passes on a player's last cards, the lead rolls over to the next player."""
    lead = has_lead(table)
    if not table.won or lead in (None, table.won.seat):
        return None
    last, leader = f"{table.name(table.won.seat)}'s last cards", table.name(lead)
    if act.seat != lead:
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
        own = table.top.seat == act.seat
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
    if is_shut_out(table, act.seat):
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
def takes_place(table: ClimbingTable, seat: int, line: int) -> Item:
    """Whoever first has no cards is first, the next is second, and so on."""
    place = len(table.seats) - len(table.active) + 1
    return Item(seat, place, Unit.PLACE, "6.1", f"{table.name(seat)} is out; place {place}.", line)


@places.clause("6.2", interpretation="CL-9")
def is_last(table: ClimbingTable, seat: int, line: int) -> Item:
    """The hand ends when one player is left with cards, who is last."""
    place = len(table.seats)
    return Item(seat, place, Unit.PLACE, "6.2", f"{table.name(seat)} still holds cards; place {place}.", line)


@places.clause("6.3", interpretation="CDD-A11")
def ranking(table: ClimbingTable) -> tuple[tuple[int, ...], ...]:
    """Only places count; over several hands the lowest sum of places is best, and hands not played out are left out."""
    over = table.items[: table.settled]
    return ranked(table.seats, {seat: -total(over, seat, Unit.PLACE) for seat in table.seats}) if over else ()


# -- What happens -------------------------------------------------------------------------------------------


def lay(table: ClimbingTable, act: Play) -> ClimbingTable:
    """Lay cards on the table; who has none left takes a place."""
    passed = table.passed if table.options.pass_locks and table.top else frozenset[int]()
    out = table.known.size(act.seat) == 0 and act.seat in table.active
    if out:
        table = goes_out(replace(table, top=act, won=None, free=False, passed=passed, opened=True), act)
        return passed_on(replace(table, turn=follows(table, act.seat, passed)))
    turn = follows(table, act.seat, passed)
    return passed_on(replace(table, top=act, won=None, free=False, passed=passed, opened=True, turn=turn))


def goes_out(table: ClimbingTable, act: Play) -> ClimbingTable:
    """Take a place, and the last one with cards the last place. In part of a hand nobody knows which place it is."""
    active = tuple(seat for seat in table.active if seat != act.seat)
    if not table.from_deal:
        over = table.seats.ordered and len(active) == 1
        return replace(table, active=active, in_play=not over)
    items = (*table.items, takes_place(table, act.seat, act.line))
    winner = act.seat if len(active) == len(table.seats) - 1 else table.winner
    if len(active) > 1:
        return replace(table, items=items, active=active, winner=winner)
    items = (*items, *(is_last(table, seat, act.line) for seat in active))
    return replace(table, items=items, active=(), top=None, winner=winner, settled=len(items), in_play=False)


def let_go_by(table: ClimbingTable, act: Pass) -> ClimbingTable:
    """Note a pass. Passing a free lead on is no pass on anything."""
    passed = table.passed | {act.seat} if table.top else table.passed
    turn = follows(table, act.seat, passed)
    if table.top and turn == table.top.seat:
        turn = None  # somebody was passed over, so that it is not known whose turn it is; or else the lead is free
    return passed_on(replace(table, passed=passed, won=None, turn=turn))


def passed_on(table: ClimbingTable) -> ClimbingTable:
    """Free the lead when everyone else has passed on the play to beat.

    It is free too when the turn has come round to whoever made that play: where an act out of turn has been let stand,
    those whose turn went by have had their chance.
    """
    top = table.top
    if not top or not table.passed or not (table.turn == top.seat or _everybody_else(table, top.seat)):
        return table
    free = replace(table, top=None, won=top, free=True, passed=frozenset())
    return replace(free, turn=lead_after(free, top))


def _everybody_else(table: ClimbingTable, seat: int) -> bool:
    """Tell whether all who still have cards but one have passed; at least three must have been named to know."""
    others = [each for each in table.active if each != seat]
    return bool(others) and len(table.seats) >= 3 and table.passed.issuperset(others)


def has_lead(table: ClimbingTable) -> int | None:
    """Return who has the lead that a play won, if known; two mistakes that leave the turn open leave the lead."""
    return lead_after(table, table.won) if table.won and table.turn is None else table.turn


def lead_after(table: ClimbingTable, last: Play) -> int | None:
    """Return who leads when a play was not beaten, if known: whoever made it, or the next if that one is out."""
    if last.seat not in table.active:
        return next_active(table, last.seat) if table.seats.ordered else None
    return None if may_be_out(table, last.seat) or not table.seats.ordered else last.seat


def follows(table: ClimbingTable, seat: int, passed: frozenset[int] = frozenset()) -> int | None:
    """Return whose turn it is after a player, where it is known how the players sit."""
    if not table.seats.ordered or not table.in_play:
        return None
    if not table.options.pass_locks or not passed:
        return next_among(table, seat, table.active)
    return next_among(table, seat, [each for each in table.active if each not in passed])


def next_active(table: ClimbingTable, seat: int) -> int | None:
    """Return the next player in the direction of play who still has cards and is not shut out."""
    return next_among(table, seat, [each for each in table.active if not is_shut_out(table, each)])


def is_shut_out(table: ClimbingTable, seat: int) -> bool:
    """Tell whether a player has passed, where that bars from playing until the next lead."""
    return bool(table.options.pass_locks) and seat in table.passed


def may_be_out(table: ClimbingTable, seat: int) -> bool:
    """Tell whether a player may have no cards left, in a record that does not say how many there were."""
    hand = table.known.hands[seat]
    return hand.unknown is None and not hand.cards


def hand_is_over(table: ClimbingTable) -> Answer:
    """Object to an act for which there is no hand."""
    if table.from_deal and table.settled == len(table.items) > 0:
        last = next(item for item in reversed(table.items) if item.clause == "6.2")
        return objection(f"The hand is over: only {table.name(last.seat)} still holds cards.", cites="6.2")
    if not table.whole and len(table.active) == 1:
        return objection(f"The hand is over: only {table.name(table.active[0])} still holds cards.", cites="6.2")
    return deal_first()


def seen(table: ClimbingTable) -> Iterator[Fact]:
    """Show the play to beat, who has passed, and how many cards each player has."""
    if table.top:
        yield Fact("To beat", f"{write_cards(table.top.cards)} by {table.name(table.top.seat)}")
    elif table.active and table.opened:
        yield Fact("To beat", "nothing: a free lead")
    for seat in table.seats:
        size = table.known.size(seat)
        if size is not None:
            yield Fact("Hand", "passed, " * (seat in table.passed) + counted(size, "card"), seat)


def to_beat(table: ClimbingTable, act: Play) -> Play | None:
    """Return the play that an act must beat. Who plays twice running, in a record that begins in the middle, has been
    passed on meanwhile.
    """
    if table.top and not table.seats.ordered and table.top.seat == act.seat:
        return None
    return table.top if UNSEEN not in act.cards else None
