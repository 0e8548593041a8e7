"""People who come and go at a table: who leaves, joins, stands in or swaps seats; and matches voided or opened again.

Before the first hand seats simply change. After it the players of a match are fixed: it ends at its last whole hand,
and those who then have a seat go on in another match at the same table. How that is scored are clauses of chapter 4 of
`referee.club.scoring_rules`. Each of these is an entry of the match's own log with its reason, and can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from sqlmodel import col, delete

from referee.cards.words import counted, listed
from referee.club import merged, officers, roster, sessions
from referee.club.faults import ClubFault, Undecided
from referee.club.folder import Club
from referee.club.games import has_rules
from referee.club.match_log import (
    RESULTS,
    DecisionKind,
    EntryKind,
    MatchLog,
    decide,
    drafted,
    keep,
    read_log,
    set_up,
)
from referee.club.match_outcome import project
from referee.club.match_view import LineView, MatchView, line_view, match_view
from referee.club.matches import seat as seat_down
from referee.club.names import meant, plain, with_marks
from referee.club.seat_changes import (
    FINISHED_VOID,
    SEAT_CHANGES,
    VOID,
    SeatChange,
    changes,
    is_over,
    is_undone,
    is_void,
    parting,
    read_change,
    seated_after,
    seated_before,
    who_left,
    whole_hands,
    write_change,
)
from referee.club.seated import refuse_if_elsewhere
from referee.rules.seats import misnamed
from referee.store.engine import Transaction
from referee.store.models import Entry, Member, Placing, Seat

OPEN_AGAIN: Final = "the table is open again"


@dataclass(frozen=True, slots=True)
class Changed:
    """A table at which somebody came or went, the entry that says so, and the table at which it goes on, if any.

    `clause` is the one by which it is scored, by its number in `referee.club.scoring_rules`.
    """

    match: MatchView
    line: LineView
    clause: str = ""
    goes_on: MatchView | None = None


def leave(
    club: Club, match: int, name: str, *, reason: str, begun: bool | None = None, by: str | None = None
) -> Changed:
    """Note that somebody leaves a table.

    Before the first hand they have nothing from the match. Later it ends at its last whole hand, and goes on with those
    who stay. Where hands were played that nobody wrote down (`begun`; so it is taken to be where only the result is),
    whoever left comes after those who stay in whatever result is written down.
    """
    with _at(club, match, reason) as (tx, log, why):
        at = meant(name, dict(enumerate(log.names)), "player")
        who = log.seats[at].member_id
        if at in who_left(log):
            raise ClubFault(f"{log.names[at]} has left table {match} already.")
        change = SeatChange(EntryKind.LEAVE, who, at)
        if _are_written(log, begun):
            return _part(tx, club, log, change, why, by)
        if not _has_begun(log, begun):
            return _reseat(tx, club, log, change, why, by)
        if len(log.seats) - len(who_left(log)) < 2:
            raise ClubFault(
                f"{log.names[at]} is the last at table {match}.",
                f'If it is to count for nobody: referee table void {match} --reason "..."',
            )
        return _noted(tx, club, log, replace(change, last=True), why, by)


def join(
    club: Club,
    match: int,
    name: str,
    *,
    reason: str,
    seat: int | None = None,
    stand_in_for: str | None = None,
    begun: bool | None = None,
    twice: bool = True,
    by: str | None = None,
) -> Changed:
    """Note that a member joins a table, at a seat counted from 1 or else the last, or takes somebody's seat over.

    Before the first hand they simply have a seat; later the match ends at its last whole hand, and goes on with them.
    Unless they may sit at two tables (`twice`), it is a fault when they do: `SeatedElsewhere`.
    """
    with _at(club, match, reason) as (tx, log, why):
        member = roster.called(tx, name)
        if member.id in (each.member_id for each in log.seats):
            raise ClubFault(f"{member.name} has a seat at table {match} already.")
        written, has_begun = _are_written(log, begun), _has_begun(log, begun)
        if stand_in_for is not None:
            at = meant(stand_in_for, dict(enumerate(log.names)), "player")
            if has_begun and not written:
                left, new = log.names[at], member.name
                raise ClubFault(
                    f"Nobody wrote down how table {match} stands, so that {new} cannot take over what is {left}'s.",
                    f'Say both: referee table leave {match} "{left}" --reason "...", and: '
                    f'referee table join {match} "{new}" --reason "..."',
                )
            change = SeatChange(EntryKind.STAND_IN, member.id, at, log.seats[at].member_id)
        else:
            last = len(log.seats)
            if seat is not None and not 1 <= seat <= last + 1:
                raise ClubFault(f"There is no seat {seat} at table {match}; expected one from 1 to {last + 1}.")
            if seat is not None and seat <= last and has_begun and not written:
                raise ClubFault(f"Table {match} has begun; whoever joins has the last seat. Leave --seat out.")
            change = SeatChange(EntryKind.JOIN, member.id, last if seat is None else seat - 1)
        if written:
            done = _part(tx, club, log, change, why, by)
        else:
            done = _reseat(tx, club, log, change, why, by, "4.7" if has_begun else "4.1")
        if not twice:
            refuse_if_elsewhere(tx, [member], but=done.goes_on.number if done.goes_on else match)
        return done


def swap(club: Club, match: int, one: str, other: str, *, reason: str, by: str | None = None) -> Changed:
    """Note that two players swap seats: before the first hand at once, later in a match that goes on from this one."""
    with _at(club, match, reason) as (tx, log, why):
        first, second = (meant(name, dict(enumerate(log.names)), "player") for name in (one, other))
        if first == second:
            raise ClubFault(f"{one!r} and {other!r} are both {log.names[first]}; two are expected.")
        if who_left(log):
            raise ClubFault(f"Somebody has left table {match}; where only the result is written down, seats are alike.")
        members = log.seats[first].member_id, log.seats[second].member_id
        change = SeatChange(EntryKind.SWAP, members[0], other=members[1])
        return (_part if _are_written(log, None) else _reseat)(tx, club, log, change, why, by)


def void(club: Club, match: int, *, reason: str, by: str | None = None) -> Changed:
    """Let a match count for nobody, finished or not; it stays to be seen with all its lines."""
    why = _reason(reason)
    set_up(club, match)
    with club.writing() as tx:
        officers.only(tx, club, by, officers.Duty.VOID)
        log = read_log(tx, match)
        if is_void(log):
            raise ClubFault(f"Table {match} is void already.")
        return _voided(tx, club, log, why, by)


def reopen(club: Club, match: int, *, reason: str, by: str | None = None) -> Changed:
    """Open a finished match again: its places no longer count, and lines can be added to it."""
    why = _reason(reason)
    set_up(club, match)
    with club.writing() as tx:
        log = read_log(tx, match)
        if log.match.finished_at is None:
            raise ClubFault(f"Table {match} is not finished; there is nothing to open again.")
        if is_over(log):
            last = max(entry.number for entry in log.entries if _ended(log, entry))
            said = "void" if is_void(log) else "over, as its players changed"
            raise ClubFault(
                f"Table {match} is {said}.", f'Take that back with: referee table undo {match} {last} --reason "..."'
            )
        _refuse_closed(log)
        entry = _entry(club, log, EntryKind.REOPENED, OPEN_AGAIN, why, by)
        log = keep(tx, log, entry)
        _open_again(tx, log)
        log = read_log(tx, match)
        return Changed(match_view(log), line_view(log, entry))


def taken_back(
    tx: Transaction, club: Club, log: MatchLog, entry: Entry, kind: DecisionKind, reason: str, by: str | None
) -> MatchLog:
    """Take back that somebody came or went, or that a match is void, and return the log with that."""
    match = log.match.id
    if kind is DecisionKind.STANDS:
        raise ClubFault(
            f"Line {entry.number} is no line of the record; what was taken back is said anew.",
            f"See: referee table show {match}",
        )
    if is_undone(log, entry):
        raise ClubFault(f"Line {entry.number} is {log.decision(entry)} already.")
    if entry.kind == EntryKind.REOPENED:
        raise ClubFault(f"Table {match} was opened again.", f"Finish it with: referee table finish {match}")
    if entry.kind == EntryKind.VOID:
        officers.only(tx, club, by, officers.Duty.VOID)
        _refuse_if_come_back(tx, log)
        log = _decided(tx, club, log, entry, kind, reason, by)
        if entry.text == VOID and not is_over(log):
            _open_again(tx, log)
        else:
            project(tx, log)
        return read_log(tx, match)
    change = read_change(entry)
    if change.ends:
        if is_void(log):
            raise ClubFault(f"Table {match} is void; take that back first.", f"See: referee table show {match}")
        _refuse_closed(log)
        _end_what_goes_on(tx, club, log, change, reason, by)
        log = _decided(tx, club, log, entry, kind, reason, by)
        _open_again(tx, log)
    elif change.last:
        log = _decided(tx, club, log, entry, kind, reason, by)
        if log.match.finished_at:
            project(tx, log)
    else:
        if later := [each.number for each in log.entries if each.kind in (EntryKind.LINE, *RESULTS)]:
            raise ClubFault(
                f"{'Line' if len(later) == 1 else 'Lines'} {listed(later)} of table {match} came after seats changed; "
                "they would be another's.",
                f'If it was a wrong table: referee table void {match} --reason "..."',
            )
        # Who left is told by the seat, which would come to be another's.
        if gone := [each.number for each in log.entries[entry.number :] if _left_last(log, each)]:
            raise ClubFault(
                f"Somebody left table {match} after that, on line {gone[-1]}; take that back first.",
                f'referee table undo {match} {gone[-1]} --reason "..."',
            )
        now = merged.now(tx)
        change = replace(change, who=now.get(change.who, change.who), other=now.get(change.other, change.other))
        after = seated_before(tuple(each.member_id for each in log.seats), change)
        _refuse_unfit(tx, log, after)
        log = _decided(tx, club, log, entry, kind, reason, by)
        _sit(tx, club, log, after, by)
    return read_log(tx, match)


@contextmanager
def _at(club: Club, match: int, reason: str) -> Iterator[tuple[Transaction, MatchLog, str]]:
    """Lock the file, and give the log of a match at which somebody may come or go, with the reason."""
    why = _reason(reason)
    set_up(club, match)
    with club.writing() as tx:
        log = read_log(tx, match)
        if is_over(log) or log.match.finished_at is not None:
            goes_on = parting(log)
            hint = f"It goes on as table {goes_on.goes_on}." if goes_on and goes_on.goes_on else ""
            said = "void" if is_void(log) else "finished"
            raise ClubFault(f"Table {match} is {said}; nobody can come or go.", hint)
        _refuse_closed(log)
        _refuse_if_decided(log)
        yield tx, log, why


def _refuse_if_decided(log: MatchLog) -> None:
    """Raise a fault where it is written down how a match ended: that was said of those who sat there then."""
    match = log.match.id
    results = [entry for entry in log.entries if entry.kind in RESULTS]
    if counting := [entry.number for entry in results if not is_undone(log, entry)]:
        raise ClubFault(
            f"How table {match} ended is written down already, on line {counting[-1]}, for those who sat there then.",
            f"Finish it, and start another: referee table finish {match}",
        )
    # With lines the seats of the match stay as they are, and the result could still be let stand; without, they change.
    if results and not any(entry.kind == EntryKind.LINE for entry in log.entries):
        raise ClubFault(
            f"How table {match} ended was written down on line {results[-1].number}, and taken back, for those who sat "
            "there then.",
            f'Void it, and start another in its place: referee table void {match} --reason "..."',
        )


def _reason(typed: str) -> str:
    if not typed.strip():
        raise ClubFault("Why? A reason is needed.", 'Say it with: --reason "..."')
    return plain(typed, "the reason")


def _are_written(log: MatchLog, begun: bool | None) -> bool:
    """Tell whether a match has lines, so that what it has come to is known."""
    lines = [entry.number for entry in log.entries if entry.kind == EntryKind.LINE]
    if lines and begun is False:
        raise ClubFault(f"Table {log.match.id} has begun: it has {counted(len(lines), 'line')}.")
    return bool(lines)


def _has_begun(log: MatchLog, begun: bool | None) -> bool:
    """Tell whether a match has begun as far as is known: where only the result is written down nobody knows better."""
    if _are_written(log, begun) or who_left(log):
        return True
    return not has_rules(log.book) if begun is None else begun


def _ended(log: MatchLog, entry: Entry) -> bool:
    """Tell whether it is by this entry that a match is over."""
    if entry.kind not in (EntryKind.VOID, *SEAT_CHANGES) or is_undone(log, entry):
        return False
    return entry.kind == EntryKind.VOID or read_change(entry).ends


def _left_last(log: MatchLog, entry: Entry) -> bool:
    """Tell whether by this entry somebody left who comes after those who stay."""
    return entry.kind == EntryKind.LEAVE and not is_undone(log, entry) and read_change(entry).last


def _entry(club: Club, log: MatchLog, kind: EntryKind, text: str, why: str, by: str | None) -> Entry:
    """Return the next entry, with the reason by members' numbers: seats may come to be another's."""
    entry = drafted(club, log, kind, text, None, by)
    entry.reason = with_marks(why, (), log.roster)
    return entry


def _decided(
    tx: Transaction, club: Club, log: MatchLog, entry: Entry, kind: DecisionKind, reason: str, by: str | None
) -> MatchLog:
    """Take an entry back, with the reason by members' numbers."""
    return decide(tx, club, log, entry.number, kind, reason, by, by_seat=False)


def _noted(tx: Transaction, club: Club, log: MatchLog, change: SeatChange, why: str, by: str | None) -> Changed:
    entry = _entry(club, log, change.kind, write_change(change), why, by)
    log = keep(tx, log, entry)
    return Changed(match_view(log), line_view(log, entry), "4.7")


def _reseat(
    tx: Transaction,
    club: Club,
    log: MatchLog,
    change: SeatChange,
    why: str,
    by: str | None,
    clause: str = "4.1",
) -> Changed:
    """Change the seats of a match that has not begun, or of which only the result is written down."""
    after = seated_after(tuple(each.member_id for each in log.seats), change)
    _refuse_unfit(tx, log, after)
    entry = _entry(club, log, change.kind, write_change(change), why, by)
    keep(tx, log, entry)
    _sit(tx, club, log, after, by)
    log = read_log(tx, log.match.id)
    return Changed(match_view(log), line_view(log, entry), clause)


def _part(tx: Transaction, club: Club, log: MatchLog, change: SeatChange, why: str, by: str | None) -> Changed:
    """End a match at its last whole hand, and begin the one in which the table goes on."""
    whole = whole_hands(log)
    waiting = [
        line.number
        for line in (line_view(log, entry) for entry in log.entries)
        if line.waits and any(line.number == each.line.number for each in whole.entries)
    ]
    if waiting:
        one, table = len(waiting) == 1, log.match.id
        raise Undecided(
            f"Line{'' if one else 's'} {listed(waiting)} of table {table} {'is' if one else 'are'} illegal and "
            f"{'waits' if one else 'wait'} for a decision.",
            f"Decide: referee table undo {table} {waiting[0]}, or referee table stands {table} {waiting[0]} "
            '--reason "..."',
        )
    after = seated_after(tuple(each.member_id for each in log.seats), change)
    new = None
    if change.kind is not EntryKind.LEAVE or log.book.refusal(log.options, len(after)) is None:
        members = [tx.get_one(Member, number) for number in after]
        new = seat_down(
            tx, club, log.session, log.book, log.options, members, chip=log.match.chip, by=by, continues=log.match.id
        )
    change = replace(change, ends=True, goes_on=new.id if new else 0)
    entry = _entry(club, log, change.kind, write_change(change), why, by)
    log = keep(tx, log, entry)
    log.match.finished_at = club.clock()
    tx.add(log.match)
    log = replace(log)  # judged afresh: with the cards gathered, what was open lapses
    counts = project(tx, log)
    goes_on = match_view(read_log(tx, new.id)) if new else None
    return Changed(match_view(log), line_view(log, entry), "4.2" if counts else "4.6", goes_on)


def _voided(tx: Transaction, club: Club, log: MatchLog, why: str, by: str | None) -> Changed:
    text = VOID if log.match.finished_at is None else FINISHED_VOID
    entry = _entry(club, log, EntryKind.VOID, text, why, by)
    log = keep(tx, log, entry)
    log.match.finished_at = log.match.finished_at or club.clock()
    tx.add(log.match)
    log = replace(log)
    project(tx, log)
    return Changed(match_view(log), line_view(log, entry), "4.8")


def _end_what_goes_on(
    tx: Transaction, club: Club, log: MatchLog, change: SeatChange, reason: str, by: str | None
) -> None:
    """Void the match in which a table went on, when its players have not changed after all. Raises `ClubFault`."""
    if not change.goes_on:
        return
    other = read_log(tx, change.goes_on)
    if is_void(other):
        return
    if played := [entry.number for entry in other.entries if line_view(other, entry).counts]:
        table = other.match.id
        lines = f"{counted(len(played), 'line')} that {'counts' if len(played) == 1 else 'count'}"
        raise ClubFault(
            f"Table {log.match.id} has gone on as table {table}, which has {lines}.",
            f'Void that first: referee table void {table} --reason "..."',
        )
    why = plain(reason, "the reason") if reason.strip() else f"table {log.match.id} goes on itself"
    _voided(tx, club, other, why, by)


def _open_again(tx: Transaction, log: MatchLog) -> None:
    log.match.finished_at = None
    tx.add(log.match)
    tx.exec(delete(Placing).where(col(Placing.match_id) == log.match.id))
    tx.flush()


def _sit(tx: Transaction, club: Club, log: MatchLog, after: Sequence[int], by: str | None) -> None:
    """Write the seats of a match that has not begun anew; whoever stays keeps the name and standing of then."""
    known = {each.member_id: (each.name, each.guest) for each in log.seats}
    for each in log.seats:
        tx.delete(each)
    tx.flush()
    for place, number in enumerate(after):
        member = tx.get_one(Member, number)
        name, guest = known.get(number, (member.name, member.guest))
        tx.add(Seat(match_id=log.match.id, seat=place, member_id=number, name=name, guest=guest))
        sessions.arrives(tx, club, log.session, member, by)
    tx.flush()
    tx.expire_all()


def _refuse_unfit(tx: Transaction, log: MatchLog, after: Sequence[int]) -> None:
    """Raise a fault when a match cannot be played by those who would sit there."""
    table = log.match.id
    if refusal := log.book.refusal(log.options, len(after)):
        raise ClubFault(f"{refusal}.", f'To end it instead: referee table void {table} --reason "..."')
    for number in after:
        member = tx.get_one(Member, number)
        if confusing := misnamed(member.name, log.book.grammar.openings):
            raise ClubFault(f"{confusing}. Seat {member.name} at this game under another name.")


def _refuse_closed(log: MatchLog) -> None:
    if log.session.status != "open":
        day = log.session.held_on
        again = ' --reason "..."' if log.session.status == "closed" else ""
        raise ClubFault(
            f"The session of {day} is {log.session.status}.", f"Open it with: referee session open {day}{again}"
        )


def _refuse_if_come_back(tx: Transaction, log: MatchLog) -> None:
    """Raise a fault when a match went on from another one that has itself been taken up again."""
    if log.match.continues is None:
        return
    before = read_log(tx, log.match.continues)
    if all(each.goes_on != log.match.id for each in changes(before)):
        raise ClubFault(f"Table {log.match.id} went on from table {before.match.id}, which goes on itself again.")
