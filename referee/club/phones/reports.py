"""Reported results: recorded when two players agree, and settled by an officer when anyone disagrees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from referee.club.folder import Club
from referee.club.match.ending import record_result
from referee.club.match.log import MatchLog, load_log
from referee.club.match.outcome import has_result, outcome
from referee.club.match.seat_changes import departed_seats
from referee.club.phones.evening_state import (
    Phone,
    Places,
    ReportVersion,
    ResultReport,
    SeatedTable,
    StoredState,
    keep_report,
    read_evening,
    refuse_unless_writing,
)
from referee.club.text.faults import ClubFault
from referee.rules import Report
from referee.store import session_state


def with_version(before: ResultReport | None, match: int, places: Places, phone: Phone, at: datetime) -> ResultReport:
    """Return a report with the places from a phone. They replace the player's earlier version."""
    new_version = ReportVersion(places, phone.number, phone.member)
    if before is None or before.settled:
        return ResultReport(match, (new_version,), at)
    versions = tuple(version for version in before.versions if not _is_same_reporter(version, phone))
    reporters = frozenset([phone.member]) if phone.member is not None else frozenset()
    return replace(before, versions=(*versions, new_version), yes=before.yes - reporters, no=before.no - reporters)


def answer_report(report: ResultReport, phone: Phone, *, yes: bool) -> ResultReport:
    """Return a report with a player's answer, yes or no.

    Raise `ClubFault` for a tablet, for a settled report, or if the player reported the result.
    """
    if phone.member is None:
        raise ClubFault("This tablet acts for no seat. Players answer on their own phones.")
    if report.settled:
        raise ClubFault("That result is recorded already.")
    if any(version.member == phone.member for version in report.versions):
        raise ClubFault("You reported that yourself. Another player must confirm it.")
    reporters = frozenset([phone.member])
    without_own = replace(report, yes=report.yes - reporters, no=report.no - reporters)
    return (
        replace(without_own, yes=without_own.yes | reporters)
        if yes
        else replace(without_own, no=without_own.no | reporters)
    )


def places_of_record(log: MatchLog, seen_report: Report | None = None) -> Places:
    """Return the places of a match by its log, without players who left; empty while a hand is in play.

    `seen_report` is a report for players, used in place of the complete one.
    """
    if (seen_report or log.sheet).table.in_play and not has_result(log):
        return ()
    departed, places = departed_seats(log), outcome(log, seen_report).places
    remaining_groups = ([log.seats[seat].member_id for seat in group if seat not in departed] for group in places)
    return tuple(tuple(group) for group in remaining_groups if group)


def compare_report(report: ResultReport, of_record: Places) -> ResultReport:
    """Return a report with `differs` set if a version contradicts the record's places."""
    return replace(report, differs=bool(of_record) and any(version.places != of_record for version in report.versions))


def public_report(report: ResultReport, of_record: Places) -> ResultReport:
    """Return a report as players may see it, compared only with the public record.

    The complete record would reveal private lines. Once two players agree, they do learn that an officer must settle
    it.
    """
    return report if report.settled or len(report.confirmed) > 1 else compare_report(report, of_record)


def report_result(club: Club, session: int, phone: Phone, places: Sequence[Sequence[int]]) -> ResultReport:
    """Report a result for a phone's table, with the members by place, best first. Return the report.

    If two players agree now, the result is recorded. Raise `ClubFault` if the phone may not report it.
    """
    with club.reading() as tx:
        table = _require_playing(read_evening(tx, session).table_of(phone))
    log = load_log(club, table.number)
    members = {seat.member_id for index, seat in enumerate(log.seats) if index not in departed_seats(log)}
    groups = tuple(tuple(group) for group in places if group)
    named_members = [member for group in groups for member in group]
    if sorted(named_members) != sorted(members):
        raise ClubFault("A result names every player at the table once. Tap them all, the winner first.")
    with club.writing() as tx:
        tonight = refuse_unless_writing(tx, session, phone, table.number.id)
        report = with_version(tonight.reports.get(table.number.id), table.number.id, groups, phone, tx.moment)
        report = compare_report(report, places_of_record(log))
        keep_report(tx, session, report)
    return _record_if_agreed(club, session, report)


def answer(club: Club, session: int, phone: Phone, *, yes: bool, places: Places) -> ResultReport:
    """Answer the report at a phone's table, yes or no. Return the report.

    If two players agree now, the result is recorded. Raise `ClubFault` if the phone may not answer, or if the report no
    longer has these `places`.
    """
    with club.reading() as tx:
        table = _require_playing(read_evening(tx, session).table_of(phone))
    with club.writing() as tx:
        tonight = refuse_unless_writing(tx, session, phone, table.number.id)
        report = tonight.reports.get(table.number.id)
        if report is None or report.places != places:
            raise ClubFault("Somebody has changed that report. Look at it again.")
        report = answer_report(report, phone, yes=yes)
        keep_report(tx, session, report)
    return _record_if_agreed(club, session, report)


def withdraw(club: Club, session: int, match: int) -> None:
    """Discard a report."""
    with club.writing() as tx:
        session_state.drop(tx, session, StoredState.REPORT, str(int(match)))


def record(club: Club, session: int, match: int, version: int = 0) -> None:
    """Record one version of a report as the result, for an officer.

    Raise `ClubFault` if there is no such version, or if the result cannot be recorded.
    """
    with club.reading() as tx:
        report = read_evening(tx, session).reports.get(int(match))
    if report is None or not 0 <= version < len(report.versions):
        raise ClubFault("That report no longer exists.")
    chosen_version = report.versions[version]
    backers = {
        report_version.member
        for report_version in report.versions
        if report_version.places == chosen_version.places and report_version.member is not None
    }
    _record_places(club, report, chosen_version.places, [*backers, *(report.yes if version == 0 else ())])
    _store_report(club, session, replace(report, settled=True))


def _record_if_agreed(club: Club, session: int, report: ResultReport) -> ResultReport:
    """Record the result if two players agree and the record does not contradict it. Return the report."""
    if not report.agreed or report.settled:
        return report
    log = load_log(club, report.match)
    report = compare_report(report, places_of_record(log))
    if report.agreed:
        version = report.versions[0]
        by_phone = club.with_phone(version.member, version.phone, lambda tx: read_evening(tx, session))
        _record_places(by_phone, report, report.places, report.confirmed, only_after=log.steps)
    return _store_report(club, session, replace(report, settled=report.agreed))


def _store_report(club: Club, session: int, report: ResultReport) -> ResultReport:
    with club.writing() as tx:
        read_evening(tx, session)
        keep_report(tx, session, report)
    return report


def _record_places(
    club: Club, report: ResultReport, places: Places, confirmed: Sequence[int], *, only_after: int | None = None
) -> None:
    names = {seat.member_id: seat.name for seat in load_log(club, report.match).seats}
    name_groups = [[names[member] for member in group] for group in places]
    # The key records the result only once, even if two answers complete it at the same moment.
    key = f"report {report.match} {report.at.isoformat()} {places}"
    record_result(
        club, report.match, places=name_groups, key=key, confirmed=sorted(set(confirmed)), only_after=only_after
    )


def _require_playing(seated_table: SeatedTable | None) -> SeatedTable:
    if seated_table is None:
        raise ClubFault("You are not at a table now.")
    if seated_table.finished:
        raise ClubFault("This table is finished. Call an officer if its result is wrong.")
    return seated_table


def _is_same_reporter(version: ReportVersion, phone: Phone) -> bool:
    return version.phone == phone.number or (phone.member is not None and version.member == phone.member)
