"""Legal alternatives to an act, and the next acts due. A game proposes acts, and its clauses judge them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from referee.rules.book.answer import LEGAL, OPEN, Answer, Offer
from referee.rules.notation.actions import Act, Deal, Statement
from referee.rules.notation.seats import Seats

# Awaited after a hand, when no player is in turn.
THE_DEAL: Final = "the deal"


class OfferSource(Protocol):
    """The methods of a rulebook that finding offers requires."""

    @property
    def functions(self) -> Mapping[str, Any]:
        """The hooks that the game registered."""

    def answer(self, table: Any, act: Any) -> tuple[Any, Answer | None]:
        """Return the deciding clause for an act, and its answer."""

    def due(self, table: Any) -> int | str | None:
        """Return the seat whose turn it is, or a text such as "the deal" if no player acts next; None if unknown."""

    def write(self, act: Any, seats: Seats) -> str:
        """Return an act as a line of a record."""


def alternatives_to(book: OfferSource, table: Any, act: Any) -> tuple[tuple[Offer, ...], tuple[str, ...]]:
    """Return the legal alternatives to an act for its player, and the lines that may come next from other players."""
    is_by_nobody = isinstance(act, Deal | Statement)
    amends = book.functions.get("amends")
    if amends and (amended := amends(table, act)) != act:
        # The rules say what the act counts as, so the player has no choice.
        return (Offer(book.write(amended, table.seats), (amended,)),), ()
    offers = () if is_by_nobody else offers_to(book, table, act.seat, act)
    own_offers = tuple(offer for offer in offers if _is_of(offer, act.seat))
    due_seat = book.due(table)
    if not own_offers and due_seat == act.seat and not is_by_nobody:
        # The act has no alternative, so the player in turn has to do something else.
        own_offers = tuple(offer for offer in offers_to(book, table, act.seat) if _is_of(offer, act.seat))
    other_offers = [offer for offer in offers if offer not in own_offers]
    # What comes after the hand is not offered while the player has something left to do in it.
    is_over = isinstance(due_seat, str) and not table.in_play
    if (
        not other_offers
        and due_seat is not None
        and (is_by_nobody or due_seat != act.seat)
        and not (own_offers and is_over)
    ):
        seat = -1 if isinstance(due_seat, str) else due_seat
        other_offers = [
            offer for offer in offers_to(book, table, seat) if isinstance(due_seat, str) or _is_of(offer, due_seat)
        ]
        if not other_offers:
            if due_seat == THE_DEAL and isinstance(act, Deal):
                return own_offers, ()  # nobody can deal, not even the right player
            # A deal, as a record writes it, or else whose turn it is.
            return own_offers, (
                "deal"
                if due_seat == THE_DEAL
                else due_seat
                if isinstance(due_seat, str)
                else f"{table.name(due_seat)}'s turn",
            )
    return own_offers, tuple(offer.text for offer in other_offers if offer not in own_offers)


def offers_to(book: OfferSource, table: Any, seat: int, act: Act | None = None) -> tuple[Offer, ...]:
    """Return the legal acts of a player at a table, as far as is known. Seat -1 stands for acts of no particular
    player.

    With an `act`, only its alternatives are returned.
    """
    offers = book.functions.get("offers")
    if offers is None:
        return ()
    offers_kept = []
    for offer in offers(table, seat):
        alternatives = (alternative for alternative in offer.acts if act is None or _same_question(act, alternative))
        acts = tuple(alternative for alternative in alternatives if _may_be_done(book, table, alternative))
        if acts:
            offers_kept.append(Offer(offer.text or book.write(acts[0], table.seats), acts))
    return tuple(offers_kept)


def _may_be_done(book: OfferSource, table: Any, act: Any) -> bool:
    _, answer = book.answer(table, act)
    if answer is None or answer.verdict is LEGAL:
        return True
    # An open claim may be made; only its outcome is not known yet.
    return answer.verdict is OPEN and answer.word == "open"


def _is_of(offer: Offer, seat: int) -> bool:
    """Tell whether an offer is for this seat. A deal is for no particular player."""
    act = offer.acts[0]
    return act.seat == seat and not isinstance(act, Deal)


def _same_question(act: Any, other_act: Any) -> bool:
    """Tell whether `other_act` is an alternative to `act`.

    The method `is_answered_by` of `act` decides, or else the method `instead` of either act. Without these methods, any
    act is an alternative.
    """
    if hasattr(act, "is_answered_by"):
        return bool(act.is_answered_by(other_act))
    if hasattr(act, "instead"):
        return bool(act.instead(other_act))
    return not hasattr(other_act, "instead") or bool(other_act.instead(act))
