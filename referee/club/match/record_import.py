"""Importing a record as a match of the club. Every line is ruled on as if it were entered."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace

from referee.cards.words import join_words
from referee.club.calendar import checkin
from referee.club.folder import Club
from referee.club.match.log import (
    DecisionKind,
    EntryKind,
    MatchLog,
    read_log,
    with_end,
    with_ruling,
    write,
    write_entry,
)
from referee.club.match.outcome import outcome_data
from referee.club.match.starting import find_open_session, seat_players
from referee.club.match.view import MatchView, match_view
from referee.club.people import roster
from referee.club.signatures import Writing
from referee.club.text.faults import ClubFault, UnknownName
from referee.club.text.names import seat_marks
from referee.rules import Record, Report, Seats, replay
from referee.rules import replace as changed
from referee.rules.records.messages import render
from referee.store.events.log import event_with_key as event_under
from referee.store.hints import Do
from referee.store.match_replay import Decision, TableEntry
from referee.store.projections.kind import EventKind


def refuse_unless_seated(club: Club, names: Iterable[str], session: str | None = None, *, guests: bool = False) -> None:
    """Raise `ClubFault` if no session is open, or if a player is not on the roster."""
    with club.reading() as tx:
        find_open_session(tx, session)
        for name in dict.fromkeys(names):
            try:
                roster.find_member(tx, name)
            except UnknownName as unknown:
                if not guests:
                    raise UnknownName(str(unknown), Do.LET_GUESTS_PLAY("Or let new names play as guests")) from None


def import_record(club: Club, record: Record, *, session: str | None = None, guests: bool = False) -> MatchView:
    """Import a finished record as a match of an open session: all of it, or nothing. Return the match.

    It keeps the house rules stated in the record. Its players are members; with `guests`, new names become guests.
    Remarks on lines become decisions. Raise `ClubFault` for a record imported before, or one with an undecided last
    hand.
    """
    sheet = replay(_number_lines(record))  # judged before the file is locked
    if sheet.table.in_play or not sheet.places:
        raise ClubFault(f"The record of {join_words(record.seats.names)} does not show who won its last hand.")
    key = f"record-{hashlib.sha256(str(record).encode()).hexdigest()[:24]}"
    with club.writing() as tx:
        session_row = find_open_session(tx, session)
        if before := event_under(tx, tx.club, key):
            raise ClubFault(f"The record of {join_words(record.seats.names)} is already table {before.match}.")
        members = [
            checkin.find_or_add_guest(tx, name) if guests else roster.find_member(tx, name)
            for name in record.seats.names
        ]
        match = seat_players(tx, session_row, record.book, record.options, members, chip=record.chip, key=key)
        log = with_end(_write_lines(tx, read_log(tx, match), sheet), tx.moment)
        return match_view(write(tx, log, EventKind.TABLE_FINISHED, {"came": outcome_data(log)}))


def _number_lines(record: Record) -> Record:
    """Return a record with its lines numbered from 1."""
    lines = (
        changed(line, number=number, act=changed(line.act, line=number)) for number, line in enumerate(record.lines, 1)
    )
    return changed(record, lines=tuple(lines))


def _write_lines(tx: Writing, log: MatchLog, sheet: Report) -> MatchLog:
    """Write every line with the decision that its remark states. Return the log."""
    entries, decisions = list[TableEntry](), list[Decision]()
    marks = seat_marks(len(sheet.record.seats))
    for judged in sheet.entries:
        line = judged.line
        entry = TableEntry(
            match_id=log.match.id,
            number=line.number,
            step=len(entries) + len(decisions) + 1,
            kind=EntryKind.LINE.value,
            text=sheet.record.book.write(line.act, Seats(marks)),
            at=tx.moment,
            by=tx.actor,
        )
        entry = with_ruling(log.book, entry, render(judged.at_first, marks))
        changes = []
        if line.remark:
            decision = Decision(
                match_id=log.match.id,
                number=line.number,
                step=entry.step + 1,
                kind=(DecisionKind.TAKEN_BACK if line.taken_back else DecisionKind.STANDS).value,
                reason="stated in the record",
                at=tx.moment,
                by=tx.actor,
            )
            changes.append(decision)
        write_entry(tx, log, entry, changes)
        entries.append(entry)
        decisions += changes
    return replace(log, entries=tuple(entries), decisions=tuple(decisions))
