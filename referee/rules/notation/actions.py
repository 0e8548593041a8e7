"""What a line of a record says that happened, and the lines that every game's record may have.

A game declares its acts with the words that record them::

    @book.act("NAME plays CARDS")
    class Play(Act):
        cards: Cards

An act such as a payment may say with ``instead(other) -> bool`` which acts would answer the same question; only those
are offered in its place.
"""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias, dataclass_transform

from referee.cards import Card
from referee.rules.immutable import frozen

Cards: TypeAlias = tuple[Card, ...]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
@frozen
class Act:
    """Something that happened: who did it (-1 for nobody), and on which line of the record it stands (0 for none).

    The fields of an act, in order, are the slots of the words that record it.
    """

    seat: int
    line: int = field(default=0, compare=False, kw_only=True)


@frozen
class Deal(Act):
    """``deal [by NAME]``: a new hand is dealt; `seat` is the dealer, -1 when the record does not say."""

    seat: int = -1


@frozen
class NonMove(Act):
    """A line that is nobody's move: it tells nothing of whether an illegal act before it stood."""


@frozen
class Claim(Act):
    """An act that says what is due: it is judged by what was done, and is no evidence of what was done."""


@frozen
class Statement(NonMove):
    """A line that tells of cards, and does nothing.

    `place` says in which of the player's hands they are, where that has been found out; no line of a record says it.
    """

    cards: Cards
    location: int | str | None = field(default=None, kw_only=True)


@frozen
class Holds(Statement):
    """``NAME holds CARDS``: the referee was told, or saw, that these cards are in the player's hand."""


@frozen
class HoldsOnly(Statement):
    """``NAME holds only CARDS``: the same, and that the hand has no other card."""


@frozen
class Shows(Statement):
    """``NAME shows CARDS``: the player laid these cards face up for all to see; they are still the player's."""
