"""Importing events from another copy of the club's file: members, evenings, tables and results.

The copies have a common beginning. The other file's later events are appended to the club's log, with their own times
and signatures, and with the club's own row numbers. Each names its original event, so that nothing is imported twice in
either direction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, ClassVar, Final

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.club.calendar.closed_seasons import refuse_closed_season
from referee.club.file.comparison import find_club_file, last_common, naming_file, open_copy, read_uuid
from referee.club.file.event_translation import (
    RowNumbers,
    UnknownRow,
    created_row,
    origin,
    translate_data,
    translate_marks,
    translate_texts,
)
from referee.club.folder import Club
from referee.club.match import matches
from referee.club.match.view import MatchView
from referee.club.people.duties import Duty, require_duty
from referee.club.people.name_search import NamePattern, name_pattern
from referee.club.signatures import Writing, current_member_numbers, names
from referee.club.table_numbers import number_of
from referee.club.text.faults import ClubFault
from referee.club.text.name_similarity import similar_names
from referee.rules import write_places
from referee.store.events.event import TEXTS, Event, EventText
from referee.store.events.log import Head, LogWriter, event_with_key, events, events_with_texts, hash_at
from referee.store.events.rebuild import rebuild_tables
from referee.store.events.refold import undone_numbers
from referee.store.events.rows import SqlTransaction
from referee.store.faults import StoreAltered
from referee.store.plain_rows import Member, Season, Session, find_row, select_rows
from referee.store.projections.handlers import PROJECTIONS, check_kind, project
from referee.store.projections.kind import EventKind, describe
from referee.store.transaction import Transaction

_OF_THE_FILE: Final = frozenset(
    {
        EventKind.CLUB_FOUNDED, EventKind.BACKUPS_KEPT, EventKind.BACKED_UP, EventKind.RESTORED,
        EventKind.LOSS_ACCEPTED, EventKind.FORK_IMPORTED, EventKind.SEATS_DRAWN, EventKind.DRAW_CHANGED,
    }
)  # fmt: skip
"""The kinds that are of no use in another file, and are left out silently."""
_NOT_IMPORTED: Final = frozenset(
    {
        EventKind.MEMBER_MERGED, EventKind.MEMBER_FORGOTTEN, EventKind.TERM_BEGUN, EventKind.SEASON_CLOSED,
        EventKind.SEASON_REOPENED, EventKind.CALENDAR_SET, EventKind.HOUSE_RULES_SET, EventKind.KEPT_APART,
        EventKind.GUEST_RESULTS, EventKind.TOURNAMENT_ANNOUNCED, EventKind.TOURNAMENT_ENTERED, EventKind.TOURNAMENT,
        EventKind.CLOCK,
    }
)  # fmt: skip
"""The kinds that an officer has to repeat by hand."""
_OF_A_MEMBER: Final = frozenset(
    {
        EventKind.MEMBER_CAME_BACK, EventKind.GUEST_JOINED, EventKind.MEMBER_RENAMED, EventKind.MEMBER_RETIRED,
        EventKind.SHOWN_AS,
    }
)  # fmt: skip
_OF_OPENING: Final = frozenset({EventKind.SESSION_OPENED, EventKind.SESSION_CLOSED, EventKind.SESSION_REOPENED})
_OF_PLANNING: Final = frozenset({EventKind.SESSION_PLANNED, EventKind.SESSION_CHANGED, EventKind.SESSION_CANCELLED})
_FAMILIES: Final = (
    ("member", _OF_A_MEMBER),
    ("session", _OF_OPENING),
    ("session", _OF_PLANNING),
    ("dispute", frozenset({EventKind.DISPUTE_RULED})),
)
"""The table, and the kinds of events, that set the same columns of one row: those of one file only can count."""


@frozen
class ImportedTable:
    """An imported table: its number in this club, its game, its players, and its result in words."""

    table: str
    game: str
    players: tuple[str, ...]
    result: str


@frozen
class ImportedEvening:
    """A session with imported tables or attendance, and whether it is new in this club."""

    day: date
    is_new: bool
    tables: tuple[ImportedTable, ...]


@frozen
class ForkImport:
    """The effect of an import, planned or done. `events` counts the imported events since the last `common` one.

    `duplicates` are the tables that both files have, `notes` the decisions about names and sessions, and `left_out`
    what cannot be imported. Each is a sentence.
    """

    PLAIN: ClassVar = "common", "events", "members", "evenings", "duplicates", "notes", "left_out"
    common: Head
    events: int
    members: tuple[str, ...]
    evenings: tuple[ImportedEvening, ...]
    duplicates: tuple[str, ...]
    notes: tuple[str, ...]
    left_out: tuple[str, ...]


@frozen
class _Fork:
    """The events of both files since the last `common` one, and the names in the other file.

    `own` are the events that only the club has, including those imported from a third file.
    """

    common: Head
    here: tuple[Event, ...]
    own: tuple[Event, ...]
    there: tuple[tuple[Event, tuple[EventText, ...]], ...]
    undone_there: frozenset[int]
    names_there: Mapping[int, tuple[str, ...]]


@dataclass(slots=True)
class _Import:
    """An import in progress, within one transaction."""

    tx: Writing
    fork: _Fork
    numbers: RowNumbers = field(default_factory=RowNumbers)
    skipped_matches: set[int] = field(default_factory=set)
    appended: list[Event] = field(default_factory=list)
    duplicates: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    not_imported: Counter[str] = field(default_factory=Counter)


class _RolledBack(Exception):
    """A preview is rolled back."""


def preview_fork(club: Club, path: Path) -> ForkImport:
    """Return the effect of importing another file, without changing anything.

    Raise `ClubFault` if it cannot be imported.
    """
    result: list[ForkImport] = []
    try:
        with club.group_changes() as inner:
            result.append(_import_into(inner, path))
            raise _RolledBack
    except _RolledBack:
        return result[0]


def import_fork(club: Club, path: Path) -> ForkImport:
    """Import the events that another file of the club has since the last common one: all of them, or none.

    Return the effect. Raise `ClubFault` if it is no file of this club, has nothing new, or cannot be imported.
    """
    with club.group_changes() as inner:
        return _import_into(inner, path)


def _import_into(club: Club, path: Path) -> ForkImport:
    with club.writing() as tx:
        require_duty(tx, club, Duty.RESTORE)
        fork = _read_fork(tx, club, path)
        progress = _Import(tx, fork)
        _prepare(progress)
        if not any(_is_new(progress, event) for event, _ in fork.there):
            raise ClubFault(f"{path} has no events that this club lacks. Nothing was imported.")
        tx.append(EventKind.FORK_IMPORTED, {"common": fork.common.n, "head": fork.common.hash})
        forgotten = _forgotten_members(progress)
        for event, texts in fork.there:
            _import_event(progress, event, texts, forgotten)
        if any(event.kind in (EventKind.UNDONE, EventKind.REDONE) for event in progress.appended):
            rebuild_tables(tx, tx.club, project, PROJECTIONS)
        _refuse_closed_seasons(progress)
    return _describe(club, progress)


def _read_fork(tx: Transaction, club: Club, path: Path) -> _Fork:
    """Return the events of both files since the last common one.

    Raise `ClubFault` if the other is no file of this club.
    """
    other = find_club_file(path)
    if club.store.path is not None and other.resolve() == club.store.path.resolve():
        raise ClubFault(f"{other} is the club's own file. Name the other file.")
    with open_copy(other) as there:
        with naming_file(other):
            if read_uuid(there) != read_uuid(tx.sql):
                raise ClubFault(f"{other} belongs to another club, so nothing can be imported from it.")
            common = last_common(tx.sql, there)
            events_there = tuple(
                (event, tuple(texts)) for event, texts in events_with_texts(there, there.club, after=common)
            )
            for event, texts in events_there:
                check_kind(event)
                digests = event.data.get(TEXTS, {})
                if any(digests.get(text.part) != text.digest for text in texts):
                    raise StoreAltered(f"a text of event {event.n} ({event.kind}) was changed.")
            undone = undone_numbers(there, there.club)
            names_there = _every_name(there)
        head = Head(common, hash_at(tx.sql, tx.club, common))
        events_here = tuple(events(tx.sql, tx.club, after=common))
        origins_there = {origin(event) for event, _ in events_there}
        own_events = tuple(event for event in events_here if origin(event) not in origins_there)
        return _Fork(head, events_here, own_events, events_there, undone, names_there)


def _every_name(sql: SqlTransaction) -> dict[int, tuple[str, ...]]:
    """Return all names of each member in the other file."""
    by_member: dict[int, list[str]] = {}
    query = "SELECT DISTINCT person, text FROM private WHERE club = ? AND person IS NOT NULL"
    for person, name in sql.rows(query, sql.club):
        by_member.setdefault(person, []).append(name)
    return {member: tuple(member_names) for member, member_names in by_member.items()}


def _prepare(progress: _Import) -> None:
    """Find the rows that both files have, and the tables that are not imported."""
    fork, numbers = progress.fork, progress.numbers
    here_by_origin = {origin(event): event for event in fork.here}
    for event, _ in fork.there:
        numbers.created.add(("event", event.n))
        if row := created_row(event, event.data):
            numbers.created.add(row)
        if known := here_by_origin.get(origin(event)):
            numbers.new_numbers["event", event.n] = known.n
            row_here = created_row(known, known.data)
            if row and row_here:
                numbers.new_numbers[row] = row_here[1]
    for number, current in current_member_numbers(progress.tx).items():
        if number != current and ("member", number) not in numbers.created:
            numbers.new_numbers["member", number] = current
    _skip_matches(progress)


def _skip_matches(progress: _Import) -> None:
    """Record the tables of the other file that are not imported, with the reasons."""
    fork = progress.fork
    own_matches = {event.match for event in fork.own if event.match}
    known_matches = {number for table, number in progress.numbers.new_numbers if table == "match"}
    seated = {
        match
        for event, _ in fork.there
        if event.kind == EventKind.TOURNAMENT
        for _, match in event.data.get("matches", ())
        if isinstance(match, int)
    }
    for event, _ in fork.there:
        match = event.match
        if match is None or match in progress.skipped_matches or ("event", event.n) in progress.numbers.new_numbers:
            continue
        is_created_there = ("match", match) in progress.numbers.created
        if event.kind == EventKind.TABLE_STARTED and event.n in fork.undone_there:
            progress.skipped_matches.add(match)
        elif match in seated:
            progress.skipped_matches.add(match)
            progress.left_out.append(f"Match m{match} of the other file belongs to a tournament.")
        elif not is_created_there or match in known_matches:
            here = progress.numbers.new_numbers.get(("match", match), match)
            if here in own_matches:
                progress.skipped_matches.add(match)
                name = number_of(progress.tx, here).reference
                progress.left_out.append(f"Table {name} was continued in both files. Yours stays unchanged.")


def _is_new(progress: _Import, event: Event) -> bool:
    """Tell whether an event may be imported."""
    return (
        ("event", event.n) not in progress.numbers.new_numbers
        and event.kind not in _OF_THE_FILE
        and event.match not in progress.skipped_matches
    )


def _import_event(
    progress: _Import, event: Event, texts: Sequence[EventText], forgotten: Mapping[int, NamePattern]
) -> None:
    """Append an event of the other file, unless the club has it or it cannot be imported."""
    if not _is_new(progress, event):
        return
    data = event.data
    kind = data.get("kind") if event.kind == EventKind.RETRACTED else event.kind
    if kind in _NOT_IMPORTED:
        progress.not_imported[describe(event.kind, data.get("kind"))] += 1
        return
    if _is_matched(progress, event, {text.part: text.text for text in texts}) or _is_conflict(progress, event):
        return
    try:
        _append(progress, event, texts, forgotten)
    except UnknownRow:
        progress.not_imported[describe(event.kind, data.get("kind"))] += 1


def _append(progress: _Import, event: Event, texts: Sequence[EventText], forgotten: Mapping[int, NamePattern]) -> None:
    """Append an event with the row numbers of this file.

    Raise `UnknownRow` if it refers to a row that is not imported.
    """
    tx, numbers = progress.tx, progress.numbers
    row = created_row(event, event.data)
    is_created = row is not None and row in numbers.created and row not in numbers.new_numbers
    if row and is_created:
        numbers.new_numbers[row] = tx.next_number(row[0])
    try:
        data = translate_data(event, numbers)
        match = None if event.match is None else numbers.map_number("match", event.match)
        by, via = (translate_marks(signature, numbers) for signature in (event.by, event.via))
        all_texts = translate_texts(texts, numbers, forgotten)
    except UnknownRow:
        if row and is_created:
            del numbers.new_numbers[row]
        raise
    if event.kind in (EventKind.UNDONE, EventKind.REDONE) and not data["undoes"]:
        return
    if event.kind == EventKind.CHECKED_IN and not (data := _without_present(tx, data))["members"]:
        return
    remaining_texts = [text for text in all_texts if not any(name.is_in(text.text) for name in forgotten.values())]
    key = "" if not event.key or event_with_key(tx, tx.club, event.key) else event.key
    writer = LogWriter(tx, tx.club, event.at, project, by, via)
    appended = writer.append(event.kind, data, match=match, key=key, texts=remaining_texts)
    numbers.new_numbers["event", event.n] = appended.n
    progress.appended.append(appended)


def _without_present(tx: Transaction, data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a check-in, without members who are present already."""
    query = "SELECT member_id FROM attendance WHERE session_id = ?"
    present = {member for (member,) in tx.rows(query, data["session"])}
    return {**data, "members": [member for member in data["members"] if member not in present]}


def _is_matched(progress: _Import, event: Event, texts: Mapping[str, str]) -> bool:
    """Tell whether an event creates a row that this file has too. The row's number is recorded."""
    row = created_row(event, event.data)
    if row is None or row not in progress.numbers.created or event.n in progress.fork.undone_there:
        return False
    match event.kind:
        case EventKind.MEMBER_ADDED:
            same = _find_namesake(progress, texts.get("name", ""))
        case EventKind.SEASON_BEGUN:
            same = _find_season(progress, texts.get("name", ""))
        case EventKind.SESSION_PLANNED:
            same = _find_session(progress, event.data["held_on"])
        case EventKind.TABLE_STARTED:
            same = _find_table(progress, event, texts)
        case _:
            same = None
    if same is None:
        return False
    progress.numbers.new_numbers[row] = same
    return True


def _find_namesake(progress: _Import, name: str) -> int | None:
    """Return the number of this club's member with the same name as a member added in the other file; None if there is
    none.
    """
    here = select_rows(progress.tx, Member, "WHERE merged_into IS NULL AND forgotten_at IS NULL ORDER BY id")
    for member in here:
        if member.name.casefold() == name.casefold():
            progress.notes.append(
                f"{member.name} was added in both files, and counts as one person. If they are two, first rename one."
            )
            return member.id
    near = similar_names(name, {member.name: member.name for member in here})
    if near:
        progress.notes.append(
            f"{name} is a new name here, similar to {join_words(near, 'and')}. If they are one person, merge them."
        )
    return None


def _find_season(progress: _Import, name: str) -> int | None:
    for season in select_rows(progress.tx, Season, "ORDER BY id"):
        if season.name.casefold() == name.casefold():
            progress.notes.append(f"The season {season.name} was begun in both files. Your settings stay unchanged.")
            return season.id
    return None


def _find_session(progress: _Import, day: str) -> int | None:
    for session in select_rows(progress.tx, Session, "WHERE held_on = ? AND cancelled_at IS NULL ORDER BY id", day):
        progress.notes.append(
            f"The session of {day} is in both files. Only its missing tables and check-ins are imported."
        )
        return session.id
    return None


def _find_table(progress: _Import, event: Event, texts: Mapping[str, str]) -> int | None:
    """Return this club's match with the same game, players and session as a match of the other file; None if there is
    none.

    That match is then not imported.
    """
    numbers, data = progress.numbers, event.data
    try:
        session = numbers.map_number("session", data["session"])
        players = sorted(numbers.map_number("member", member) for member, *_ in data["seats"])
    except UnknownRow:
        return None
    game = data.get("game") or texts.get("game", "")
    used = {new for (table, _), new in numbers.new_numbers.items() if table == "match"}
    own_matches = {own.match for own in progress.fork.own if own.kind == EventKind.TABLE_STARTED} - used
    query = 'SELECT id FROM "match" WHERE session_id = ? AND game = ? ORDER BY id'
    for (number,) in progress.tx.rows(query, session, game):
        seats = progress.tx.rows("SELECT member_id FROM seat WHERE match_id = ? ORDER BY seat", number)
        if number in own_matches and sorted(member for (member,) in seats) == players:
            progress.skipped_matches.add(event.match or 0)
            name = number_of(progress.tx, number).reference
            members_by_id = names(progress.tx)
            player_names = join_words([members_by_id[member] for (member,) in seats])
            progress.duplicates.append(
                f"Table {name} ({game}: {player_names}) is in both files. Yours stays unchanged."
            )
            return int(number)
    return None


def _is_conflict(progress: _Import, event: Event) -> bool:
    """Tell whether both files changed the same value. The change is then recorded as a conflict and not imported."""
    own_events = progress.fork.own
    if event.kind == EventKind.RETRACTED:
        return any(own.kind == EventKind.RETRACTED and own.data["event"] == event.data["event"] for own in own_events)
    if event.kind == EventKind.MEMBER_RENAMED and _is_taken(progress, event):
        return True
    for table, kinds in _FAMILIES:
        if event.kind not in kinds:
            continue
        try:
            number = progress.numbers.map_number(table, event.data.get(table, 0))
        except UnknownRow:
            return False
        if any(own.kind in kinds and own.data.get(table, 0) == number for own in own_events):
            note = _conflict_note(progress.tx, table, number)
            if note not in progress.left_out:
                progress.left_out.append(note)
            return True
    return False


def _is_taken(progress: _Import, event: Event) -> bool:
    """Tell whether the new name of a member belongs to another member of this club. The event is then left out with a
    note.
    """
    texts = next(texts for other, texts in progress.fork.there if other.n == event.n)
    new_name = next((text.text for text in texts if text.part == "name"), "")
    for number, name in names(progress.tx).items():
        if name.casefold() == new_name.casefold() and number != progress.numbers.new_numbers.get(
            ("member", event.data["member"]), event.data["member"]
        ):
            progress.left_out.append(
                f"The name {new_name} belongs to somebody else in this club, so nobody is renamed to it."
            )
            return True
    return False


def _conflict_note(tx: Transaction, table: str, number: int) -> str:
    match table:
        case "member":
            subject = names(tx).get(number, "The club's public form of names")
        case "session":
            session = find_row(tx, Session, number)
            subject = f"The session of {session.held_on}" if session else f"Session {number}"
        case _:
            subject = f"Dispute {number}"
    return f"{subject} was changed in both files. Yours stays unchanged."


def _forgotten_members(progress: _Import) -> dict[int, NamePattern]:
    """Return the name patterns of members forgotten in this club. The other file may still have their names."""
    patterns = {}
    members = select_rows(progress.tx, Member, "WHERE forgotten_at IS NOT NULL")
    for member in members:
        if names_there := progress.fork.names_there.get(member.id):
            patterns[member.id] = name_pattern(names_there, names(progress.tx).values())
    return patterns


def _refuse_closed_seasons(progress: _Import) -> None:
    """Raise `ClubFault` if the import would change a session of a closed season."""
    for session in _touched_sessions(progress):
        refuse_closed_season(progress.tx, session)


def _touched_sessions(progress: _Import) -> list[Session]:
    """Return the sessions with imported events, by day."""
    numbers = {event.data["session"] for event in progress.appended if isinstance(event.data.get("session"), int)}
    found_matches = {event.match for event in progress.appended if event.match}
    for match in found_matches:
        numbers.update(session for (session,) in progress.tx.rows('SELECT session_id FROM "match" WHERE id = ?', match))
    sessions = [session for number in numbers if (session := find_row(progress.tx, Session, number))]
    return sorted(sessions, key=lambda session: session.held_on)


def _describe(club: Club, progress: _Import) -> ForkImport:
    """Return an import for display."""
    tx = progress.tx
    added = [event.data["member"] for event in progress.appended if event.kind == EventKind.MEMBER_ADDED]
    new_sessions = {event.data["session"] for event in progress.appended if event.kind == EventKind.SESSION_PLANNED}
    match_numbers = sorted({event.match for event in progress.appended if event.match})
    views = [
        matches.show(club, number) for number in match_numbers if tx.rows('SELECT 1 FROM "match" WHERE id = ?', number)
    ]
    names_by_id = names(tx)
    evenings = tuple(
        ImportedEvening(
            session.held_on,
            session.id in new_sessions,
            tuple(_imported_table(view) for view in views if view.session_id == session.id),
        )
        for session in _touched_sessions(progress)
    )
    by_hand = [f"{action}: {number}" for action, number in progress.not_imported.most_common()]
    left_out = [
        *progress.left_out,
        *([f"Not imported: {', '.join(by_hand)}. If you need these, enter them again."] if by_hand else []),
    ]
    return ForkImport(
        progress.fork.common,
        len(progress.appended),
        tuple(names_by_id[number] for number in added if number in names_by_id),
        evenings,
        tuple(progress.duplicates),
        tuple(dict.fromkeys(progress.notes)),
        tuple(dict.fromkeys(left_out)),
    )


def _imported_table(view: MatchView) -> ImportedTable:
    if view.void:
        result = "void"
    elif view.places and view.finished_at:
        result = write_places(view.places)
    else:
        result = "finished without a result" if view.finished_at else "not finished"
    return ImportedTable(view.number.reference, view.book.title, view.names, result)
