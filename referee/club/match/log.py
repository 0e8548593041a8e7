"""The log of a match: read, judged again from its first line, and added to.

Nothing is cached: a ruling shown is the rulebook's word on the record as it now stands. What was ruled when a line was
entered stays with the line. Whoever adds to a log holds the write lock; each entry and decision is sealed with all
before it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

from sqlmodel import col, func, select

from referee.club.folder import Club
from referee.club.signing import names as everybody
from referee.club.text.faults import ClubFault, UnknownName
from referee.club.text.names import plain, seat_marks, signature, with_marks
from referee.games import rulebook
from referee.games.called import RESULT_ONLY, result_only
from referee.rules import Judged, Record, Rulebook, Ruling, Seats, Sheet, fold, options_from
from referee.rules.notation.line_words import Names
from referee.rules.reading.record import Line
from referee.rules.reading.said import named
from referee.store.chain import first_link, sealed
from referee.store.engine import Transaction, row_of
from referee.store.log import Decision, Entry
from referee.store.matches import Match, Seat
from referee.store.sessions import Session


class EntryKind(StrEnum):
    """What an entry of the log is: a line of the record, how the match ended, or who came and went at the table."""

    LINE = "line"
    PLACES = "places"
    CHIPS = "chips"
    LEAVE = "leave"
    JOIN = "join"
    STAND_IN = "stand-in"
    SWAP = "swap"
    VOID = "void"
    REOPENED = "reopened"


RESULTS: Final = frozenset({EntryKind.PLACES, EntryKind.CHIPS})
"""The entries that say how a match ended."""


class DecisionKind(StrEnum):
    """What an officer decides about an entry.

    A line taken back was done and undone at the table, so that it still shows what a player held; a line struck was
    typed by mistake, and never happened.
    """

    STANDS = "stands"
    TAKEN_BACK = "taken back"
    STRUCK = "struck"


Token = tuple[int, datetime | None, tuple[tuple[str, int], ...]]


@dataclass(frozen=True)
class MatchLog:
    """A match with its seats, its entries by number, and the decisions about them in order.

    `roster` has the names of all members by number, for texts that name more than the players. `since` is the sheet of
    the log when it was shorter, so that only the hand in which it has changed is judged again.
    """

    match: Match
    session: Session
    book: Rulebook
    options: Any
    seats: tuple[Seat, ...]
    entries: tuple[Entry, ...]
    decisions: tuple[Decision, ...]
    roster: Mapping[int, str]
    since: Sheet | None = None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players in order of seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def played_on(self) -> date:
        """The day of the session."""
        return self.session.held_on

    @cached_property
    def decided(self) -> Mapping[int, Decision]:
        """The decision that counts for each entry that has any: the last."""
        return {each.number: each for each in self.decisions}

    @cached_property
    def sheet(self) -> Sheet:
        """Every line in order of play with its ruling, and the table at the end."""
        return _judged(self)

    @cached_property
    def judged(self) -> Mapping[int, Judged]:
        """The lines that happened, by number."""
        return {each.line.number: each for each in self.sheet.entries}

    @property
    def chain(self) -> tuple[int, str]:
        """The last step of the log and its seal, on which the next one builds."""
        rows: list[Entry | Decision] = [*self.entries, *self.decisions]
        last = max(rows, key=lambda row: row.step, default=None)
        return (last.step, last.seal) if last else (0, first_link(self.match))

    @property
    def token(self) -> Token:
        """What tells the match as it is from what it was or will be."""
        # A log only grows; else a match may be finished or opened again, and its players renamed or made one person.
        seats = tuple((seat.name, seat.member_id) for seat in self.seats)
        return self.chain[0], self.match.finished_at, seats

    def decision(self, entry: Entry) -> DecisionKind | None:
        """Return what officers decided about an entry, or None when they have said nothing."""
        last = self.decided.get(entry.number)
        return DecisionKind(last.kind) if last else None


def read_log(tx: Transaction, number: int, before: MatchLog | None = None) -> MatchLog:
    """Read a match from the store. Raises `UnknownName` when there is none of that number.

    With the log of a moment `before`, only what was added since is read and judged: what is written down stays.
    """
    match = row_of(tx, Match, number)
    if match is None:
        raise UnknownName(f"There is no table {number}.")
    book = book_at(match)
    entries, decisions = (before.entries, before.decisions) if before else ((), ())
    later = select(Entry).where(col(Entry.match_id) == number, col(Entry.number) > len(entries))
    step = decisions[-1].step if decisions else 0
    said = select(Decision).where(col(Decision.match_id) == number, col(Decision.step) > step)
    return MatchLog(
        match=match,
        session=tx.get_one(Session, match.session_id),
        book=book,
        options=options_from(book.options, match.options),
        seats=tuple(tx.exec(select(Seat).where(col(Seat.match_id) == number).order_by(col(Seat.seat)))),
        entries=(*entries, *tx.exec(later.order_by(col(Entry.number)))),
        decisions=(*decisions, *tx.exec(said.order_by(col(Decision.step)))),
        roster=everybody(tx),
        since=before.sheet if before else None,
    )


def book_at(match: Match) -> Rulebook:
    """Return the rulebook of a match, or what stands for it where only the result is recorded."""
    return result_only(match.game) if match.edition == RESULT_ONLY else rulebook(match.game)


def token_of(tx: Transaction, number: int) -> Token:
    """Return the token of a match as it is now, without reading its log."""
    # Asked with the file locked, so in one breath, and without making rows into objects.
    entered, decided = (
        select(func.max(kind.step)).where(kind.match_id == number).scalar_subquery() for kind in (Entry, Decision)
    )
    asked = select(entered, decided, Match.finished_at, Seat.name, Seat.member_id)  # type: ignore[call-overload]
    rows = tx.exec(asked.join(Seat).where(col(Match.id) == number).order_by(col(Seat.seat))).all()
    step = max(rows[0][0] or 0, rows[0][1] or 0)
    return step, rows[0][2], tuple((name, member) for _, _, _, name, member in rows)


def in_order(entries: Sequence[Entry]) -> list[Entry]:
    """Return entries in the order in which they happened: a correction comes where the mistyped line stood."""
    order: list[Entry] = []
    for entry in entries:
        at = len(order)
        if entry.instead_of is not None:
            at = next(at for at, other in enumerate(order, 1) if other.number == entry.instead_of)
        order.insert(at, entry)
    return order


def set_up(club: Club, number: int) -> tuple[Rulebook, Any, tuple[str, ...]]:
    """Return the rulebook, options and players of a match. Rulebooks are slow to import, so not with the lock held."""
    with club.reading() as tx:
        match = row_of(tx, Match, number)
        if match is None:
            raise UnknownName(f"There is no table {number}.")
        seated = select(Seat.name).where(col(Seat.match_id) == number).order_by(col(Seat.seat))
        book = book_at(match)
        return book, options_from(book.options, match.options), tuple(tx.exec(seated))


def drafted(
    club: Club, log: MatchLog, kind: EntryKind, text: str, key: str | None, instead_of: int | None = None
) -> Entry:
    """Return the next entry of a match, not yet judged or written down."""
    return Entry(
        key=key_kept(key) if key else secrets.token_hex(16),
        match_id=log.match.id,
        number=len(log.entries) + 1,
        step=log.chain[0] + 1,
        kind=kind.value,
        text=text,
        instead_of=instead_of,
        at=club.clock(),
        by=signature(club.signed(), log.roster),
    )


def judge(log: MatchLog, entry: Entry) -> MatchLog:
    """Judge a drafted line where it comes in the record; return the log with it, not yet sealed or written down.

    The ruling names seats, so that it can be kept for ever.
    """
    with_entry = replace(log, entries=(*log.entries, entry), since=log.sheet)
    ruled = next(each for each in reversed(with_entry.sheet.entries) if each.line.number == entry.number)
    note_ruling(entry, named(ruled.at_first, seat_marks(len(log.seats))))
    return with_entry


def note_ruling(entry: Entry, ruling: Ruling) -> None:
    """Keep a ruling with its line, as it is when the line is entered."""
    entry.verdict, entry.word = ruling.verdict.value, ruling.word
    entry.clause, entry.rule, entry.reason = ruling.clause.id, ruling.rule, ruling.reason
    entry.because = list(ruling.because)
    entry.alternatives = [offer.text for offer in ruling.alternatives]


def keep(tx: Transaction, log: MatchLog, entry: Entry) -> MatchLog:
    """Seal an entry and write it down; return the log with it."""
    entry.seal = sealed(entry, log.chain[1])
    tx.add(entry)
    tx.flush()
    return replace(log, entries=(*log.entries, entry), since=log.sheet)


def decide(tx: Transaction, log: MatchLog, decision: Decision) -> MatchLog:
    """Seal an officer's decision about an entry and write it down; return the log with it."""
    decision.seal = sealed(decision, log.chain[1])
    tx.add(decision)
    tx.flush()
    return replace(log, decisions=(*log.decisions, decision), since=log.sheet)


def drafted_decision(
    club: Club,
    log: MatchLog,
    number: int,
    kind: DecisionKind,
    reason: str,
    dispute: int | None = None,
    by_seat: bool = True,
) -> Decision:
    """Return an officer's decision about an entry, not yet written down.

    Its reason names the players by seat, or not (`by_seat`) where seats may yet come to be another's.
    """
    return Decision(
        match_id=log.match.id,
        number=number,
        step=log.chain[0] + 1,
        kind=kind.value,
        reason=with_marks(plain(reason, "the reason"), log.names if by_seat else (), log.roster),
        dispute_id=dispute,
        at=club.clock(),
        by=signature(club.signed(), log.roster),
    )


def keep_all(tx: Transaction, log: MatchLog, rows: Iterable[Entry | Decision]) -> None:
    """Seal entries and decisions that follow a log, each with all before it, and write them down."""
    _, link = log.chain
    for row in rows:
        row.seal = link = sealed(row, link)
        tx.add(row)
    tx.flush()


def key_kept(typed: str) -> str:
    """Return a key that somebody chose as it is kept: it may have a name in it, which may have to be forgotten."""
    return f"key-{hashlib.sha256(plain(typed, 'the key').encode()).hexdigest()[:32]}"


def entry_of(log: MatchLog, number: int) -> Entry:
    """Return an entry by its number. Raises `UnknownName`, saying which there are."""
    if not 1 <= number <= len(log.entries):
        has = f"it has lines 1 to {len(log.entries)}" if log.entries else "it has no lines yet"
        raise UnknownName(f"There is no line {number} at table {log.match.id}; {has}.")
    return log.entries[number - 1]


def sent_before(tx: Transaction, log: MatchLog, key: str | None, text: str) -> Entry | None:
    """Return the entry that has a key already. Raises `ClubFault` when it is about something else."""
    found = tx.exec(select(Entry).where(col(Entry.key) == key_kept(key))).first() if key else None
    if found and (found.match_id, found.text) != (log.match.id, text):
        raise ClubFault(f"The key {key!r} belongs to line {found.number} of table {found.match_id}; use a fresh one.")
    return found


def _judged(log: MatchLog) -> Sheet:
    """Judge the lines of a match: those that happened, in order, with what officers decided about them.

    An illegal line of which they have decided nothing is void, unless a later one shows that it stood.
    """
    marks, seats = Names(seat_marks(len(log.seats))), Seats(log.names)
    pack = log.book.pack_for(log.options)
    read = {line.number: line for line in log.since.record.lines} if log.since else {}
    lines = []
    for entry in in_order(log.entries):
        decision = log.decision(entry)
        if entry.kind != EntryKind.LINE or decision is DecisionKind.STRUCK:
            continue
        taken_back, stands = decision is DecisionKind.TAKEN_BACK, decision is DecisionKind.STANDS
        line = read.get(entry.number)  # the words of an entry never change
        if line is None or (line.taken_back, line.stands) != (taken_back, stands):
            act = log.book.grammar.read(entry.text, marks, pack, entry.number, log.book.title)
            line = Line(entry.number, log.book.write(act, seats), act, taken_back, stands)
        lines.append(line)
    record = Record(log.book, seats, log.options, tuple(lines), log.played_on, chip=log.match.chip)
    return fold(record, gathered=log.match.finished_at is not None, since=log.since)
