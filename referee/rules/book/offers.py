"""Legal alternatives to an act, and what is due next: a game proposes acts, and its clauses decide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from referee.rules.book.answer import LEGAL, OPEN, Answer, Offer
from referee.rules.notation.actions import Act, Deal, Statement
from referee.rules.notation.seats import Seats

# Awaited after a hand, when no player is in turn.
THE_DEAL: Final = "the deal"


class OfferSource(Protocol):
    """The part of a rulebook that is needed to find offers."""

    @property
    def functions(self) -> Mapping[str, Any]:
        """What the game has registered."""

    def answer(self, table: Any, act: Any) -> tuple[Any, Answer | None]:
        """Return what the clauses say of an act."""

    def due(self, table: Any) -> int | str | None:
        """Return the seat whose turn it is, or what is due instead, such as "the deal"; None if unknown."""

    def write(self, act: Any, seats: Seats) -> str:
        """Print an act as a record's line."""


def alternatives_to(book: OfferSource, table: Any, act: Any) -> tuple[tuple[Offer, ...], tuple[str, ...]]:
    """Return the legal alternatives to an act for its player, and the texts of what may come next from others."""
    of_nobody = isinstance(act, Deal | Statement)
    amends = book.functions.get("amends")
    if amends and (amended := amends(table, act)) != act:
        # The rules say what the act counts as, so the player has no choice.
        return (Offer(book.write(amended, table.seats), (amended,)),), ()
    offers = () if of_nobody else offers_to(book, table, act.seat, act)
    own_offers = tuple(offer for offer in offers if _is_of(offer, act.seat))
    due = book.due(table)
    if not own_offers and due == act.seat and not of_nobody:
        # The act has no alternative, so the player in turn has to do something else.
        own_offers = tuple(offer for offer in offers_to(book, table, act.seat) if _is_of(offer, act.seat))
    others = [offer for offer in offers if offer not in own_offers]
    # What comes after the hand is not offered while the player has something left to do in it.
    is_over = isinstance(due, str) and not table.in_play
    if not others and due is not None and (of_nobody or due != act.seat) and not (own_offers and is_over):
        seat = -1 if isinstance(due, str) else due
        others = [offer for offer in offers_to(book, table, seat) if isinstance(due, str) or _is_of(offer, due)]
        if not others:
            if due == THE_DEAL and isinstance(act, Deal):
                return own_offers, ()  # nobody can deal, not even the right player
            # A deal, as a record writes it, or else whose turn it is.
            return own_offers, (
                "deal" if due == THE_DEAL else due if isinstance(due, str) else f"{table.name(due)}'s turn",
            )
    return own_offers, tuple(offer.text for offer in others if offer not in own_offers)


def offers_to(book: OfferSource, table: Any, seat: int, act: Act | None = None) -> tuple[Offer, ...]:
    """Return what a player may do at a table, as far as it is known; for seat -1, what no particular player does.

    With an `act`, return only alternatives to it.
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
    """Tell whether an offer is for this player. A deal is for nobody in particular."""
    act = offer.acts[0]
    return act.seat == seat and not isinstance(act, Deal)


def _same_question(act: Any, other_act: Any) -> bool:
    """Tell whether one act is an alternative to another.

    The method `instead` of either act decides that. A method `is_answered_by` decides it only for what may replace its
    own act; as a replacement, such an act fits any other.
    """
    if hasattr(act, "is_answered_by"):
        return bool(act.is_answered_by(other_act))
    if hasattr(act, "instead"):
        return bool(act.instead(other_act))
    return not hasattr(other_act, "instead") or bool(other_act.instead(act))
