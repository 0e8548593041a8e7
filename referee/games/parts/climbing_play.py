"""What happens where players climb, and what is seen of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from referee.cards import write_cards
from referee.cards.words import counted
from referee.games.parts.acts import Pass, Play
from referee.games.parts.climbing import ClimbingTable, follows, is_last, lead_after, takes_place
from referee.rules import Deal, Fact, Known, Offer, Rulebook, Verdict, replace

Climber = TypeVar("Climber", bound=ClimbingTable)
# More plays than this are described by their shape rather than named.
MANY = 6


def dealt_anew(table: Climber, act: Deal, known: Known) -> Climber:
    """Deal a hand: nobody has played."""
    return replace(
        table,
        known=known,
        turn=None,
        top=None,
        won=None,
        free=False,
        passed=frozenset(),
        active=tuple(table.seats),
        opened=False,
        in_play=True,
        from_deal=table.seats.ordered,
        dealer=act.seat if act.seat >= 0 else None,
    )


def lay(table: Climber, act: Play) -> Climber:
    """Lay cards on the table; who has none left takes a place."""
    passed = table.passed if table.options.pass_locks and table.top else frozenset[int]()
    out = table.known.size(act.seat) == 0 and act.seat in table.active
    if out:
        table = goes_out(replace(table, top=act, won=None, free=False, passed=passed, opened=True), act)
        return passed_on(replace(table, turn=follows(table, act.seat, passed)))
    turn = follows(table, act.seat, passed)
    return passed_on(replace(table, top=act, won=None, free=False, passed=passed, opened=True, turn=turn))


def goes_out(table: Climber, act: Play) -> Climber:
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


def let_go_by(table: Climber, act: Pass) -> Climber:
    """Note a pass. Passing a free lead on is no pass on anything."""
    passed = table.passed | {act.seat} if table.top else table.passed
    turn = follows(table, act.seat, passed)
    if table.top and turn == table.top.seat:
        turn = None  # somebody was passed over, so that it is not known whose turn it is; or else the lead is free
    return passed_on(replace(table, passed=passed, won=None, turn=turn))


def passed_on(table: Climber) -> Climber:
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
    """Tell whether all who still have cards but one have passed; unless it is known who sits there, of three at least."""
    others = [each for each in table.active if each != seat]
    enough = table.seats.ordered or len(table.seats) >= 3
    return bool(others) and enough and table.passed.issuperset(others)


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
