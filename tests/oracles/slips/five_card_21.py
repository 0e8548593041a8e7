"""Five-Card 21 as source text 002 tells it: three draws of up to two cards, and a stud hand where hands are equal."""

from collections.abc import Sequence
from random import Random
from typing import Final

from tests.oracles.slips.poker import RANKS, Rules, deal_room, rank
from tests.oracles.slips.slip_records import PACK, PlayedHand, shuffle_pack

RULES: Final = Rules("five-card-21", rounds=4, ante=1, least=4, most=25, draws=2)


def points(cards: Sequence[str]) -> int:
    """The points of a hand, nought for one that has busted."""
    ranks = [card[0] for card in cards]
    total = sum(1 if card_rank == "A" else 10 if card_rank in "TJQK" else int(card_rank) for card_rank in ranks)
    total += 10 if "A" in ranks and total <= 11 else 0
    return total if total <= 21 else 0


def stud(cards: Sequence[str]) -> tuple[object, ...]:
    """What a stud hand is worth; without a pair its highest card decides, and then the suit."""
    kind, decides = rank(cards)
    if kind:
        return kind, decides
    return kind, max((RANKS.index(card[0]), "DCHS".index(card[1])) for card in cards)


def play(chance: Random, number: int | None = None) -> PlayedHand:
    """Play a hand; one is played again in which two pots need a stud hand each, or stud hands are equal."""
    while (hand := _play_once(chance, number)) is None:
        pass
    return hand


def _play_once(chance: Random, number: int | None) -> PlayedHand | None:
    room = deal_room(chance, RULES, chance.randint(2, 4), number)
    pack = shuffle_pack(chance, PACK)
    # Nobody sees what is discarded: what counts is what the hands come to.
    hands = {name: [pack.pop() for _ in range(5)] for name in room.start.order}
    broken: dict[str, list[str]] = {}

    def equal(eligible: list[str]) -> list[str]:
        most = max(points(hands[name]) for name in eligible)
        return [name for name in eligible if points(hands[name]) == most] if len(eligible) > 1 else eligible

    def winners(eligible: list[str]) -> list[str]:
        best = equal(eligible)
        if len(best) == 1 or not {*best} <= {*broken}:
            return best
        return [name for name in best if stud(broken[name]) == max(stud(broken[candidate]) for candidate in best)]

    room.bets()
    if room.table.phase == "showdown":
        room.show(hands)
        pots = [eligible for _, eligible in room.table.pots()]
        ties = {tuple(tied) for eligible in pots if len(tied := equal(eligible)) > 1}
        if len(ties) > 1:
            return None
        for name in next(iter(ties), ()):
            broken[name] = [pack.pop() for _ in range(5)]
            room.slips.add_line(f"{name} is dealt {' '.join(broken[name])}")
        if any(len(winners(eligible)) > 1 for eligible in pots):
            return None
    room.take(winners)
    return room.played(f"min_bet={RULES.least}", winners)
