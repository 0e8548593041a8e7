"""A record from elsewhere as a match of the club: all its lines at once, ruled on as if they had been logged."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from sqlmodel import col, select

from referee.cards.words import listed
from referee.club.calendar import checkin
from referee.club.folder import Club
from referee.club.match.log import DecisionKind, EntryKind, note_ruling, read_log
from referee.club.match.outcome import project
from referee.club.match.starting import open_one, seat
from referee.club.match.view import MatchView, match_view
from referee.club.people import roster
from referee.club.text.faults import ClubFault, UnknownName
from referee.club.text.names import seat_marks
from referee.rules import Record, Seats, Sheet, fold, replace
from referee.rules.reading.said import named
from referee.store.chain import first_link, sealed
from referee.store.hints import Do
from referee.store.models import Decision, Entry, Match


def refuse_unless_seated(club: Club, names: Iterable[str], session: str | None = None, *, guests: bool = False) -> None:
    """Raise a fault when there is no open session, or somebody is not on the roster: before anything is kept."""
    with club.reading() as tx:
        open_one(tx, session)
        for name in dict.fromkeys(names):
            try:
                roster.called(tx, name)
            except UnknownName as unknown:
                if not guests:
                    raise UnknownName(
                        str(unknown), Do.LET_GUESTS_PLAY("Or have whoever is no member play as a guest")
                    ) from None


def take_over(club: Club, record: Record, *, session: str | None = None, guests: bool = False) -> MatchView:
    """Make a finished match of a record, at an open session; all of it is written down, or nothing.

    It is played by the house rules that the record states. Its players are members, or with `guests` new names become
    guests. Lines that say what became of them are decided so. The same record twice is a fault, and so is one that
    does not tell how its last hand ended.
    """
    sheet = fold(_numbered(record))  # before the file is locked
    if sheet.state.in_play or not sheet.places:
        raise ClubFault(f"The record of {listed(record.seats.names)} does not tell who won its last hand.")
    key = hashlib.sha256(str(record).encode()).hexdigest()[:24]
    with club.writing() as tx:
        found = open_one(tx, session)
        if before := tx.exec(select(Entry.match_id).where(col(Entry.key) == f"{key}-1")).first():
            raise ClubFault(f"The record of {listed(record.seats.names)} is table {before} already.")
        members = [checkin.guest(tx, name) if guests else roster.called(tx, name) for name in record.seats.names]
        match = seat(tx, found, record.book, record.options, members, chip=record.chip)
        tx.add_all(_log(club, match, sheet, key, tx.actor))
        tx.flush()
        match.finished_at = club.clock()
        log = read_log(tx, match.id)
        project(tx, log)
        return match_view(log)


def _numbered(record: Record) -> Record:
    """Return a record of which the lines are numbered from 1 on, as those of a match are."""
    lines = (
        replace(line, number=number, act=replace(line.act, line=number)) for number, line in enumerate(record.lines, 1)
    )
    return replace(record, lines=tuple(lines))


def _log(club: Club, match: Match, sheet: Sheet, key: str, by: str) -> Iterator[Entry | Decision]:
    """Yield every line and what the record says became of it, each sealed with all before it."""
    link, step = first_link(match), 0
    marks = seat_marks(len(sheet.record.seats))
    for entry in sheet.entries:
        line = entry.line
        step += 1
        row = Entry(
            key=f"{key}-{line.number}",
            match_id=match.id,
            number=line.number,
            step=step,
            kind=EntryKind.LINE.value,
            text=sheet.record.book.write(line.act, Seats(marks)),
            at=club.clock(),
            by=by,
        )
        note_ruling(row, named(entry.at_first, marks))
        row.seal = link = sealed(row, link)
        yield row
        if line.remark:
            step += 1
            decision = Decision(
                match_id=match.id,
                number=line.number,
                step=step,
                kind=(DecisionKind.TAKEN_BACK if line.taken_back else DecisionKind.STANDS).value,
                reason="said so in the record",
                at=club.clock(),
                by=by,
            )
            decision.seal = link = sealed(decision, link)
            yield decision
