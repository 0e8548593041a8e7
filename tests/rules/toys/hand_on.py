"""Hand On: three players hold a card each of king, queen and jack; a player may hand a card on, and deny the king."""

from referee.cards import Card, Pack
from referee.rules import (
    Act,
    Answer,
    Deal,
    Holding,
    Holds,
    HoldsOnly,
    Move,
    Rulebook,
    Seats,
    Shows,
    Table,
    dealt,
    doubt,
    objection,
    replace,
)  # fmt: skip
from tests.rules.toys.plain import NoOptions, nobody_ranks

KING = Card("K", "S")
PACK = Pack("the pack of three", (KING, Card("Q", "S"), Card("J", "S")))
book = Rulebook("hand-on", title="Hand On", players=range(3, 4), options=NoOptions, seed="toy", pack=PACK)
book.places(nobody_ranks)
book.section("1", "All of it")


@book.says("NAME denies")
class Deny(Act):
    """``NAME denies``: the player says not to hold the king."""


@book.says("NAME hands NAME CARD")
class HandOn(Act):
    to: int
    card: Card


@book.begins
def begin(seats: Seats, options: NoOptions, whole: bool) -> Table:
    return Table(seats, options, whole, dealt([1, 1, 1], PACK), in_play=True)


@book.moves
def moves(_table: Table, act: Act) -> list[Move]:
    return [Move((act.card,), act.seat, act.to)] if isinstance(act, HandOn) else []


@book.applies
def apply(table: Table, act: Act) -> Table:
    return replace(table, known=dealt([1, 1, 1], PACK)) if isinstance(act, Deal) else table


@book.clause("1.1", Deal, HandOn, Holds, HoldsOnly, Shows)
def anything(_table: Table, _act: Act) -> Answer | None:
    """Cards are dealt, shown and handed on."""
    return None


@book.clause("1.2", Deny)
def denies_truly(table: Table, act: Deny) -> Answer | None:
    """Who holds the king may not deny it."""
    held = table.known.can_hold(act.seat, KING)
    if held is Holding.YES:
        return objection(f"{table.name(act.seat)} holds {KING}.")
    return doubt(f"Open until {KING} is seen.") if held is Holding.UNKNOWN else None
