"""The log of a match: reading it, judging it again from its first line, and adding to it.

Rulings are not cached: a displayed ruling is the rulebook's answer to the current record. The ruling at entry time is
stored with its line.

A caller that adds to a log holds the write lock. A draft is an entry or a decision that is in the log, but not yet
written as an event.
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
from referee.club.signatures import Writing, current_member_numbers
from referee.club.signatures import names as everybody
from referee.club.table_numbers import TableNumber
from referee.club.text.faults import ClubFault, LogChanged, UnknownName
from referee.club.text.names import clean_text, seat_marks, signature, with_marks
from referee.games import rulebook
from referee.games.lookup import RESULT_ONLY, result_only_rulebook
from referee.rules import JudgedLine, Record, Report, Rulebook, Ruling, Seats, options_from, replay
from referee.rules.notation.line_words import PlayerNames
from referee.rules.records.messages import render
from referee.rules.records.record import Line
from referee.store.decoding import decoding
from referee.store.events.event import EventText
from referee.store.events.log import event_with_key as event_under
from referee.store.faults import StoreAltered
from referee.store.hints import Do
from referee.store.match_replay import IDENTITY_EVENTS, Decision, Match, MatchEvents, Seat, TableEntry, replay_matches
from referee.store.plain_rows import Member, Session, get_row
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction


class EntryKind(StrEnum):
    """The kind of a log entry: a line of the record, a result, or a change of players."""

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
"""The kinds of entries that state a result."""


class DecisionKind(StrEnum):
    """An officer's decision about an entry.

    A line that is taken back was undone at the table, and still shows a player's cards. A line that is struck was a
    typing mistake and never happened.
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
    EntryKind.REOPENED: EventKind.RETRACTED,
}
"""What an entry is in the club's log of events."""

Token = tuple[int, int]
"""The number of a table's last event, and of the last by which members came to be others."""


@dataclass(frozen=True)
class MatchLog:
    """A match with its table `number`, seats, entries by number, and decisions in order.

    `roster` has the names of all members by number, for texts that name people who do not play. `since` is the report
    of an earlier state of the log, so that only the changed hand is judged again. `token` changes whenever the match
    does.
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
        """The latest decision on each decided entry, by entry number."""
        return {decision.number: decision for decision in self.decisions}

    @cached_property
    def sheet(self) -> Report:
        """The report on the record: every line with its ruling, and the final table."""
        return _replay_log(self)

    @cached_property
    def judged(self) -> Mapping[int, JudgedLine]:
        """The judged lines by number. Struck lines are left out."""
        return {entry.line.number: entry for entry in self.sheet.entries}

    @property
    def steps(self) -> int:
        """The number of entries and decisions in the log, which only grows."""
        return len(self.entries) + len(self.decisions)

    def decision(self, entry: TableEntry) -> DecisionKind | None:
        """Return the decision in force for an entry; None if there is none."""
        latest = self.latest_decisions.get(entry.number)
        return DecisionKind(latest.kind) if latest else None


def read_log(tx: Transaction, number: int, before: MatchLog | None = None) -> MatchLog:
    """Return the log of a match from the store. Raise `UnknownName` for an unknown number.

    With an earlier state of the log (`before`), only additions are read and judged.
    """
    try:
        for log in read_logs(tx, [number] if abs(number) < 2**63 else [], before):
            return log
    except StoreAltered as fault:
        raise StoreAltered(f"Table {number} cannot be read: {fault}", Do.AUDIT("See all of it")) from None
    raise UnknownName(f"There is no table {number}.")


def read_logs(tx: Transaction, numbers: Collection[int], before: MatchLog | None = None) -> Iterator[MatchLog]:
    """Yield the logs of several matches in order of number. The number of queries is constant. See `read_log`."""
    roster, current_numbers, people = everybody(tx), current_member_numbers(tx), read_token(tx, 0)[1]
    numbers_by_match = table_numbers.numbers(tx, numbers)
    if before and before.token[1] != people:
        before = None  # a merge may have changed the players
    earlier_events = None
    if before:
        earlier_events = MatchEvents(before.match, before.seats, before.entries, before.decisions, before.token[0])
    for events in replay_matches(tx, numbers, current_numbers, earlier_events):
        session = get_row(tx, Session, events.match.session_id)
        number = numbers_by_match.get(events.match.id) or table_numbers.unlisted_number(events.match.id, session)
        match = replace(events.match, id=number)
        if before and before.token[0] == events.last:
            yield _replace_unjudged(before, number=number, match=match, session=session, roster=roster)
            continue
        book = match_book(match)
        with decoding(f"the options of table {number}"):
            options = options_from(book.options, match.options)
        yield MatchLog(
            number=number,
            match=match,
            session=session,
            book=book,
            options=options,
            seats=events.seats,
            entries=events.entries,
            decisions=events.decisions,
            roster=roster,
            token=(events.last, people),
            since=before.sheet if before else None,
        )


def match_book(match: Match) -> Rulebook:
    """Return the rulebook of a match, or a stand-in if the match has only a result."""
    return result_only_rulebook(match.game) if match.edition == RESULT_ONLY else rulebook(match.game)


def read_token(tx: Transaction, number: int) -> Token:
    """Return the current token of a match without reading its log."""
    retraction_condition = f"kind = ? AND {tx.data_field('kind')} = ?"
    conditions = ["match = ?", *["kind = ?"] * len(IDENTITY_EVENTS), retraction_condition]
    maxima = ", ".join(
        f"(SELECT max(n) FROM event WHERE club = {int(tx.club)} AND {condition})" for condition in conditions
    )
    [(last_number, *people)] = tx.rows(
        f"SELECT {maxima}", number, *IDENTITY_EVENTS, EventKind.RETRACTED, EventKind.MEMBER_MERGED
    )
    return last_number or 0, max(n or 0 for n in people)


def playing_order(entries: Sequence[TableEntry]) -> list[TableEntry]:
    """Return entries in order of play. A correction takes the position of the line that it replaces."""
    order: list[TableEntry] = []
    for entry in entries:
        index = len(order)
        if entry.instead_of is not None:
            index = next(index for index, line_entry in enumerate(order, 1) if line_entry.number == entry.instead_of)
        order.insert(index, entry)
    return order


def load_log(club: Club, match: int, before: MatchLog | None = None) -> MatchLog:
    """Return the judged log of a match. With an earlier state (`before`), only additions are read.

    Call this before locking the file, because importing a rulebook is slow.
    """
    with club.reading() as tx:
        if before and read_token(tx, match) == before.token:
            return before
        log = read_log(tx, match, before)
        _ = log.sheet  # judge it now, so that tampering is reported as a fault
        return log


def draft_entry(
    club: Club, log: MatchLog, kind: EntryKind, content: str | Mapping[str, Any], instead_of: int | None = None
) -> TableEntry:
    """Return the next entry of a match: a line with its text, or an entry with other content.

    It is neither judged nor stored.
    """
    return TableEntry(
        match_id=log.match.id,
        number=len(log.entries) + 1,
        step=log.steps + 1,
        kind=kind.value,
        text=content if isinstance(content, str) else "",
        details={} if isinstance(content, str) else dict(content),
        instead_of=instead_of,
        at=club.clock(),
        by=signature(club.signature(), log.roster),
        phone=club.phone.number if club.phone else 0,
    )


def judge(log: MatchLog, entry: TableEntry) -> MatchLog:
    """Return a log with a drafted line judged at its position in the record. Nothing is stored.

    The ruling refers to seats, not names.
    """
    longer_log = with_entry(log, entry)
    new_judged_line = next(
        judged_line for judged_line in reversed(longer_log.sheet.entries) if judged_line.line.number == entry.number
    )
    stored_ruling = with_ruling(log.book, entry, render(new_judged_line.at_first, seat_marks(len(log.seats))))
    return _replace_unjudged(longer_log, entries=(*log.entries, stored_ruling))


def _replace_unjudged(log: MatchLog, **changes: Any) -> MatchLog:
    """Return a log with changes that affect no ruling, so that it is not judged again."""
    judged_line = replace(log, **changes)
    vars(judged_line).update({name: value for name, value in vars(log).items() if name in ("sheet", "judged")})
    return judged_line


def with_ruling(book: Rulebook, entry: TableEntry, ruling: Ruling) -> TableEntry:
    """Return an entry with its ruling at entry time, and the edition of the rulebook behind it."""
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
    """Return a log with one more entry. Nothing is stored."""
    return replace(log, entries=(*log.entries, entry), since=log.sheet)


def with_decision(log: MatchLog, decision: Decision) -> MatchLog:
    """Return a log with one more decision. Nothing is stored."""
    return replace(log, decisions=(*log.decisions, decision), since=log.sheet)


def with_end(log: MatchLog, at: datetime | None) -> MatchLog:
    """Return a log whose match ends at a moment, or is open again (None).

    It is judged again, because open lines lapse at the end.
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
    """Return an officer's decision about an entry. Nothing is stored.

    With `by_seat`, its reason refers to players by seat. Otherwise it refers to them by member number, because seats
    may be corrected later.
    """
    return Decision(
        match_id=log.match.id,
        number=number,
        step=log.steps + 1,
        kind=kind.value,
        reason=with_marks(clean_text(reason, "the reason"), log.names if by_seat else (), log.roster),
        dispute_id=dispute,
        at=club.clock(),
        by=signature(club.signature(), log.roster),
        phone=club.phone.number if club.phone else 0,
    )


def write_entry(
    tx: Writing,
    log: MatchLog,
    entry: TableEntry,
    decisions: Iterable[Decision] = (),
    key: str | None = None,
    **outcome_values: Any,
) -> MatchLog:
    """Write a drafted entry with the decisions it implies and its outcome. Return the log.

    See `referee.store.projections.play`.
    """
    data: dict[str, Any] = {"number": entry.number, "step": entry.step, **outcome_values}
    if entry.kind == EntryKind.LINE:
        ruling_fields = ("text", "verdict", "word", "clause", "rule", "reason", "because", "alternatives", "edition")
        data |= {name: value for name in ruling_fields if (value := getattr(entry, name))}
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


def write_decisions(tx: Writing, log: MatchLog, decisions: Sequence[Decision], **outcome_values: Any) -> MatchLog:
    """Write an officer's decisions about some entries, with one reason and their outcome. Return the log."""
    reason = decisions[0].reason
    names = outcome_values.pop("names", ())
    data = {"decided": [decision_data(decision) for decision in decisions], **outcome_values}
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
    """Append an event about a match. Return the log with a new token.

    The log must already include the change.
    """
    event = tx.append(kind, data, match=log.match.id, key=key, texts=texts)
    return _replace_unjudged(log, token=(event.n, log.token[1]))


def seats_data(occupants: Iterable[Seat | Member]) -> dict[str, Any]:
    """Return event data and texts for the seats of a table. A seated player keeps the name used at the start."""
    rows = [
        (player.member_id, player.name, player.guest, player.was_id)
        if isinstance(player, Seat)
        else (player.id, player.name, player.guest, None)
        for player in occupants
    ]
    return {
        "seats": [[member, guest, home_number] for member, _, guest, home_number in rows],
        "names": [EventText(f"seat {place}", name, member) for place, (member, name, *_) in enumerate(rows, 1)],
    }


def decision_data(decision: Decision) -> dict[str, Any]:
    """Return a decision as event data, without its reason."""
    return {"number": decision.number, "step": decision.step, "kind": decision.kind}


def storable_key(key: str) -> str:
    """Return a hash of a caller's key. The key itself is not stored, because it may contain a name to be erased
    later.
    """
    return f"key-{hashlib.sha256(clean_text(key, 'the key').encode()).hexdigest()[:32]}"


def entry_of(log: MatchLog, number: int) -> TableEntry:
    """Return the entry with a number. Raise `UnknownName`, listing the existing numbers, if there is none."""
    if not 1 <= number <= len(log.entries):
        advice = f"Use 1 to {len(log.entries)}" if log.entries else "It has no lines yet"
        raise UnknownName(f"There is no line {number} at table {log.match.id}. {advice}.")
    return log.entries[number - 1]


def find_sent_entry(tx: Transaction, log: MatchLog, key: str | None, content: str | Mapping[str, Any]) -> int:
    """Return the number of the entry written earlier with a key; 0 if there is none.

    Raise `ClubFault` if the key belongs to other content.
    """
    event = event_under(tx, tx.club, storable_key(key)) if key else None
    if event is None or event.match is None:
        return 0
    data = event.data
    if (event.match, data.get("said", data.get("text"))) != (log.match.id, content):
        raise ClubFault(f"The key {key!r} belongs to line {data['number']} of table {event.match}. Use a new key.")
    return int(data["number"])


def refuse_if_changed(log: MatchLog, steps: int | None) -> None:
    """Raise `LogChanged` unless the log still has this number of steps. None accepts any number."""
    if steps is not None and log.steps != steps:
        raise LogChanged(tuple(entry.number for entry in log.entries if entry.step > steps))


def was_sent(club: Club, key: str | None) -> bool:
    """Tell whether an entry was written earlier with a key."""
    if not key:
        return False
    with club.reading() as tx:
        return event_under(tx, tx.club, storable_key(key)) is not None


def _replay_log(log: MatchLog) -> Report:
    """Return the report on the lines of a match, in order of play, with the officers' decisions.

    Struck lines are left out. An illegal line without a decision is void, unless a later line shows that it stood.
    """
    marks, seats = PlayerNames(seat_marks(len(log.seats))), Seats(log.names)
    pack = log.book.pack_for(log.options)
    earlier_lines = {line.number: line for line in log.since.record.lines} if log.since else {}
    lines = []
    for entry in playing_order(log.entries):
        decision = log.decision(entry)
        if entry.kind != EntryKind.LINE or decision is DecisionKind.STRUCK:
            continue
        taken_back, stands_by_decision = decision is DecisionKind.TAKEN_BACK, decision is DecisionKind.STANDS
        line = earlier_lines.get(entry.number)  # the text of an entry never changes
        if line is None or (line.taken_back, line.stands) != (taken_back, stands_by_decision):
            act = log.book.grammar.read(entry.text, marks, pack, entry.number, log.book.title)
            line = Line(entry.number, log.book.write(act, seats), act, taken_back, stands_by_decision)
        lines.append(line)
    record = Record(log.book, seats, log.options, tuple(lines), log.played_on, chip=log.match.chip)
    return replay(record, cards_gathered=log.match.finished_at is not None, earlier_report=log.since)
