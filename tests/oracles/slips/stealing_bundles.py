"""Stealing Bundles as source text 003 tells it."""

from dataclasses import dataclass, field
from random import Random
from typing import Final

from tests.oracles.slips.told import PACK, Played, dealt, slips

PLAYERS: Final = ("Ann", "Ben")


@dataclass(frozen=True)
class Act:
    """A card that is played, with what it takes; with nothing it is trailed."""

    card: str
    takes: tuple[str, ...] = ()
    steals: bool = False
    said: str = ""
    """What is written after the card, where it is not what the rules say that the card takes."""

    def text(self, who: str) -> str:
        verb = "plays" if self.takes or self.steals else "trails"
        return f"{who} {verb} {self.card}{self.said}"


@dataclass
class Table:
    """All cards of a hand."""

    stock: list[str]
    hands: dict[str, list[str]] = field(default_factory=dict)
    board: list[str] = field(default_factory=list)
    bundles: dict[str, list[str]] = field(default_factory=lambda: {who: [] for who in PLAYERS})

    def deal(self) -> None:
        for who in PLAYERS:
            self.hands[who] = [self.stock.pop() for _ in range(4)]

    def top(self, who: str) -> str:
        """The rank on the other player's bundle."""
        bundle = self.bundles[other(who)]
        return bundle[-1][0] if bundle else ""

    def taking(self, who: str, card: str) -> Act:
        """What a card takes."""
        return Act(card, tuple(each for each in self.board if each[0] == card[0]), self.top(who) == card[0])

    def right(self, who: str) -> list[Act]:
        """What a player may do: trailing is for those who can take nothing."""
        acts = [self.taking(who, card) for card in self.hands[who]]
        return [act for act in acts if act.takes or act.steals] or acts

    def wrong(self, who: str) -> list[Act]:
        """What a player whose turn it is may not do."""
        acts = []
        hand, top = self.hands[who], self.top(who)
        if any(act.takes or act.steals for act in self.right(who)):
            acts += [Act(card) for card in hand]
        for card in hand:
            fits = [each for each in self.board if each[0] == card[0]]
            others = [each for each in self.board if each[0] != card[0]]
            if len(fits) > 1 and top != card[0]:
                acts.append(Act(card, (fits[0],), said=f" taking {fits[0]}"))
            if others and top != card[0]:
                acts.append(Act(card, (others[0],), said=f" taking {others[0]}"))
            if top not in ("", card[0]) and not fits:
                acts.append(Act(card, steals=True, said=" stealing"))
        return acts

    def shows(self, who: str, act: Act) -> tuple[str, ...]:
        """The other cards that show whether a player may trail this one: those that take something, or all."""
        if act.takes or act.steals:
            return ()
        taking = [each.card for each in self.right(who) if each.takes or each.steals]
        return () if act.card in taking else tuple(taking or {*self.hands[who]} - {act.card})

    def do(self, who: str, act: Act) -> None:
        self.hands[who].remove(act.card)
        if not act.takes and not act.steals:
            self.board.append(act.card)
            return
        self.board = [card for card in self.board if card not in act.takes]
        stolen = self.bundles[other(who)] if act.steals else []
        if act.steals:
            self.bundles[other(who)] = []
        self.bundles[who] += [*stolen, *act.takes, act.card]


def other(who: str) -> str:
    return PLAYERS[1 - PLAYERS.index(who)]


def play(chance: Random, number: int | None = None, unnoticed: bool = False) -> Played:
    """Play a hand; where nobody notices slips, nobody says either that the hands are dealt anew."""
    table = Table(dealt(chance, PACK))
    dealer = chance.choice(PLAYERS)
    hand = slips(chance, 40, number, unnoticed)
    hand.tell(f"deal by {dealer}")
    table.deal()
    table.board = [table.stock.pop() for _ in range(4)]
    hand.tell(f"board {' '.join(table.board)}")
    turn = other(dealer)
    while True:
        if not any(table.hands.values()):
            if not table.stock:
                break
            table.deal()
            if not unnoticed:
                hand.tell("refill")
        acts = table.wrong(turn)
        early = other(turn)
        if hand.due() and table.hands[early] and chance.random() < 0.2:
            act = chance.choice(table.right(early))
            if not hand.slip(act.text(early)):
                continue
            turn = early
        elif acts and hand.due():
            act = chance.choice(acts)
            if not hand.slip(act.text(turn), waits_for=table.shows(turn, act)):
                continue
        else:
            act = chance.choice(table.right(turn))
            hand.tell(act.text(turn), table.shows(turn, act))
        table.do(turn, act)
        left = table.hands[other(turn)] or not table.hands[turn]
        turn = other(turn) if left else turn
    hand.tell(f"deal by {other(dealer)}")
    mine, theirs = (len(table.bundles[who]) for who in PLAYERS)
    won = {"Ann": int(mine > theirs), "Ben": int(theirs > mine)}
    return Played("stealing-bundles", PLAYERS, hand.told, counts=won)
