"""Trade: three players hold a card each of king, queen and jack; two exchange theirs."""

from referee import rules
from referee.cards import Card
from tests.rules.toys.hand_on import PACK, begin
from tests.rules.toys.plain import NoOptions, nobody_ranks

book = rules.Rulebook("trade", title="Trade", players=range(3, 4), options=NoOptions, seed="toy", pack=PACK)
book.places(nobody_ranks)
book.section("1", "All of it")
book.begins(begin)
book.applies(lambda table, _act: table)


@book.act("NAME trades CARD with NAME for CARD")
class Trade(rules.Act):
    mine: Card
    other: int
    theirs: Card


@book.moves
def moves(_table: rules.Table, act: rules.Act) -> list[rules.Move]:
    if not isinstance(act, Trade):
        return []
    return [rules.Move((act.mine,), act.seat, act.other), rules.Move((act.theirs,), act.other, act.seat)]


book.clause("1.1", rules.Deal, Trade, rules.Holds, rules.HoldsOnly, rules.Shows)(lambda *_: None)
