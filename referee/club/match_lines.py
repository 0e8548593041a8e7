"""The lines of a match: written down and ruled on, taken back, replaced, or let stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from referee.club.correcting import refuse_unless_open
from referee.club.faults import ClubFault, Misread
from referee.club.folder import Club
from referee.club.games import has_rules
from referee.club.match_log import (
    RESULTS,
    DecisionKind,
    EntryKind,
    MatchLog,
    decide,
    drafted,
    entry_of,
    judge,
    keep,
    read_log,
    sent_before,
    set_up,
    token_of,
)
from referee.club.match_outcome import count_again
from referee.club.match_view import LineView, MatchView, line_view, turned
from referee.club.names import seat_marks
from referee.club.seat_changes import SeatChange, parting
from referee.club.spelled_out import reread
from referee.rules import Judged, Rulebook, Seats, fold
from referee.rules.grammar import Names
from referee.rules.record import Line, read_lines

_SAID_ITSELF: Final = "said so in the line itself"


def readable(club: Club, match: int, texts: Sequence[str]) -> None:
    """Raise `Misread` for the first of several lines that could not be logged, with its place among them."""
    book, options, names = set_up(club, match)
    _refuse_unless_ruled(book, match)
    for number, text in enumerate(texts, 1):
        _read(book, options, names, text, number)


def log(
    club: Club,
    match: int,
    text: str,
    *,
    key: str | None = None,
    by: str | None = None,
    instead_of: int | None = None,
) -> LineView:
    """Write down a line of the record and return it with its ruling.

    An illegal line is kept as what happened, but does not change the table until it `stands`. With `instead_of` it
    takes the place of a line that was mistyped, which is all that may be added to a finished match. The same `key`
    twice is written down once. Raises `Misread`.
    """
    with club.reading() as tx:
        seen = read_log(tx, match)
    _refuse_unless_ruled(seen.book, match)
    line = _read(seen.book, seen.options, seen.names, text)
    kept = seen.book.write(line.act, Seats(seat_marks(len(seen.names))))
    if instead_of is None and (written := _written_at_once(club, seen, line, kept, key, by)):
        return written
    with club.writing() as tx:
        log = read_log(tx, match, seen)
        if again := sent_before(tx, log, key, kept):
            return line_view(log, again)
        if instead_of is None and log.match.finished_at:
            raise _finished(match, parting(log))
        if log.names != seen.names:
            raise ClubFault(f"The players at table {match} have just changed; nothing was written. Try again.")
        number, before = len(log.entries) + 1, log
        if instead_of is not None:
            refuse_unless_open(tx, club, log.session)
            _refuse_replacing(log, instead_of)
            log = decide(tx, club, log, instead_of, DecisionKind.STRUCK, f"typed by mistake; see line {number}", by)
        entry = drafted(club, log, EntryKind.LINE, kept, key, by, instead_of)
        judge(log, entry)
        log = keep(tx, log, entry)
        if kind := _said_itself(line):
            log = decide(tx, club, log, number, kind, _SAID_ITSELF, by)
        log = count_again(tx, log)
        return replace(line_view(log, entry), turned=turned(before, log, number) if instead_of else ())


def _written_at_once(
    club: Club, seen: MatchLog, line: Line, kept: str, key: str | None, by: str | None
) -> LineView | None:
    """Write down a line that was judged before the file was locked, so that others wait for milliseconds.

    None is returned when it has been sent before, or the match is over. When somebody has added to the log meanwhile,
    what they added is judged with the file locked: whoever has waited for it should not have to again.
    """
    if seen.match.finished_at:
        return None
    entry = drafted(club, seen, EntryKind.LINE, kept, key, by)
    judge(seen, entry)
    with club.writing() as tx:
        if sent_before(tx, seen, key, kept):
            return None
        log = seen
        if token_of(tx, log.match.id) != log.token:
            log = read_log(tx, log.match.id, seen)
            if log.match.finished_at or log.names != seen.names:
                return None
            entry = drafted(club, log, EntryKind.LINE, kept, key, by)
            judge(log, entry)
        entry.at = club.clock()
        log = keep(tx, log, entry)
        if kind := _said_itself(line):
            log = decide(tx, club, log, entry.number, kind, _SAID_ITSELF, by)
    return line_view(log, entry)


def _said_itself(line: Line) -> DecisionKind | None:
    """Return what a line says of itself that became of it."""
    if line.taken_back:
        return DecisionKind.TAKEN_BACK
    return DecisionKind.STANDS if line.stands else None


def preview(match: MatchView, text: str, *, instead_of: int | None = None) -> Judged:
    """Rule on a line as `log` would, and write nothing down: for whoever asks before it is entered.

    It needs only the table as it was last shown, so that it can be asked at every key. Raises `Misread`.
    """
    _refuse_unless_ruled(match.book, match.number)
    typed = _read(match.book, match.options, match.names, text)
    record = match.sheet.record
    at = len(record.lines)
    if instead_of is None:
        if match.finished_at:
            raise _finished(match.number)
    else:
        at = next((at for at, each in enumerate(record.lines) if each.number == instead_of), -1)
        if at < 0:
            raise ClubFault(f"Line {instead_of} is not in the record; there is nothing to replace.")
    act = replace(typed.act, line=len(match.log) + 1)
    line = replace(typed, number=act.line, text=match.book.write(act, record.seats), act=act)
    # What comes after a line that is replaced does not bear on the ruling on it.
    return fold(replace(record, lines=(*record.lines[:at], line)), since=match.sheet).entries[-1]


def undo(
    club: Club, match: int, line: int | None = None, *, reason: str = "", mistake: bool = False, by: str | None = None
) -> LineView:
    """Take back a line, or the last that counts; it stays in the log, marked.

    A line that was done and undone at the table still shows what a player held. One typed by `mistake` never happened.
    """
    return _decide(club, match, line, DecisionKind.STRUCK if mistake else DecisionKind.TAKEN_BACK, reason, by)


def stands(club: Club, match: int, line: int | None = None, *, reason: str = "", by: str | None = None) -> LineView:
    """Let a line stand that was illegal or taken back: from now on it changes the table."""
    return _decide(club, match, line, DecisionKind.STANDS, reason, by)


def _read(book: Rulebook, options: Any, names: Sequence[str], text: str, number: int = 1) -> Line:
    lines, faults = reread(
        lambda said, faults: read_lines([(number, said)], book, options, Names(names), faults), text, names
    )
    if faults:
        raise Misread(faults[0])
    if not lines or "\n" in text:
        raise ClubFault(f"{text!r} is not one line of a record; expected one, such as '{names[0]} passes'.")
    return lines[0]


def _refuse_unless_ruled(book: Rulebook, match: int) -> None:
    """Raise a fault where no line can be ruled on."""
    if not has_rules(book):
        raise ClubFault(
            f"No line can be written down at table {match}: of {book.title} only the result is recorded there.",
            f"Write it down with: referee table result {match} NAME NAME ..., the winner first",
        )


def _finished(match: int, ended: SeatChange | None = None) -> ClubFault:
    if ended and ended.goes_on:
        return ClubFault(
            f"Table {match} ended when its players changed, and goes on as table {ended.goes_on}.",
            f"Say it there: referee table log {ended.goes_on} LINE",
        )
    return ClubFault(
        f"Table {match} is finished; a line may be corrected or taken back, but none added.",
        f"Correct one with --instead-of LINE, or take it back with: referee table undo {match} LINE",
    )


def _refuse_replacing(log: MatchLog, number: int) -> None:
    entry = entry_of(log, number)
    if entry.kind in RESULTS:
        raise ClubFault(f"Line {number} is a result; write down another, and that one counts.")
    if entry.kind != EntryKind.LINE:
        raise ClubFault(
            f"Line {number} is no line of the record; it cannot be replaced.",
            f"Take it back with: referee table undo {log.match.id} {number}",
        )
    if log.decision(entry) is DecisionKind.STRUCK:
        by = next((f" by line {each.number}" for each in log.entries if each.instead_of == number), "")
        raise ClubFault(f"Line {number} has been replaced{by} already.")


def _decide(club: Club, match: int, line: int | None, kind: DecisionKind, reason: str, by: str | None) -> LineView:
    set_up(club, match)
    with club.writing() as tx:
        log = read_log(tx, match)
        refuse_unless_open(tx, club, log.session)
        number = _last(log, kind) if line is None else line
        entry = entry_of(log, number)
        if EntryKind(entry.kind) not in (EntryKind.LINE, *RESULTS):
            from referee.club.coming_and_going import taken_back  # which few commands need

            return line_view(taken_back(tx, club, log, entry, kind, reason, by), entry)
        if log.decision(entry) is kind:
            raise ClubFault(f"Line {number} {kind if kind is DecisionKind.STANDS else f'is {kind}'} already.")
        before = log
        log = count_again(tx, decide(tx, club, log, number, kind, reason, by))
        return replace(line_view(log, entry), turned=turned(before, log, number))


def _last(log: MatchLog, kind: DecisionKind) -> int:
    """Return the line meant when none is named: the last that may be taken back, or that may yet stand."""
    stands = kind is DecisionKind.STANDS
    for entry in reversed(log.entries):
        if stands and entry.kind not in (EntryKind.LINE, *RESULTS):
            continue
        line = line_view(log, entry)
        if line.decision is not DecisionKind.STRUCK and (line.waits or line.counts is not stands):
            return line.number
    raise ClubFault("There is no line that does not stand." if stands else "There is no line to take back.")
