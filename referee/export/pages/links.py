"""File names and links between the pages of a season."""

from __future__ import annotations

from datetime import date

from referee.games import SHARED_PAGES, has_rulebook, rulebook


def game_title(game: str) -> str:
    """Return the title of a game, or its given name if it has no rulebook."""
    return rulebook(game).title if has_rulebook(game) else game


def rules_file(game: str) -> str:
    """Return the file name of a game's rules or of a shared chapter, or "" without a rulebook."""
    return f"rules-{game}.html" if game in SHARED_PAGES or has_rulebook(game) else ""


def clause_link(clause: str) -> str:
    """Return the link to a clause such as ``big-two 4.4``, or "" if it is in no rulebook."""
    book, _, number = clause.rpartition(" ")
    return f"{rules_file(book)}#c{number}" if has_rulebook(book) else ""


def session_file(day: date) -> str:
    """Return the file name of a session's page."""
    return f"session-{day.isoformat()}.html"


def player_file(member: int) -> str:
    """Return the file name of a player's page."""
    return f"player-{member}.html"


def record_link(day: date, table: int | None) -> str:
    """Return the link to a table's record, or "" for a tournament that counts as one match."""
    return f"{session_file(day)}#table-{table}" if table is not None else ""
