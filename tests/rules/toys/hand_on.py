"""Hand On: three players hold a card each of king, queen and jack; a player may hand a card on, and deny the king."""

from referee import rules
from referee.cards import Card, Pack
from tests.rules.toys.plain import NoOptions, nobody_ranks

KING = Card("K", "S")
PACK = Pack("the pack of three", (KING, Card("Q", "S"), Card("J", "S")))
book = rules.Rulebook("hand-on", title="Hand On", players=range(3, 4), options=NoOptions, seed="toy", pack=PACK)
book.places(nobody_ranks)
book.section("1", "All of it")


@book.act("NAME denies")
class Deny(rules.Act):
    """``NAME denies``: the player says not to hold the king."""


@book.act("NAME hands NAME CARD")
class HandOn(rules.Act):
    to: int
    card: Card


@book.begins
def begin(seats: rules.Seats, options: NoOptions, complete: bool) -> rules.Table:
    return rules.Table(seats, options, complete, rules.after_deal([1, 1, 1], PACK), in_play=True)


@book.moves
def moves(_table: rules.Table, act: rules.Act) -> list[rules.Move]:
    return [rules.Move((act.card,), act.seat, act.to)] if isinstance(act, HandOn) else []


@book.applies
def apply(table: rules.Table, act: rules.Act) -> rules.Table:
    return rules.replace(table, knowledge=rules.after_deal([1, 1, 1], PACK)) if isinstance(act, rules.Deal) else table


@book.clause("1.1", rules.Deal, HandOn, rules.Holds, rules.HoldsOnly, rules.Shows)
def anything(_table: rules.Table, _act: rules.Act) -> rules.Answer | None:
    """Cards are rules.dealt, shown and handed on."""
    return None


@book.clause("1.2", Deny)
def denies_truly(table: rules.Table, act: Deny) -> rules.Answer | None:
    """Who holds the king may not deny it."""
    holding = table.knowledge.can_hold(act.seat, KING)
    if holding is rules.Holding.YES:
        return rules.objection(f"{table.name(act.seat)} holds {KING}.")
    return (
        rules.doubt(
            f"Open until {KING} is seen.", depends_on=rules.DependsOn(table.player_locations, frozenset({KING}))
        )
        if holding is rules.Holding.UNKNOWN
        else None
    )
