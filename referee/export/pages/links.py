"""Where the pages of a season's folder lead: to a session, a table, a player, the rules of a game, a clause."""

from __future__ import annotations

from datetime import date

from referee.games import PAGES, is_ruled, rulebook


def game_title(game: str) -> str:
    """Return what a game is called; one without a rulebook as it was named."""
    return rulebook(game).title if is_ruled(game) else game


def rules_file(game: str) -> str:
    """Return the file with the rules of a game, or with a page that several share; empty without a rulebook."""
    return f"rules-{game}.html" if game in PAGES or is_ruled(game) else ""


def clause_link(clause: str) -> str:
    """Return where a clause such as ``big-two 4.4`` is read; empty where it is in no rulebook."""
    book, _, number = clause.rpartition(" ")
    return f"{rules_file(book)}#c{number}" if is_ruled(book) else ""


def session_file(day: date) -> str:
    """Return the file with the page of the session of a day."""
    return f"session-{day.isoformat()}.html"


def player_file(member: int) -> str:
    """Return the file with the page of a player."""
    return f"player-{member}.html"


def record_link(day: date, table: int | None) -> str:
    """Return where the record of a table is read; empty for a tournament that counts as one match."""
    return f"{session_file(day)}#table-{table}" if table is not None else ""
