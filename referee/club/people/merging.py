"""Merging two roster entries into one member, and splitting them again.

Rows of the merged member get the survivor's number, and keep their earlier number (`was_id`) for a split. If both
attended a session, one attendance stays, and the merge event stores the other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from referee.club import table_numbers
from referee.club.activity_log import LogEntry, find_entries
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.people.public_name import stricter_form
from referee.club.signatures import reason_texts
from referee.club.text.faults import ClubFault
from referee.club.text.names import reason_needed, resolve_name, signer
from referee.store.moment import in_utc
from referee.store.plain_rows import Attendance, Member, get_row, placeholders, select_rows
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction

Evening = list[Any]
"""An attendance: the session, the time, the mark of the member who recorded it, and its earlier member, or None."""


def merge(club: Club, keep: str, other: str, *, reason: str = "", mark: str | None = None) -> Member:
    """Merge `other` into `keep`, who takes over all matches and attendance. Return `keep`.

    `split` undoes it. A `mark` makes it a correction.
    """
    with club.writing() as tx:
        member, merged = (
            roster.find_member(tx, keep, include_retired=True),
            roster.find_member(tx, other, include_retired=True),
        )
        if member.id == merged.id:
            raise ClubFault(f"{keep!r} and {other!r} are both {member.name}, so there is nothing to merge.")
        seats = "SELECT match_id FROM seat WHERE member_id = ?"
        for (match,) in tx.rows(f"{seats} INTERSECT {seats} ORDER BY match_id LIMIT 1", member.id, merged.id):
            table_text = table_numbers.table_name(tx, match)
            raise ClubFault(
                f"{member.name} and {merged.name} sat together at table {table_text}, so they are not one person."
            )
        attended = "SELECT session_id FROM attendance WHERE member_id = ?"
        condition = f"WHERE member_id = ? AND session_id IN ({attended}) ORDER BY session_id"
        data = {
            "member": member.id,
            "other": merged.id,
            "retired": merged.retired_at is not None,
            "guest": member.guest and merged.guest,
            "shown_as": stricter_form(member.shown_as, merged.shown_as),
            "before": {"guest": member.guest, "shown_as": member.shown_as},
            "both": [
                _attendance_data(attendance, attendance.was_id)
                for attendance in select_rows(tx, Attendance, condition, merged.id, member.id)
            ],
        }
        tx.append(
            EventKind.MEMBER_MERGED, data if mark is None else {**data, "mark": mark}, texts=reason_texts(tx, reason)
        )
        return get_row(tx, Member, member.id)


def split(
    club: Club, keep: str, other: str, *, reason: str, mark: Callable[[Transaction, Sequence[int]], str] | None = None
) -> Member:
    """Undo a merge, and return `other`, who gets back their earlier matches and attendance.

    Everything recorded since stays with `keep`. `mark` returns the mark of a correction for the matches that go back.
    """
    reason_needed(reason, "Separating them")
    with club.writing() as tx:
        survivor = roster.find_member(tx, keep, include_retired=True)
        members_by_id = {member.id: member for member in select_rows(tx, Member, "WHERE merged_into = ?", survivor.id)}
        if not members_by_id:
            raise ClubFault(f"Nobody was merged into {survivor.name}, so there is nothing to separate.")
        if survivor.forgotten_at:
            raise ClubFault(f"{survivor.name}'s name was erased, so the two entries can no longer be separated.")
        former_member = members_by_id[
            resolve_name(other, {number: member.name for number, member in members_by_id.items()})
        ]
        roster.refuse_namesake(tx, former_member.name, former_member)
        merges = [entry for entry in find_entries(tx, EventKind.MEMBER_MERGED) if entry.data["member"] == survivor.id]
        undone_merge = next(merge for merge in merges if merge.data["other"] == former_member.id)
        merged = undone_merge.data
        numbers = _merged_numbers(tx, former_member.id)
        places, attendance = _find_returning_rows(tx, survivor.id, numbers)
        dependent_merges = [
            merge for merge in merges if merge.data["other"] in members_by_id.keys() - {former_member.id}
        ]
        is_public_form_unchanged = survivor.shown_as == merged["shown_as"]
        follows = {
            "member": survivor.id,
            "other": former_member.id,
            "retired": merged["retired"],
            "guest": survivor.guest or merged["before"]["guest"],
            "shown_as": merged["before"]["shown_as"] if is_public_form_unchanged else survivor.shown_as,
            "numbers": numbers,
            "places": places,
            "came": merged["both"],
            "stays": list(_find_staying_rows(tx, survivor.id, attendance, places, dependent_merges)),
        }
        if mark:
            follows["mark"] = mark(tx, places)
        tx.retract(undone_merge.event, reason_texts(tx, reason), **follows)
        return get_row(tx, Member, former_member.id)


def _attendance_data(attendance: Attendance, whose: int | None) -> Evening:
    """Return an attendance as event data. A signer who is no member is left out."""
    return [attendance.session_id, in_utc(attendance.at), attendance.by if signer(attendance.by) else "", whose]


def _merged_numbers(tx: Transaction, member: int) -> list[int]:
    """Return the numbers of a merged member: their own, and those of all members merged into them."""
    survivors: dict[int, int | None] = dict(tx.rows("SELECT id, merged_into FROM member WHERE merged_into IS NOT NULL"))
    survivors.pop(member, None)
    return sorted({member, *(number for number in survivors if _is_merged_into(member, number, survivors))})


def _is_merged_into(member: int, number: int, survivors: dict[int, int | None]) -> bool:
    visited: set[int] = set()
    current: int | None = number
    while current is not None and current not in visited:
        if current == member:
            return True
        visited.add(current)
        current = survivors.get(current)
    return False


def _find_returning_rows(tx: Transaction, member: int, numbers: Collection[int]) -> tuple[list[int], list[Attendance]]:
    """Return the matches and attendances of a member that were recorded under earlier numbers."""
    earlier = f"WHERE member_id = ? AND was_id IN {placeholders(numbers)}"
    seats = tx.rows(f"SELECT match_id FROM seat {earlier} ORDER BY match_id", member, *numbers)
    attendances = select_rows(tx, Attendance, f"{earlier} ORDER BY session_id", member, *numbers)
    return [match for (match,) in seats], attendances


def _find_staying_rows(
    tx: Transaction, member: int, going: Iterable[Attendance], without: Collection[int], still: Iterable[LogEntry]
) -> Iterator[Evening]:
    """Yield, as event data, the attendances that stay with the survivor although they also go back.

    Another merged member attended these sessions, or the survivor still has a seat in them.
    """
    other_attendances = {
        stay_row[0]: (stay_row, entry.data["other"]) for entry in still for stay_row in entry.data["both"]
    }
    seats = (
        'SELECT s.match_id FROM seat s JOIN "match" m ON m.id = s.match_id WHERE s.member_id = ? AND m.session_id = ?'
    )
    for attendance in going:
        if attendance.session_id in other_attendances:
            (session, moment, author, session_mark), owner = other_attendances[attendance.session_id]
            yield [session, moment, author, session_mark or owner]
        elif any(match not in without for (match,) in tx.rows(seats, member, attendance.session_id)):
            yield _attendance_data(attendance, None)
