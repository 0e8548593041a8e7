"""Settling the results that players report, at the desk and on the officer's page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from referee.cards.words import join_words, quantity
from referee.club.folder import Club
from referee.club.match.ending import finish
from referee.club.match.view import MatchView
from referee.club.phones.evening_state import Phone, PhoneEvening, ResultReport, read_evening
from referee.club.text.faults import ClubFault, StoreFault


def agreed_matches(tonight: PhoneEvening) -> list[int]:
    """Return the unfinished matches whose reported result is already recorded, in order of table."""
    return [
        table.number
        for table in tonight.tables
        if not table.finished and (report := tonight.reports.get(table.number.id)) and report.settled
    ]


@dataclass(frozen=True, slots=True)
class Finished:
    """The matches that were finished, and a sentence on each one that could not be."""

    finished: tuple[MatchView, ...]
    left: tuple[str, ...] = ()


def finish_agreed(club: Club, session: int) -> Finished:
    """Finish every match whose reported result is recorded. One that cannot be finished does not stop the others.

    Raises `StoreFault`.
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
    return Finished(tuple(finished), tuple(unfinished))


def phones_at(tonight: PhoneEvening, table: int) -> list[Phone]:
    """Return the phones that are paired at a table now, in order of number."""
    tables_of_phones = [(phone, tonight.table_of(phone)) for phone in tonight.phones if not phone.ended]
    return [
        phone
        for phone, seated_table in tables_of_phones
        if (seated_table.table if seated_table else phone.table) == table
    ]


def state_of(report: ResultReport, of_record: str, name_of: Callable[[int], str]) -> str:
    """Return the state of a report in words, for officers. `of_record` has the places of the record in words."""
    if report.settled:
        return "agreed and recorded"
    state = "not agreed" if report.disputed else "waits for a second player"
    if report.differs and of_record:
        state = f"not agreed: the record has {of_record}"
    if report.no:
        state += f"; no from {', '.join(name_of(member) for member in sorted(report.no))}"
    return state


def describe_progress(reports: Mapping[int, ResultReport], tables: Mapping[int, int], finished: Collection[int]) -> str:
    """Return the progress of a round's reports, such as ``2 of 3 tables reported, table 2 disagrees``.

    `tables` has the table numbers by match; `finished` matches count as reported. The text is empty if phones reported
    no unfinished match.
    """
    reported_matches = {match: report for match, report in reports.items() if match in tables and match not in finished}
    if not reported_matches:
        return ""
    disputed = sorted(tables[match] for match, report in reported_matches.items() if report.disputed)
    many = quantity(len(tables), "table")
    summary = f"{sum(match in reported_matches or match in finished for match in tables)} of {many} reported"
    if not disputed:
        return summary
    still_missing = (
        f"table {disputed[0]} disagrees" if len(disputed) == 1 else f"tables {join_words(map(str, disputed))} disagree"
    )
    return f"{summary}, {still_missing}"
