"""The history of a club: openings, check-ins, elections, results, disputes and other actions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.club import table_numbers
from referee.club.activity_log import LogEntry, find_entries
from referee.club.folder import Club
from referee.club.match.correction_notes import corrections
from referee.club.signatures import names
from referee.club.text.names import with_names
from referee.store.events.head_check import accepted_head
from referee.store.events.log import event_texts, events_by_number
from referee.store.events.refold import undone_numbers
from referee.store.plain_rows import Season, Session, find_row
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction

_LISTED: Final = (
    EventKind.SEASON_BEGUN, EventKind.SEASON_CLOSED, EventKind.SEASON_REOPENED,
    EventKind.SESSION_PLANNED, EventKind.SESSION_CHANGED, EventKind.SESSION_CANCELLED,
    EventKind.SESSION_OPENED, EventKind.SESSION_CLOSED, EventKind.SESSION_REOPENED,
    EventKind.CHECKED_IN, EventKind.CHECKED_OUT,
    EventKind.TABLE_FINISHED,
    EventKind.DISPUTE_RAISED, EventKind.DISPUTE_RULED, EventKind.TERM_BEGUN,
    EventKind.MEMBER_ADDED, EventKind.MEMBER_CAME_BACK, EventKind.GUEST_JOINED,
    EventKind.MEMBER_RENAMED, EventKind.MEMBER_RETIRED,
    EventKind.MEMBER_MERGED, EventKind.MEMBER_FORGOTTEN,
    EventKind.UNDONE, EventKind.REDONE, EventKind.SHOWN_AS,
    EventKind.BACKUPS_KEPT, EventKind.BACKED_UP, EventKind.RESTORED, EventKind.LOSS_ACCEPTED,
    EventKind.FORK_IMPORTED,
)  # fmt: skip
"""The kinds of actions listed for officers. Other actions show their actor where they are displayed."""
_RETRACTED: Final = (EventKind.CHECKED_IN, EventKind.CHECKED_OUT, EventKind.MEMBER_MERGED)
"""The kinds whose retractions are listed."""


@frozen
class ActionView:
    """An action in words, with its target, time and actor; `by` is empty for nobody."""

    what: str
    about: str
    note: str
    at: datetime
    by: str


def recent_actions(club: Club, *, limit: int | None = None) -> list[ActionView]:
    """Return the latest actions and corrections, latest first. `limit` is their maximum number."""
    with club.reading() as tx:
        names_by_id = names(tx)
        entries = find_entries(tx, *_LISTED, retracted=_RETRACTED, limit=limit, with_undone=True)
        undone_events = undone_numbers(tx, tx.club)
        actions = {entry.event.n: _action_view(tx, entry, names_by_id, undone_events) for entry in entries}
    for correction in corrections(club)[-(limit or 0) :]:
        note = ": ".join(filter(None, [correction.what, correction.reason]))
        target = f"table {correction.table}" if correction.table else ""
        view = ActionView("correction", target, note, correction.at, correction.by)
        actions.setdefault(correction.number, view)
    return [actions[number] for number in sorted(actions, reverse=True)][:limit]


@frozen
class TableOfficers:
    """The officers who started and finished a table; empty for nobody."""

    started: str
    finished: str


def table_officers(club: Club, number: int) -> TableOfficers:
    """Return the officers who started and finished a table."""
    with club.reading() as tx:
        names_by_id = names(tx)
        [(starter, finished_at)] = tx.rows('SELECT "by", finished_at FROM "match" WHERE id = ?', number)
        finish_entries = find_entries(tx, EventKind.TABLE_FINISHED, match=number, limit=1) if finished_at else []
        finisher = finish_entries[0].actor if finish_entries else ""
        return TableOfficers(with_names(starter, (), names_by_id), with_names(finisher, (), names_by_id))


def describe_officers(officers: TableOfficers, lines: Iterable[tuple[int, str]]) -> str:
    """Return a line that names the officers who started a table, wrote its lines and finished it."""
    groups: dict[str, list[int]] = {}
    for number, officer in lines:
        groups.setdefault(officer, []).append(number)
    recorders = [
        f"{officer} ({_format_line_numbers(numbers)})" if len(groups) > 1 else officer
        for officer, numbers in groups.items()
        if officer
    ]
    parts = (
        f"started by {officers.started}" if officers.started else "",
        f"recorded by {join_words(recorders)}" if recorders else "",
        f"finished by {officers.finished}" if officers.finished else "",
    )
    text = "; ".join(filter(None, parts))
    return f"{text[0].upper()}{text[1:]}." if text else ""


def _format_line_numbers(numbers: Sequence[int]) -> str:
    """Return line numbers in short form, such as ``lines 1-4, 9``."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][-1] + 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    text = ", ".join(f"{span[0]}-{span[-1]}" if len(span) > 1 else f"{span[0]}" for span in spans)
    return f"line {text}" if len(numbers) == 1 else f"lines {text}"


def _action_view(tx: Transaction, entry: LogEntry, names_by_id: dict[int, str], undone: Collection[int]) -> ActionView:
    actor = with_names(entry.actor, (), names_by_id)
    note = "undone later" if entry.event.n in undone else _describe_details(tx, entry, names_by_id)
    return ActionView(entry.action, describe_target(tx, entry, names_by_id), note, entry.moment, actor)


def describe_target(tx: Transaction, entry: LogEntry, names_by_id: Mapping[int, str]) -> str:
    """Return the target of an action in words: the first thing named by its data, or else its table."""
    match entry.data:
        case {"undoes": [*_, [int() as number, *_]]}:
            [event] = events_by_number(tx, tx.club, [number])
            target = LogEntry(event, event_texts(tx, tx.club, event))
            return ", ".join(filter(None, [target.action, describe_target(tx, target, names_by_id)]))
        case {"dispute": int() as number}:
            return f"dispute {number}"
        case {"member": number}:
            return names_by_id.get(number, f"member {number}")
        case {"members": numbers}:
            return join_words(names_by_id.get(number, f"member {number}") for number in numbers)
        case {"session": number}:
            return _session_day(tx, number)
        case {"season": number}:
            season = find_row(tx, Season, number)
            return season.name if season else f"season {number}"
        case {"tournament": number}:
            return f"tournament {number}"
        case {"penalty": number}:
            return f"penalty {number}"
    return table_numbers.table_names(tx, [entry.event.match]) if entry.event.match else ""


def _describe_details(tx: Transaction, entry: LogEntry, names_by_id: dict[int, str]) -> str:
    """Return further details of an action in words; empty if there are none."""
    if (lost_head := accepted_head(entry.event)) and lost_head.n >= entry.event.n:
        return f"gave up events {entry.event.n} to {lost_head.n}"
    match entry.data:
        case {"was": [day, hour]}:
            return f"was {day} {hour}"
        case {"members": _, "session": number}:
            return f"session of {_session_day(tx, number)}"
        case {"outcome": outcome}:
            return str(outcome)
        case {"how": term_kind}:
            return f"{term_kind}: {with_names(entry.texts.get('position', ''), (), names_by_id)}"
    return str(entry.data.get("note", ""))


def _session_day(tx: Transaction, number: int) -> str:
    session = find_row(tx, Session, number)
    return f"{session.held_on}" if session else f"session {number}"
