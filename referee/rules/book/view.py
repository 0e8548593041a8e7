"""What a table looks like to somebody who walks up to it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing worth seeing at the table, such as the standing bid; `seat` is -1 for the table as a whole."""

    label: str
    text: str
    seat: int = -1
