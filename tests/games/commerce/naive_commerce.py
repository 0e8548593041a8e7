"""Commerce after the words of its text, with all cards open: what three cards are worth, and whole games at random."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

COURT = {"J", "Q", "K", "T"}
UP = "23456789TJQKA"
NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Lee")


def pips(card: str) -> int:
    """The ace counts for eleven, and the court cards for ten each."""
    return 11 if card[0] == "A" else 10 if card[0] in COURT else int(card[0])


def sequence_height(ranks: set[str], pack: int, low_in_short: bool) -> int:
    """How high three following cards go; 0 if they do not follow. An ace may be at either end, not in the middle."""
    ladder = UP if pack == 52 else UP[5:]
    ends = [ladder, "A" + ladder[:-1]] if pack == 52 or low_in_short else [ladder]
    for row in ends:
        for at in range(len(row) - 2):
            if set(row[at : at + 3]) == ranks:
                return UP.index(row[at + 2]) + 2
    return 0


def worth(cards: tuple[str, ...], pack: int = 52, low_in_short: bool = False) -> tuple[int, ...]:
    """Tricon, sequence, flush, pair, point, in that order; then what breaks a tie."""
    ranks = Counter(card[0] for card in cards)
    high_first = tuple(sorted((UP.index(card[0]) for card in cards), reverse=True))
    point = sum(map(pips, cards))
    if len(ranks) == 1:
        return (5, high_first[0])
    if len({card[1] for card in cards}) == 1:
        top = sequence_height(set(ranks), pack, low_in_short)
        return (4, top) if top else (3, point, *high_first)
    if len(ranks) == 2:
        twice, once = (rank for rank, _ in ranks.most_common())
        return (2, UP.index(twice), UP.index(once))
    return (1, point, *high_first)


@dataclass
class NaiveCommerce:
    """A match played at random by the text, and what should be ruled on each line of its record."""

    chance: random.Random
    players: int
    options: dict[str, str]
    names: tuple[str, ...] = ()
    lines: list[str] = field(default_factory=list)
    verdicts: list[str] = field(default_factory=list)
    chips: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.names = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Lee")[
            : self.players
        ]
        self.chips = [0] * self.players
        self.pack = int(self.options.get("pack", "52"))
        self.stake = int(self.options.get("stake", "1"))

    def say(self, line: str, verdict: str) -> None:
        self.lines.append(line)
        self.verdicts.append(verdict)

    def wrong(self, line: str) -> None:
        """Something against the rules, which is void or taken back: of several, all but the last are taken back, as
        what comes next might show that the first stood.
        """
        if self.verdicts[-1] == "illegal" and not self.lines[-1].endswith("taken back"):
            self.lines[-1] += ", taken back"
        self.say(line + self.chance.choice(["", ", taken back"]), "illegal")

    def pay(self, payer: int | None, payee: int | None, amount: int) -> None:
        if payer is not None:
            self.chips[payer] -= amount
        if payee is not None:
            self.chips[payee] += amount

    def play(self, deals: int) -> NaiveCommerce:
        dealer = self.chance.randrange(self.players)
        for _ in range(deals):
            self.hand(dealer)
            dealer = (dealer + 1) % self.players
        return self

    def hand(self, dealer: int) -> None:
        chance, names, n = self.chance, self.names, self.players
        self.say(f"deal by {names[dealer]}", "legal")
        for seat in range(n):
            self.pay(seat, None, self.stake * (2 if seat == dealer else 1))
        self.pool = self.stake * (n + 1)
        pack = [rank + suit for rank in (UP if self.pack == 52 else UP[5:]) for suit in "SHDC"]
        chance.shuffle(pack)
        self.hands = [[pack.pop() for _ in range(3)] for _ in range(n)]
        stander = self.trading(dealer, pack)
        self.showing(dealer, stander)

    def trading(self, dealer: int, pack: list[str]) -> int | None:
        chance, names, n = self.chance, self.names, self.players
        rounds, turns = int(self.options.get("max_rounds", "0")), 0
        blind, unpaid = chance.random(), Counter[int]()
        seat = (dealer + 1) % n
        while True:
            name, neighbour = names[seat], (seat + 1) % n
            if chance.random() < 0.08:
                partner = chance.choice([seat_index for seat_index in range(n) if seat_index != seat])
                if turns == 0:
                    self.wrong(f"{names[partner]} {chance.choice(['buys', 'stands'])}")
                self.wrong(f"{name} passes")
                if n > 2:
                    self.wrong(f"{name} barters with {names[(seat + 2) % n]}")
                self.wrong(f"{name} takes {chance.randint(0, 9)}")
            if chance.random() < 0.05:
                self.say(f"{name} {chance.choice(['buys', 'stands'])}, taken back", "legal")
            if chance.random() < 0.08:
                self.say(f"{name} stands", "legal")
                return seat
            hand = self.hands[seat]
            index = chance.randrange(3)
            if chance.random() < 0.5:
                old, hand[index] = hand[index], pack.pop(0)
                card_words = chance.choice([f" {hand[index]}", f" for {old}", f" {hand[index]} for {old}", ""])
                self.say(f"{name} buys{card_words if chance.random() > blind else ''}", "legal")
                pack.append(old)
                if seat != dealer:
                    self.pay(seat, dealer, self.stake)
                    unpaid[seat] += 1
                    if chance.random() < 0.2:
                        # Several cards may be paid for one after the other, but none twice.
                        for _ in range(unpaid.pop(seat)):
                            self.say(f"{name} pays {names[dealer]} {self.stake}", "legal")
                        self.wrong(f"{name} pays {names[dealer]} {self.stake}")
                elif self.options.get("dealer_buys_free") == "false":
                    self.pay(seat, None, self.stake)
                    self.pool += self.stake
            elif chance.random() < 0.15:
                self.say(f"{name} barters with {names[neighbour]}", "legal")
                self.say(f"{names[neighbour]} stands", "legal")
                return neighbour
            else:
                back = chance.randrange(3)
                mine, theirs = hand[index], self.hands[neighbour][back]
                hand[index], self.hands[neighbour][back] = theirs, mine
                shape = chance.choice(["", "both", "one", "other"]) if chance.random() > blind else ""
                card_words = f" {mine}" if shape in ("both", "one") else ""
                more = f" for {theirs}" if shape in ("both", "other") else ""
                self.say(f"{name} barters{card_words} with {names[neighbour]}{more}", "legal")
            if chance.random() < 0.05:
                self.wrong(f"{name} {chance.choice(['buys', f'barters with {names[neighbour]}'])}")
            if chance.random() < 0.05:
                self.say(f"{name} holds only {' '.join(hand)}", "legal")
            turns += 1
            if chance.random() < 0.15:
                self.say(f"{name} stands", "legal")
                return seat
            if rounds and turns == rounds * n:
                return None
            seat = neighbour

    def showing(self, dealer: int, stander: int | None) -> None:
        chance, names = self.chance, self.names
        due = self.due(dealer, stander)
        for payer, payee, amount in due:
            self.pay(payer, payee, amount)
        if chance.random() < 0.3:
            self.wrong(f"{names[(dealer + 2) % self.players]} buys")
        order = list(range(self.players))
        chance.shuffle(order)
        early = chance.random() < 0.5
        for at, seat in enumerate(order):
            if early and at and chance.random() < 0.3 and due:
                self.claim(due)
            self.say(f"{names[seat]} shows {' '.join(self.hands[seat])}", "legal")
        while due and chance.random() < 0.8:
            self.claim(due)
        if chance.random() < 0.4:
            payer, payee = chance.sample(range(self.players), 2)
            owed = sum(amount for debtor, creditor, amount in due if (debtor, creditor) == (payer, payee))
            self.wrong(f"{names[payer]} pays {names[payee]} {owed + 40 * self.stake}")

    def claim(self, due: list[tuple[int | None, int, int]]) -> None:
        """Something that is due is paid, once."""
        payer, payee, amount = due.pop(self.chance.randrange(len(due)))
        line = f"{self.names[payee]} takes" if payer is None else f"{self.names[payer]} pays {self.names[payee]}"
        self.say(f"{line} {amount}", "legal")

    def due(self, dealer: int, stander: int | None) -> list[tuple[int | None, int, int]]:
        """Everything that is due when all hands are open: who pays (None: the pool), who is paid, how much."""
        options, n, s = self.options, self.players, self.stake
        low = options.get("short_pack_ace_low") == "true"
        worths = [worth(tuple(hand), self.pack, low) for hand in self.hands]
        eldest = [(dealer + step) % n for step in range(1, n + 1)]
        rule = options.get("tie_rule", "split")
        if rule == "banker_eldest":
            eldest = [dealer, *eldest[:-1]]
        winning_seats = [seat for seat in eldest if worths[seat] == max(worths)]
        if rule != "split":
            winning_seats = winning_seats[:1]

        def divided(payer: int | None, chips: int, among: list[int]) -> list[tuple[int | None, int, int]]:
            equal_share, odd = divmod(chips, len(among))
            return [(payer, seat, equal_share + odd * (seat == among[0])) for seat in among]

        def together(sums: list[tuple[int | None, int]]) -> list[tuple[int | None, int, int]]:
            """Divide all that the winners get: each coin in turn goes to the eldest who has not the full share yet."""
            total = sum(chips for _, chips in sums)
            share = {seat: part for _, seat, part in divided(None, total, winning_seats)}
            paid: Counter[tuple[int | None, int]] = Counter()
            for payer, chips in sums:
                for _ in range(chips):
                    seat = next(winner for winner in winning_seats if share[winner])
                    share[seat] -= 1
                    paid[payer, seat] += 1
            return [(payer, seat, chips) for (payer, seat), chips in paid.items()]

        good = options.get("banker_good_hand_beaten_pays_all") == "true" and worths[dealer][0] >= 3
        sums: list[tuple[int | None, int]] = [(None, self.pool)]
        due: list[tuple[int | None, int, int]] = []
        if good and max(worths) > worths[dealer]:
            due += [(dealer, seat, s) for seat in range(n) if seat != dealer]
        elif dealer not in winning_seats:
            sums.append((dealer, s))
        if stander is not None:
            better = [seat for seat in eldest if worths[seat] > worths[stander]]
            how = options.get("stander_beaten_pays", "each_better_hand")
            if better and how == "each_better_hand":
                due += [(stander, seat, s) for seat in better]
            elif better and how == "winner_only":
                sums.append((stander, s))
            elif better:
                due += divided(stander, s, better)
        due = [*together(sums), *due]
        return [transfer for transfer in due if transfer[2]]


OPTIONS = {
    "pack": ("52", "52", "32"),
    "stake": ("1", "1", "2", "5"),
    "dealer_buys_free": ("true", "true", "false"),
    "max_rounds": ("0", "0", "1", "3"),
    "short_pack_ace_low": ("false", "true"),
    "tie_rule": ("split", "eldest_hand", "banker_eldest"),
    "stander_beaten_pays": ("each_better_hand", "winner_only", "one_stake_shared"),
    "banker_good_hand_beaten_pays_all": ("false", "false", "true"),
}


def random_game(seed: int) -> NaiveCommerce:
    """A match of one to three deals, under any house rules."""
    chance = random.Random(seed)
    options = {name: chance.choice(values) for name, values in OPTIONS.items()}
    players = chance.randint(2, 7 if options["pack"] == "32" else 12)
    return NaiveCommerce(chance, players, options).play(chance.randint(1, 3))


def record(played: NaiveCommerce) -> str:
    """The record of a match."""
    options = ", ".join(f"{name}={value}" for name, value in played.options.items())
    head = f"game: commerce\nseats: {', '.join(played.names)}\noptions: {options}\n\n"
    return head + "\n".join(played.lines) + "\n"
