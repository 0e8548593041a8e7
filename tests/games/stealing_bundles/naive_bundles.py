"""Stealing Bundles once more, written straight from its source text: every card is known, and nothing is clever."""

from dataclasses import dataclass, field
from typing import Any

PACK = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]


@dataclass
class NaiveBundles:
    """A hand of Stealing Bundles; the pack is dealt from its end."""

    options: dict[str, Any]
    dealer: int
    pack: list[str]
    hands: list[list[str]] = field(default_factory=lambda: [[], []])
    board: list[str] = field(default_factory=list)
    bundles: list[list[str]] = field(default_factory=lambda: [[], []])
    turn: int = -1
    captor: int = -1
    deals: int = 0

    def __post_init__(self) -> None:
        self.turn = 1 - self.dealer
        self.refresh()
        self.board = [self.pack.pop() for _ in range(4)]

    def refresh(self) -> None:
        for hand in self.hands:
            hand += [self.pack.pop() for _ in range(4)]
        self.deals += 1

    @property
    def is_over(self) -> bool:
        return not (self.pack or self.hands[0] or self.hands[1])

    def matches(self, card: str) -> list[str]:
        return [card_in_play for card_in_play in self.board if card_in_play[0] == card[0]]

    def steals(self, seat: int, card: str) -> bool:
        rival = self.bundles[1 - seat]
        return bool(rival) and rival[-1][0] == card[0]

    def takes_something(self, seat: int, card: str) -> bool:
        return bool(self.matches(card)) or self.steals(seat, card)

    def is_legal(self, seat: int, verb: str, card: str, taking: list[str]) -> bool:
        """Whether a player may do so; `verb` is plays, steals or trails."""
        if self.is_over or self.turn != seat or card not in self.hands[seat]:
            return False
        matching, steals = self.matches(card), self.steals(seat, card)
        one_only = self.options.get("capture_and_steal") == "choose_one"
        if verb == "trails":
            must = self.options.get("must_capture", True)
            return not (must and any(self.takes_something(seat, card_in_play) for card_in_play in self.hands[seat]))
        if verb == "steals" and not (taking and steals and not one_only):
            return steals and not taking
        if taking:
            some = self.options.get("board_capture") == "one_or_more"
            return set(taking) <= set(matching) if some else set(taking) == set(matching)
        if one_only and matching and steals:
            return False
        own = self.bundles[seat]
        extends = bool(self.options.get("extend_own_bundle")) and bool(own) and own[-1][0] == card[0]
        return bool(matching) or steals or extends

    def play(self, seat: int, verb: str, card: str, taking: list[str]) -> None:
        self.hands[seat].remove(card)
        if verb == "trails":
            self.board.append(card)
        else:
            one_only = self.options.get("capture_and_steal") == "choose_one"
            matching = taking if verb == "steals" else taking or self.matches(card)
            if self.steals(seat, card) and not (one_only and taking):
                self.bundles[seat] += self.bundles[1 - seat]
                self.bundles[1 - seat] = []
            self.board = [card_in_play for card_in_play in self.board if card_in_play not in matching]
            self.bundles[seat] += [*matching, card]
            self.captor = seat
        self.turn = 1 - seat
        if not self.hands[0] and not self.hands[1] and self.pack:
            self.refresh()

    def counts(self) -> list[int]:
        sizes = [len(bundle) for bundle in self.bundles]
        if self.options.get("leftovers") == "last_capturer" and self.captor >= 0:
            sizes[self.captor] += len(self.board)
        return sizes
