"""The corrections of a club: changes to sessions that were over. Those in a closed season are marked."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Final

from referee.cards.immutable import frozen
from referee.club.activity_log import LogEntry, find_entries
from referee.club.calendar.closed_seasons import IN_A_CLOSED_SEASON
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.table_numbers import TableNumber, numbers
from referee.club.text.names import with_names
from referee.store.projections.kind import EventKind


class CorrectionKind(StrEnum):
    """The kind of record that a correction changed."""

    LINE = "line"
    SEAT = "seat"
    RESULT = "result"
    MERGE = "members"
    SPLIT = "separated"
    DISPUTE = "dispute"
    VOID = "void"
    PENALTY = "penalty"


_CORRECTS: Final[Mapping[str, CorrectionKind]] = {
    EventKind.LINE_LOGGED: CorrectionKind.LINE,
    EventKind.LINE_DECIDED: CorrectionKind.LINE,
    EventKind.SEAT_CORRECTED: CorrectionKind.SEAT,
    EventKind.RESULT: CorrectionKind.RESULT,
    EventKind.MEMBER_MERGED: CorrectionKind.MERGE,
    EventKind.DISPUTE_RULED: CorrectionKind.DISPUTE,
    EventKind.TABLE_VOIDED: CorrectionKind.VOID,
    EventKind.PENALTY_GIVEN: CorrectionKind.PENALTY,
}
_RETRACTED: Final[Mapping[str, CorrectionKind]] = {
    EventKind.MEMBER_MERGED: CorrectionKind.SPLIT,
    EventKind.PENALTY_GIVEN: CorrectionKind.PENALTY,
}
_MARKS: Final = ("", IN_A_CLOSED_SEASON)


@frozen
class CorrectionView:
    """A correction for display, with its target, place and reason. Its number is that of its event."""

    number: int
    kind: CorrectionKind
    table: TableNumber | None
    what: str
    reason: str
    mark: str
    at: datetime
    by: str


def corrections(club: Club, *, table: int | None = None) -> list[CorrectionView]:
    """Return the corrections of the club, or of one table, in order."""
    with club.reading() as tx:
        rows = find_entries(
            tx, *map(EventKind, _CORRECTS), retracted=[*map(EventKind, _RETRACTED)], match=table, mark=_MARKS
        )[::-1]
        names = roster.names(tx)
        tables = numbers(tx, (row.event.match for row in rows if row.event.match))
        return [
            CorrectionView(
                number=row.event.n,
                kind=_correction_kind(row),
                table=tables.get(row.event.match or 0),
                what=_describe_correction(row, names),
                reason=with_names(_correction_reason(row), (), names),
                mark=row.data["mark"],
                at=row.moment,
                by=with_names(row.actor, (), names),
            )
            for row in rows
        ]


def _correction_kind(row: LogEntry) -> CorrectionKind:
    return _RETRACTED[row.data["kind"]] if row.event.kind == EventKind.RETRACTED else _CORRECTS[row.event.kind]


def _correction_reason(row: LogEntry) -> str:
    return row.reason or (f"dispute {row.data['dispute']}" if row.event.kind == EventKind.DISPUTE_RULED else "")


def _describe_correction(row: LogEntry, names: Mapping[int, str]) -> str:
    match _correction_kind(row), row.data:
        case CorrectionKind.LINE, {"instead_of": number} | {"decided": [{"number": number}, *_]}:
            return f"line {number}"
        case CorrectionKind.DISPUTE, {"line": number}:
            return f"line {number}"
        case CorrectionKind.SEAT, {"seat": seat, "was": previous, "now": member}:
            recorded_name, name = _member_name(names, previous), _member_name(names, member)
            return f"seat {seat + 1}: {recorded_name} was recorded, {name} sat there"
        case CorrectionKind.RESULT, _:
            return "the result"
        case CorrectionKind.PENALTY, {"penalty": number}:
            return f"penalty {number}"
        case CorrectionKind.MERGE, {"member": target, "other": merged}:
            return f"{_member_name(names, merged)} and {_member_name(names, target)} are one person"
        case CorrectionKind.SPLIT, {"member": target, "other": merged}:
            return f"{_member_name(names, merged)} and {_member_name(names, target)} are two people"
        case kind, _:
            return kind.value


def _member_name(names: Mapping[int, str], member: int) -> str:
    return names.get(member, "nobody")
