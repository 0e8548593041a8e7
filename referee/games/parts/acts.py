"""What is done in the same words at several games."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.rules import Act, Cards, Place


@dataclass(frozen=True, slots=True)
class Play(Act):
    """``NAME plays CARDS``: cards of the hand, laid face up; `hand` says of which, where players have several."""

    cards: Cards
    hand: str = field(default="", compare=False, kw_only=True)

    @property
    def place(self) -> Place:
        """Where the cards came from."""
        return self.hand or self.seat


@dataclass(frozen=True, slots=True)
class Pass(Act):
    """``NAME passes``: the player lets the turn go by."""


@dataclass(frozen=True, slots=True)
class Takes(Act):
    """``NAME takes N``: a player takes chips from the pot, or claims them."""

    amount: int

    def instead(self, other: Act) -> bool:
        """Only another sum answers the same question."""
        return isinstance(other, Takes)


@dataclass(frozen=True, slots=True)
class TakesAll(Act):
    """``NAME takes everything``: a player claims all the chips that lie in the middle."""

    def instead(self, other: Act) -> bool:
        """Only a sum answers the same question."""
        return isinstance(other, Takes)


@dataclass(frozen=True, slots=True)
class Pay(Act):
    """``NAME pays NAME N``: the claim that so much is due."""

    to: int
    amount: int

    def instead(self, other: object) -> bool:
        """Tell whether another act settles the same question: a payment between the same two players."""
        return isinstance(other, Pay) and {other.seat, other.to} == {self.seat, self.to}
