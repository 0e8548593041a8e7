"""The next step after a session's last match."""

from __future__ import annotations

from referee.club.folder import Club
from referee.store.hints import Hint


def next_after(club: Club, match: int) -> Hint | None:
    """Return a hint for the next step after a match. Return None while other matches are in play, or if the session is
    closed.
    """
    with club.reading() as tx:
        blocking_rows = tx.rows(
            'SELECT 1 FROM session s JOIN "match" m ON m.session_id = s.id WHERE m.id = ? AND (s.closed_at IS NOT NULL '
            'OR EXISTS (SELECT 1 FROM "match" o WHERE o.session_id = s.id AND o.finished_at IS NULL))',
            match,
        )
    if blocking_rows:
        return None
    from referee.club.evening.next_step import next_step  # slow to import, and rarely needed
    from referee.club.evening.overview import read_tonight

    return next_step(club, read_tonight(club))
