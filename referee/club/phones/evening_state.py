"""The phones' part of a session: codes, phones, calls, reports and switches. All of it ends with the session."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from referee.cards.immutable import frozen
from referee.club import table_numbers, unsettled_reports
from referee.club.signatures import current_member_numbers
from referee.club.table_numbers import TableNumber
from referee.club.text.faults import ClubFault
from referee.store import session_state
from referee.store.decoding import check_data, decode_moment, decode_number, decode_text, decoding
from referee.store.moment import in_utc
from referee.store.plain_rows import Session, get_row, placeholders, select_rows
from referee.store.session_state import SessionState
from referee.store.transaction import Transaction

EVERYWHERE: Final = "all"
"""The name under which the switches for all tables are stored."""


class StoredState(StrEnum):
    """The kinds of stored rows that end with the session."""

    CODE = "code"
    PHONE = "phone"
    CALL = "call"
    REPORT = unsettled_reports.REPORT
    SWITCH = "switch"
    SERVED = "served"


class SessionEnded(ClubFault):
    """The session that a phone belongs to is no longer open."""


class Reason(StrEnum):
    """The reason for calling an officer to a table."""

    RULING = "We disagree on a ruling"
    LINE = "A line is wrong"
    PEOPLE = "A player joins or leaves"
    OTHER = "Something else"


@frozen
class Phone:
    """A phone paired tonight with a `member`, or a tablet paired with a whole `table` (no member).

    `id` is the hash of its token, and `number` counts the phones of the session. For a phone, `table` is where it was
    paired. It only reads unless it `writes`; once `ended`, it does neither.
    """

    id: str
    number: int
    member: int | None
    table: int
    writes: bool
    at: datetime
    ended: bool = False

    @property
    def tablet(self) -> bool:
        """Whether this is a tablet, which writes for a whole table."""
        return self.member is None


@frozen
class OfficerCall:
    """A call for an officer to a `table`, from the numbered `phone` of a member.

    `coming` is set once an officer is on the way.
    """

    table: int
    reason: Reason
    at: datetime
    phone: int
    member: int | None
    coming: bool = False


Places = tuple[tuple[int, ...], ...]


@frozen
class ReportVersion:
    """A reported result: members by place, best first, with the reporting `phone` and its member."""

    places: Places
    phone: int
    member: int | None


@frozen
class ResultReport:
    """The reported result of a match in one or more versions, with the members who answered yes or no.

    It is `settled` once a result is recorded. `differs` means that a version contradicts the match's record.
    """

    match: int
    versions: tuple[ReportVersion, ...]
    at: datetime
    yes: frozenset[int] = frozenset()
    no: frozenset[int] = frozenset()
    differs: bool = False
    settled: bool = False

    @property
    def places(self) -> Places:
        """The places of the first version."""
        return self.versions[0].places

    @property
    def disputed(self) -> bool:
        """Whether an officer must settle the report, because a player or the record contradicts its first version."""
        return self.differs or bool(self.no) or any(version.places != self.places for version in self.versions)

    @property
    def confirmed(self) -> tuple[int, ...]:
        """The members who confirm the first version, including its reporter."""
        backers = {
            version.member for version in self.versions if version.member is not None and version.places == self.places
        }
        return tuple(sorted(backers | self.yes))

    @property
    def agreed(self) -> bool:
        """Whether two members confirm the result and nothing contradicts it."""
        return not self.disputed and len(self.confirmed) > 1


@frozen
class Switches:
    """An officer's settings for phones: `off`, `read` only, and `previews` on, off or by default (None)."""

    off: bool = False
    read: bool = False
    previews: bool | None = None


@frozen
class SeatedTable:
    """The latest match at a table, with the current numbers of its players in order of seat."""

    number: TableNumber
    members: tuple[int, ...]
    finished: bool

    @property
    def table(self) -> int:
        """The number of the table in the session."""
        return self.number.table


@frozen
class PhoneEvening:
    """The tables of an open session in order, with the codes, phones, calls, reports and switches.

    Codes are given by table number, reports by match number, and switches by table number or `EVERYWHERE`.
    """

    session: Session
    tables: tuple[SeatedTable, ...]
    codes: Mapping[int, str]
    phones: tuple[Phone, ...]
    calls: tuple[OfficerCall, ...]
    reports: Mapping[int, ResultReport]
    switches: Mapping[str, Switches]

    @property
    def has_codes(self) -> bool:
        """Whether every table has a code."""
        return all(table.table in self.codes for table in self.tables)

    @property
    def off(self) -> bool:
        """Whether all phones are switched off."""
        return self.at(EVERYWHERE).off

    def at(self, table: int | str) -> Switches:
        """Return the switches of a table."""
        return self.switches.get(str(table), Switches())

    def phone(self, id: str) -> Phone | None:
        """Return the phone with an id, ended or not; None if there is none."""
        return next((phone for phone in self.phones if phone.id == id), None)

    def seated(self, table: int) -> SeatedTable | None:
        """Return the table with a number; None if there is none."""
        return next((seated_table for seated_table in self.tables if seated_table.table == table), None)

    def with_code(self, code: str) -> SeatedTable | None:
        """Return the table with a code; None if there is none. While all phones are off, no code is valid."""
        number = next((table for table, table_code in self.codes.items() if table_code == code), None) if code else None
        return None if self.off or number is None else self.seated(number)

    def table_of(self, phone: Phone) -> SeatedTable | None:
        """Return the table of a phone's player, preferably an unfinished one; None if there is none.

        A tablet stays at the table where it was paired.
        """
        if phone.tablet:
            return self.seated(phone.table)
        tables = [table for table in self.tables if phone.member in table.members]
        return next(
            (seated_table for seated_table in reversed(tables) if not seated_table.finished),
            tables[-1] if tables else None,
        )

    def others(self, phone: Phone) -> tuple[Phone, ...]:
        """Return the other phones of the same member, or the other tablets of the same table."""
        return tuple(
            other_phone
            for other_phone in self.phones
            if other_phone.id != phone.id
            and not other_phone.ended
            and other_phone.member == phone.member
            and (not phone.tablet or other_phone.table == phone.table)
        )

    def why_not_writing(self, phone: Phone) -> str:
        """Return a sentence on why a phone cannot write; empty if it can."""
        table = self.table_of(phone)
        if phone.ended:
            return "This phone was unpaired."
        if self.off:
            return "An officer has switched the phones off."
        if table is None:
            return "You are not at a table now."
        if self.at(table.table).read:
            return "Phones can only read at this table."
        if not phone.writes:
            return "Another phone writes for this seat. Ask an officer to let this one write."
        return ""

    def call_at(self, table: int) -> OfficerCall | None:
        """Return the open call at a table; None if there is none."""
        return next((call for call in self.calls if call.table == table), None)


def open_session(tx: Transaction) -> Session | None:
    """Return the open session, the latest if there are several; None if there is none."""
    condition = "WHERE opened_at IS NOT NULL AND closed_at IS NULL ORDER BY held_on DESC LIMIT 1"
    return next(iter(select_rows(tx, Session, condition)), None)


def read_evening(tx: Transaction, session: int) -> PhoneEvening:
    """Return the phones' part of a session. Raise `SessionEnded` if the session is not open."""
    session_row = get_row(tx, Session, session)
    if session_row.status != "open":
        raise SessionEnded(f"The session of {session_row.held_on} is {session_row.status}.")
    values_by_kind: dict[str, dict[str, Any]] = {kind: {} for kind in StoredState}
    for state in session_state.session_states(tx, session):
        values_by_kind.setdefault(state.kind, {})[state.name] = decode(state)
    reports: list[ResultReport] = [*values_by_kind[StoredState.REPORT].values()]
    return PhoneEvening(
        session=session_row,
        tables=tuple(_read_seated_tables(tx, session)),
        codes={int(table): code for table, code in values_by_kind[StoredState.CODE].items()},
        phones=tuple(sorted(values_by_kind[StoredState.PHONE].values(), key=lambda phone: phone.number)),
        calls=_oldest_first(values_by_kind[StoredState.CALL].values()),
        reports={report.match: report for report in reports},
        switches=values_by_kind[StoredState.SWITCH],
    )


def requests(tx: Transaction, session: int) -> tuple[tuple[OfficerCall, ...], dict[int, ResultReport]]:
    """Return the players' requests to officers: the calls, oldest first, and the reports by match number."""
    decoded = [decode(state) for state in session_state.session_states(tx, session)]
    reports = {report.match: report for report in decoded if isinstance(report, ResultReport)}
    return _oldest_first(call for call in decoded if isinstance(call, OfficerCall)), reports


def refuse_unless_writing(tx: Transaction, session: int, phone: Phone, match: int) -> PhoneEvening:
    """Return the current state of the session. Raise `ClubFault` if a phone may not write at a match now.

    Call this in the writing transaction, because the phone may have been unpaired meanwhile.
    """
    current_evening = read_evening(tx, session)
    current_phone = current_evening.phone(phone.id)
    if current_phone is None:
        raise ClubFault("This phone was unpaired.")
    if refusal := current_evening.why_not_writing(current_phone):
        raise ClubFault(refusal)
    table = current_evening.table_of(current_phone)
    if table is None or table.number.id != match:
        raise ClubFault("You are at another table now.")
    return current_evening


def keep_phone(tx: Transaction, session: int, phone: Phone) -> None:
    """Store a phone."""
    data = {
        "number": phone.number,
        "member": phone.member,
        "table": phone.table,
        "writes": phone.writes,
        "at": in_utc(phone.at),
        "ended": phone.ended,
    }
    session_state.put(tx, session, StoredState.PHONE, phone.id, data)


def keep_call(tx: Transaction, session: int, call: OfficerCall) -> None:
    """Store a call."""
    data = {
        "reason": call.reason.name,
        "at": in_utc(call.at),
        "phone": call.phone,
        "member": call.member,
        "coming": call.coming,
    }
    session_state.put(tx, session, StoredState.CALL, str(call.table), data)


def keep_report(tx: Transaction, session: int, report: ResultReport) -> None:
    """Store a report."""
    data = {
        "versions": [[version.places, version.phone, version.member] for version in report.versions],
        "at": in_utc(report.at),
        "yes": sorted(report.yes),
        "no": sorted(report.no),
        "differs": report.differs,
        "settled": report.settled,
    }
    session_state.put(tx, session, StoredState.REPORT, str(int(report.match)), data)


def keep_switches(tx: Transaction, session: int, table: int | str, switches: Switches) -> None:
    """Store the switches of a table, or of all tables under `EVERYWHERE`."""
    data = {"off": switches.off, "read": switches.read, "previews": switches.previews}
    session_state.put(tx, session, StoredState.SWITCH, str(table), data)


def decode(state: SessionState) -> object:
    """Return the value in a piece of session state; the data themselves if it is of another kind.

    Raise `StoreUnreadable` if they are invalid.
    """
    with decoding(session_state.describe(state.kind, state.name)):
        decoded: object = _DECODERS[state.kind](state.name, state.data) if state.kind in _DECODERS else state.data
        if is_dataclass(decoded):
            check_data(decoded)
        return decoded


def _oldest_first(calls: Iterable[OfficerCall]) -> tuple[OfficerCall, ...]:
    return tuple(sorted(calls, key=lambda officer_call: officer_call.at))


def _decode_code(table: str, data: Mapping[str, Any]) -> str:
    decode_number(int(table))
    return decode_text(data["code"])


def _decode_phone(id: str, data: Mapping[str, Any]) -> Phone:
    return Phone(id, **{**data, "at": decode_moment(data["at"])})


def _decode_call(table: str, data: Mapping[str, Any]) -> OfficerCall:
    return OfficerCall(int(table), **{**data, "reason": Reason[data["reason"]], "at": decode_moment(data["at"])})


def _decode_switches(_table: str, data: Mapping[str, Any]) -> Switches:
    return Switches(**data)


def _decode_report(match: str, data: Mapping[str, Any]) -> ResultReport:
    versions = [ReportVersion(_decode_places(places), phone, member) for places, phone, member in data["versions"]]
    for version in versions:
        check_data(version)
    return ResultReport(
        int(match),
        (versions[0], *versions[1:]),
        decode_moment(data["at"]),
        frozenset(map(decode_number, data["yes"])),
        frozenset(map(decode_number, data["no"])),
        data["differs"],
        data["settled"],
    )


def _decode_places(stored: Any) -> Places:
    return tuple(tuple(map(decode_number, place)) for place in stored)


_DECODERS: Final[Mapping[str, Callable[[str, Mapping[str, Any]], object]]] = {
    StoredState.CODE: _decode_code,
    StoredState.PHONE: _decode_phone,
    StoredState.CALL: _decode_call,
    StoredState.REPORT: _decode_report,
    StoredState.SWITCH: _decode_switches,
}
"""The decoder of each kind of state, from its name and data."""


def _read_seated_tables(tx: Transaction, session: int) -> Sequence[SeatedTable]:
    numbers = table_numbers.session_tables(tx, session)
    if not numbers:
        return []
    table_ids, current_numbers = [number.id for number in numbers], current_member_numbers(tx)
    condition = f"IN {placeholders(table_ids)}"
    is_finished = dict(tx.rows(f'SELECT id, finished_at IS NOT NULL FROM "match" WHERE id {condition}', *table_ids))
    seats: dict[int, list[int]] = {}
    query = f"SELECT match_id, member_id FROM seat WHERE match_id {condition} ORDER BY match_id, seat"
    for match, member in tx.rows(query, *table_ids):
        seats.setdefault(match, []).append(current_numbers.get(member, member))
    return [SeatedTable(number, tuple(seats.get(number.id, ())), bool(is_finished[number.id])) for number in numbers]
