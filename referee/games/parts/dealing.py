"""The deal, which follows the end of the previous hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from referee.cards.words import join_words
from referee.rules import Answer, Deal, Knowledge, Offer, Table, TableProtocol, finding, objection

TableT = TypeVar("TableT", bound=Table)


def deal_first(cites: str = "") -> Answer:
    """Return the objection that no hand is in play."""
    return objection("No hand is in play; deal first.", cites=cites)


def object_hand_in_progress(table: TableProtocol, players: Sequence[int]) -> Answer | None:
    """Return a finding if a hand is dealt while players are still in the previous one; else None."""
    if not players:
        return None
    names = join_words(table.name(seat) for seat in players)
    verb = "is" if len(players) == 1 else "are"
    return finding(
        f"{names} {verb} still playing the hand.",
        ask=f"Ask {names} how it ended, and enter that before this line; if it never did, void the hand.",
    )


def object_wrong_dealer(table: TableProtocol, act: Deal, next_dealer: int | None) -> Answer | None:
    """Return an objection to a deal by anyone but `next_dealer`, which is None if unknown; else None."""
    if table.dealer is None or next_dealer is None or act.seat in (-1, next_dealer):
        return None
    return objection(f"{table.name(table.dealer)} dealt last; {table.name(next_dealer)} deals now.")


def offer_deal(table: TableProtocol) -> Iterator[Offer]:
    """Yield the deal when no hand is in play."""
    if table.complete and not table.in_play:
        yield Offer("", (Deal(-1),))


def open_hand(table: TableT, knowledge: Knowledge, dealer: int | None, **first: Any) -> TableT:
    """Return the table with a new hand. Of earlier hands, only the ledger is kept."""
    fields: dict[str, Any] = {"items": table.items, "in_play": True, "from_deal": True, "dealer": dealer, **first}
    return type(table)(table.seats, table.options, table.complete, knowledge, **fields)
