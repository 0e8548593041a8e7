"""Adding to the log of a match: entries and decisions, each sealed with all before it. Needs the write lock."""

from __future__ import annotations

import secrets
from dataclasses import replace

from sqlmodel import col, select

from referee.club.faults import ClubFault, UnknownName
from referee.club.folder import Club
from referee.club.matches import Kind, Word, Written
from referee.club.names import seat_marks, signature, with_marks
from referee.club.placings import project
from referee.rules import Ruling, Seats
from referee.store.chain import sealed
from referee.store.engine import Transaction
from referee.store.models import Decision, Entry


def drafted(
    club: Club, match: Written, kind: Kind, text: str, key: str | None, by: str | None, instead_of: int | None = None
) -> Entry:
    """Return the next entry of a match, not yet judged or written down."""
    return Entry(
        key=key or secrets.token_hex(16),
        match_id=match.match.id,
        number=len(match.entries) + 1,
        step=match.chain[0] + 1,
        kind=kind.value,
        text=text,
        instead_of=instead_of,
        at=club.clock(),
        by=signature(club.signed(by), match.roster),
    )


def judge(match: Written, entry: Entry) -> None:
    """Judge a drafted line where it comes in the record. The ruling names seats, so that it can be kept for ever."""
    with_entry = replace(match, entries=(*match.entries, entry))
    judged = with_entry.judged[entry.number]
    before = replace(judged.before, seats=Seats(seat_marks(len(match.seats))))
    note_ruling(entry, match.book.judge(before, judged.line.act))


def note_ruling(entry: Entry, ruling: Ruling) -> None:
    """Keep a ruling with its line, as it is when the line is entered."""
    entry.verdict, entry.word = ruling.verdict.value, ruling.word
    entry.clause, entry.rule, entry.reason = ruling.clause.id, ruling.rule, ruling.reason
    entry.because = list(ruling.because)
    entry.alternatives = [offer.text for offer in ruling.alternatives]


def keep(tx: Transaction, match: Written, entry: Entry) -> Written:
    """Seal an entry and write it down; return the match with it."""
    entry.seal = sealed(entry, match.chain[1])
    tx.add(entry)
    tx.flush()
    return replace(match, entries=(*match.entries, entry))


def decide(
    tx: Transaction,
    club: Club,
    match: Written,
    number: int,
    word: Word,
    reason: str,
    by: str | None,
    dispute: int | None = None,
) -> Written:
    """Seal an officer's word on an entry and write it down; return the match with it."""
    step, seal = match.chain
    decision = Decision(
        match_id=match.match.id,
        number=number,
        step=step + 1,
        kind=word.value,
        reason=with_marks(reason, match.names, match.roster),
        dispute_id=dispute,
        at=club.clock(),
        by=signature(club.signed(by), match.roster),
    )
    decision.seal = sealed(decision, seal)
    tx.add(decision)
    tx.flush()
    return replace(match, decisions=(*match.decisions, decision))


def count_again(tx: Transaction, match: Written) -> Written:
    """Write the places of a finished match anew; one that is no longer decided is open again."""
    if match.match.finished_at and not project(tx, match):
        match.match.finished_at = None
        tx.add(match.match)
        return replace(match)
    return match


def entry_of(match: Written, number: int) -> Entry:
    """Return an entry by its number. Raises `UnknownName`, saying which there are."""
    if not 1 <= number <= len(match.entries):
        has = f"it has lines 1 to {len(match.entries)}" if match.entries else "it has no lines yet"
        raise UnknownName(f"There is no line {number} at table {match.match.id}; {has}.")
    return match.entries[number - 1]


def sent_before(tx: Transaction, match: Written, key: str | None, text: str) -> Entry | None:
    """Return the entry that has a key already. Raises `ClubFault` when it is about something else."""
    found = tx.exec(select(Entry).where(col(Entry.key) == key)).first() if key else None
    if found and (found.match_id, found.text) != (match.match.id, text):
        raise ClubFault(f"The key {key!r} belongs to line {found.number} of table {found.match_id}; use a fresh one.")
    return found
