"""The lines of a match: entering, judging, taking back, replacing and letting them stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from referee.cards.immutable import frozen
from referee.club.folder import Club
from referee.club.match.line_effect import LineEffect, find_effect
from referee.club.match.log import (
    RESULTS,
    DecisionKind,
    EntryKind,
    MatchLog,
    draft_decision,
    draft_entry,
    entry_of,
    find_sent_entry,
    judge,
    load_log,
    read_log,
    read_token,
    refuse_if_changed,
    with_decision,
    write_decisions,
    write_entry,
)
from referee.club.match.outcome import recompute
from referee.club.match.seat_changes import is_void, split_event
from referee.club.match.view import LineView, MatchView, can_stand, changed_verdicts, line_view
from referee.club.signatures import reason_texts
from referee.club.table_numbers import TableNumber
from referee.club.text.faults import ClubFault
from referee.club.text.names import seat_marks
from referee.club.text.typed_lines import read_row, refuse_unless_ruled
from referee.rules import JudgedLine, Seats, Verdict, replay
from referee.rules.records.messages import render
from referee.rules.records.record import Line
from referee.store.hints import Do
from referee.store.match_replay import Decision, TableEntry

_OWN_DECISIONS: Final = "stated in the line itself"


@frozen
class LoggedLines:
    """The effects of lines entered together, and the resulting log."""

    effects: tuple[LineEffect, ...]
    log: MatchLog


def log_line(
    club: Club,
    match: int,
    text: str,
    *,
    key: str | None = None,
    instead_of: int | None = None,
    reason: str = "",
    corrects: bool = False,
    only_after: int | None = None,
) -> LineView:
    """Enter a line of the record, and return it with its ruling. For several acts in a row, return the last line.

    An illegal line is kept, but does not change the table unless an officer lets it stand. With `instead_of`, it
    replaces a mistyped line; a finished match allows nothing else. A line with a `key` used before is not written
    again. With `corrects`, a closed season may be changed, and a `reason` is required.

    Raise `MisreadLine` if the line cannot be read. With `only_after`, raise `LogChanged` if the log no longer has that
    many steps.
    """
    log_before = load_log(club, match)
    line, *further_lines = read_row(log_before, text, instead_of=instead_of)
    if instead_of is None:
        return log_lines(club, log_before, [line, *further_lines], key=key, only_after=only_after).effects[-1].line
    from referee.club.calendar.closed_seasons import correction_data  # not needed for a new line

    stored_line = _stored_text(log_before, line)
    with club.writing() as tx:
        log = read_log(tx, match, log_before)
        if earlier := find_sent_entry(tx, log, key, stored_line):
            return line_view(log, log.entries[earlier - 1])
        refuse_if_changed(log, only_after)
        _refuse_changed_players(log, log_before.names)
        mark = correction_data(tx, club, log.session, corrects=corrects)
        number, before = len(log.entries) + 1, log
        _refuse_replacing(log, instead_of)
        note = f"typed by mistake; see line {number}"
        decisions = [draft_decision(club, log, instead_of, DecisionKind.STRUCK, note)]
        log = with_decision(log, decisions[0])
        entry = draft_entry(club, log, EntryKind.LINE, stored_line, instead_of)
        log = judge(log, entry)
        if kind := _own_decisions(line):
            decisions.append(draft_decision(club, log, number, kind, _OWN_DECISIONS))
            log = with_decision(log, decisions[1])
        log, outcome_values = recompute(log)
        log = write_entry(
            tx, log, log.entries[-1], decisions, key, names=reason_texts(tx, reason), **mark, **outcome_values
        )
        logged = line_view(log, log.entries[-1])
        return replace(logged, turned=changed_verdicts(before, log, number), original=_typed_text(line))


def log_lines(
    club: Club, log_before: MatchLog, lines: Sequence[Line], *, key: str | None = None, only_after: int | None = None
) -> LoggedLines:
    """Enter lines after an earlier state of the log: all of them, or none. Return their effects.

    They are judged before the file is locked, so that others wait for milliseconds only. If the log has changed
    meanwhile, they are judged again under the lock. With `only_after`, raise `LogChanged` instead, unless the `key` was
    used before.
    """
    match = log_before.match.id
    refuse_unless_ruled(log_before)
    judged_lines = None if log_before.match.finished_at else _judge_lines(club, log_before, lines)
    with club.writing() as tx:
        if lines and (earlier := find_sent_entry(tx, log_before, key, _stored_text(log_before, lines[0]))):
            log = read_log(tx, match, log_before)
            return LoggedLines((LineEffect(line_view(log, log.entries[earlier - 1])),), log)
        if read_token(tx, match) != log_before.token:
            names = log_before.names
            log_before, judged_lines = read_log(tx, match, log_before), None
            refuse_if_changed(log_before, only_after)
            _refuse_changed_players(log_before, names)
        else:
            refuse_if_changed(log_before, only_after)
        if log_before.match.finished_at:
            if is_void(log_before):
                from referee.club.match.voiding import void_fault  # rarely needed

                raise void_fault(tx, log_before.number)
            change = split_event(log_before)
            raise _finished_fault(log_before.number, goes_on=bool(change and change.goes_on), void=False)
        judged_lines = judged_lines or _judge_lines(club, log_before, lines)
        after = judged_lines.log
        for entry, decisions in judged_lines.rows:
            after, key = write_entry(tx, after, entry, decisions, key), None
    return LoggedLines(judged_lines.effects, after)


def _refuse_changed_players(log: MatchLog, names: Sequence[str]) -> None:
    """Raise `ClubFault` if the players of a table changed since its lines were read."""
    if log.names != names:
        raise ClubFault(f"The players at table {log.match.id} have just changed. Nothing was recorded. Try again.")


@frozen
class _JudgedLines:
    """Judged lines that are not stored yet: their entries and decisions, their effects, and the resulting log."""

    rows: tuple[tuple[TableEntry, tuple[Decision, ...]], ...]
    effects: tuple[LineEffect, ...]
    log: MatchLog


def _judge_lines(club: Club, log: MatchLog, lines: Sequence[Line]) -> _JudgedLines:
    rows: list[tuple[TableEntry, tuple[Decision, ...]]] = []
    effects: list[LineEffect] = []
    for line in lines:
        before = log
        log = judge(log, draft_entry(club, log, EntryKind.LINE, _stored_text(log, line)))
        entry = log.entries[-1]
        decisions = []
        if kind := _own_decisions(line):
            decisions.append(draft_decision(club, log, entry.number, kind, _OWN_DECISIONS))
            log = with_decision(log, decisions[0])
        rows.append((entry, tuple(decisions)))
        effect = find_effect(before, log, entry)
        effects.append(replace(effect, line=replace(effect.line, original=_typed_text(line))))
    return _JudgedLines(tuple(rows), tuple(effects), log)


def _stored_text(log: MatchLog, line: Line) -> str:
    """Return the text of a line in stored form."""
    return log.book.write(line.act, Seats(seat_marks(len(log.seats))))


def _typed_text(line: Line) -> str:
    """Return the typed text if the line was read as other words; else an empty text."""
    return line.text if line.read_as else ""


def _own_decisions(line: Line) -> DecisionKind | None:
    """Return the decision in the remark of a line; None if it has none."""
    if line.taken_back:
        return DecisionKind.TAKEN_BACK
    return DecisionKind.STANDS if line.stands else None


def preview(match: MatchView, text: str, *, instead_of: int | None = None) -> JudgedLine:
    """Return the ruling on a line, as `log_line` would give it. Nothing is stored.

    For several acts in a row, return the first that is not legal, or the last. Only a displayed table is needed, so
    this is fast enough for every keystroke. Raise `MisreadLine` if the line cannot be read.
    """
    typed_lines = read_row(match, text, instead_of=instead_of)
    record = match.sheet.record
    index = len(record.lines)
    if instead_of is None:
        if match.finished_at:
            raise _finished_fault(match.number, goes_on=match.goes_on is not None, void=match.void)
    else:
        index = next((index for index, line in enumerate(record.lines) if line.number == instead_of), -1)
        if index < 0:
            raise ClubFault(f"Line {instead_of} is not in the record, so there is nothing to replace.")
    lines = [
        replace(line, number=number, text=match.book.write(line.act, record.seats), act=replace(line.act, line=number))
        for number, line in enumerate(typed_lines, len(match.log) + 1)
    ]
    # Lines after the replaced one do not affect its ruling.
    judged = replay(replace(record, lines=(*record.lines[:index], *lines)), earlier_report=match.sheet).entries[
        -len(lines) :
    ]
    first_illegal = next(
        (judged_line for judged_line in judged if judged_line.ruling.verdict is not Verdict.LEGAL), judged[-1]
    )
    is_reworded = len(typed_lines) > 1 or bool(typed_lines[0].read_as)
    read_as = ", ".join(line.text for line in lines) if is_reworded else ""
    return render(replace(first_illegal, line=replace(first_illegal.line, read_as=read_as)), match.names)


def undo_line(
    club: Club,
    match: int,
    line: int | None = None,
    *,
    reason: str = "",
    mistake: bool = False,
    corrects: bool = False,
    only_after: int | None = None,
) -> LineView:
    """Take back a line, by default the last one that counts, and return it. It stays in the log.

    It still shows a player's cards, unless it was a typing `mistake`. With `only_after`, raise `LogChanged` if the log
    no longer has that many steps.
    """
    kind = DecisionKind.STRUCK if mistake else DecisionKind.TAKEN_BACK
    return _write_decision(club, match, None if line is None else [line], kind, reason, corrects, only_after)[0]


def undo_lines(
    club: Club,
    match: int,
    lines: Iterable[int] | None,
    *,
    reason: str = "",
    mistake: bool = False,
    corrects: bool = False,
) -> tuple[LineView, ...]:
    """Take back several lines, latest first: all of them, or none. Return them.

    Without numbers, take back the last line that counts. The first view returned has the changed verdicts.
    """
    kind = DecisionKind.STRUCK if mistake else DecisionKind.TAKEN_BACK
    return _write_decision(club, match, lines, kind, reason, corrects)


def let_stand(club: Club, match: int, line: int | None = None, *, reason: str = "", corrects: bool = False) -> LineView:
    """Let an illegal or taken-back line stand, so that it changes the table. Return the line.

    Raise `ClubFault` if the line already counts, or would change nothing.
    """
    return _write_decision(club, match, None if line is None else [line], DecisionKind.STANDS, reason, corrects)[0]


def _finished_fault(match: TableNumber, *, goes_on: bool, void: bool) -> ClubFault:
    if void:
        return ClubFault(f"Table {match} is void.", Do.UNVOID("Undo that", table=match))
    if goes_on:
        return ClubFault(
            f"The players at table {match.table} have changed, and the table continues as a new match.",
            Do.TYPE_LINE("Record the line there", table=match.reference),
        )
    return ClubFault(
        f"Table {match} is finished, so no line can be added.",
        Do.REPLACE_LINE("Correct a line"),
        Do.TAKE_BACK_LINE("Or undo one", table=match),
    )


def _refuse_replacing(log: MatchLog, number: int) -> None:
    entry = entry_of(log, number)
    if entry.kind in RESULTS:
        raise ClubFault(f"Line {number} is a result. To replace it, record another.")
    if entry.kind != EntryKind.LINE:
        raise ClubFault(
            f"Line {number} is not a play, so it cannot be replaced.",
            Do.TAKE_BACK_LINE("Undo it", table=log.match.id, line=number),
        )
    if log.decision(entry) is DecisionKind.STRUCK:
        replacement = next((f" by line {entry.number}" for entry in log.entries if entry.instead_of == number), "")
        raise ClubFault(f"Line {number} has already been replaced{replacement}.")


def _write_decision(
    club: Club,
    match: int,
    lines: Iterable[int] | None,
    kind: DecisionKind,
    reason: str,
    corrects: bool,
    only_after: int | None = None,
) -> tuple[LineView, ...]:
    from referee.club.calendar.closed_seasons import correction_data  # not needed for a new line

    log_before = load_log(club, match)
    with club.writing() as tx:
        before = log = read_log(tx, match, log_before)
        refuse_if_changed(log, only_after)
        mark = correction_data(tx, club, log.session, corrects=corrects)
        if lines is None and not log.entries and log.match.continues is not None and kind is DecisionKind.TAKEN_BACK:
            _refuse_as_it_goes_on(log.match.id, read_log(tx, log.match.continues))
        numbers = [last_line(log, kind)] if lines is None else sorted(set(lines), reverse=True)
        decisions = []
        for number in numbers:
            entry = entry_of(log, number)
            if EntryKind(entry.kind) not in (EntryKind.LINE, *RESULTS):
                if len(numbers) > 1:
                    raise ClubFault(f"Line {number} is a change of players. Undo it separately.")
                from referee.club.match.undo_transfer import undo_change  # rarely needed

                return (line_view(undo_change(tx, club, log, entry, kind, reason, **mark), entry),)
            _refuse_decided(log, entry, kind)
            # The seats may still be corrected.
            decisions.append(draft_decision(club, log, number, kind, reason, by_seat=not corrects))
            log = with_decision(log, decisions[-1])
        log, outcome_values = recompute(log)
        log = write_decisions(tx, log, decisions, **mark, **outcome_values)
        first, *further_lines = (line_view(log, log.entries[number - 1]) for number in numbers)
        return replace(first, turned=changed_verdicts(before, log, *numbers)), *further_lines


def _refuse_as_it_goes_on(match: int, before: MatchLog) -> None:
    """Raise `ClubFault`, naming a change of players, if a table that continued after it has no line yet."""
    raise ClubFault(
        f"Table {match} has no line since its players changed.",
        Do.TAKE_BACK_CHANGE("Undo the change", table=before.match.id, line=last_line(before, DecisionKind.TAKEN_BACK)),
    )


def refuse_decided(club: Club, match: int, number: int, kind: DecisionKind) -> None:
    """Raise `ClubFault` if a line already has this decision. Call this before the user types a reason."""
    match_log = load_log(club, match)
    with club.reading() as tx:
        log = read_log(tx, match, match_log)
        _refuse_decided(log, entry_of(log, number), kind)


def _refuse_decided(log: MatchLog, entry: TableEntry, kind: DecisionKind) -> None:
    """Raise `ClubFault` if a line already has this decision, or if letting it stand has no effect."""
    if log.decision(entry) is kind:
        state = "already stands" if kind is DecisionKind.STANDS else f"is already {kind}"
        raise ClubFault(f"Line {entry.number} {state}.")
    if kind is not DecisionKind.STANDS:
        return
    line = line_view(log, entry)
    if line.counts and line.ruling and line.ruling.verdict is not Verdict.ILLEGAL:
        state = f"Line {entry.number}, {line.text}, is {line.ruling.says}"
        raise ClubFault(f"{state} and counts, so there is nothing to let stand.")
    if line.judged and not can_stand(log.book, line.judged):
        raise ClubFault(
            f"Line {entry.number}, {line.text}, would change nothing at the table if it stood.",
            Do.TAKE_BACK_LINE("Undo it", table=log.match.id, line=entry.number),
        )


def last_line(log: MatchLog, kind: DecisionKind) -> int:
    """Return the default line for a decision: the last that can be taken back, or let stand."""
    is_standing = kind is DecisionKind.STANDS
    for entry in reversed(log.entries):
        if is_standing and entry.kind not in (EntryKind.LINE, *RESULTS):
            continue
        line = line_view(log, entry)
        # A legal line was taken back for a reason, so only its number can let it stand.
        if is_standing and line.ruling and line.ruling.verdict is not Verdict.ILLEGAL:
            continue
        if line.decision is not DecisionKind.STRUCK and (line.waits or line.counts is not is_standing):
            return line.number
    raise ClubFault("There is no line to let stand." if is_standing else "There is no line to undo.")
