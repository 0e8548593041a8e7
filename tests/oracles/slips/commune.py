"""Commune, played to its end from the text of seed 000, with slips that nobody notices.

The text says what a bid is, that bidding goes clockwise from the player who was penalised last, that each bid is higher
than the one before, and that a call on the bid before it reveals the cards and ends the hand. A slip either stands, so
that the hand goes on from it, or is void, so that the hand goes on as if nobody had said it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from random import Random
from typing import Final

from tests.oracles.slips.slip_records import NAMES, PACK, PlayedHand, RecordedLine, shuffle_pack

RANKS: Final = "3456789TJQKA"
ONE: Final = dict(
    zip(
        "23456789TJQKA",
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"],
        strict=True,
    )
)
MANY: Final = {rank: "sixes" if rank == "6" else f"{word}s" for rank, word in ONE.items()}


@dataclass(frozen=True)
class Bid:
    """A bid in words, and the cards that it needs."""

    text: str
    needs: str

    def holds(self, cards: Sequence[str]) -> bool:
        """Whether these cards make the bid; each two is any card, once."""
        ranks = Counter(card[0] for card in cards)
        missing = sum(max(0, number - ranks[rank]) for rank, number in Counter(self.needs).items())
        return missing <= ranks["2"]

    def fails(self, cards: Sequence[str], unseen: int) -> bool:
        """Whether these cards do not make the bid, whatever as many unseen ones are."""
        return not self.holds([*cards, *["2"] * unseen])


def ladder() -> Iterator[Bid]:
    """All bids, each higher than the one before."""
    yield from (Bid(f"{ONE[rank]} high", rank) for rank in RANKS)
    yield from (Bid(f"two {MANY[rank]}", rank * 2) for rank in RANKS)
    pairs = sorted(combinations(range(12), 2), key=lambda pair: (pair[1], pair[0]))
    two_pairs = [(RANKS[high], RANKS[low]) for low, high in pairs]
    yield from (Bid(f"{MANY[high]} and {MANY[low]}", 2 * (high + low)) for high, low in two_pairs)
    yield from (Bid(f"three {MANY[rank]}", rank * 3) for rank in RANKS)
    yield from (Bid(f"straight to {ONE[RANKS[top]]}", RANKS[top - 4 : top + 1]) for top in range(4, 12))
    yield from (Bid(f"{MANY[three]} over {MANY[two]}", three * 3 + two * 2) for three, two in permutations(RANKS, 2))
    yield from (Bid(f"four {MANY[rank]}", rank * 4) for rank in RANKS)
    yield from (Bid(f"five {MANY[rank]}", rank * 5) for rank in RANKS)


BIDS: Final = tuple(ladder())
WITH_TWOS: Final = ("two high", "two twos", "twos over queens", "kings and twos", "straight to six", "five twos")


@dataclass
class Match:
    """A match as it is played."""

    chance: Random
    seats: Sequence[str]
    each: float
    """The chance of a slip at each turn."""
    descending: bool
    anybody_calls: bool
    dealer_opens: bool
    other_party_opens: bool
    penalties: dict[str, int] = field(default_factory=dict)
    out: list[str] = field(default_factory=list)
    lines: list[RecordedLine] = field(default_factory=list)
    # The hand that is played.
    turn: str = ""
    bidder: str = ""
    bid: int = -1

    @property
    def active(self) -> list[str]:
        return [name for name in self.seats if name not in self.out]

    def left_of(self, name: str) -> str:
        """The next player to the left who is still in."""
        index = self.seats.index(name)
        return next(seat for seat in [*self.seats[index + 1 :], *self.seats[: index + 1]] if seat not in self.out)

    def add_line(self, text: str) -> None:
        self.lines.append(RecordedLine(text))

    def slip(self, text: str, may_stand: bool) -> bool:
        """Write down a slip, and return whether it stands."""
        is_let_stand = may_stand and self.chance.random() < 0.6
        self.lines.append(RecordedLine(text, legal=False, stood=is_let_stand))
        return is_let_stand

    # -- A hand ---------------------------------------------------------------------------------------------

    def play(self) -> None:
        self.penalties = dict.fromkeys(self.seats, 0)
        dealer = self.chance.choice(self.seats)
        opener = dealer if self.dealer_opens else self.left_of(dealer)
        while len(self.active) > 1:
            opener = self.hand(dealer, opener)
            dealer = self.left_of(dealer)

    def hand(self, dealer: str, opener: str) -> str:
        """Play one hand, and return who opens the next."""
        self.add_line(f"deal by {dealer}")
        self.turn, self.bidder, self.bid = opener, "", -1
        caller = ""
        while not caller:
            caller = self.slipped() if self.chance.random() < self.each else self.act()
        return self.showdown(caller)

    def act(self) -> str:
        """The player whose turn it is bids or calls; return who called."""
        weight = 0.0 if self.bid < 0 else 1.0 if self.bid == len(BIDS) - 1 else 0.4
        if self.chance.random() < weight:
            callers = [name for name in self.active if name != self.bidder] if self.anybody_calls else [self.turn]
            caller = self.chance.choice(callers)
            self.add_line(f"{caller} calls")
            return caller
        self.stand(self.turn, self.higher())
        self.add_line(f"{self.bidder} bids {BIDS[self.bid].text}")
        return ""

    def higher(self) -> int:
        return min(len(BIDS) - 1, self.bid + 1 + int(self.chance.expovariate(1 / 30)))

    def stand(self, bidder: str, bid: int) -> None:
        """A bid counts, and the next player to the left of its bidder goes on."""
        self.bidder, self.bid, self.turn = bidder, bid, self.left_of(bidder)

    def slipped(self) -> str:
        """Somebody does what the text forbids; return who called, if it was a call that stood."""
        others = [name for name in self.active if name != self.turn]
        begun = self.bid >= 0
        kind = self.chance.choice(
            ["out of turn"] * 2
            + ["with a two"]
            + (["too low", "too low", "own bid"] if begun else ["nothing to call"])
            + (["call out of turn"] * 2 if begun and not self.anybody_calls and len(others) > 1 else [])
        )
        if kind == "with a two":
            self.slip(f"{self.turn} bids {self.chance.choice(WITH_TWOS)}", may_stand=False)
        elif kind == "own bid":
            self.slip(f"{self.bidder} calls", may_stand=False)
        elif kind == "nothing to call":
            self.slip(f"{self.chance.choice(self.active)} calls", may_stand=False)
        elif kind == "call out of turn":
            caller = self.chance.choice([name for name in others if name != self.bidder])
            if self.slip(f"{caller} calls", may_stand=True):
                return caller
        else:
            bidder = self.chance.choice(others) if kind == "out of turn" else self.turn
            bid = self.higher() if kind == "out of turn" else self.chance.randint(0, self.bid)
            if kind == "out of turn" and self.bid == len(BIDS) - 1:
                return ""
            if self.slip(f"{bidder} bids {BIDS[bid].text}", may_stand=True):
                self.stand(bidder, bid)
        return ""

    def showdown(self, caller: str) -> str:
        """Everybody reveals, at least until the bid is decided; return who opens the next hand."""
        if self.chance.random() < self.each / 3:  # a call ends the bidding
            name = self.chance.choice(self.active)
            self.slip(self.chance.choice([f"{name} calls", f"{name} bids {BIDS[self.higher()].text}"]), may_stand=False)
        pack = shuffle_pack(self.chance, PACK)
        sizes = {
            name: 3 - self.penalties[name] if self.descending else 1 + self.penalties[name] for name in self.active
        }
        hands = {name: [pack.pop() for _ in range(sizes[name])] for name in self.active}
        commune = [card for hand in hands.values() for card in hand]
        bid, shown_cards = BIDS[self.bid], list[str]()
        all_show = self.chance.random() < 0.7
        for name in self.chance.sample(self.active, len(self.active)):
            if (
                not all_show
                and shown_cards
                and (bid.holds(shown_cards) or bid.fails(shown_cards, len(commune) - len(shown_cards)))
            ):
                break
            self.add_line(f"{name} shows {' '.join(hands[name])}")
            shown_cards += hands[name]
        loser, winner = (caller, self.bidder) if bid.holds(commune) else (self.bidder, caller)
        self.penalties[loser] += 1
        if self.penalties[loser] < 3:
            return loser
        self.out.append(loser)
        return winner if self.other_party_opens else self.left_of(loser)


def play(chance: Random, number: int | None = None) -> PlayedHand:
    """Play a match of two to five players with about one slip in two hands, or with none."""
    seats = NAMES[: chance.randint(2, 5)]
    descending, anybody, dealer, is_other = (chance.random() < 0.5 for _ in range(4))
    match = Match(
        chance, seats, 0.0 if number == 0 else chance.choice([0.05, 0.15, 0.3]), descending, anybody, dealer, is_other
    )
    match.play()
    options = [
        f"deal_mode={'descending' if descending else 'ascending'}",
        f"call_by={'any_active' if anybody else 'next_in_turn'}",
        f"first_opener={'dealer' if dealer else 'dealer_left'}",
        f"opener_if_eliminated={'other_party_to_call' if is_other else 'next_active_left'}",
    ]
    (winner,) = match.active
    places = [frozenset({name}) for name in [winner, *reversed(match.out)]]
    return PlayedHand("commune", seats, match.lines, places=places, options=", ".join(options), either=True)
