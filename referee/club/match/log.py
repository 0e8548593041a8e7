"""The log of a match: read, judged again from its first line, and added to.

Nothing is cached: a ruling shown is the rulebook's word on the record as it now stands. What was ruled when a line was
entered stays with the line. Whoever adds to a log holds the write lock; what is drafted is an entry or a decision that
the log has already, and that is yet to be written down as an event.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

from referee.club import table_numbers
from referee.club.folder import Club
from referee.club.match.edition import edition
from referee.club.signatures import Writing, numbers_now
from referee.club.signatures import names as everybody
from referee.club.table_numbers import TableNumber
from referee.club.text.faults import ClubFault, Meanwhile, UnknownName
from referee.club.text.names import clean_text, seat_marks, signature, with_marks
from referee.games import rulebook
from referee.games.lookup import RESULT_ONLY, result_only_rulebook
from referee.rules import JudgedLine, Record, Report, Rulebook, Ruling, Seats, options_from, replay
from referee.rules.notation.line_words import PlayerNames
from referee.rules.records.messages import render
from referee.rules.records.record import Line
from referee.store.events.event import EventText
from referee.store.events.log import event_with_key as event_under
from referee.store.faults import StoreAltered
from referee.store.hints import Do
from referee.store.match_replay import IDENTITY_EVENTS, Decision, Match, MatchEvents, Seat, TableEntry, replay_matches
from referee.store.plain_rows import Member, Session, get_row
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction


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


EVENT_KINDS: Final[Mapping[EntryKind, EventKind]] = {
    EntryKind.LINE: EventKind.LINE_LOGGED,
    EntryKind.PLACES: EventKind.RESULT,
    EntryKind.CHIPS: EventKind.RESULT,
    EntryKind.LEAVE: EventKind.TABLE_LEFT,
    EntryKind.JOIN: EventKind.TABLE_JOINED,
    EntryKind.STAND_IN: EventKind.STOOD_IN,
    EntryKind.SWAP: EventKind.SEATS_SWAPPED,
    EntryKind.VOID: EventKind.TABLE_VOIDED,
    EntryKind.REOPENED: EventKind.UNDONE,
}
"""What an entry is in the club's log of events."""

Token = tuple[int, int]
"""The number of a table's last event, and of the last by which members came to be others."""


@dataclass(frozen=True)
class MatchLog:
    """A match with its `number`, its seats, its entries by number, and the decisions about them in order.

    `roster` has the names of all members by number, for texts that name more than the players. `since` is the sheet of
    the log when it was shorter, so that only the hand in which it has changed is judged again. The `token` tells the
    match as it is from what it was or will be.
    """

    number: TableNumber
    match: Match
    session: Session
    book: Rulebook
    options: Any
    seats: tuple[Seat, ...]
    entries: tuple[TableEntry, ...]
    decisions: tuple[Decision, ...]
    roster: Mapping[int, str]
    token: Token
    since: Report | None = None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players in order of seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def played_on(self) -> date:
        """The day of the session."""
        return self.session.held_on

    @cached_property
    def latest_decisions(self) -> Mapping[int, Decision]:
        """The decision that counts for each entry that has any: the last."""
        return {decision.number: decision for decision in self.decisions}

    @cached_property
    def sheet(self) -> Report:
        """Every line in order of play with its ruling, and the table at the end."""
        return _judged(self)

    @cached_property
    def judged(self) -> Mapping[int, JudgedLine]:
        """The lines that happened, by number."""
        return {entry.line.number: entry for entry in self.sheet.entries}

    @property
    def steps(self) -> int:
        """How many entries and decisions the log has; it only grows."""
        return len(self.entries) + len(self.decisions)

    def decision(self, entry: TableEntry) -> DecisionKind | None:
        """Return what officers decided about an entry, or None when they have said nothing."""
        last = self.latest_decisions.get(entry.number)
        return DecisionKind(last.kind) if last else None


def read_log(tx: Transaction, number: int, before: MatchLog | None = None) -> MatchLog:
    """Read a match from the store. Raises `UnknownName` when there is none of that number.

    With the log of a moment `before`, only what was added since is read and judged: what is written down stays.
    """
    try:
        for log in read_logs(tx, [number] if abs(number) < 2**63 else [], before):
            return log
    except StoreAltered as fault:
        raise StoreAltered(f"Table {number} cannot be read: {fault}", Do.AUDIT("See all of it")) from None
    raise UnknownName(f"There is no table {number}.")


def read_logs(tx: Transaction, numbers: Collection[int], before: MatchLog | None = None) -> Iterator[MatchLog]:
    """Yield matches in order of their numbers, asking as often for some as for one; see `read_log`."""
    roster, current_numbers, people = everybody(tx), numbers_now(tx), read_token(tx, 0)[1]
    numbers_by_match = table_numbers.numbers(tx, numbers)
    if before and before.token[1] != people:
        before = None  # somebody who sits there is another now
    stored = None
    if before:
        stored = MatchEvents(before.match, before.seats, before.entries, before.decisions, before.token[0])
    for events in replay_matches(tx, numbers, current_numbers, stored):
        session = get_row(tx, Session, events.match.session_id)
        number = numbers_by_match.get(events.match.id) or table_numbers.unlisted(events.match.id, session)
        match = replace(events.match, id=number)
        if before and before.token[0] == events.last:
            yield _as_judged(before, number=number, match=match, session=session, roster=roster)
            continue
        book = match_book(match)
        yield MatchLog(
            number=number,
            match=match,
            session=session,
            book=book,
            options=options_from(book.options, match.options),
            seats=events.seats,
            entries=events.entries,
            decisions=events.decisions,
            roster=roster,
            token=(events.last, people),
            since=before.sheet if before else None,
        )


def match_book(match: Match) -> Rulebook:
    """Return the rulebook of a match, or what stands for it where only the result is recorded."""
    return result_only_rulebook(match.game) if match.edition == RESULT_ONLY else rulebook(match.game)


def read_token(tx: Transaction, number: int) -> Token:
    """Return the token of a match as it is now, without reading its log."""
    undone = f"kind = ? AND {tx.data_field('kind')} = ?"
    of = ["match = ?", *["kind = ?"] * len(IDENTITY_EVENTS), undone]
    maxima = ", ".join(f"(SELECT max(n) FROM event WHERE club = {int(tx.club)} AND {condition})" for condition in of)
    [(last, *people)] = tx.rows(f"SELECT {maxima}", number, *IDENTITY_EVENTS, EventKind.UNDONE, EventKind.MEMBER_MERGED)
    return last or 0, max(n or 0 for n in people)


def playing_order(entries: Sequence[TableEntry]) -> list[TableEntry]:
    """Return entries in the order in which they happened: a correction comes where the mistyped line stood."""
    order: list[TableEntry] = []
    for entry in entries:
        at = len(order)
        if entry.instead_of is not None:
            at = next(at for at, line_entry in enumerate(order, 1) if line_entry.number == entry.instead_of)
        order.insert(at, entry)
    return order


def load_log(club: Club, match: int, before: MatchLog | None = None) -> MatchLog:
    """Return the log of a match, judged: read whole, or what was added to it since it was as `before`.

    Whoever changes a match reads it so before the file is locked, as rulebooks are slow to import.
    """
    with club.reading() as tx:
        if before and read_token(tx, match) == before.token:
            return before
        log = read_log(tx, match, before)
        _ = log.sheet  # what was altered so that it cannot be judged is found out here, and said plainly
        return log


def draft_entry(
    club: Club, log: MatchLog, kind: EntryKind, content: str | Mapping[str, Any], instead_of: int | None = None
) -> TableEntry:
    """Return the next entry of a match, not yet judged or written down: a line by its text, or what else it says."""
    return TableEntry(
        match_id=log.match.id,
        number=len(log.entries) + 1,
        step=log.steps + 1,
        kind=kind.value,
        text=content if isinstance(content, str) else "",
        details={} if isinstance(content, str) else dict(content),
        instead_of=instead_of,
        at=club.clock(),
        by=signature(club.signed(), log.roster),
        phone=club.phone.number if club.phone else 0,
    )


def judge(log: MatchLog, entry: TableEntry) -> MatchLog:
    """Judge a drafted line where it comes in the record; return the log with it, not yet written down.

    The ruling names seats, so that it can be kept for ever.
    """
    longer = with_entry(log, entry)
    ruled = next(
        judged_line for judged_line in reversed(longer.sheet.entries) if judged_line.line.number == entry.number
    )
    stored_ruling = with_ruling(log.book, entry, render(ruled.at_first, seat_marks(len(log.seats))))
    return _as_judged(longer, entries=(*log.entries, stored_ruling))


def _as_judged(log: MatchLog, **changed: Any) -> MatchLog:
    """Return a log with changes that bear on no ruling, so that it is not judged again."""
    judged_line = replace(log, **changed)
    vars(judged_line).update({name: value for name, value in vars(log).items() if name in ("sheet", "judged")})
    return judged_line


def with_ruling(book: Rulebook, entry: TableEntry, ruling: Ruling) -> TableEntry:
    """Return a line with the ruling as it is when the line is entered, and by which edition of the rulebook it is."""
    return replace(
        entry,
        verdict=ruling.verdict.value,
        word=ruling.word,
        clause=ruling.clause.id,
        rule=ruling.rule,
        reason=ruling.reason,
        because=list(ruling.because),
        alternatives=[offer.text for offer in ruling.alternatives],
        edition=edition(book),
    )


def with_entry(log: MatchLog, entry: TableEntry) -> MatchLog:
    """Return a log with the next entry, which is yet to be written down."""
    return replace(log, entries=(*log.entries, entry), since=log.sheet)


def with_decision(log: MatchLog, decision: Decision) -> MatchLog:
    """Return a log with the next decision, which is yet to be written down."""
    return replace(log, decisions=(*log.decisions, decision), since=log.sheet)


def with_end(log: MatchLog, at: datetime | None) -> MatchLog:
    """Return a log of which the match ended at a moment, or goes on; it is judged afresh.

    With the cards gathered, what was open lapses.
    """
    return replace(log, match=replace(log.match, finished_at=at))


def draft_decision(
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
        reason=with_marks(clean_text(reason, "the reason"), log.names if by_seat else (), log.roster),
        dispute_id=dispute,
        at=club.clock(),
        by=signature(club.signed(), log.roster),
        phone=club.phone.number if club.phone else 0,
    )


def write_entry(
    tx: Writing,
    log: MatchLog,
    entry: TableEntry,
    decisions: Iterable[Decision] = (),
    key: str | None = None,
    **came_of_it: Any,
) -> MatchLog:
    """Write a drafted entry of a log down, with decisions that go without saying, and what came of it; return the log.

    See `referee.store.projections.play`.
    """
    data: dict[str, Any] = {"number": entry.number, "step": entry.step, **came_of_it}
    if entry.kind == EntryKind.LINE:
        ruled = ("text", "verdict", "word", "clause", "rule", "reason", "because", "alternatives", "edition")
        data |= {name: value for name in ruled if (value := getattr(entry, name))}
    if entry.details:
        data["said"] = dict(entry.details)
    if entry.instead_of is not None:
        data["instead_of"] = entry.instead_of
    if said_of := [{**decision_data(decision), "reason": decision.reason} for decision in decisions]:
        data["decided"] = said_of
    names = data.pop("names", ())
    texts = [EventText("reason", entry.reason)] if entry.reason and entry.kind != EntryKind.LINE else []
    stored_key = storable_key(key) if key else ""
    return write(tx, log, EVENT_KINDS[EntryKind(entry.kind)], data, key=stored_key, texts=[*texts, *names])


def write_decisions(tx: Writing, log: MatchLog, decisions: Sequence[Decision], **came_of_it: Any) -> MatchLog:
    """Write down what an officer has decided about some entries for one reason, and what came of it; return the log."""
    reason = decisions[0].reason
    names = came_of_it.pop("names", ())
    data = {"decided": [decision_data(decision) for decision in decisions], **came_of_it}
    return write(
        tx, log, EventKind.LINE_DECIDED, data, texts=[*([EventText("reason", reason)] if reason else []), *names]
    )


def write(
    tx: Writing,
    log: MatchLog,
    kind: EventKind,
    data: Mapping[str, Any],
    *,
    key: str = "",
    texts: Iterable[EventText] = (),
) -> MatchLog:
    """Write an event of a table down; return its log, which has what the event says already, as it is from then on."""
    event = tx.append(kind, data, match=log.match.id, key=key, texts=texts)
    return _as_judged(log, token=(event.n, log.token[1]))


def seats_data(sitting: Iterable[Seat | Member]) -> dict[str, Any]:
    """Return who sits at a table from now on as an event has it: who sits there already, or a member as of now."""
    rows = [
        (player.member_id, player.name, player.guest, player.was_id)
        if isinstance(player, Seat)
        else (player.id, player.name, player.guest, None)
        for player in sitting
    ]
    return {
        "seats": [[member, guest, home_number] for member, _, guest, home_number in rows],
        "names": [EventText(f"seat {place}", name, member) for place, (member, name, *_) in enumerate(rows, 1)],
    }


def decision_data(decision: Decision) -> dict[str, Any]:
    """Return a decision as an event has it, which has the reason, and the number of the dispute if it is of one."""
    return {"number": decision.number, "step": decision.step, "kind": decision.kind}


def storable_key(key: str) -> str:
    """Return a key that somebody chose as it is kept: it may have a name in it, which may have to be forgotten."""
    return f"key-{hashlib.sha256(clean_text(key, 'the key').encode()).hexdigest()[:32]}"


def entry_of(log: MatchLog, number: int) -> TableEntry:
    """Return an entry by its number. Raises `UnknownName`, saying which there are."""
    if not 1 <= number <= len(log.entries):
        has = f"Use 1 to {len(log.entries)}" if log.entries else "It has no lines yet"
        raise UnknownName(f"There is no line {number} at table {log.match.id}. {has}.")
    return log.entries[number - 1]


def find_sent_entry(tx: Transaction, log: MatchLog, key: str | None, content: str | Mapping[str, Any]) -> int:
    """Return the number of the entry that has a key already, else 0. Raises `ClubFault` for one of something else."""
    event = event_under(tx, tx.club, storable_key(key)) if key else None
    if event is None or event.match is None:
        return 0
    data = event.data
    if (event.match, data.get("said", data.get("text"))) != (log.match.id, content):
        raise ClubFault(f"The key {key!r} belongs to line {data['number']} of table {event.match}. Use a new key.")
    return int(data["number"])


def refuse_if_changed(log: MatchLog, steps: int | None) -> None:
    """Raise `Meanwhile` unless the log of a table has so many `steps` still as when it was seen; None for any."""
    if steps is not None and log.steps != steps:
        raise Meanwhile(tuple(entry.number for entry in log.entries if entry.step > steps))


def was_sent(club: Club, key: str | None) -> bool:
    """Tell whether something has been recorded with a key."""
    if not key:
        return False
    with club.reading() as tx:
        return event_under(tx, tx.club, storable_key(key)) is not None


def _judged(log: MatchLog) -> Report:
    """Judge the lines of a match: those that happened, in order, with what officers decided about them.

    An illegal line of which they have decided nothing is void, unless a later one shows that it stood.
    """
    marks, seats = PlayerNames(seat_marks(len(log.seats))), Seats(log.names)
    pack = log.book.pack_for(log.options)
    read = {line.number: line for line in log.since.record.lines} if log.since else {}
    lines = []
    for entry in playing_order(log.entries):
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
    return replay(record, cards_gathered=log.match.finished_at is not None, since=log.since)
