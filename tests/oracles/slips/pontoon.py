"""Pontoon as source text 003 tells it: one deal."""

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from tests.oracles.slips.told import NAMES, PACK, Played, Slips, dealt, slips

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

    told: Slips
    pack: list[str]
    players: dict[str, list[Hand]]
    """The hands of each, more than one after a split."""
    bank: str
    banker: Hand

    @property
    def chance(self) -> Random:
        return self.told.chance

    def bets(self) -> None:
        for who, (hand,) in self.players.items():
            hand.bet = self.chance.randint(LOW, HIGH)
            if self.told.due():
                wrong = self.chance.choice([LOW - 1, HIGH + 1, HIGH + 5])
                if self.told.slip(f"{who} bets {wrong}"):
                    hand.bet = hand.stake = wrong
                    continue
            hand.stake = hand.bet
            self.told.tell(f"{who} bets {hand.bet}")

    def turn(self, who: str) -> None:
        """Play out a player's hands."""
        (first,) = hands = self.players[who]
        if first.cards[0][0] == first.cards[1][0] and self.chance.random() < 0.7:
            self.told.tell(f"{who} shows {' '.join(first.cards)}")
            hands[:] = [Hand([card, self.pack.pop()], first.bet, first.bet, split=True) for card in first.cards]
            self.told.tell(f"{who} splits {' '.join(hand.cards[1] for hand in hands)}")
        for hand in hands:
            self.play_out(who, hand)

    def play_out(self, who: str, hand: Hand) -> None:
        while not hand.bust:
            if self.told.due():
                self.slip(who, hand)
                continue
            if hand.pontoon and not hand.split and self.chance.random() < 0.8:
                self.told.tell(f"{who} declares pontoon")
                return
            act = self.chance.choice(["buys", "twists"] if hand.points < 14 else ["sticks", "sticks", "buys", "twists"])
            if act == "buys" and not hand.twisted and not hand.split and hand.least < 21:
                chips = self.chance.randint(hand.bet, 2 * hand.bet)
                self.told.tell(f"{who} buys {chips}")
                self.bought(hand, chips)
            elif act == "sticks":
                self.told.tell(f"{who} sticks")
                return
            else:
                hand.twisted = True
                hand.cards.append(self.pack.pop())
                self.told.tell(f"{who} twists {hand.cards[-1]}")
        self.told.tell(f"{who} shows {' '.join(hand.cards)}")

    def bought(self, hand: Hand, chips: int) -> None:
        hand.stake += chips
        hand.cards.append(self.pack.pop())

    def slip(self, who: str, hand: Hand) -> None:
        """Do what is not allowed."""
        kind = self.chance.choice(["amount", "amount", "buys", "early", "early", "pays"])
        if kind == "early":
            later = [*self.players][[*self.players].index(who) + 1 :]
            self.told.slip(f"{self.chance.choice([*later, self.bank])} sticks", may_stand=False)
        elif kind == "pays" and not any(each.bust for each in self.players[who]):
            self.told.take_back(f"{who} pays {self.bank} {hand.bet}")
        elif (kind == "buys") == (hand.twisted or hand.split) and hand.least < 12:
            chips = hand.bet if kind == "buys" else self.chance.choice([hand.bet - 1, 2 * hand.bet + 1])
            if self.told.slip(f"{who} buys {chips}"):
                self.bought(hand, chips)

    def settle(self) -> None:
        """Pay each hand."""
        for who, hands in self.players.items():
            for hand in hands:
                won = wins(hand, self.banker)
                if self.told.due():
                    self.told.take_back(paid(who, self.bank, won + (1 if won > 0 else -1)))
                self.told.tell(paid(who, self.bank, won))

    def bank_plays(self) -> None:
        banker = self.banker
        self.told.tell(f"{self.bank} shows {' '.join(banker.cards)}")
        goal = self.chance.randint(13, 18)
        while banker.points < goal:
            banker.cards.append(self.pack.pop())
            self.told.tell(f"{self.bank} twists {banker.cards[-1]}")
        if not banker.bust:
            self.told.tell(f"{self.bank} sticks")


def paid(who: str, bank: str, won: int) -> str:
    return f"{bank} pays {who} {won}" if won > 0 else f"{who} pays {bank} {-won}"


def play(chance: Random, number: int | None = None) -> Played:
    """Play a deal and settle it."""
    seats = NAMES[: chance.randint(3, 5)]
    bank = chance.choice(seats)
    at = seats.index(bank) + 1
    order = [seat for seat in (*seats[at:], *seats[:at]) if seat != bank]
    pack = dealt(chance, PACK)
    told = slips(chance, 5 * len(order), number)
    players = {who: [Hand([pack.pop(), pack.pop()])] for who in order}
    table = Table(told, pack, players, bank, Hand([pack.pop(), pack.pop()]))
    banker = table.banker
    told.tell(f"deal by {bank}")
    told.tell(f"{bank} banks from {LOW} to {HIGH}")
    table.bets()
    for who, (hand,) in players.items():
        told.tell(f"{who} shows {hand.cards[1]}")
    told.tell(f"{bank} shows {banker.cards[1]}")
    if banker.pontoon:
        told.tell(f"{bank} declares pontoon")
        told.tell(f"{bank} shows {' '.join(banker.cards)}")
    else:
        for who in players:
            table.turn(who)
        table.bank_plays()
    for who, hands in players.items():
        for hand in hands:
            if not hand.bust:
                told.tell(f"{who} shows {' '.join(hand.cards)}")
    table.settle()
    held = [who for who, hands in players.items() if any(hand.pontoon and not hand.split for hand in hands)]
    told.tell(f"deal by {held[0] if held and not banker.pontoon else bank}")
    # When a card was bought that lay face down, the cards do not tell.
    lines = [replace(line, hidden=line.legal and " buys " in line.text) for line in told.told]
    counts = {who: sum(wins(hand, banker) for hand in hands) for who, hands in players.items()}
    counts[bank] = -sum(counts.values())
    return Played("pontoon", seats, lines, counts=counts)
