"""Changes of players at a table, as entries of its log, and their effect on the match.

Entries refer to members by number, not by seat, because seats may still change before the first hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from referee.cards.immutable import frozen, replace
from referee.club.match.log import DecisionKind, EntryKind, MatchLog
from referee.rules import Report, replay
from referee.rules.records.report import starts_hand
from referee.store.match_replay import TableEntry

SEAT_CHANGES: Final = frozenset({EntryKind.LEAVE, EntryKind.JOIN, EntryKind.STAND_IN, EntryKind.SWAP})


@frozen
class SeatChange:
    """A player who joined, left or changed seats. Members are given by number, and the `seat` counts from 0.

    With `ends`, the match ended at its last complete hand. `goes_on` is the match in which the others continue, or 0 if
    too few remain. With `last`, a leaving player is ranked last, because the match has no record.
    """

    kind: EntryKind
    who: int
    seat: int = 0
    other: int = 0
    ends: bool = False
    goes_on: int = 0
    last: bool = False


def write_change(change: SeatChange) -> str:
    """Return a change as text with marks for members: ``@#3 leaves seat 3, and the table continues``."""
    match change.kind:
        case EntryKind.LEAVE:
            description = f"@#{change.who} leaves seat {change.seat + 1}"
        case EntryKind.JOIN:
            description = f"@#{change.who} joins at seat {change.seat + 1}"
        case EntryKind.STAND_IN:
            description = f"@#{change.who} takes seat {change.seat + 1} for @#{change.other}"
        case _:
            description = f"@#{change.who} and @#{change.other} swap seats"
    if change.last:
        return f"{description}, and comes last"
    if change.ends:
        return f"{description}, and the table {'continues' if change.goes_on else 'ends'}"
    return description


def change_text(change: SeatChange) -> dict[str, Any]:
    """Return the content of an entry for a change of players."""
    return {name: value for name, value in asdict(change).items() if name != "kind" and value}


def read_change(entry: TableEntry) -> SeatChange:
    """Return the change of players in an entry. Raise `TypeError` for unknown fields."""
    return SeatChange(EntryKind(entry.kind), **entry.details)


def seated_after(members: tuple[int, ...], change: SeatChange) -> tuple[int, ...]:
    """Return the members by seat after a change."""
    match change.kind:
        case EntryKind.LEAVE:
            return tuple(member for member in members if member != change.who)
        case EntryKind.JOIN:
            return (*members[: change.seat], change.who, *members[change.seat :])
        case EntryKind.STAND_IN:
            return tuple(change.who if member == change.other else member for member in members)
        case _:
            partners = {change.who: change.other, change.other: change.who}
            return tuple(partners.get(member, member) for member in members)


def seated_before(members: tuple[int, ...], change: SeatChange) -> tuple[int, ...]:
    """Return the members by seat before a change."""
    match change.kind:
        case EntryKind.LEAVE:
            return (*members[: change.seat], change.who, *members[change.seat :])
        case EntryKind.JOIN:
            return tuple(member for member in members if member != change.who)
        case EntryKind.STAND_IN:
            return tuple(change.other if member == change.who else member for member in members)
        case _:
            return seated_after(members, change)


def is_undone(log: MatchLog, entry: TableEntry) -> bool:
    """Tell whether an entry other than a line was taken back."""
    return log.decision(entry) in (DecisionKind.TAKEN_BACK, DecisionKind.STRUCK)


def list_seat_changes(log: MatchLog) -> Iterator[SeatChange]:
    """Yield the changes of players at a table. Undone changes are left out."""
    for entry in log.entries:
        if entry.kind in SEAT_CHANGES and not is_undone(log, entry):
            yield read_change(entry)


def split_event(log: MatchLog) -> SeatChange | None:
    """Return the change of players that ended a match after its last complete hand; None if there was none."""
    return next((seat_change for seat_change in list_seat_changes(log) if seat_change.ends), None)


def is_void(log: MatchLog) -> bool:
    """Tell whether an officer voided a match."""
    return any(entry.kind == EntryKind.VOID and not is_undone(log, entry) for entry in log.entries)


def is_over(log: MatchLog) -> bool:
    """Tell whether a match is over whatever its record says: it is void, or its players changed."""
    return is_void(log) or split_event(log) is not None


def departed_seats(log: MatchLog) -> tuple[int, ...]:
    """Return the seats of players who left a table without a record, the last to leave first."""
    return tuple(reversed([seat_change.seat for seat_change in list_seat_changes(log) if seat_change.last]))


def complete_hands(log: MatchLog) -> Report:
    """Return the report of a match at the end of its last complete hand."""
    sheet = log.sheet
    if not sheet.table.in_play:
        return sheet
    lines = sheet.record.lines
    last_deal = max((index for index, line in enumerate(lines) if starts_hand(line)), default=0)
    return replay(replace(sheet.record, lines=lines[:last_deal]), cards_gathered=True, earlier_report=sheet)


def count_hands(log: MatchLog) -> int | None:
    """Return the number of complete hands of a match at a table that was split; None at any other table."""
    if log.match.continues is None and split_event(log) is None:
        return None
    return sum(map(starts_hand, complete_hands(log).record.lines))
