"""Stealing Bundles as source text 003 tells it."""

from dataclasses import dataclass, field
from random import Random
from typing import Final

from tests.oracles.slips.slip_records import PACK, PlayedHand, draw_slips, shuffle_pack

PLAYERS: Final = ("Ann", "Ben")


@dataclass(frozen=True)
class Act:
    """A card that is played, with what it takes; with nothing it is trailed."""

    card: str
    takes: tuple[str, ...] = ()
    steals: bool = False
    said: str = ""
    """What is written after the card, where it is not what the rules say that the card takes."""

    def text(self, name: str) -> str:
        verb = "plays" if self.takes or self.steals else "trails"
        return f"{name} {verb} {self.card}{self.said}"


@dataclass
class Table:
    """All cards of a hand."""

    stock: list[str]
    hands: dict[str, list[str]] = field(default_factory=dict)
    board: list[str] = field(default_factory=list)
    bundles: dict[str, list[str]] = field(default_factory=lambda: {who: [] for who in PLAYERS})

    def deal(self) -> None:
        for name in PLAYERS:
            self.hands[name] = [self.stock.pop() for _ in range(4)]

    def top(self, name: str) -> str:
        """The rank on the other player's bundle."""
        bundle = self.bundles[opponent_of(name)]
        return bundle[-1][0] if bundle else ""

    def taking(self, name: str, card: str) -> Act:
        """What a card takes."""
        return Act(
            card, tuple(board_card for board_card in self.board if board_card[0] == card[0]), self.top(name) == card[0]
        )

    def right(self, name: str) -> list[Act]:
        """What a player may do: trailing is for those who can take nothing."""
        acts = [self.taking(name, card) for card in self.hands[name]]
        return [act for act in acts if act.takes or act.steals] or acts

    def wrong(self, name: str) -> list[Act]:
        """What a player whose turn it is may not do."""
        acts = []
        hand, top = self.hands[name], self.top(name)
        if any(act.takes or act.steals for act in self.right(name)):
            acts += [Act(card) for card in hand]
        for card in hand:
            fits = [board_card for board_card in self.board if board_card[0] == card[0]]
            others = [board_card for board_card in self.board if board_card[0] != card[0]]
            if len(fits) > 1 and top != card[0]:
                acts.append(Act(card, (fits[0],), said=f" taking {fits[0]}"))
            if others and top != card[0]:
                acts.append(Act(card, (others[0],), said=f" taking {others[0]}"))
            if top not in ("", card[0]) and not fits:
                acts.append(Act(card, steals=True, said=" stealing"))
        return acts

    def shows(self, name: str, act: Act) -> tuple[str, ...]:
        """The other cards that show whether a player may trail this one: those that take something, or all."""
        if act.takes or act.steals:
            return ()
        taking = [
            act_of_player.card for act_of_player in self.right(name) if act_of_player.takes or act_of_player.steals
        ]
        return () if act.card in taking else tuple(taking or {*self.hands[name]} - {act.card})

    def do(self, name: str, act: Act) -> None:
        self.hands[name].remove(act.card)
        if not act.takes and not act.steals:
            self.board.append(act.card)
            return
        self.board = [card for card in self.board if card not in act.takes]
        stolen = self.bundles[opponent_of(name)] if act.steals else []
        if act.steals:
            self.bundles[opponent_of(name)] = []
        self.bundles[name] += [*stolen, *act.takes, act.card]


def opponent_of(name: str) -> str:
    return PLAYERS[1 - PLAYERS.index(name)]


def play(chance: Random, number: int | None = None, unnoticed: bool = False) -> PlayedHand:
    """Play a hand; where nobody notices slips, nobody says either that the hands are dealt anew."""
    table = Table(shuffle_pack(chance, PACK))
    dealer = chance.choice(PLAYERS)
    hand = draw_slips(chance, 40, number, unnoticed)
    hand.add_line(f"deal by {dealer}")
    table.deal()
    table.board = [table.stock.pop() for _ in range(4)]
    hand.add_line(f"board {' '.join(table.board)}")
    turn = opponent_of(dealer)
    while True:
        if not any(table.hands.values()):
            if not table.stock:
                break
            table.deal()
            if not unnoticed:
                hand.add_line("refill")
        acts = table.wrong(turn)
        early = opponent_of(turn)
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
            hand.add_line(act.text(turn), table.shows(turn, act))
        table.do(turn, act)
        cards_left = table.hands[opponent_of(turn)] or not table.hands[turn]
        turn = opponent_of(turn) if cards_left else turn
    hand.add_line(f"deal by {opponent_of(dealer)}")
    first_count, second_count = (len(table.bundles[name]) for name in PLAYERS)
    wins = {"Ann": int(first_count > second_count), "Ben": int(second_count > first_count)}
    return PlayedHand("stealing-bundles", PLAYERS, hand.lines, counts=wins)
