"""Notify the officer of new calls and disputed results on any screen."""

from __future__ import annotations

from collections.abc import Callable

from referee.club.folder import Club
from referee.club.phones.evening_state import open_session, requests
from referee.club.table_numbers import session_tables


class PhoneNotifications:
    """Reports each call and disputed result once. Those of the first check count as known."""

    def __init__(self) -> None:
        self._known_keys: frozenset[str] | None = None

    def find_new(self, club: Club) -> list[str]:
        """Return a sentence for each call or disputed result since the last check.

        Raise `ClubFault` if the club cannot be read.
        """
        with club.reading() as tx:
            session = open_session(tx)
            if session is None:
                self._known_keys = frozenset()
                return []
            calls, reports = requests(tx, session.id)
            disputed = [report for report in reports.values() if report.disputed and not report.settled]
            tables = (
                {table_number.id: table_number.table for table_number in session_tables(tx, session.id)}
                if disputed
                else {}
            )
        texts_by_key = {f"{call.table} {call.at}": f"Table {call.table} calls: {call.reason}." for call in calls}
        reports_at_tables = [(result_report, tables.get(result_report.match, 0)) for result_report in disputed]
        texts_by_key |= {
            f"{result_report.match} not agreed": f"Table {table}: the result is not agreed."
            for result_report, table in reports_at_tables
        }
        previous_keys, self._known_keys = self._known_keys, frozenset(texts_by_key)
        return [] if previous_keys is None else [text for key, text in texts_by_key.items() if key not in previous_keys]


def notification_check(key: Callable[[], str]) -> Callable[[Club], str]:
    """Return a function that checks for new calls and results. Its text names `key`, or is empty."""
    notifications = PhoneNotifications()

    def look(club: Club) -> str:
        texts = notifications.find_new(club)
        return f"{' '.join(texts)} {key()} shows it." if texts else ""

    return look
