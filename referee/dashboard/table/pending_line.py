"""A line that is being written to the club's file, and what to say once it is there."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from referee.cards.words import listed
from referee.club.match.view import LineView, MatchView


@dataclass(frozen=True, slots=True)
class PendingLine:
    """A line that was entered and is not in the club's file yet. Its key makes sure that it is written only once.

    One that was `sent` may be there all the same, if only the answer was lost.
    """

    text: str
    instead_of: int | None
    key: str = field(default_factory=lambda: secrets.token_hex(16))
    sent: bool = False


def written_down(line: LineView, match: MatchView, undo: str, stands: str) -> str:
    """Return what came of a line that was written down, naming the keys for what is illegal."""
    says = f": {line.ruling.says}" if line.ruling else ""
    said = [f"Line {line.number} recorded{says}."]
    if line.waits:
        said.append(f"Escape, then {undo} to undo it or {stands} to let it stand.")
    if turned := match.turned_by(line.number):
        what = listed(f"line {each.number} is {each.ruling.says}" for each in turned if each.ruling)
        said.append(f"Changed by it: {what}.")
    if lapsed := match.lapsed_with(line.number):
        what = listed(each.number for each in lapsed)
        said.append(f"Lapsed: {'line' if len(lapsed) == 1 else 'lines'} {what}.")
    return " ".join(said)
