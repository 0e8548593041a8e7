"""What is done in the same words at several games."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules import Act, Cards


@dataclass(frozen=True, slots=True)
class Play(Act):
    """``NAME plays CARDS``: cards of the hand, laid face up."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Pass(Act):
    """``NAME passes``: the player lets the turn go by."""
