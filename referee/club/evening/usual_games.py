"""The games that a club plays most often. They are offered first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from referee.club.folder import Club
from referee.store.plain_rows import placeholders
from referee.store.transaction import Transaction

# Only the last few sessions count: games of a year ago say little about today.
_SESSIONS: Final = 5


def games_by_use(games: Iterable[str]) -> list[str]:
    """Return games by frequency, most frequent first, and among equals the latest first.

    The argument is the game of each table, latest first.
    """
    return [game for game, _ in Counter(games).most_common()]


def usual_games(club: Club) -> list[str]:
    """Return the games of the last sessions, most frequent first. Void tables are ignored."""
    with club.reading() as tx:
        return _read_usual_games(tx)


def _read_usual_games(tx: Transaction) -> list[str]:
    query = (
        'SELECT e.id FROM session e WHERE EXISTS (SELECT 1 FROM "match" m WHERE m.session_id = e.id) '
        f"ORDER BY e.held_on DESC, e.id DESC LIMIT {_SESSIONS}"
    )
    matches = [number for (number,) in tx.rows(query)]
    tables = (
        'SELECT m.game FROM "match" m JOIN session e ON e.id = m.session_id '
        f"WHERE m.session_id IN {placeholders(matches)} AND (m.finished_at IS NULL OR EXISTS "
        "(SELECT 1 FROM placing p WHERE p.match_id = m.id)) ORDER BY e.held_on DESC, m.id DESC"
    )
    return games_by_use(game for (game,) in tx.rows(tables, *matches))
