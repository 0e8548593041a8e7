"""Zheng Shangyou as source text 004 tells it, with the jokers."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import groupby
from random import Random
from typing import Final

from tests.oracles.slips.climbing import Cards, Rules, deal
from tests.oracles.slips.climbing import play as climb
from tests.oracles.slips.slip_records import PACK, PlayedHand, shuffle_pack

RANKS: Final = "3456789TJQKA2"
JOKERS: Final = ("BJ", "CJ")


def rank(card: str) -> int:
    return 13 + JOKERS.index(card) if card in JOKERS else RANKS.index(card[0])


def shape(cards: Cards) -> tuple[str, int, int]:
    """Its type, how many cards it has, and its highest rank; only of what `combinations` and `odd` make."""
    if {*cards} == {*JOKERS}:
        return "bomb", 5, 0
    ranks = Counter(map(rank, cards))
    if len({*ranks.values()}) > 1 or max(ranks) - min(ranks) >= len(ranks):
        return "no combination", len(cards), 0
    if len(ranks) > 1:
        return "straight" if max(ranks.values()) == 1 else "pair straight", len(cards), max(ranks)
    return {1: "single", 2: "pair"}.get(len(cards), "bomb"), len(cards), max(ranks)


def beats(cards: Cards, lies: Cards) -> bool:
    own_shape, previous_shape = shape(cards), shape(lies)
    if own_shape[0] == "bomb":
        return previous_shape[0] != "bomb" or own_shape > previous_shape
    return own_shape[0] != "no combination" and own_shape[:2] == previous_shape[:2] and own_shape[2] > previous_shape[2]


def has_same_shape(cards: Cards, lies: Cards) -> bool:
    own_shape, previous_shape = shape(cards), shape(lies)
    return own_shape[:2] == previous_shape[:2] or own_shape[0] == previous_shape[0] == "bomb"


def combinations(least: int, chance: Random, hand: Sequence[str]) -> list[Cards]:
    """Of each combination one choice of suits; straights of at least so many cards."""
    ordered = sorted(hand, key=rank)
    groups = {
        rank_of_group: chance.sample(group_cards := [*cards], len(group_cards))
        for rank_of_group, cards in groupby(ordered, rank)
    }
    plays: list[Cards] = [(card,) for card in hand]
    for cards in groups.values():
        plays += [tuple(cards[:size]) for size in (2, 3, 4) if len(cards) >= size]
    for copies, fewest in ((1, least), (2, 3)):
        for start in range(13):
            run: list[str] = []
            for high in range(start, 13):
                if len(groups.get(high, ())) < copies:
                    break
                run += groups[high][:copies]
                if high - start + 1 >= fewest:
                    plays.append(tuple(run))
    if {*JOKERS} <= {*hand}:
        plays.append(JOKERS)
    return plays


def choose_illegal_cards(chance: Random, hand: Sequence[str]) -> Cards:
    """Two or three cards that are no combination; none where the hand has too few."""
    cards = tuple(chance.sample(hand, min(len(hand), chance.choice([2, 3]))))
    fits = len({*map(rank, cards)}) == 1 or {*cards} == {*JOKERS} or abs(rank(cards[0]) - rank(cards[-1])) < 3
    return () if fits or len(cards) < 2 else cards


def play(chance: Random, number: int | None = None, unnoticed: bool = False) -> PlayedHand:
    """Play a hand; one with the three of hearts left over is dealt again, as the text has no opener for it."""
    players = chance.choice([3, 4, 4, 5, 6])
    while True:
        hands, spare = deal(shuffle_pack(chance, [*PACK, *JOKERS]), players)
        if "3H" not in spare:
            break
    least = 5 if players <= 4 else 3
    rules = Rules("zheng-shangyou", "3H", partial(combinations, least), beats, has_same_shape, choose_illegal_cards)
    return climb(rules, chance, hands, spare, number, unnoticed)
