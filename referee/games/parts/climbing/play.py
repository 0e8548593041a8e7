"""What happens where players climb, and what is seen of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final, TypeVar

from referee.cards import write_cards
from referee.cards.words import capitalised, counted
from referee.games.parts.acts import Pass, Play
from referee.games.parts.climbing.clauses import (
    ClimbingTable,
    all_hands,
    follows,
    hand_of,
    has_lead,
    is_last,
    lead_after,
    seat_of,
    takes_place,
)
from referee.games.parts.dealing import forgotten
from referee.rules import Deal, Fact, Known, Offer, Place, Rulebook, Verdict, replace

Climber = TypeVar("Climber", bound=ClimbingTable)
_FORGOTTEN: Final = forgotten(ClimbingTable, "active", "settled", "winner")
# More plays than this are described by their shape rather than named.
MANY = 6


def dealt_anew(table: Climber, act: Deal, known: Known) -> Climber:
    """Deal a hand: nobody has played."""
    return replace(
        table,
        **_FORGOTTEN,
        known=known,
        active=tuple(known.owners) or tuple(table.seats),
        turn=None,
        in_play=True,
        from_deal=table.seats.ordered,
        dealer=act.seat if act.seat >= 0 else None,
    )


def turned(table: Climber, hand: Place | None, **changes: Any) -> Climber:
    """Give the turn to a hand, and change what else is given."""
    if not table.known.owners:
        return replace(table, turn=hand, **changes)
    up = table.up if hand is None else hand
    return replace(table, turn=None if hand is None else seat_of(table, hand), up=up, **changes)


def lay(table: Climber, act: Play) -> Climber:
    """Lay cards on the table; who has none left takes a place."""
    hand = hand_of(table, act)
    act = replace(act, hand=hand) if isinstance(hand, str) else act
    passed = table.passed if table.options.pass_locks and table.top else frozenset[Place]()
    out = table.known.size(hand) == 0 and hand in table.active
    if out:
        table = goes_out(replace(table, top=act, won=None, free=False, passed=passed, opened=True), act)
        return passed_on(turned(table, follows(table, hand, passed)))
    laid = turned(table, follows(table, hand, passed), top=act, won=None, free=False, passed=passed, opened=True)
    return passed_on(laid) if passed else laid


def goes_out(table: Climber, act: Play) -> Climber:
    """Take a place, and the last one with cards the last place. In part of a hand nobody knows which place it is."""
    active = tuple(hand for hand in table.active if hand != act.place)
    if not table.from_deal:
        over = table.seats.ordered and len(active) == 1
        return replace(table, active=active, in_play=not over)
    item = takes_place(table, act.place, act.line)
    winner = act.seat if item.amount == 1 else table.winner
    return only_one_left(replace(table, items=(*table.items, item), active=active, winner=winner), act.line)


def only_one_left(table: Climber, line: int) -> Climber:
    """End the hand when no more than one player has cards."""
    if len(table.active) > 1:
        return table
    items = (*table.items, *(is_last(table, hand, line) for hand in table.active))
    return replace(table, items=items, active=(), top=None, settled=len(items), in_play=False)


def let_go_by(table: Climber, act: Pass) -> Climber:
    """Note a pass. Passing a free lead on is no pass on anything."""
    hand = hand_of(table, act)
    passed = table.passed | {hand} if table.top else table.passed
    turn = follows(table, hand, passed)
    if table.top and turn == table.top.place:
        turn = None  # somebody was passed over, so that it is not known whose turn it is; or else the lead is free
    return passed_on(turned(table, turn, passed=passed, won=None))


def passed_on(table: Climber) -> Climber:
    """Free the lead when everyone else has passed on the play to beat.

    It is free too when the turn has come round to whoever made that play: where an act out of turn has been let stand,
    those whose turn went by have had their chance.
    """
    top = table.top
    if not top or not table.passed:
        return table
    come_round = table.turn == top.seat and has_lead(table) == top.place
    if not come_round and not _everybody_else(table, top.place):
        return table
    free = replace(table, top=None, won=top, free=True, passed=frozenset())
    return turned(free, lead_after(free, top))


def _everybody_else(table: ClimbingTable, hand: Place) -> bool:
    """Tell whether all others with cards have passed; where not all need have been named, of three at least."""
    others = [each for each in table.active if each != hand]
    enough = table.seats.ordered or len(table.seats) >= 3
    return bool(others) and enough and table.passed.issuperset(others)


def seen(table: ClimbingTable) -> Iterator[Fact]:
    """Show the play to beat, who has passed, and how many cards each player has."""
    if table.top:
        yield Fact("To beat", f"{write_cards(table.top.cards)} by {table.name(table.top.seat)}")
    elif table.active and table.opened:
        yield Fact("To beat", "nothing: a free lead")
    for hand in all_hands(table):
        size = table.known.size(hand)
        if size is not None:
            label = "Hand" if isinstance(hand, int) else capitalised(hand)
            yield Fact(label, "passed, " * (hand in table.passed) + counted(size, "card"), seat_of(table, hand))


def named_or_described(
    book: Rulebook, table: ClimbingTable, seat: int, plays: Iterable[Play], what: str
) -> Iterator[Offer]:
    """Propose those of some plays that are legal, each by its name, or as `what` they are where they are many."""
    legal = (play for play in plays if book.judge(table, play).verdict is Verdict.LEGAL)
    some = tuple(islice(legal, MANY + 1))
    if len(some) > MANY:
        yield Offer(f"{table.name(seat)} plays {what}", some)
    else:
        yield from (Offer("", (play,)) for play in some)
