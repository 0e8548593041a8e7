"""Ending a match, by its record or by a result that an officer enters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.cards.words import join_words
from referee.club.calendar.closed_seasons import correction_data, refuse_closed_season
from referee.club.folder import Club
from referee.club.match.log import (
    EntryKind,
    MatchLog,
    draft_entry,
    find_sent_entry,
    load_log,
    read_log,
    refuse_if_changed,
    with_end,
    with_entry,
    write,
    write_entry,
)
from referee.club.match.outcome import has_result, outcome, outcome_data, recompute, recompute_places
from referee.club.match.seat_changes import departed_seats, is_undone, is_void, read_change, split_event
from referee.club.match.view import LineView, MatchView, can_stand, line_view, match_view
from referee.club.signatures import reason_texts
from referee.club.text.faults import ClubFault, UndecidedMatch
from referee.club.text.names import resolve_name
from referee.games.lookup import has_rules
from referee.rules.notation.line_words import LONGEST_NUMBER
from referee.rules.records.messages import describe_due
from referee.store.hints import Do, Hint
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction

MOST_CHIPS: Final = 10**LONGEST_NUMBER - 1


def record_result(
    club: Club,
    match: int,
    *,
    places: Sequence[Sequence[str]] = (),
    chips: Mapping[str, int] | None = None,
    key: str | None = None,
    reason: str = "",
    corrects: bool = False,
    confirmed: Sequence[int] = (),
    only_after: int | None = None,
) -> LineView:
    """Record the result of a match: the players tied for each place, best first, or the chips won and lost.

    The result overrides the record. Every player is named once, and chips add up to zero. With `corrects`, a closed
    season may be changed, and a `reason` is required. `confirmed` are the members who confirmed the result. With
    `only_after`, raise `LogChanged` if the log no longer has that many steps.
    """
    log_before = load_log(club, match)
    kind, data_text = read_result(log_before, places, chips)
    with club.writing() as tx:
        log = read_log(tx, match, log_before)
        if earlier := find_sent_entry(tx, log, key, {kind.value: data_text}):
            return line_view(log, log.entries[earlier - 1])
        refuse_if_changed(log, only_after)
        mark = correction_data(tx, club, log.session, corrects=corrects)
        _refuse_void(tx, log)
        if log.match.finished_at is not None and not corrects:
            raise ClubFault(
                f"Table {match} is finished. Its result can only be corrected, with a reason.", Do.REASON("Add one")
            )
        entry = draft_entry(club, log, kind, {kind.value: data_text})
        log, outcome_values = recompute(with_entry(log, entry))
        if confirmed:
            outcome_values["confirmed"] = [*confirmed]
        return line_view(
            write_entry(tx, log, entry, key=key, names=reason_texts(tx, reason), **mark, **outcome_values), entry
        )


def read_result(
    log: MatchLog, places: Sequence[Sequence[str]], chips: Mapping[str, int] | None
) -> tuple[EntryKind, list[Any]]:
    """Return a typed result by seat: the seats tied for each place, best first, or each seat's chips.

    Raise `ClubFault` if a player is missing or named twice, or if the chips do not add up to zero.
    """
    names = log.names
    seats = dict(enumerate(names))
    if bool(places) == bool(chips):
        raise ClubFault("A result is either places or chips. Use one of them.")
    if chips:
        chips_won = [(resolve_name(name, seats, "player"), amount) for name, amount in chips.items()]
        if most := [amount for _, amount in chips_won if abs(amount) > MOST_CHIPS]:
            raise ClubFault(f"Invalid chips {most[0]:+}. Use at most {MOST_CHIPS}.")
        _refuse_unless_all(names, [seat for seat, _ in chips_won])
        if total := sum(amount for _, amount in chips_won):
            raise ClubFault(f"The chips add up to {total:+}. Use gains and losses that add up to 0.")
        by_seat = dict(chips_won)
        return EntryKind.CHIPS, [by_seat[seat] for seat in sorted(by_seat)]
    groups = [[resolve_name(name, seats, "player at this table") for name in group] for group in places if group]
    departed = departed_seats(log)
    if repeated_names := [names[seat] for group in groups for seat in group if seat in departed]:
        raise ClubFault(
            f"Leave out {join_words(repeated_names)}: players who left are placed last.",
            Do.TAKE_BACK_CHANGE(
                f"If {repeated_names[0]} stayed", table=log.match.id, line=_left_on(log, repeated_names[0])
            ),
        )
    groups += [[seat] for seat in departed]
    _refuse_unless_all(names, [seat for group in groups for seat in group])
    return EntryKind.PLACES, groups


def result_of(match: MatchView, says: str = "Record the result") -> Hint:
    """Return a hint to record the result of the players who have not left. The hint starts with `says`."""
    remaining_names = match.remaining_names
    names = (remaining_names if len(remaining_names) == 1 else ("NAME",) * len(remaining_names)) if match.left else None
    return Do.RESULT(says, table=match.number, names=names)


def finish(club: Club, match: int, *, undecided: bool = False, corrects: bool = False) -> MatchView:
    """Finish a match: gather the cards and store its places. Return it. Finishing it again rewrites the places.

    Raise `UndecidedMatch` for illegal lines that wait for a decision and for a hand in play, unless there is a result.
    With `undecided`, those lines do not count, and only complete hands give places.
    """
    log_before = load_log(club, match)
    with club.writing() as tx:
        log = read_log(tx, match, log_before)
        if not corrects:
            refuse_closed_season(tx, log.session)
        _refuse_void(tx, log)
        was_finished = log.match.finished_at is not None
        log = with_end(log, log.match.finished_at or tx.moment)
        if not outcome(log).places:
            if split_event(log):
                raise ClubFault(
                    f"No hand was complete at table {match} when the players changed, so the match does not count."
                )
            remark = "Record the rest of the play, or only the result." if has_rules(log.book) else "Record the result."
            raise ClubFault(
                f"Table {match} has no result yet. {remark}",
                result_of(match_view(log), "To record the result, winner first"),
            )
        if not undecided and not was_finished:
            _refuse_undecided(log)
        if was_finished:
            return match_view(recompute_places(tx, log))
        return match_view(write(tx, log, EventKind.TABLE_FINISHED, {"came": outcome_data(log)}))


def _left_on(log: MatchLog, name: str) -> int:
    """Return the number of the line that records a player's leaving; the table has no record."""
    seat = log.names.index(name)
    leave_entries = [entry for entry in log.entries if entry.kind == EntryKind.LEAVE and not is_undone(log, entry)]
    return next(entry.number for entry in leave_entries if read_change(entry).seat == seat)


def _refuse_void(tx: Transaction, log: MatchLog) -> None:
    if is_void(log):
        from referee.club.match.voiding import void_fault  # rarely needed

        raise void_fault(tx, log.match.id)


def refuse_waiting(log: MatchLog, waiting: Sequence[int], *extra_hints: Hint) -> None:
    """Raise `UndecidedMatch` if illegal lines of a table wait for a decision."""
    if waiting:
        only_one, table = len(waiting) == 1, log.match.id
        may = [number for number in waiting if can_stand(log.book, log.judged[number])]
        raise UndecidedMatch(
            f"Line{'' if only_one else 's'} {join_words(waiting)} of table {table} "
            f"{'is' if only_one else 'are'} illegal and {'waits' if only_one else 'wait'} for a decision.",
            Do.TAKE_BACK_LINE("Undo it", table=table, line=waiting[0]),
            *(Do.LET_STAND("Or let it stand", table=table, line=number) for number in may[:1]),
            *extra_hints,
        )


def _refuse_undecided(log: MatchLog) -> None:
    """Raise `UndecidedMatch` if a line waits for a decision or a hand is in play, and there is no overriding result."""
    match = log.match.id
    if has_result(log):
        return
    override = Do.FINISH_ANYWAY("To finish anyway", table=match)
    refuse_waiting(log, [entry.number for entry in log.entries if line_view(log, entry).waits], override)
    if log.sheet.table.in_play:
        due_description = describe_due(log.sheet)
        due_text = f": {due_description}" if due_description else ""
        raise UndecidedMatch(f"The hand at table {match} is not over{due_text}.", override)


def _refuse_unless_all(names: Sequence[str], named_seats: Sequence[int]) -> None:
    """Raise `ClubFault` unless every seat is named exactly once."""
    for seat, name in enumerate(names):
        if named_seats.count(seat) > 1:
            raise ClubFault(f"{name} is named twice.")
    if missing_names := [name for seat, name in enumerate(names) if seat not in named_seats]:
        raise ClubFault(
            f"{join_words(missing_names)} {'is' if len(missing_names) == 1 else 'are'} missing from the result."
        )
