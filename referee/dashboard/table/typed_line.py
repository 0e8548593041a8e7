"""What the empty line at a table says, and how a table is over."""

from __future__ import annotations

from referee.cards.screen import on_screen
from referee.club.match.view import MatchView
from referee.club.on_match import SHORT, OnMatch


def invites(on_match: OnMatch) -> str:
    """Return what the empty line says: what may be typed now."""
    match = on_match.match
    if match.finished_at or match.result_only:
        return ""
    said, to_come = on_match.example, on_match.to_come
    what = to_come if len(to_come) > SHORT else "what happened"
    return f"{what}, such as: {on_screen(said)}" if said else what


def over(match: MatchView) -> str:
    """Return how a match is over, in a word."""
    if match.void:
        return "void"
    return "the table goes on" if match.goes_on else "finished"
