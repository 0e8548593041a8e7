"""Disputes as they stand: one, those of a table, those that are open, and the precedents of one."""

from __future__ import annotations

from sqlmodel import col, select

from referee.club.calendar import house_rules
from referee.club.disputes.view import (
    UNDECIDED,
    DisputeView,
    dispute_of,
    dispute_view,
    dispute_views,
    disputed,
    precedents,
)
from referee.club.folder import Club
from referee.store.models import Dispute


def show(club: Club, number: int) -> DisputeView:
    """Return a dispute with everything decided about it."""
    with club.reading() as tx:
        return dispute_view(tx, dispute_of(tx, number))


def precedents_of(club: Club, number: int) -> list[DisputeView]:
    """Return what was decided before about the same clause of the same game, the newest first."""
    with club.reading() as tx:
        return precedents(tx, dispute_of(tx, number))


def on_line(club: Club, match: int, line: int) -> DisputeView | None:
    """Return the dispute on a line of a table, if there is one."""
    with club.reading() as tx:
        found = disputed(tx, match, line)
        return dispute_view(tx, found) if found else None


def on_table(club: Club, match: int) -> dict[int, DisputeView]:
    """Return the disputes on the lines of a table by the number of the line."""
    with club.reading() as tx:
        found = dispute_views(tx, tx.exec(select(Dispute).where(col(Dispute.match_id) == match)).all())
        return {each.line: each for each in found if each.line is not None}


def disputes(
    club: Club, *, is_open: bool | None = None, clause: str | None = None, game: str | None = None
) -> list[DisputeView]:
    """Return the disputes in order: all, or those open or decided, of a game, or on a clause as it is cited.

    A clause without its game is meant of every game.
    """
    with club.reading() as tx:
        asked = select(Dispute)
        if is_open is not None:
            undecided = col(Dispute.outcome).in_(UNDECIDED)
            asked = asked.where(undecided if is_open else ~undecided)
        if clause is not None:
            slug, _, number = clause.strip().rpartition(" ")
            asked = asked.where(col(Dispute.clause) == number)
            if slug:
                asked = asked.where(col(Dispute.game) == house_rules.book_of(slug).slug)
        if game is not None:
            asked = asked.where(col(Dispute.game) == house_rules.book_of(game).slug)
        return dispute_views(tx, tx.exec(asked.order_by(col(Dispute.id))).all())
