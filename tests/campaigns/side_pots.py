"""Random hands of hold'em with unequal stacks, all-ins, mucks and wrong claims, judged by the source text alone.

The judge knows only what the club's text and the dossier say: pots in layers, show to win, equal hands divide, the chip
that is left over to the first winner from the dealer. It shares no code with the rooms that it is held against.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Final

from referee.games import rulebook
from referee.rules import Unit, Verdict, read_record, replay, total
from tests.campaigns.campaign import Campaign

NAMES: Final = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay")
RANKS: Final = "23456789TJQKA"
PACK: Final = tuple(rank + suit for rank in RANKS for suit in "CDHS")
STREETS: Final = ("flop", "turn", "river")


# -- Hands ---------------------------------------------------------------------------------------------------


def strength(cards: Sequence[str]) -> tuple[int, ...]:
    """Return what the best five of some cards are worth; more is better."""
    return max(_five(five) for five in combinations(cards, 5))


def _five(cards: Sequence[str]) -> tuple[int, ...]:
    counts = Counter(RANKS.index(card[0]) for card in cards)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len({card[1] for card in cards}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    kind = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0)
    if straight and flush:
        kind = 8
    elif flush:
        kind = 5
    elif straight:
        kind = 4
    return (kind, *ranks)


# -- A hand as it is played ----------------------------------------------------------------------------------


@dataclass
class Hand:
    """A hand that is being made up: its lines so far, and their outcome by the text."""

    stacks: list[int]
    dealer: int
    board: list[str]
    hole: list[tuple[str, str]]
    least: int
    step: int = 1
    """1 where play goes clockwise, and -1 where it goes the other way."""
    lines: list[str] = field(default_factory=list)
    right: dict[int, bool] = field(default_factory=dict)
    """Of each line that is judged here, by its place in `lines`: whether it is right."""
    paid: list[int] = field(default_factory=list)
    folded: set[int] = field(default_factory=set)
    returned: int = 0

    def order(self) -> list[int]:
        """Return the seats in the order of play from the dealer, the dealer last."""
        return [(self.dealer + self.step * away) % len(self.stacks) for away in range(1, len(self.stacks) + 1)]

    def say(self, line: str, right: bool | None = None) -> None:
        """Add a line, and whether it is correct, if that is judged."""
        if right is not None:
            self.right[len(self.lines)] = right
        self.lines.append(line)

    def left(self, seat: int) -> int:
        """Return the chips that a player has still to bet."""
        return self.stacks[seat] - self.paid[seat]

    def live(self) -> list[int]:
        """Return who has not folded, in the order of play."""
        return [seat for seat in self.order() if seat not in self.folded]


@dataclass
class Pot:
    """Chips that some players can win: those who put in as much, and neither folded nor mucked."""

    size: int
    seats: list[int]


def make_hand(rng: Random) -> tuple[str, list[int], dict[int, bool]]:
    """Return a record, the chips that each player is up or down, and which of its lines are right, by number."""
    count = rng.choice((2, 3, 3, 4, 4, 5, 6))
    stacks = [rng.choice((rng.randint(1, 12), rng.randint(5, 40), rng.randint(30, 120))) for _ in range(count)]
    if rng.random() < 0.2:
        stacks = [rng.choice((6, 12, 24)) for _ in stacks]
    board, hole = _cards(rng, count)
    blinds = rng.random() < 0.35
    step, odd = rng.choice((1, 1, -1)), rng.choice((0, 0, -1))
    hand = Hand(stacks, rng.randrange(count), board, hole, 2 if blinds else 1, step, paid=[0] * count)
    for seat, chips in enumerate(stacks):
        hand.say(f"{NAMES[seat]} has {chips}")
    if blinds:
        hand.say("blinds 1 2")
    hand.say(f"deal by {NAMES[hand.dealer]}", True)
    _bet_through(hand, blinds, rng)
    pots = _pots(hand)
    winnings = _show_down(hand, pots, odd, rng)
    net = [winnings[seat] - hand.paid[seat] for seat in range(count)]
    head = f"game: texas-holdem\nseats: {', '.join(NAMES[:count])}\n"
    options = ["forced_bets=blinds, preflop_betting=true"] * blinds
    options += ["direction=counter-clockwise"] * (step < 0) + ["odd_chip=last"] * (odd < 0)
    if options:
        head += f"options: {', '.join(options)}\n"
    first_line = head.count("\n") + 2
    return head + "\n" + "\n".join(hand.lines) + "\n", net, {first_line + at: ok for at, ok in hand.right.items()}


def _cards(rng: Random, count: int) -> tuple[list[str], list[tuple[str, str]]]:
    pack = list(PACK)
    kind = rng.random()
    if kind < 0.25:  # few ranks, so that hands are often equal
        low = rng.randrange(6)
        pack = [card for card in PACK if low <= RANKS.index(card[0]) < low + 6]
    rng.shuffle(pack)
    board = pack[:5]
    if kind > 0.85:  # a straight in the middle, which all can play
        low = rng.randrange(8)
        board = [RANKS[low + step] + "CDHSC"[step] for step in range(5)]
        rng.shuffle(board)
    remaining = [card for card in pack if card not in board]
    return board, [(remaining[2 * seat], remaining[2 * seat + 1]) for seat in range(count)]


# -- Betting: always as the text allows ----------------------------------------------------------------------


def _bet_through(hand: Hand, blinds: bool, rng: Random) -> None:
    if blinds:
        order = hand.order()
        small, big = order[0], order[1]
        for seat, size in ((small, 1), (big, 2)):
            hand.paid[seat] = min(size, hand.stacks[seat])
            hand.say(f"{NAMES[seat]} posts {hand.paid[seat]}", True)
        start = (order.index(big) + 1) % len(order)
        _round(hand, order[start:] + order[:start], [*hand.paid], 2, rng)
    else:
        for seat in range(len(hand.stacks)):
            hand.paid[seat] = 1
        hand.say("everyone antes 1", True)
    for index, street in enumerate(STREETS):
        if len(hand.live()) == 1:
            return
        cards = hand.board[:3] if not index else [hand.board[2 + index]]
        hand.say(f"{street} {' '.join(cards)}", True)
        if len([seat for seat in hand.live() if hand.left(seat)]) > 1:
            _round(hand, hand.order(), [0] * len(hand.stacks), 0, rng)


def _round(hand: Hand, order: list[int], put: list[int], bet: int, rng: Random) -> None:
    """Bet until everyone had a turn and all who can have put in as much."""
    waiting = [seat for seat in order if seat not in hand.folded and hand.left(seat)]
    raises_by, acted, short = max(hand.least, bet), set[int](), False
    bold = rng.choice((0.1, 0.3, 0.6))
    while waiting:
        seat = waiting.pop(0)
        opponents = [other for other in hand.live() if other != seat]
        if not opponents:
            break
        can = [other for other in opponents if hand.left(other)]
        facing = bet if can else min(bet, max(put[other] for other in opponents))
        if not can and put[seat] >= facing:
            break  # nobody else can bet, and nothing is owed
        owed = facing - put[seat]
        size, word = _choose(hand, seat, owed, bet, put[seat], raises_by, bool(can), seat in acted, short, rng, bold)
        name = NAMES[seat]
        acted.add(seat)
        if word == "folds":
            hand.folded.add(seat)
            hand.say(f"{name} folds", True)
            continue
        hand.paid[seat] += size
        put[seat] += size
        all_in = not hand.left(seat)
        if word in ("checks", "calls"):
            words = "is all-in" if all_in and size and rng.random() < 0.5 else word
            hand.say(f"{name} {words}", True)
            continue
        words = f"raises to {put[seat]}" if bet else f"bets {size}"
        hand.say(f"{name} is all-in" if all_in and (rng.random() < 0.7 or word == "short") else f"{name} {words}", True)
        if word == "short":
            short = True
        else:
            raises_by, acted, short = max(hand.least, put[seat] - bet), {seat}, False
        bet = put[seat]
        at = order.index(seat)
        waiting = [other for other in order[at + 1 :] + order[:at] if other not in hand.folded and hand.left(other)]
    _give_back(hand, put)


def _choose(
    hand: Hand,
    seat: int,
    owed: int,
    bet: int,
    put: int,
    raises_by: int,
    has_opponents: bool,
    acted: bool,
    short: bool,
    rng: Random,
    bold: float,
) -> tuple[int, str]:
    """Return the chips and what they are: a check, a call, a raise, an all-in short of a raise, or a fold."""
    chips = hand.left(seat)
    if has_opponents and not acted and rng.random() < bold and chips > owed:
        # What a raise must come to after an all-in for less is argued about: there it is all-in or a full raise on top.
        full = bet + max(raises_by, hand.least) - put
        if chips >= full:
            return (chips if rng.random() < 0.4 else rng.randint(full, min(chips, full + 12))), "raises"
        if not short:
            return chips, "short"
    if not owed:
        return (0, "folds") if rng.random() < 0.05 else (0, "checks")
    if rng.random() < 0.25:
        return 0, "folds"
    return min(owed, chips), "calls"


def _give_back(hand: Hand, put: list[int]) -> None:
    """Give back what nobody matched."""
    first, second = sorted(put, reverse=True)[:2]
    if first > second:
        seat = put.index(first)
        hand.paid[seat] -= first - second
        hand.returned = first - second if len(hand.live()) == 1 else 0


# -- Pots, shows and mucks -----------------------------------------------------------------------------------


def _pots(hand: Hand) -> list[Pot]:
    pots: list[Pot] = []
    below = 0
    for level in sorted({hand.paid[seat] for seat in hand.live()}):
        size = sum(max(0, min(paid, level) - below) for paid in hand.paid)
        pots.append(Pot(size, [seat for seat in hand.live() if hand.paid[seat] >= level]))
        below = level
    return pots


def _show_down(hand: Hand, pots: list[Pot], odd: int, rng: Random) -> list[int]:
    """Let everybody show or muck, and claim; return what each player wins. The chip that is left over goes to the first
    winner (`odd` is 0) or to the last (-1).
    """
    seats = hand.live()
    wins = _Claims(len(hand.stacks))
    if len(seats) == 1:
        wins.due[seats[0]] = [sum(pot.size for pot in pots)]
        wins.returned[seats[0]] = hand.returned
        _claim(hand, wins, pots, rng)
        return wins.sums()
    rng.shuffle(seats)
    shown_seats: set[int] = set()
    timid, hasty = rng.choice((0.0, 0.2, 0.5)), rng.choice((0.0, 0.0, 0.1, 0.3))
    early: list[tuple[int, int, str, bool]] = []
    for seat in seats:
        while rng.random() < hasty:
            # Of chips that somebody took before, though wrongly, nobody knows whether they can be taken again.
            back = any(not shown_card[3] for shown_card in early) or rng.random() < 0.4
            claims, pot = rng.choice(seats), rng.choice(pots)
            early.append((len(hand.lines), claims, f"{NAMES[claims]} takes {pot.size}", back))
            hand.say(early[-1][2] + (", taken back" if early[-1][3] else ""))
        if rng.random() < timid:
            hand.say(f"{NAMES[seat]} mucks", True)
            for pot in pots:
                if seat in pot.seats and len(pot.seats) > 1:
                    pot.seats.remove(seat)
            if rng.random() < 0.15:
                hand.say(f"{NAMES[seat]} shows {' '.join(hand.hole[seat])}")
        else:
            hand.say(f"{NAMES[seat]} shows {' '.join(hand.hole[seat])}", True)
            shown_seats.add(seat)
            if rng.random() < 0.03:
                hand.say(f"{NAMES[seat]} mucks")
    values = {seat: strength([*hand.board, *hand.hole[seat]]) for seat in seats}
    for pot in pots:
        best = max(values[seat] for seat in pot.seats)
        winners = [seat for seat in hand.order() if seat in pot.seats and values[seat] == best]
        share, over = divmod(pot.size, len(winners))
        for seat in winners:
            wins.due[seat].append(share + over * (seat == winners[odd]))
    for at, seat, text, back in early:
        hand.right[at] = wins.is_right(seat, text)
        if hand.right[at] and not back:
            wins.take(seat, text)
    _claim(hand, wins, pots, rng)
    return wins.sums()


# -- Claims --------------------------------------------------------------------------------------------------


class _Claims:
    """What each player is due from each pot, and how much of it they have claimed correctly."""

    def __init__(self, count: int) -> None:
        self.due: list[list[int]] = [[] for _ in range(count)]
        self.taken: list[list[int]] = [[] for _ in range(count)]
        self.returned = [0] * count

    def sums(self) -> list[int]:
        """Return what each player wins."""
        return [sum(due) for due in self.due]

    def is_right(self, seat: int, text: str) -> bool:
        """Return whether a claim is for pots, or shares of pots, that the player is due and has not taken."""
        if not text.split()[-1].isdigit():
            return bool(self.due[seat]) and sum(map(sum, self.due)) == sum(self.due[seat]) and not self.taken[seat]
        amount = int(text.split()[-1])
        if amount == sum(self.due[seat]) + self.returned[seat] and self.returned[seat]:
            return not self.taken[seat]
        return _parts([*self.taken[seat], amount], self.due[seat])

    def take(self, seat: int, text: str) -> None:
        """Take what was claimed rightly."""
        amount = int(text.split()[-1]) if text.split()[-1].isdigit() else sum(self.due[seat])
        self.taken[seat].append(min(amount, sum(self.due[seat])))


def _parts(amounts: Sequence[int], pots: Sequence[int]) -> bool:
    """Return whether each amount is the sum of some pots, and no pot is in two of them."""
    if not amounts:
        return True
    for count in range(1, len(pots) + 1):
        for some in combinations(range(len(pots)), count):
            if sum(pots[index] for index in some) == amounts[0]:
                remaining = [pot for index, pot in enumerate(pots) if index not in some]
                if _parts(amounts[1:], remaining):
                    return True
    return False


def _claim(hand: Hand, wins: _Claims, pots: Sequence[Pot], rng: Random) -> None:
    """Let players claim what is theirs, as a whole, by pots and by several pots, and what is not."""
    for seat, text in _claims(hand, wins, pots, rng):
        right = wins.is_right(seat, text)
        back = rng.random() < 0.3
        hand.say(text + (", taken back" if back else ""), right)
        if right and not back:
            wins.take(seat, text)
    if rng.random() < 0.3:
        hand.say(f"deal by {NAMES[hand.order()[0]]}")


def _claims(hand: Hand, wins: _Claims, pots: Sequence[Pot], rng: Random) -> Iterator[tuple[int, str]]:
    seats = list(range(len(hand.stacks)))
    rng.shuffle(seats)
    for seat in seats:
        name = NAMES[seat]
        if rng.random() < 0.3:
            yield seat, f"{name} takes {_wrong(hand, wins, pots, rng)}"
        due = list(wins.due[seat])
        if rng.random() < 0.15:
            yield seat, f"{name} takes {rng.choice(('the pot', 'everything'))}"
        if not due or rng.random() < 0.15:
            continue
        rng.shuffle(due)
        while due:
            some = due[: rng.randint(1, len(due))]
            yield seat, f"{name} takes {sum(some)}"
            due = due[len(some) :]
        if wins.returned[seat] and rng.random() < 0.3:
            yield seat, f"{name} takes {sum(wins.due[seat]) + wins.returned[seat]}"
        if rng.random() < 0.2:
            yield seat, f"{name} takes {rng.choice(wins.due[seat])}"


def _wrong(hand: Hand, wins: _Claims, pots: Sequence[Pot], rng: Random) -> int:
    """Return an amount that is mostly wrong: another's pot, a whole pot that is divided, one chip off, any."""
    dues = [part for due in wins.due for part in due]
    amount = rng.choice(
        (
            rng.choice(pots).size,
            sum(pot.size for pot in pots),
            rng.choice(dues) + rng.choice((-1, 1)),
            sum(rng.choice([due for due in wins.due if due])),
            rng.choice(dues),
            rng.randint(1, sum(hand.paid)),
        )
    )
    return max(1, amount)


# -- The comparison ------------------------------------------------------------------------------------------


def difference(text: str, net: Sequence[int], right: dict[int, bool]) -> str:
    """Return where the rulings on a record differ from what is right, or nothing."""
    reading = read_record(text, rulebook)
    if reading.faults or reading.record is None:
        return f"it is not read: {reading.faults}"
    sheet = replay(reading.record)
    for entry in sheet.entries:
        ok, verdict = right.get(entry.line.number), entry.ruling.verdict
        if ok is not None and verdict is not (Verdict.LEGAL if ok else Verdict.ILLEGAL):
            return (
                f"line {entry.line.number}, {entry.line.text!r}, is {'right' if ok else 'wrong'}, and ruled {verdict}"
            )
    chips = [total(sheet.settlement, seat, Unit.CHIPS) for seat in sheet.record.seats]
    return "" if chips == list(net) else f"the chips are {list(net)}, and ruled {chips}"


def hands(seed: int, count: int) -> Campaign:
    """Judge a number of random hands."""
    failed, claims = [], 0
    for number in range(count):
        text, net, right = make_hand(Random(f"{seed} {number}"))
        claims += sum(" takes " in line for line in text.splitlines())
        if wrong := difference(text, net, right):
            failed.append(f"seed {seed}, hand {number}: {wrong}\n{text}")
    return Campaign(f"hands of hold'em with side pots, {claims} claims", count, tuple(failed))


def run(seconds: float, seed: int) -> Campaign:
    """Judge hands of one seed after the other."""
    until, tried, failed = time.monotonic() + seconds, 0, ()
    while not tried or time.monotonic() < until:
        campaigns = hands(seed + tried // 50, 50)
        tried, failed = tried + campaigns.tried, failed + campaigns.failed
    return Campaign("hands of hold'em with side pots, mucks and wrong claims", tried, failed)
