"""Commune as source text 000 tells it: a whole match, until one player is left."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from tests.oracles.slips.told import NAMES, PACK, Played, Told, dealt, slips

RANKS: Final = "3456789TJQKA"
NUMBERS: Final = ("three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
WORDS: Final = dict(zip(RANKS, NUMBERS, strict=True))
Bid = tuple[str, str]
"""What the bidder says, and the ranks of the cards that it needs."""


def many(rank: str) -> str:
    word = WORDS[rank]
    return word + ("es" if word.endswith("x") else "s")


def ladder() -> list[Bid]:
    """All bids, each higher than those before it."""
    pairs = [(high, low) for at, high in enumerate(RANKS) for low in RANKS[:at]]
    return [
        *((f"{WORDS[each]} high", each) for each in RANKS),
        *((f"two {many(each)}", each * 2) for each in RANKS),
        *((f"{many(high)} and {many(low)}", high * 2 + low * 2) for high, low in pairs),
        *((f"three {many(each)}", each * 3) for each in RANKS),
        *((f"straight to {WORDS[RANKS[at]]}", RANKS[at - 4 : at + 1]) for at in range(4, 12)),
        *((f"{many(three)} over {many(two)}", three * 3 + two * 2) for three in RANKS for two in RANKS if two != three),
        *((f"four {many(each)}", each * 4) for each in RANKS),
        *((f"five {many(each)}", each * 5) for each in RANKS),
    ]


BIDS: Final = ladder()


def exists(bid: Bid, cards: Sequence[str]) -> bool:
    """Whether the cards hold it, each two standing for one card."""
    held = Counter(card[0] for card in cards)
    return sum((Counter(bid[1]) - held).values()) <= held["2"]


def play(chance: Random, number: int | None = None) -> Played:
    """Play a match."""
    seats = NAMES[: chance.randint(2, 6)]
    penalties = dict.fromkeys(seats, 0)
    dealer = chance.choice(seats)
    gone: list[str] = []
    hand = slips(chance, 10 * len(seats), number)
    opener = after(seats, gone, dealer)
    while len(gone) < len(seats) - 1:
        hand.tell(f"deal by {dealer}")
        pack = dealt(chance, PACK)
        active = [seat for seat in seats if seat not in gone]
        hands = {seat: [pack.pop() for _ in range(penalties[seat] + 1)] for seat in active}
        cards = [card for held in hands.values() for card in held]
        turn, bidder, at = opener, "", -1
        first, said = len(hand.told), list[tuple[str, int]]()
        while True:
            others = [seat for seat in active if seat not in (turn, bidder)]
            if hand.due() and (slip := slip_of(chance, turn, others, at)):
                who, bid = slip
                said.append((who, bid))
                text = f"{who} calls" if bid < 0 else f"{who} bids {BIDS[bid][0]}"
                if not hand.slip(text):
                    continue
            else:
                calls = at >= 0 and (at == len(BIDS) - 1 or chance.random() < (0.1 if exists(BIDS[at], cards) else 0.5))
                who, bid = turn, -1 if calls else min(len(BIDS) - 1, at + chance.randint(1, 20))
                said.append((who, bid))
                hand.tell(f"{who} calls" if calls else f"{who} bids {BIDS[bid][0]}")
            if bid < 0:
                break
            turn, bidder, at = after(seats, gone, who), who, bid
        lines = hand.told[first:]
        for right, called in readings(partial(after, seats, gone), opener, said, lines):
            lines = [
                replace(line, either=line.either or line.legal is not legal, tie=line.tie or called != at)
                for line, legal in zip(lines, right, strict=True)
            ]
        hand.told[first:] = lines
        for seat in active:
            hand.tell(f"{seat} shows {' '.join(hands[seat])}")
        opener = who if exists(BIDS[at], cards) else bidder
        penalties[opener] += 1
        dealer = after(seats, gone, dealer)
        if penalties[opener] == 3:
            gone.append(opener)
            opener = after(seats, gone, opener)
            if dealer in gone:
                dealer = after(seats, gone, dealer)
    places = [*(seat for seat in seats if seat not in gone), *reversed(gone)]
    return Played("commune", seats, hand.told, [frozenset({seat}) for seat in places])


def slip_of(chance: Random, turn: str, others: Sequence[str], at: int) -> tuple[str, int] | None:
    """Who does what is not allowed, and which bid it is; below nought for a call."""
    kind = chance.choice(["low", "early", "early call"])
    if kind == "low":
        return (turn, chance.randint(0, at)) if at >= 0 else None
    if not others or (kind == "early call" and at < 0):
        return None
    who = chance.choice(others)
    return (
        (who, -1 if kind == "early call" else min(len(BIDS) - 1, at + chance.randint(1, 20)))
        if at < len(BIDS) - 1
        else None
    )


def readings(
    left_of: Callable[[str], str], opener: str, said: Sequence[tuple[str, int]], lines: Sequence[Told]
) -> list[tuple[tuple[bool, ...], int]]:
    """Which lines of an auction are right and which bid is called, in each way to read it with no more faults."""
    ways: list[tuple[int, tuple[bool, ...], str, int]] = [(0, (), opener, -1)]
    """How many faults it has, which lines are right, whose turn it is, nobody's after a call, and the last bid."""
    for (who, bid), line in zip(said, lines, strict=True):
        further = []
        for faults, told, turn, at in ways:
            right = who == turn and (bid > at or bid < 0 <= at)
            back = line.text.endswith("taken back")
            now = (faults + (not right and not back), (*told, right))
            if back or not right:
                further.append((*now, turn, at))
            if not back and turn and (bid >= 0 or at >= 0):
                further.append((*now, left_of(who) if bid >= 0 else "", at if bid < 0 else bid))
        ways = further
    most = sum(not line.legal and not line.text.endswith("taken back") for line in lines)
    return [(told, at) for faults, told, turn, at in ways if not turn and faults <= most]


def after(seats: Sequence[str], gone: Sequence[str], who: str) -> str:
    """The next player who is in the match."""
    at = seats.index(who)
    return next(seat for seat in [*seats[at + 1 :], *seats[: at + 1]] if seat not in gone)
