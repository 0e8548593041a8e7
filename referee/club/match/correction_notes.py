"""What was corrected: each correction noted with its reason, and marked where its season is closed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from sqlmodel import col, select

from referee.club.calendar.correcting import mark_of
from referee.club.folder import Club
from referee.club.people import duties, roster
from referee.club.signing import Writing
from referee.club.text.names import plain, with_marks, with_names
from referee.store.models import Correction, Match, Session


class CorrectionKind(StrEnum):
    """What was put right."""

    LINE = "line"
    SEAT = "seat"
    RESULT = "result"
    MERGE = "members"
    SPLIT = "parted"
    DISPUTE = "dispute"
    VOID = "void"
    PENALTY = "penalty"


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """A correction as people see it: what was put right where, and why."""

    number: int
    kind: CorrectionKind
    table: int | None
    played_on: date | None
    what: str
    reason: str
    mark: str
    at: datetime
    by: str


def note(
    tx: Writing,
    club: Club,
    kind: CorrectionKind,
    reason: str,
    *,
    table: int | None = None,
    number: int | None = None,
    seat: int | None = None,
    was: int | None = None,
    now: int | None = None,
    mark: str | None = None,
) -> None:
    """Write down that something was put right, marked where that was in a closed season."""
    if table is not None and mark is None:
        mark = mark_of(tx, tx.get_one(Session, tx.get_one(Match, table).session_id))
    if mark:
        duties.only(tx, club, duties.Duty.CLOSED_SEASON)
    tx.add(
        Correction(
            kind=kind.value,
            match_id=table,
            number=number,
            seat=seat,
            was=was,
            now=now,
            # By the members' numbers, not their seats: who sat where may be what was wrong.
            reason=with_marks(plain(reason, "the reason"), (), roster.names(tx)),
            mark=mark or "",
            at=tx.moment,
            by=tx.actor,
        )
    )
    tx.flush()


def corrections(club: Club, *, table: int | None = None) -> list[CorrectionView]:
    """Return what was put right, in order; or only at one table."""
    with club.reading() as tx:
        asked = select(Correction).order_by(col(Correction.id))
        if table is not None:
            asked = asked.where(col(Correction.match_id) == table)
        rows = list(tx.exec(asked))
        names = roster.names(tx)
        held = select(Match.id, col(Session.held_on)).join(Session)
        days = dict(tx.exec(held.where(col(Match.id).in_({row.match_id for row in rows}))).all())
        return [
            CorrectionView(
                number=row.id,
                kind=CorrectionKind(row.kind),
                table=row.match_id,
                played_on=days.get(row.match_id) if row.match_id else None,
                what=_what(row, names),
                reason=with_names(row.reason, (), names),
                mark=row.mark,
                at=row.at,
                by=with_names(row.by, (), names),
            )
            for row in rows
        ]


def note_in_closed_season(
    tx: Writing,
    club: Club,
    session: Session,
    kind: CorrectionKind,
    reason: str,
    *,
    table: int | None = None,
    number: int | None = None,
) -> None:
    """Note something that an officer may do at any time, where it changes a closed season (scoring 5.5)."""
    if mark := mark_of(tx, session):
        note(tx, club, kind, reason, table=table, number=number, mark=mark)


def _what(row: Correction, names: Mapping[int, str]) -> str:
    was, now = (names.get(number, "nobody") if number else "" for number in (row.was, row.now))
    match CorrectionKind(row.kind):
        case CorrectionKind.LINE | CorrectionKind.DISPUTE:
            return f"line {row.number}"
        case CorrectionKind.SEAT:
            return f"seat {(row.seat or 0) + 1}: {was} was written down, {now} sat there"
        case CorrectionKind.RESULT:
            return "the result"
        case CorrectionKind.VOID:
            return "void"
        case CorrectionKind.PENALTY:
            return f"penalty {row.number}"
        case CorrectionKind.MERGE:
            return f"{was} and {now} are one person"
        case CorrectionKind.SPLIT:
            return f"{was} and {now} are two persons"
