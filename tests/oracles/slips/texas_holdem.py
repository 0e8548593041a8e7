"""Texas Hold'em as source text 004 tells it: bets after three, four and five cards of the middle."""

from itertools import combinations
from random import Random
from typing import Final

from tests.oracles.slips.poker import Act, Rules, Table, rank, sat_down, shares
from tests.oracles.slips.told import PACK, Played, dealt

RULES: Final = Rules("texas-holdem", rounds=3, ante=4, least=4)
STREETS: Final = ("flop", "turn", "river")


def play(chance: Random, number: int | None = None) -> Played:
    """Play a hand."""
    room = sat_down(chance, RULES, chance.randint(2, 6), number)
    start, pack = room.start, dealt(chance, PACK)
    hands = {who: (pack.pop(), pack.pop()) for who in start.order}
    board = tuple(pack.pop() for _ in range(5))

    def next_card(table: Table) -> Act:
        cards = board[:3] if not table.stage else board[table.stage + 2 : table.stage + 3]
        return Act(STREETS[table.stage], "card", cards=cards)

    def best(who: str) -> tuple[int, tuple[int, ...]]:
        return max(rank(five) for five in combinations((*hands[who], *board), 5))

    def winners(able: list[str]) -> list[str]:
        return [who for who in able if len(able) == 1 or best(who) == max(map(best, able))]

    room.bets(next_card)
    if room.table.phase == "showdown":
        taken = shares(room.table.pots(), room.table.order, winners)
        room.show(hands, board, [who for who, chips in taken.items() if not chips])
    room.take(winners)
    return room.played(f"min_bet={RULES.least}", winners)
