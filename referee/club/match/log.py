"""The log of a match: read, judged again from its first line, and added to.

Nothing is cached: a ruling shown is the rulebook's word on the record as it now stands. What was ruled when a line was
entered stays with the line. Whoever adds to a log holds the write lock; what is drafted is an entry or a decision that
the log has already, and that is yet to be written down as an event.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

from sqlmodel import col, func, select

from referee.club.folder import Club
from referee.club.match.edition import edition
from referee.club.signing import Writing
from referee.club.signing import names as everybody
from referee.club.text.faults import ClubFault, UnknownName
from referee.club.text.names import plain, seat_marks, signature, with_marks
from referee.games import rulebook
from referee.games.called import RESULT_ONLY, result_only
from referee.rules import Judged, Record, Rulebook, Ruling, Seats, Sheet, fold, options_from
from referee.rules.notation.line_words import Names
from referee.rules.reading.record import Line
from referee.rules.reading.said import named
from referee.store.engine import Transaction, row_of
from referee.store.events.event import Event, Text
from referee.store.events.log import sent_before as event_under
from referee.store.events.sqlite import ONLY, InFile
from referee.store.kinds.kind import Kind
from referee.store.log import Decision, Entry
from referee.store.matches import Match, Seat
from referee.store.members import Member
from referee.store.sessions import Session
from referee.store.shape import raw_of


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


KINDS: Final[Mapping[EntryKind, Kind]] = {
    EntryKind.LINE: Kind.LINE_LOGGED,
    EntryKind.PLACES: Kind.RESULT,
    EntryKind.CHIPS: Kind.RESULT,
    EntryKind.LEAVE: Kind.TABLE_LEFT,
    EntryKind.JOIN: Kind.TABLE_JOINED,
    EntryKind.STAND_IN: Kind.STOOD_IN,
    EntryKind.SWAP: Kind.SEATS_SWAPPED,
    EntryKind.VOID: Kind.TABLE_VOIDED,
    EntryKind.REOPENED: Kind.TABLE_REOPENED,
}
"""What an entry is in the club's log of events."""

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
    def steps(self) -> int:
        """How many entries and decisions the log has; it only grows."""
        return len(self.entries) + len(self.decisions)

    @property
    def token(self) -> Token:
        """What tells the match as it is from what it was or will be."""
        # A log only grows; else a match may be finished or opened again, and its players renamed or made one person.
        seats = tuple((seat.name, seat.member_id) for seat in self.seats)
        return self.steps, self.match.finished_at, seats

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
    club: Club, log: MatchLog, kind: EntryKind, said: str | Mapping[str, Any], instead_of: int | None = None
) -> Entry:
    """Return the next entry of a match, not yet judged or written down: a line by its text, or what else it says."""
    return Entry(
        match_id=log.match.id,
        number=len(log.entries) + 1,
        step=log.steps + 1,
        kind=kind.value,
        text=said if isinstance(said, str) else "",
        said={} if isinstance(said, str) else dict(said),
        instead_of=instead_of,
        because=[],
        alternatives=[],
        at=club.clock(),
        by=signature(club.signed(), log.roster),
    )


def judge(log: MatchLog, entry: Entry) -> MatchLog:
    """Judge a drafted line where it comes in the record; return the log with it, not yet written down.

    The ruling names seats, so that it can be kept for ever.
    """
    log = with_entry(log, entry)
    ruled = next(each for each in reversed(log.sheet.entries) if each.line.number == entry.number)
    note_ruling(log.book, entry, named(ruled.at_first, seat_marks(len(log.seats))))
    return log


def note_ruling(book: Rulebook, entry: Entry, ruling: Ruling) -> None:
    """Keep a ruling with its line, as it is when the line is entered, and by which edition of the rulebook it is."""
    entry.verdict, entry.word = ruling.verdict.value, ruling.word
    entry.clause, entry.rule, entry.reason = ruling.clause.id, ruling.rule, ruling.reason
    entry.because = list(ruling.because)
    entry.alternatives = [offer.text for offer in ruling.alternatives]
    entry.edition = edition(book)


def with_entry(log: MatchLog, entry: Entry) -> MatchLog:
    """Return a log with the next entry, which is yet to be written down."""
    return replace(log, entries=(*log.entries, entry), since=log.sheet)


def with_decision(log: MatchLog, decision: Decision) -> MatchLog:
    """Return a log with the next decision, which is yet to be written down."""
    return replace(log, decisions=(*log.decisions, decision), since=log.sheet)


def ended(log: MatchLog, at: datetime | None) -> MatchLog:
    """Return a log of which the match ended at a moment, or goes on; it is judged afresh.

    With the cards gathered, what was open lapses.
    """
    return replace(log, match=Match(**{**log.match.model_dump(), "finished_at": at}))


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
        step=log.steps + 1,
        kind=kind.value,
        reason=with_marks(plain(reason, "the reason"), log.names if by_seat else (), log.roster),
        dispute_id=dispute,
        at=club.clock(),
        by=signature(club.signed(), log.roster),
    )


def write_entry(
    tx: Writing, entry: Entry, decisions: Iterable[Decision] = (), key: str | None = None, **came_of_it: Any
) -> Event:
    """Write a drafted entry down, with decisions that go without saying, and what came of it: see `kinds.play`."""
    data: dict[str, Any] = {"number": entry.number, "step": entry.step, **came_of_it}
    if entry.kind == EntryKind.LINE:
        ruled = ("text", "verdict", "word", "clause", "rule", "reason", "because", "alternatives", "edition")
        data |= {name: value for name in ruled if (value := getattr(entry, name))}
    if entry.said:
        data["said"] = entry.said
    if entry.instead_of is not None:
        data["instead_of"] = entry.instead_of
    if decided := [{**_decided(each), "reason": each.reason} for each in decisions]:
        data["decided"] = decided
    names = data.pop("names", ())
    texts = [Text("reason", entry.reason)] if entry.reason and entry.kind != EntryKind.LINE else []
    return tx.append(
        KINDS[EntryKind(entry.kind)],
        data,
        match=entry.match_id,
        key=key_kept(key) if key else "",
        texts=[*texts, *names],
    )


def write_decisions(tx: Writing, decisions: Sequence[Decision], **came_of_it: Any) -> Event:
    """Write down what an officer has decided about some entries for one reason, and what came of it."""
    first = decisions[0]
    names = came_of_it.pop("names", ())
    return tx.append(
        Kind.LINE_DECIDED,
        {"decided": [_decided(each) for each in decisions], **came_of_it},
        match=first.match_id,
        texts=[*([Text("reason", first.reason)] if first.reason else []), *names],
    )


def decide(tx: Writing, log: MatchLog, decision: Decision) -> MatchLog:
    """Write down an officer's decision about an entry; return the log with it."""
    write_decisions(tx, [decision])
    return with_decision(log, decision)


def seated(sitting: Iterable[Seat | Member]) -> dict[str, Any]:
    """Return who sits at a table from now on as an event has it: who sits there already, or a member as of now."""
    rows = [
        (each.member_id, each.name, each.guest, each.was_id)
        if isinstance(each, Seat)
        else (each.id, each.name, each.guest, None)
        for each in sitting
    ]
    return {
        "seats": [[member, guest, was] for member, _, guest, was in rows],
        "names": [Text(f"seat {place}", name, member) for place, (member, name, *_) in enumerate(rows, 1)],
    }


def _decided(decision: Decision) -> dict[str, Any]:
    dispute = {} if decision.dispute_id is None else {"dispute": decision.dispute_id}
    return {"number": decision.number, "step": decision.step, "kind": decision.kind, **dispute}


def key_kept(typed: str) -> str:
    """Return a key that somebody chose as it is kept: it may have a name in it, which may have to be forgotten."""
    return f"key-{hashlib.sha256(plain(typed, 'the key').encode()).hexdigest()[:32]}"


def entry_of(log: MatchLog, number: int) -> Entry:
    """Return an entry by its number. Raises `UnknownName`, saying which there are."""
    if not 1 <= number <= len(log.entries):
        has = f"it has lines 1 to {len(log.entries)}" if log.entries else "it has no lines yet"
        raise UnknownName(f"There is no line {number} at table {log.match.id}; {has}.")
    return log.entries[number - 1]


def sent_before(tx: Transaction, log: MatchLog, key: str | None, said: str | Mapping[str, Any]) -> Entry | None:
    """Return the entry that has a key already. Raises `ClubFault` when it is about something else."""
    found = event_under(InFile(raw_of(tx.connection())), ONLY, key_kept(key)) if key else None
    if found is None or found.match is None:
        return None
    data = found.data
    if (found.match, data.get("said", data.get("text"))) != (log.match.id, said):
        raise ClubFault(f"The key {key!r} belongs to line {data['number']} of table {found.match}; use a fresh one.")
    return tx.get_one(Entry, (found.match, data["number"]))


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
