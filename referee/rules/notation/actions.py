"""Acts: what a line of a record states, and the acts that every game has.

A game declares its acts with the words that record them::

@book.act("NAME plays CARDS") class Play(Act): cards: Cards

An act such as a payment may have a method ``instead(other) -> bool``, which tells whether another act is an alternative
to it; only such acts are offered in its place.
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
    """An act: the seat that did it (-1 for nobody), and its line in the record (0 for none).

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
    """An act that is no move in the game: it does not show whether an illegal act before it stood."""


@frozen
class Claim(Act):
    """A claim that something is due. It is judged by the acts before it, and is no evidence of them."""


@frozen
class Statement(NonMove):
    """A statement about cards, which moves none.

    `location` is the one of the player's hands that holds them, if hindsight has found that out; no record states it.
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
