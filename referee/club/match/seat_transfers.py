"""Changes of players at a table: leaving, joining, standing in and swapping seats.

Before the first hand, seats simply change. Afterwards the players of a match are fixed: the match ends at its last
complete hand, and the remaining players continue in a new match at the same table. Chapter 4 of
`referee.club.scoring_rules` says how this is scored. Each change is an entry in the log of the match, with an optional
reason, and can be undone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from referee.cards.words import quantity
from referee.club.folder import Club
from referee.club.match.ending import refuse_waiting
from referee.club.match.log import RESULTS, EntryKind, MatchLog, load_log, read_log, with_end, with_entry, write_entry
from referee.club.match.outcome import outcome, outcome_data
from referee.club.match.seat_changes import (
    SeatChange,
    change_text,
    complete_hands,
    departed_seats,
    is_over,
    is_undone,
    is_void,
    seated_after,
    split_event,
)
from referee.club.match.seat_conflicts import refuse_if_elsewhere
from referee.club.match.starting import seat_players as seat_down
from referee.club.match.table_changes import (
    TableChange,
    draft_change,
    new_seats,
    refuse_closed,
    refuse_full,
    refuse_unfit,
)
from referee.club.match.view import line_view, match_view
from referee.club.people import roster
from referee.club.signatures import Writing
from referee.club.text.faults import ClubFault
from referee.club.text.names import clean_text, resolve_name
from referee.games.lookup import has_rules
from referee.store.hints import Do
from referee.store.plain_rows import Member, get_row


def leave(club: Club, match: int, name: str, *, reason: str = "", has_begun: bool | None = None) -> TableChange:
    """Record that a player leaves a table. Return the change.

    Before the first hand, the player gets nothing from the match. Later, the match ends at its last complete hand, and
    the others continue in a new one. If hands were played without a record (`has_begun`, the default without a
    rulebook), players who left are ranked last.
    """
    with _locked_log(club, match, reason) as (tx, log, clean_reason):
        seat = resolve_name(name, dict(enumerate(log.names)), "player")
        member = log.seats[seat].member_id
        if seat in departed_seats(log):
            raise ClubFault(f"{log.names[seat]} has already left table {match}.")
        change = SeatChange(EntryKind.LEAVE, member, seat)
        if _has_lines(log, has_begun):
            return _split_table(tx, club, log, change, clean_reason)
        if not _has_begun(log, has_begun):
            return _change_seats(tx, club, log, change, clean_reason)
        if len(log.seats) - len(departed_seats(log)) < 2:
            raise ClubFault(
                f"{log.names[seat]} is the last player at table {match}.",
                Do.VOID("To void the match", table=match),
            )
        return _write_change(tx, club, log, replace(change, last=True), clean_reason)


def join(
    club: Club,
    match: int,
    name: str,
    *,
    reason: str = "",
    seat: int | None = None,
    stand_in_for: str | None = None,
    has_begun: bool | None = None,
    may_sit_twice: bool = True,
) -> TableChange:
    """Seat a member at a table: in a seat counted from 1, in a new last seat, or in place of a player. Return the
    change.

    Before the first hand, the member simply gets the seat. Later, the match ends at its last complete hand and a new
    one begins. Raise `SeatedElsewhere` unless members may sit at two tables (`may_sit_twice`).
    """
    with _locked_log(club, match, reason) as (tx, log, clean_reason):
        member = roster.find_member(tx, name)
        if member.id in (seat.member_id for seat in log.seats):
            raise ClubFault(f"{member.name} already has a seat at table {match}.")
        was_written, has_begun = _has_lines(log, has_begun), _has_begun(log, has_begun)
        if stand_in_for is not None:
            seat_index = resolve_name(stand_in_for, dict(enumerate(log.names)), "player")
            if has_begun and not was_written:
                leaver, new_name = log.names[seat_index], member.name
                raise ClubFault(
                    f"Table {match} has no recorded hands, so {new_name} cannot take over {leaver}'s score.",
                    Do.LEAVE("Record both", table=match, name=leaver),
                    Do.JOIN("And", table=match, name=new_name),
                )
            change = SeatChange(EntryKind.STAND_IN, member.id, seat_index, log.seats[seat_index].member_id)
        else:
            seat_count = len(log.seats)
            if seat is not None and not 1 <= seat <= seat_count + 1:
                raise ClubFault(f"There is no seat {seat} at table {match}. Use 1 to {seat_count + 1}.")
            if seat is not None and seat <= seat_count and has_begun and not was_written:
                raise ClubFault(f"Table {match} has begun, so a player who joins takes the last seat.")
            refuse_full(log, member.name, may_stand_in=was_written or not has_begun)
            change = SeatChange(EntryKind.JOIN, member.id, seat_count if seat is None else seat - 1)
        if was_written:
            table_change = _split_table(tx, club, log, change, clean_reason)
        else:
            table_change = _change_seats(tx, club, log, change, clean_reason, "4.7" if has_begun else "4.1")
        if not may_sit_twice:
            refuse_if_elsewhere(tx, [member], but=table_change.goes_on.number if table_change.goes_on else match)
        return table_change


def swap(club: Club, match: int, one: str, other: str, *, reason: str = "") -> TableChange:
    """Record that two players swap seats. Return the change. After the first hand, the table continues in a new
    match.
    """
    with _locked_log(club, match, reason) as (tx, log, clean_reason):
        first, second = (resolve_name(name, dict(enumerate(log.names)), "player") for name in (one, other))
        if first == second:
            raise ClubFault(f"{one!r} and {other!r} are both {log.names[first]}. Name two players.")
        if departed_seats(log):
            raise ClubFault(f"Table {match} records only its result, so seats do not matter once somebody has left.")
        members = log.seats[first].member_id, log.seats[second].member_id
        change = SeatChange(EntryKind.SWAP, members[0], other=members[1])
        return (_split_table if _has_lines(log, None) else _change_seats)(tx, club, log, change, clean_reason)


@contextmanager
def _locked_log(club: Club, match: int, reason: str) -> Iterator[tuple[Writing, MatchLog, str]]:
    """Lock the file. Yield the transaction, the log of a match whose players may change, and the cleaned reason."""
    clean_reason = clean_text(reason, "the reason").strip()
    match_log = load_log(club, match)
    with club.writing() as tx:
        log = read_log(tx, match, match_log)
        if is_over(log) or log.match.finished_at is not None:
            goes_on = split_event(log)
            continuation = f" It continues as table {goes_on.goes_on}." if goes_on and goes_on.goes_on else ""
            state = "void" if is_void(log) else "finished"
            raise ClubFault(f"Table {match} is {state}, so nobody can join or leave.{continuation}")
        refuse_closed(log)
        _refuse_if_decided(log)
        yield tx, log, clean_reason


def _refuse_if_decided(log: MatchLog) -> None:
    """Raise `ClubFault` if a result was entered, because it names the players who sat there then."""
    match = log.match.id
    results = [entry for entry in log.entries if entry.kind in RESULTS]
    if counting := [entry.number for entry in results if not is_undone(log, entry)]:
        raise ClubFault(
            f"Table {match} already has a result, on line {counting[-1]}, for the players seated then.",
            Do.FINISH("Finish it, and start another", table=match),
        )
    # With lines, the seats stay, and a result could still be let stand. Without lines, the seats change.
    if results and not any(entry.kind == EntryKind.LINE for entry in log.entries):
        raise ClubFault(
            f"The undone result on line {results[-1].number} of table {match} names the players seated then.",
            Do.VOID("Void it, and start another", table=match),
        )


def _has_lines(log: MatchLog, has_begun: bool | None) -> bool:
    """Tell whether a match has a record, which gives its current outcome."""
    lines = [entry.number for entry in log.entries if entry.kind == EntryKind.LINE]
    if lines and has_begun is False:
        raise ClubFault(f"Table {log.match.id} has begun: it has {quantity(len(lines), 'line')}.")
    return bool(lines)


def _has_begun(log: MatchLog, has_begun: bool | None) -> bool:
    """Tell whether a match has begun: by its record if it has one, otherwise as the caller says."""
    if _has_lines(log, has_begun) or departed_seats(log):
        return True
    return not has_rules(log.book) if has_begun is None else has_begun


def _write_change(tx: Writing, club: Club, log: MatchLog, change: SeatChange, clean_reason: str) -> TableChange:
    entry = draft_change(club, log, change.kind, clean_reason, **change_text(change))
    log = write_entry(tx, with_entry(log, entry), entry)
    return TableChange(match_view(log), line_view(log, entry), "4.7")


def _change_seats(
    tx: Writing, club: Club, log: MatchLog, change: SeatChange, clean_reason: str, clause: str = "4.1"
) -> TableChange:
    """Change the seats of a match that has not begun or has only a result. Return the change."""
    after = seated_after(tuple(seat.member_id for seat in log.seats), change)
    refuse_unfit(tx, log, after)
    entry = draft_change(club, log, change.kind, clean_reason, **change_text(change))
    write_entry(tx, log, entry, **new_seats(tx, log, after))
    log = read_log(tx, log.match.id)
    return TableChange(match_view(log), line_view(log, entry), clause)


def _split_table(tx: Writing, club: Club, log: MatchLog, change: SeatChange, clean_reason: str) -> TableChange:
    """End a match at its last complete hand, and start its continuation. Return the change."""
    hands = complete_hands(log)
    waiting = [
        line.number
        for line in (line_view(log, entry) for entry in log.entries)
        if line.waits and any(line.number == judged_line.line.number for judged_line in hands.entries)
    ]
    refuse_waiting(log, waiting)
    after = seated_after(tuple(seat.member_id for seat in log.seats), change)
    new_match = None
    if change.kind is not EntryKind.LEAVE or log.book.refusal(log.options, len(after)) is None:
        members = [get_row(tx, Member, number) for number in after]
        new_match = seat_down(
            tx, log.session, log.book, log.options, members, chip=log.match.chip, continues=log.match.id
        )
    change = replace(change, ends=True, goes_on=new_match or 0)
    entry = draft_change(club, log, change.kind, clean_reason, **change_text(change))
    log = with_end(with_entry(log, entry), tx.moment)
    log = write_entry(tx, log, entry, came=outcome_data(log))
    counts = bool(outcome(log).places)
    goes_on = match_view(read_log(tx, new_match)) if new_match else None
    view = match_view(read_log(tx, log.number, log))  # the table has gone on, so its number has changed
    return TableChange(view, line_view(log, entry), "4.2" if counts else "4.6", goes_on)
