"""Burns: two players hold a card each of four; a card is burnt face down before one is turned up."""

from referee import rules
from referee.cards import UNSEEN, Card, Pack
from tests.rules.toys.plain import NoOptions, nobody_ranks

KING = Card("K", "S")
PACK = Pack("the pack of four", (KING, Card("Q", "S"), Card("J", "S"), Card("T", "S")))
book = rules.Rulebook("burns", title="Burns", players=range(2, 3), options=NoOptions, seed="toy", pack=PACK)
book.places(nobody_ranks)
book.section("1", "All of it")


@book.act("burn")
class Burn(rules.Act):
    """``burn``: the top card of the stock goes face down under the pot."""


@book.act("turn CARD")
class Turn(rules.Act):
    """``turn CARD``: the top card of the stock is laid open."""

    card: Card


@book.act("NAME denies")
class Deny(rules.Act):
    """``NAME denies``: the player says not to hold the king."""


@book.begins
def begin(seats: rules.Seats, options: NoOptions, complete: bool) -> rules.Table:
    return rules.Table(seats, options, complete, rules.after_deal([1, 1], PACK), in_play=True)


@book.moves
def moves(_table: rules.Table, act: rules.Act) -> list[rules.Move]:
    if isinstance(act, Turn):
        return [rules.Move((act.card,), rules.STOCK, rules.OPEN_TABLE, "turned up")]
    return [rules.Move((UNSEEN,), rules.STOCK, rules.BURIED)] if isinstance(act, Burn) else []


book.applies(lambda table, _act: table)
book.clause("1.1", rules.Deal, Burn, Turn, rules.Holds, rules.HoldsOnly, rules.Shows)(lambda *_: None)


@book.clause("1.2", Deny)
def denies_truly(table: rules.Table, act: Deny) -> rules.Answer:
    """Who holds the king may not deny it."""
    holding = table.knowledge.can_hold(act.seat, KING)
    if holding is rules.Holding.UNKNOWN:
        return rules.doubt(
            f"Open until {KING} is seen.", depends_on=rules.DependsOn(table.player_locations, frozenset({KING}))
        )
    return rules.objection("It is.") if holding is rules.Holding.YES else rules.grounds("It is not.")
