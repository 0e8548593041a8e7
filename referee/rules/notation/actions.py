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
from referee.cards.immutable import frozen

Cards: TypeAlias = tuple[Card, ...]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
@frozen
class Act:
    """An act in a record: its seat (-1 for nobody) and its line (0 for none).

    The fields of an act, in order, are the slots of its pattern.
    """

    seat: int
    line: int = field(default=0, compare=False, kw_only=True)


@frozen
class Deal(Act):
    """``deal [by NAME]``: a new hand is dealt. `seat` is the dealer, or -1 if the record does not say."""

    seat: int = -1


@frozen
class NonMove(Act):
    """An act that is no move in the game. It is no evidence on whether an earlier illegal act stood."""


@frozen
class Claim(Act):
    """A claim that something is due. Earlier acts decide it, and it is no evidence about them."""


@frozen
class Statement(NonMove):
    """A statement about cards that moves none.

    `location` is the hand holding them, for a player with several. Hindsight finds it; no record states it.
    """

    cards: Cards
    location: int | str | None = field(default=None, kw_only=True)


@frozen
class Holds(Statement):
    """``NAME holds CARDS``: the referee knows that these cards are in the player's hand."""


@frozen
class HoldsOnly(Statement):
    """``NAME holds only CARDS``: the referee knows that the player's hand consists of these cards."""


@frozen
class Shows(Statement):
    """``NAME shows CARDS``: the player laid these cards face up for all to see, and still owns them."""
