"""Pontoon as source text 003 tells it: one deal."""

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from tests.oracles.slips.slip_records import NAMES, PACK, PlayedHand, Slips, draw_slips, shuffle_pack

LOW: Final = 2
HIGH: Final = 10
"""The banker's limits."""


@dataclass
class Hand:
    """A player's cards, the first of them face down, and what is staked on them."""

    cards: list[str]
    bet: int = 0
    stake: int = 0
    twisted: bool = False
    split: bool = False

    @property
    def least(self) -> int:
        """The points with every ace as one."""
        return sum(10 if card[0] in "TJQK" else "A23456789".index(card[0]) + 1 for card in self.cards)

    @property
    def points(self) -> int:
        soft = self.least + 10 * any(card[0] == "A" for card in self.cards)
        return soft if soft <= 21 else self.least

    @property
    def bust(self) -> bool:
        return self.least > 21

    @property
    def pontoon(self) -> bool:
        return len(self.cards) == 2 and self.points == 21

    @property
    def trick(self) -> bool:
        return len(self.cards) >= 5 and not self.bust


def wins(player: Hand, banker: Hand) -> int:
    """What the player wins of the banker, or loses."""
    if banker.pontoon:
        return -2 * player.stake
    if player.bust:
        return -player.stake
    if player.pontoon:
        return 2 * player.stake
    if banker.trick:
        return -player.stake
    if player.trick:
        return 2 * player.stake
    return player.stake if banker.bust or player.points > banker.points else -player.stake


@dataclass
class Table:
    """A hand in play: the players from the banker's left, and the banker."""

    slips: Slips
    pack: list[str]
    players: dict[str, list[Hand]]
    """The hands of each, more than one after a split."""
    bank: str
    banker: Hand

    @property
    def chance(self) -> Random:
        return self.slips.chance

    def bets(self) -> None:
        for name, (hand,) in self.players.items():
            hand.bet = self.chance.randint(LOW, HIGH)
            if self.slips.due():
                wrong = self.chance.choice([LOW - 1, HIGH + 1, HIGH + 5])
                if self.slips.slip(f"{name} bets {wrong}"):
                    hand.bet = hand.stake = wrong
                    continue
            hand.stake = hand.bet
            self.slips.add_line(f"{name} bets {hand.bet}")

    def turn(self, name: str) -> None:
        """Play out a player's hands."""
        (first,) = hands = self.players[name]
        if first.cards[0][0] == first.cards[1][0] and self.chance.random() < 0.7:
            self.slips.add_line(f"{name} shows {' '.join(first.cards)}")
            hands[:] = [Hand([card, self.pack.pop()], first.bet, first.bet, split=True) for card in first.cards]
            self.slips.add_line(f"{name} splits {' '.join(hand.cards[1] for hand in hands)}")
        for hand in hands:
            self.play_out(name, hand)

    def play_out(self, name: str, hand: Hand) -> None:
        while not hand.bust:
            if self.slips.due():
                self.slip(name, hand)
                continue
            if hand.pontoon and not hand.split and self.chance.random() < 0.8:
                self.slips.add_line(f"{name} declares pontoon")
                return
            act = self.chance.choice(["buys", "twists"] if hand.points < 14 else ["sticks", "sticks", "buys", "twists"])
            if act == "buys" and not hand.twisted and not hand.split and hand.least < 21:
                chips = self.chance.randint(hand.bet, 2 * hand.bet)
                self.slips.add_line(f"{name} buys {chips}")
                self.bought(hand, chips)
            elif act == "sticks":
                self.slips.add_line(f"{name} sticks")
                return
            else:
                hand.twisted = True
                hand.cards.append(self.pack.pop())
                self.slips.add_line(f"{name} twists {hand.cards[-1]}")
        self.slips.add_line(f"{name} shows {' '.join(hand.cards)}")

    def bought(self, hand: Hand, chips: int) -> None:
        hand.stake += chips
        hand.cards.append(self.pack.pop())

    def slip(self, name: str, hand: Hand) -> None:
        """Do what is not allowed."""
        kind = self.chance.choice(["amount", "amount", "buys", "early", "early", "pays"])
        if kind == "early":
            later_players = [*self.players][[*self.players].index(name) + 1 :]
            self.slips.slip(f"{self.chance.choice([*later_players, self.bank])} sticks", may_stand=False)
        elif kind == "pays" and not any(hand_of_player.bust for hand_of_player in self.players[name]):
            self.slips.take_back(f"{name} pays {self.bank} {hand.bet}")
        elif (kind == "buys") == (hand.twisted or hand.split) and hand.least < 12:
            chips = hand.bet if kind == "buys" else self.chance.choice([hand.bet - 1, 2 * hand.bet + 1])
            if self.slips.slip(f"{name} buys {chips}"):
                self.bought(hand, chips)

    def settle(self) -> None:
        """Pay each hand."""
        for name, hands in self.players.items():
            for hand in hands:
                amount = wins(hand, self.banker)
                if self.slips.due():
                    self.slips.take_back(payment_text(name, self.bank, amount + (1 if amount > 0 else -1)))
                self.slips.add_line(payment_text(name, self.bank, amount))

    def bank_plays(self) -> None:
        banker = self.banker
        self.slips.add_line(f"{self.bank} shows {' '.join(banker.cards)}")
        goal = self.chance.randint(13, 18)
        while banker.points < goal:
            banker.cards.append(self.pack.pop())
            self.slips.add_line(f"{self.bank} twists {banker.cards[-1]}")
        if not banker.bust:
            self.slips.add_line(f"{self.bank} sticks")


def payment_text(name: str, bank: str, amount: int) -> str:
    return f"{bank} pays {name} {amount}" if amount > 0 else f"{name} pays {bank} {-amount}"


def play(chance: Random, number: int | None = None) -> PlayedHand:
    """Play a deal and settle it."""
    seats = NAMES[: chance.randint(3, 5)]
    bank = chance.choice(seats)
    index = seats.index(bank) + 1
    order = [seat for seat in (*seats[index:], *seats[:index]) if seat != bank]
    pack = shuffle_pack(chance, PACK)
    slips = draw_slips(chance, 5 * len(order), number)
    players = {name: [Hand([pack.pop(), pack.pop()])] for name in order}
    table = Table(slips, pack, players, bank, Hand([pack.pop(), pack.pop()]))
    banker = table.banker
    slips.add_line(f"deal by {bank}")
    slips.add_line(f"{bank} banks from {LOW} to {HIGH}")
    table.bets()
    for name, (hand,) in players.items():
        slips.add_line(f"{name} shows {hand.cards[1]}")
    slips.add_line(f"{bank} shows {banker.cards[1]}")
    if banker.pontoon:
        slips.add_line(f"{bank} declares pontoon")
        slips.add_line(f"{bank} shows {' '.join(banker.cards)}")
    else:
        for name in players:
            table.turn(name)
        table.bank_plays()
    for name, hands in players.items():
        for hand in hands:
            if not hand.bust:
                slips.add_line(f"{name} shows {' '.join(hand.cards)}")
    table.settle()
    holders = [name for name, hands in players.items() if any(hand.pontoon and not hand.split for hand in hands)]
    slips.add_line(f"deal by {holders[0] if holders and not banker.pontoon else bank}")
    # When a card was bought that lay face down, the cards do not tell.
    lines = [replace(line, hidden=line.legal and " buys " in line.text) for line in slips.lines]
    counts = {name: sum(wins(hand, banker) for hand in hands) for name, hands in players.items()}
    counts[bank] = -sum(counts.values())
    return PlayedHand("pontoon", seats, lines, counts=counts)
