"""The facts that every game's record may state.

Actions of a game may have two more attributes, which hindsight reads: `reveals`, cards that the act shows to
have been in the player's hand until then and that leave it; and `draws`, cards that come into it (`UNSEEN` for one
that nobody else saw). An action such as a payment may say with ``instead(other) -> bool`` which acts would answer
the same question; only those are offered in its place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from referee.cards import Card


@dataclass(frozen=True, slots=True)
class Deal:
    """``deal [by NAME]``: a new hand is dealt; `seat` is the dealer, -1 when the record does not say."""

    seat: int = -1
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Holds:
    """``NAME holds CARDS``: the referee was told, or saw, that these cards are in the player's hand."""

    seat: int
    cards: tuple[Card, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class HoldsOnly:
    """``NAME holds only CARDS``: the same, and that the hand has no other card."""

    seat: int
    cards: tuple[Card, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Shows:
    """``NAME shows CARDS``: the player laid these cards face up for all to see; they are still the player's."""

    seat: int
    cards: tuple[Card, ...]
    line: int = field(default=0, compare=False)


Statement: TypeAlias = Holds | HoldsOnly | Shows
"""A line that tells of cards, and does nothing."""
