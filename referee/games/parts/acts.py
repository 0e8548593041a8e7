"""Acts that several games record in the same words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Final

from referee.rules import Act, Cards, Claim, Location, Offer, frozen

# The most offers of one kind that are listed one by one.
_FEW: Final = 5


@frozen
class Play(Act):
    """``NAME plays CARDS``: cards laid face up. For players with several hands, `hand` is the one used."""

    cards: Cards
    hand: str = field(default="", compare=False, kw_only=True)

    @property
    def location(self) -> Location:
        """The location of the cards before the play."""
        return self.hand or self.seat


@frozen
class Pass(Act):
    """``NAME passes``: the player gives up the turn."""


@frozen
class TakeChips(Claim):
    """``NAME takes N``: a player takes chips from the pot, or claims them."""

    amount: int

    def instead(self, other: Act) -> bool:
        """Tell whether another act is an alternative. Only a claim to another sum is one."""
        return isinstance(other, TakeChips)


@frozen
class TakePot(Claim):
    """``NAME takes everything``: a player claims all chips in the middle."""

    def instead(self, other: Act) -> bool:
        """Tell whether another act is an alternative. Only a claim to a sum is one."""
        return isinstance(other, TakeChips)


@frozen
class Pay(Claim):
    """``NAME pays NAME N``: a payment, which claims that this amount is due."""

    to: int
    amount: int

    def instead(self, other: object) -> bool:
        """Tell whether another act is an alternative. Only a payment between the same two players is one."""
        return isinstance(other, Pay) and {other.seat, other.to} == {self.seat, self.to}


# Synonyms of a payment.
PAYMENT_PHRASES: Final = {
    "NAME pays NAME2 N": "NAME2 collects/gets/wins/takes/receives N from NAME, NAME pays/gives/loses N to NAME2, "
    "NAME gives/owes NAME2 N"
}


def offer_each_or_any(acts: tuple[Act, ...], any_of_them: str) -> Iterator[Offer]:
    """Yield an offer for each of a few acts, or one offer for many, with the text `any_of_them`.

    Such a text is ``Ann discards any card of the hand``.
    """
    if len(acts) > _FEW:
        yield Offer(any_of_them, acts)
    else:
        yield from (Offer("", (act,)) for act in acts)
