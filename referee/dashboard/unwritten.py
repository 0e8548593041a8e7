"""A line on its way into the club's file, and what is said of it when it is there."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from referee.cards.words import listed
from referee.club.match_view import LineView, MatchView


@dataclass(frozen=True, slots=True)
class Unwritten:
    """A line that was entered and is not in the club's file yet. Its key makes sure that it is written only once."""

    text: str
    instead_of: int | None
    key: str = field(default_factory=lambda: secrets.token_hex(16))


def told(logged: LineView, match: MatchView, undo: str, stands: str) -> str:
    """Return what came of a line that was written down, naming the keys for what is illegal."""
    says = f": {logged.ruling.says}" if logged.ruling else ""
    told = [f"Line {logged.number} is written down{says}."]
    if logged.waits:
        told.append(f"Escape, then {undo} takes it back or {stands} lets it stand.")
    if decided := match.made_certain_by(logged.number):
        what = listed(f"line {each.number} {each.ruling.says}" for each in decided if each.ruling)
        told.append(f"Now certain: {what}.")
    return " ".join(told)
