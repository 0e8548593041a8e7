"""What was corrected: each correction noted with its reason, and marked where its season is closed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from referee.club.calendar.correcting import mark_of
from referee.club.calendar.sessions import of_table
from referee.club.done import done
from referee.club.folder import Club
from referee.club.people import duties, roster
from referee.club.signing import Writing, why
from referee.club.text.names import with_names
from referee.store.kinds.kind import Kind
from referee.store.read import Session


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
        [session] = of_table(tx, table)
        mark = mark_of(tx, session)
    if mark:
        duties.only(tx, club, duties.Duty.CLOSED_SEASON)
    said = {"what": kind.value, "number": number, "seat": seat, "was": was, "now": now, "mark": mark}
    data = {name: value for name, value in said.items() if value is not None}
    # The reason has the members' numbers, not their seats: who sat where may be what was wrong.
    tx.append(Kind.CORRECTED, data, match=table, texts=why(tx, reason))


def corrections(club: Club, *, table: int | None = None) -> list[CorrectionView]:
    """Return what was put right, in order; or only at one table."""
    with club.reading() as tx:
        every = enumerate(reversed(done(tx, Kind.CORRECTED)), 1)
        rows = [(number, row) for number, row in every if table in (None, row.event.match)]
        names = roster.names(tx)
        tables = {row.event.match for _, row in rows if row.event.match}
        days = {table: session.held_on for table in tables for session in of_table(tx, table)}
        return [
            CorrectionView(
                number=number,
                kind=CorrectionKind(row.data["what"]),
                table=row.event.match,
                played_on=days.get(row.event.match) if row.event.match else None,
                what=_what(row.data, names),
                reason=with_names(row.reason, (), names),
                mark=row.data.get("mark", ""),
                at=row.at,
                by=with_names(row.by, (), names),
            )
            for number, row in rows
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


def _what(data: Mapping[str, Any], names: Mapping[int, str]) -> str:
    was, now = (names.get(data.get(who, 0), "nobody") for who in ("was", "now"))
    match CorrectionKind(data["what"]):
        case CorrectionKind.LINE | CorrectionKind.DISPUTE:
            return f"line {data['number']}"
        case CorrectionKind.SEAT:
            return f"seat {data['seat'] + 1}: {was} was written down, {now} sat there"
        case CorrectionKind.RESULT:
            return "the result"
        case CorrectionKind.VOID:
            return "void"
        case CorrectionKind.PENALTY:
            return f"penalty {data['number']}"
        case CorrectionKind.MERGE:
            return f"{was} and {now} are one person"
        case CorrectionKind.SPLIT:
            return f"{was} and {now} are two persons"
