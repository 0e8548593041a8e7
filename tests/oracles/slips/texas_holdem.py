"""Texas Hold'em as source text 004 tells it: bets after three, four and five cards of the middle."""

from itertools import combinations
from random import Random
from typing import Final

from tests.oracles.slips.poker import Act, Rules, Table, deal_room, rank, shares
from tests.oracles.slips.slip_records import PACK, PlayedHand, shuffle_pack

RULES: Final = Rules("texas-holdem", rounds=3, ante=4, least=4)
STREETS: Final = ("flop", "turn", "river")


def play(chance: Random, number: int | None = None) -> PlayedHand:
    """Play a hand."""
    room = deal_room(chance, RULES, chance.randint(2, 6), number)
    start, pack = room.start, shuffle_pack(chance, PACK)
    hands = {name: (pack.pop(), pack.pop()) for name in start.order}
    board = tuple(pack.pop() for _ in range(5))

    def next_card(table: Table) -> Act:
        cards = board[:3] if not table.stage else board[table.stage + 2 : table.stage + 3]
        return Act(STREETS[table.stage], "card", cards=cards)

    def best(name: str) -> tuple[int, tuple[int, ...]]:
        return max(rank(five) for five in combinations((*hands[name], *board), 5))

    def winners(eligible: list[str]) -> list[str]:
        return [name for name in eligible if len(eligible) == 1 or best(name) == max(map(best, eligible))]

    room.bets(next_card)
    if room.table.phase == "showdown":
        amounts = shares(room.table.pots(), room.table.order, winners)
        room.show(hands, board, [name for name, chips in amounts.items() if not chips])
    room.take(winners)
    return room.played(f"min_bet={RULES.least}", winners)
