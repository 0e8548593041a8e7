"""Phone reports without agreement when the session closed. They are stored with the closing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.cards.immutable import frozen
from referee.club.table_numbers import TableNumber, numbers
from referee.club.text.names import with_names
from referee.rules import write_places
from referee.store import session_state
from referee.store.transaction import Transaction

REPORT: Final = "report"
"""The kind of stored row for a report, until the session closes."""


@frozen
class UnsettledReport:
    """A reported result of a table: the places in each version, the reporters, and who rejected the first version."""

    table: TableNumber
    said: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]
    no: tuple[str, ...] = ()

    @property
    def in_words(self) -> str:
        """The report in one line: its table, its versions, and who rejected the first."""
        version_texts = [
            f"{reporter or 'the tablet'} reported {write_places(places)}" for reporter, places in self.said
        ]
        rejections = [f"{' and '.join(self.no)} disagreed"] if self.no else []
        return f"the result reported at table {self.table} was not agreed: {'; '.join([*version_texts, *rejections])}"


def unsettled_data(tx: Transaction, session: int) -> dict[str, Any]:
    """Return event data for the unrecorded reports of a session; empty if there are none."""
    reports = [
        {
            "match": int(match),
            "versions": [[places, member] for places, _phone, member in data["versions"]],
            "no": data["no"],
        }
        for kind, match, data in session_state.session_states(tx, session)
        if kind == REPORT and not data["settled"]
    ]
    return {"not_agreed": reports} if reports else {}


def read_unsettled(
    tx: Transaction, data: Mapping[str, Any], names_by_id: Mapping[int, str]
) -> tuple[UnsettledReport, ...]:
    """Return the unsettled reports in the `data` of an event that closed a session. `names_by_id` has the members'
    names.
    """
    stored_reports: Sequence[Mapping[str, Any]] = data.get("not_agreed", ())
    tables = numbers(tx, [report["match"] for report in stored_reports])

    def name(member: int) -> str:
        return with_names(f"@#{member}", (), names_by_id)

    return tuple(
        UnsettledReport(
            tables[report["match"]],
            tuple(
                ("" if reporter is None else name(reporter), tuple(tuple(map(name, group)) for group in places))
                for places, reporter in report["versions"]
            ),
            tuple(map(name, report["no"])),
        )
        for report in stored_reports
    )
