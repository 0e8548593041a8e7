"""Correcting a line, a seat, a result or a duplicate member, at any later time.

The log keeps every line and decision, and the event of a correction has the earlier seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from referee.club.calendar import checkin
from referee.club.calendar.closed_seasons import IN_A_CLOSED_SEASON, correction_data, correction_mark
from referee.club.calendar.sessions import session_of_table
from referee.club.folder import Club
from referee.club.match import ending, matches, recording
from referee.club.match.log import load_log, read_log, seats_data
from referee.club.match.outcome import recompute
from referee.club.match.view import LineView, MatchView
from referee.club.people import duties, merging, roster
from referee.club.signatures import reason_texts
from referee.club.text.faults import ClubFault, UnknownName
from referee.club.text.names import reason_needed, resolve_name
from referee.rules.notation.seats import name_fault
from referee.store.hints import Do
from referee.store.match_replay import Seat
from referee.store.plain_rows import Member, placeholders
from referee.store.projections.kind import EventKind
from referee.store.transaction import Transaction


def refuse_unless_may_correct(club: Club, table: int) -> None:
    """Raise `ClubFault` unless the actor may correct a table. The actor must be named, and in a closed season be an
    officer.

    Call this before the user types a correction.
    """
    _refuse_without_officer(club, "A correction")
    with club.reading() as tx:
        if any(correction_mark(tx, session) for session in session_of_table(tx, table)):
            duties.require_duty(tx, club, duties.Duty.CLOSED_SEASON)


def line(club: Club, table: int, number: int, text: str, *, reason: str) -> tuple[LineView, MatchView]:
    """Replace a mistyped line. Return the new line and its match."""
    with _correction(club, reason) as grouped_club:
        change = recording.log_line(grouped_club, table, text, instead_of=number, reason=reason, corrects=True)
        return change, matches.show(grouped_club, table)


def decide_line(
    club: Club, table: int, number: int, *, stands: bool = False, mistake: bool = False, reason: str
) -> tuple[LineView, MatchView]:
    """Take back a line, as undone at the table or as a typing `mistake`, or let it stand. Return the line and its
    match.
    """
    with _correction(club, reason) as grouped_club:
        if stands:
            change = recording.let_stand(grouped_club, table, number, reason=reason, corrects=True)
        else:
            change = recording.undo_line(grouped_club, table, number, reason=reason, mistake=mistake, corrects=True)
        return change, matches.show(grouped_club, table)


def result(
    club: Club,
    table: int,
    *,
    places: Sequence[Sequence[str]] = (),
    chips: Mapping[str, int] | None = None,
    reason: str,
) -> MatchView:
    """Replace the result of a finished match, and return the match. Entry points call `result_entry.record`."""
    with _correction(club, reason) as grouped_club:
        ending.record_result(grouped_club, table, places=places, chips=chips, reason=reason, corrects=True)
        return ending.finish(grouped_club, table, corrects=True)


def seat(club: Club, table: int, seat_text: str, name: str, *, reason: str) -> MatchView:
    """Correct the player of a seat, and return the match. The seat is given by number or by its recorded player.

    If the right player is recorded in another seat, the two swap seats.
    """
    with _correction(club, reason) as grouped_club:
        log_before = load_log(grouped_club, table)
        seat_index = _find_seat(table, seat_text, log_before.names)
        with grouped_club.writing() as tx:
            log = read_log(tx, table, log_before)
            member = roster.find_member(tx, name, include_retired=True)
            previous_member = log.seats[seat_index].member_id
            if previous_member == member.id:
                raise ClubFault(f"{member.name} already has seat {seat_index + 1} at table {table}.")
            if name_problem := name_fault(member.name, log.book.grammar.openings):
                raise ClubFault(f"{name_problem}.")
            new_players: list[Seat | Member] = [*log.seats]
            other_seat_index = next(
                (seat for seat, other_seat in enumerate(log.seats) if other_seat.member_id == member.id), None
            )
            if other_seat_index is None:
                new_players[seat_index] = member
            else:
                new_players[seat_index], new_players[other_seat_index] = (
                    new_players[other_seat_index],
                    new_players[seat_index],
                )
            query = "SELECT id FROM dispute WHERE match_id = ? ORDER BY id"
            data = seats_data(new_players)
            names = data.pop("names")
            new_seats = (
                Seat(seat_text, member_number, name.text, guest, home_number)
                for seat_text, ((member_number, guest, home_number), name) in enumerate(
                    zip(data["seats"], names, strict=True)
                )
            )
            _, outcome_data = recompute(replace(log, seats=tuple(new_seats)))
            data |= {"disputes": [number for (number,) in tx.rows(query, table)], **outcome_data}
            data |= {
                "seat": seat_index,
                "was": previous_member,
                "now": member.id,
                **correction_data(tx, grouped_club, log.session),
            }
            tx.append(EventKind.SEAT_CORRECTED, data, match=table, texts=[*names, *reason_texts(tx, reason)])
            checkin.check_in_one(tx, log.session, member)
        return matches.show(grouped_club, table)


def merge(club: Club, keep: str, other: str, *, reason: str = "") -> Member:
    """Merge `other` into `keep`, and return `keep`. A change to a closed season requires a reason."""
    with club.group_changes() as grouped_club:
        with grouped_club.reading() as tx:
            _, merged = (roster.find_member(tx, name, include_retired=True) for name in (keep, other))
            closed = _closed_seasons(tx, "s.member_id = ?", merged.id)
        if closed:
            _refuse_without_reason(grouped_club, reason, f"A change to the closed season {closed[0]}")
            _require_officer(grouped_club)
        mark = IN_A_CLOSED_SEASON if closed else "" if reason.strip() else None
        return merging.merge(grouped_club, keep, other, reason=reason, mark=mark)


def split(club: Club, keep: str, other: str, *, reason: str) -> Member:
    """Undo a mistaken merge as a correction, and return `other`, the restored member."""
    with club.group_changes() as grouped_club:

        def mark(tx: Transaction, matches: Sequence[int]) -> str:
            if not _closed_seasons(tx, f"s.match_id IN {placeholders(matches)}", *matches):
                return ""
            _require_officer(grouped_club)
            return IN_A_CLOSED_SEASON

        return merging.split(grouped_club, keep, other, reason=reason, mark=mark)


@contextmanager
def _correction(club: Club, reason: str) -> Iterator[Club]:
    """Run several changes in one transaction. Raise `ClubFault` unless the actor is named and gives a reason."""
    _refuse_without_reason(club, reason, "A correction")
    with club.group_changes() as grouped_club:
        yield grouped_club


def _refuse_without_reason(club: Club, reason: str, change: str) -> None:
    try:
        reason_needed(reason, change)
    except ClubFault as fault:
        if club.signature().strip():
            raise
        raise ClubFault(str(fault), *fault.hints, Do.SIGN("Also name the officer")) from None
    _refuse_without_officer(club, change)


def _refuse_without_officer(club: Club, change: str) -> None:
    if not club.signature().strip():
        raise ClubFault(f"{change} needs the officer's name.", Do.SIGN("Add it"))


def _require_officer(club: Club) -> None:
    with club.reading() as tx:
        duties.require_duty(tx, club, duties.Duty.CLOSED_SEASON)


def _closed_seasons(tx: Transaction, condition: str, *values: int) -> Sequence[str]:
    """Return the names of the closed seasons that have a seat matching an SQL `condition`."""
    query = (
        "SELECT DISTINCT a.name FROM season a JOIN session e ON e.season_id = a.id "
        'JOIN "match" m ON m.session_id = e.id '
        f"JOIN seat s ON s.match_id = m.id WHERE {condition} AND a.closed_at IS NOT NULL"
    )
    return [name for (name,) in tx.rows(query, *values)]


def _find_seat(table: int, text: str, names: Sequence[str]) -> int:
    if not text.strip().isdecimal():
        return resolve_name(text, dict(enumerate(names)), "player")
    if not 1 <= int(text.strip()[:9]) <= len(names):
        raise UnknownName(f"There is no seat {text} at table {table}. Use 1 to {len(names)}.")
    return int(text) - 1
