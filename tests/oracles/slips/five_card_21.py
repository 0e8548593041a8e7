"""Five-Card 21 as source text 002 tells it: three draws of up to two cards, and a stud hand where hands are equal."""

from collections.abc import Sequence
from random import Random
from typing import Final

from tests.oracles.slips.poker import RANKS, Rules, rank, sat_down
from tests.oracles.slips.told import PACK, Played, dealt

RULES: Final = Rules("five-card-21", rounds=4, ante=1, least=4, most=25, draws=2)


def points(cards: Sequence[str]) -> int:
    """The points of a hand, nought for one that has busted."""
    ranks = [card[0] for card in cards]
    total = sum(1 if each == "A" else 10 if each in "TJQK" else int(each) for each in ranks)
    total += 10 if "A" in ranks and total <= 11 else 0
    return total if total <= 21 else 0


def stud(cards: Sequence[str]) -> tuple[object, ...]:
    """What a stud hand is worth; without a pair its highest card decides, and then the suit."""
    kind, decides = rank(cards)
    if kind:
        return kind, decides
    return kind, max((RANKS.index(card[0]), "DCHS".index(card[1])) for card in cards)


def play(chance: Random, number: int | None = None) -> Played:
    """Play a hand; one is played again in which two pots need a stud hand each, or stud hands are equal."""
    while (played := _played(chance, number)) is None:
        pass
    return played


def _played(chance: Random, number: int | None) -> Played | None:
    room = sat_down(chance, RULES, chance.randint(2, 4), number)
    pack = dealt(chance, PACK)
    # Nobody sees what is discarded: what counts is what the hands come to.
    hands = {who: [pack.pop() for _ in range(5)] for who in room.start.order}
    broken: dict[str, list[str]] = {}

    def equal(able: list[str]) -> list[str]:
        most = max(points(hands[who]) for who in able)
        return [who for who in able if points(hands[who]) == most] if len(able) > 1 else able

    def winners(able: list[str]) -> list[str]:
        best = equal(able)
        if len(best) == 1 or not {*best} <= {*broken}:
            return best
        return [who for who in best if stud(broken[who]) == max(stud(broken[each]) for each in best)]

    room.bets()
    if room.table.phase == "showdown":
        room.show(hands)
        pots = [able for _, able in room.table.pots()]
        ties = {tuple(tied) for able in pots if len(tied := equal(able)) > 1}
        if len(ties) > 1:
            return None
        for who in next(iter(ties), ()):
            broken[who] = [pack.pop() for _ in range(5)]
            room.told.tell(f"{who} is dealt {' '.join(broken[who])}")
        if any(len(winners(able)) > 1 for able in pots):
            return None
    room.take(winners)
    return room.played(f"min_bet={RULES.least}", winners)
