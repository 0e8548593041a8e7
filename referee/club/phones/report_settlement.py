"""Settling reported results, at the desk and on the officer's page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import ClassVar

from referee.cards.immutable import frozen
from referee.cards.words import join_words, quantity
from referee.club.folder import Club
from referee.club.match.ending import finish
from referee.club.match.log import load_log
from referee.club.match.view import MatchView
from referee.club.phones.evening_state import Phone, PhoneEvening, Places, ResultReport, SessionEnded, read_evening
from referee.club.phones.reports import places_of_record
from referee.club.signatures import names
from referee.club.table_numbers import TableNumber
from referee.club.text.faults import ClubFault, StoreFault
from referee.club.text.names import with_names
from referee.rules import write_places


def agreed_matches(tonight: PhoneEvening) -> list[int]:
    """Return the unfinished matches whose reported result is recorded, in order of table."""
    return [
        table.number
        for table in tonight.tables
        if not table.finished and (report := tonight.reports.get(table.number.id)) and report.settled
    ]


@frozen
class FinishOutcome:
    """The matches that were finished, and a sentence on each match that could not be."""

    finished: tuple[MatchView, ...]
    left: tuple[str, ...] = ()


def finish_agreed(club: Club, session: int) -> FinishOutcome:
    """Finish every match whose reported result is recorded. Return the outcome for each.

    A match that cannot be finished does not stop the others. Raise a `StoreFault` if the club cannot be written.
    """
    with club.reading() as tx:
        reports = agreed_matches(read_evening(tx, session))
    finished, unfinished = [], []
    for match in reports:
        try:
            finished.append(finish(club, match))
        except StoreFault:
            raise
        except ClubFault as fault:
            unfinished.append(str(fault))
    return FinishOutcome(tuple(finished), tuple(unfinished))


@frozen
class PendingReport:
    """A reported result of an unfinished table: each version as ``Ben said Ann > Ben``, and its `state`.

    It is `settled` once the result is recorded, and only the table must still be finished.
    """

    PLAIN: ClassVar = ("table", "versions", "state", "settled")
    match: TableNumber
    versions: tuple[str, ...]
    state: str
    settled: bool

    @property
    def table(self) -> int:
        """The number of the table in the session."""
        return self.match.table

    @property
    def in_words(self) -> str:
        """The report in one sentence."""
        return f"Phones report a result at table {self.table}: {'; '.join(self.versions)}; {self.state}."


def pending_reports(club: Club, session: int, match: int | None = None) -> tuple[PendingReport, ...]:
    """Return the reports of a session's unfinished tables in order of table, or of one `match`; none for a closed
    session.
    """
    try:
        with club.reading() as tx:
            tonight, roster = read_evening(tx, session), names(tx)
    except SessionEnded:
        return ()
    pending = []
    for table in tonight.tables:
        report = tonight.reports.get(table.number.id)
        if report is None or table.finished or match not in (None, table.number.id):
            continue
        of_record = places_of_record(load_log(club, table.number)) if report.differs else ()
        named, result = partial(_member_name, roster), partial(_result_text, roster)
        versions = tuple(
            f"{'the tablet' if version.member is None else named(version.member)} reported {result(version.places)}"
            for version in report.versions
        )
        state = state_of(report, result(of_record), named)
        pending.append(PendingReport(table.number, versions, state, report.settled))
    return tuple(pending)


def _member_name(roster: Mapping[int, str], member: int) -> str:
    return with_names(f"@#{member}", (), roster)


def _result_text(roster: Mapping[int, str], places: Places) -> str:
    return write_places([[_member_name(roster, member) for member in group] for group in places])


def phones_at(tonight: PhoneEvening, table: int) -> list[Phone]:
    """Return the phones currently paired at a table, in order of number."""
    tables_of_phones = [(phone, tonight.table_of(phone)) for phone in tonight.phones if not phone.ended]
    return [
        phone
        for phone, seated_table in tables_of_phones
        if (seated_table.table if seated_table else phone.table) == table
    ]


def state_of(report: ResultReport, of_record: str, name_of: Callable[[int], str]) -> str:
    """Return the state of a report in words, for officers. `of_record` has the record's places in words."""
    if report.settled:
        return "agreed and recorded"
    state = "not agreed" if report.disputed else "waits for a second player"
    if report.differs and of_record:
        state = f"not agreed: the record has {of_record}"
    if report.no:
        state += f"; denied by {', '.join(name_of(member) for member in sorted(report.no))}"
    return state


def describe_progress(reports: Mapping[int, ResultReport], tables: Mapping[int, int], finished: Collection[int]) -> str:
    """Return the progress of a round's reports, such as ``2 of 3 tables reported, table 2 disagrees``.

    `tables` has the table numbers by match. `finished` matches count as reported. The text is empty if no unfinished
    match has a report.
    """
    reported_matches = {match: report for match, report in reports.items() if match in tables and match not in finished}
    if not reported_matches:
        return ""
    disputed = sorted(tables[match] for match, report in reported_matches.items() if report.disputed)
    table_count = quantity(len(tables), "table")
    summary = f"{sum(match in reported_matches or match in finished for match in tables)} of {table_count} reported"
    if not disputed:
        return summary
    still_missing = (
        f"table {disputed[0]} disagrees" if len(disputed) == 1 else f"tables {join_words(map(str, disputed))} disagree"
    )
    return f"{summary}, {still_missing}"
