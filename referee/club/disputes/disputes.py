"""Reading disputes: one by number, those of a table, those that are open, and precedents."""

from __future__ import annotations

from referee.club.calendar import house_rules
from referee.club.disputes.view import (
    UNDECIDED,
    DisputeView,
    dispute_view,
    dispute_views,
    find_dispute,
    latest_dispute_on_line,
    precedents,
)
from referee.club.folder import Club
from referee.club.match import matches
from referee.store.plain_rows import Dispute, select_rows


def show(club: Club, number: int) -> DisputeView:
    """Return the dispute with a number, and its decisions. Raise `UnknownName` if there is none."""
    with club.reading() as tx:
        return dispute_view(tx, find_dispute(tx, number))


def precedents_of(club: Club, number: int) -> list[DisputeView]:
    """Return the earlier, decided disputes on the same clause of the same game, newest first."""
    with club.reading() as tx:
        return precedents(tx, find_dispute(tx, number))


def dispute_on_line(club: Club, match: int, line: int) -> DisputeView | None:
    """Return the latest dispute on a line of a table; None if there is none."""
    with club.reading() as tx:
        dispute = latest_dispute_on_line(tx, match, line)
        return dispute_view(tx, dispute) if dispute else None


def is_to_be_carried_out(club: Club, dispute: DisputeView) -> bool:
    """Tell whether a dispute is decided, but its line still needs an officer's decision at the table."""
    if dispute.is_open or dispute.match is None or dispute.line is None:
        return False
    return matches.show(club, dispute.match).log[dispute.line - 1].waits


def disputes_on_table(club: Club, match: int) -> dict[int, DisputeView]:
    """Return the disputes of a table by line number."""
    with club.reading() as tx:
        disputes = dispute_views(tx, select_rows(tx, Dispute, "WHERE match_id = ? ORDER BY id", match))
        return {dispute.line: dispute for dispute in disputes if dispute.line is not None}


def disputes(
    club: Club, *, is_open: bool | None = None, clause: str | None = None, game: str | None = None
) -> list[DisputeView]:
    """Return disputes in order of number. They can be filtered by clause, by game, and by whether they are open.

    A clause is cited with its game (``big-two 4.5``), or without (``4.5``) for every game.
    """
    slug, _, number = (clause or "").strip().rpartition(" ")
    conditions = [("clause = ?", number)] if clause is not None else []
    conditions += [("game = ?", house_rules.find_rulebook(name).slug) for name in (slug, game) if name]
    condition = " AND ".join(column for column, _ in conditions) or "TRUE"
    with club.reading() as tx:
        rows = select_rows(tx, Dispute, f"WHERE {condition} ORDER BY id", *(value for _, value in conditions))
        matching = [dispute for dispute in rows if is_open is None or is_open == (dispute.outcome in UNDECIDED)]
        return dispute_views(tx, matching)
