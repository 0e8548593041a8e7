"""Load the rows of the phones screen, the urgent ones first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import field

from referee.cards.immutable import frozen
from referee.club.evening.overview import Tonight, read_tonight
from referee.club.folder import Club
from referee.club.match.log import load_log
from referee.club.match.view import LineView, MatchView
from referee.club.phones import evening_state as phones_tonight
from referee.club.phones import report_settlement, reports, serving
from referee.club.phones.evening_state import OfficerCall, Phone, Places, ResultReport, SeatedTable, SessionEnded
from referee.club.phones.previews import previews
from referee.club.phones.serving import PhoneServer
from referee.club.signatures import names
from referee.club.text.faults import ClubFault
from referee.rules import write_places
from referee.web.hosts import is_refused


@frozen
class PhonesView:
    """Tonight's phones, None without an open session, and related data about the tables.

    `silent_servers` were started but no longer answer, such as a killed process. `previews` says for each table whether
    phones show a ruling before the line is entered. `recorded_places` has the record's result where a report differs.
    """

    night: Tonight
    phones: phones_tonight.PhoneEvening | None = None
    servers: tuple[PhoneServer, ...] = ()
    silent_servers: tuple[PhoneServer, ...] = ()
    previews: Mapping[int, bool] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    recorded_places: Mapping[int, Places] = field(default_factory=dict)

    @property
    def all_off(self) -> bool:
        """Whether all phones are switched off."""
        return self.phones is not None and self.phones.off

    def name_of(self, member: int | None) -> str:
        """Return the name of the player a phone belongs to, or "the table" for its tablet."""
        return "the table" if member is None else self.names.get(member, f"member {member}")

    def result_text(self, places: Places) -> str:
        """Return the finishing places in the notation for entering a result."""
        return write_places([[self.name_of(member) for member in group] for group in places])

    def find_table(self, match: int) -> SeatedTable | None:
        """Return the table of a match, or None if the match is not tonight's."""
        return next((table for table in self.phones.tables if table.number.id == match), None) if self.phones else None

    def describe_state(self, report: ResultReport) -> str:
        """Return the state of a report as a text."""
        return report_settlement.state_of(
            report, self.result_text(self.recorded_places.get(report.match, ())), self.name_of
        )


@frozen
class WaitingLine:
    """An illegal line that waits for an officer's decision."""

    match: MatchView
    line: LineView


@frozen
class AgreedResults:
    """Matches with results that all players agree on, ready to finish together."""

    matches: tuple[int, ...]


Item = OfficerCall | ResultReport | AgreedResults | WaitingLine | SeatedTable | Phone


def load_phones(club: Club, _: str = "", earlier: PhonesView | None = None) -> PhonesView:
    """Return the current state of tonight's phones. Matches and servers in `earlier` are reused."""
    night = read_tonight(club, earlier.night.matches if earlier else ())
    if night.session is None:
        return PhonesView(night)
    try:
        with club.reading() as tx:
            evening = phones_tonight.read_evening(tx, night.session.id)
            servers, preview_tables, names_by_member = (
                serving.served_at(tx, night.session.id),
                previews(tx, evening),
                names(tx),
            )
    except SessionEnded:
        return PhonesView(night)
    silent_servers = (
        earlier.silent_servers if earlier and {*servers} == {*earlier.servers, *earlier.silent_servers} else None
    )
    unreachable_servers = (
        silent_servers
        if silent_servers is not None
        else tuple(answering_servers for answering_servers in servers if is_refused(answering_servers.url))
    )
    answering_servers = tuple(
        answering_servers for answering_servers in servers if answering_servers not in unreachable_servers
    )
    return PhonesView(
        night,
        evening,
        answering_servers,
        unreachable_servers,
        preview_tables,
        names_by_member,
        dict(_differing_results(club, evening)),
    )


def list_items(view: PhonesView) -> list[Item]:
    """Return the rows: calls, results and illegal lines first, then each table with its phones."""
    if (evening := view.phones) is None:
        return []
    open_tables = [seated_table for seated_table in evening.tables if not seated_table.finished]
    result_reports = [report for open_table in open_tables if (report := evening.reports.get(open_table.number.id))]
    agreed_matches = tuple(report_settlement.agreed_matches(evening))
    items: list[Item] = [
        *evening.calls,
        *(result_report for result_report in result_reports if result_report.disputed and not result_report.settled),
    ]
    items += [AgreedResults(agreed_matches)] if len(agreed_matches) > 1 else []
    items += [result_report for result_report in result_reports if result_report.settled]
    items += _waiting_lines(view.night)
    items += [
        result_report for result_report in result_reports if not result_report.disputed and not result_report.settled
    ]
    for table in open_tables:
        items += [table, *report_settlement.phones_at(evening, table.table)]
    return items


def item_key(item: Item) -> str:
    """Return the key that identifies a row."""
    match item:
        case OfficerCall():
            return f"call {item.table}"
        case ResultReport():
            return f"report {item.match}"
        case AgreedResults():
            return "agreed"
        case WaitingLine():
            return f"line {item.line.number} of {item.match.number.id}"
        case SeatedTable():
            return f"table {item.table}"
        case Phone():
            return f"phone {item.id}"


def table_number(view: PhonesView, item: Item) -> int:
    """Return the number of a row's table, or 0 for none."""
    match item:
        case OfficerCall() | SeatedTable():
            return item.table
        case ResultReport():
            seated_table = view.find_table(item.match)
            return seated_table.table if seated_table else 0
        case WaitingLine():
            return item.match.table
        case Phone():
            seated_table = view.phones.table_of(item) if view.phones else None
            return seated_table.table if seated_table else item.table
        case AgreedResults():
            return 0


def _waiting_lines(night: Tonight) -> Iterator[WaitingLine]:
    for match in night.matches:
        if not match.finished_at:
            yield from (WaitingLine(match, line) for line in match.waiting)


def _differing_results(club: Club, evening: phones_tonight.PhoneEvening) -> Iterator[tuple[int, Places]]:
    """Yield each match whose report differs from the record, with the record's finishing places."""
    for seated_table in evening.tables:
        report = evening.reports.get(seated_table.number.id)
        if report and report.differs and not report.settled:
            with suppress(ClubFault):  # a record that cannot be read gives none
                yield report.match, reports.places_of_record(load_log(club, seated_table.number))
