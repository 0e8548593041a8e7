"""Who a member's number stands for now: two entries of the roster may have turned out to be one person."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.store.engine import Transaction


def now(tx: Transaction) -> dict[int, int]:
    """Return who each member's number stands for now: their own, or that of whoever they were merged into at last."""
    from referee.store.migrations import raw_of

    return now_in(raw_of(tx.connection()))


def now_in(raw: sqlite3.Connection) -> dict[int, int]:
    """Return the same for a file that is read without its models."""
    into: dict[int, int | None] = dict(raw.execute("SELECT id, merged_into FROM member"))
    return {number: _last(number, into) for number in into}


def _last(number: int, into: dict[int, int | None]) -> int:
    seen = {number}
    while (other := into[number]) in into and other not in seen:  # a damaged file may lead nowhere, or in a circle
        seen.add(number := other)
    return number
