"""Collect the items that wait for an officer: calls, illegal lines, disputes, results and open questions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from textual.content import Content

from referee.cards.immutable import frozen
from referee.club.evening.overview import Tonight
from referee.club.match.view import MatchView
from referee.dashboard.rendering import wrap
from referee.store.moment import in_local_time

AGREED: Final = "result agreed"
_NOT_AGREED: Final = "result not agreed"
_UNCONFIRMED: Final = "result reported, not confirmed"


@frozen
class WaitingItem:
    """An item that waits for an officer, and where to handle it.

    `table`, `dispute` or `phones` is set. `phones` is the key of a row on the phones screen.
    """

    text: str
    sign: str
    style: str
    table: int | None = None
    dispute: int | None = None
    phones: str = ""

    @property
    def id(self) -> str:
        """A unique key for the item."""
        return self.phones or (f"dispute {self.dispute}" if self.dispute else f"table {self.table}: {self.text}")

    def rows(self, width: int) -> list[Content]:
        """Return the item's text wrapped behind its sign."""
        return wrap(self.text, width, 2, lead=Content.styled(f"{self.sign} ", f"bold {self.style}"))


def find_waiting_items(night: Tonight) -> Iterator[WaitingItem]:
    """Yield the items that wait for an officer, most urgent first."""
    for call in night.calls:
        coming = ", and you are coming" if call.coming else ""
        text = f"table {call.table} calls at {in_local_time(call.at):%H:%M}: {call.reason}{coming}"
        yield WaitingItem(text, "!", "$text-error", phones=f"call {call.table}")
    unfinished = [match for match in night.matches if not match.finished_at]
    for match in unfinished:
        for line in match.waiting:
            ruling_text = line.ruling.says if line.ruling else "illegal"
            text = f"table {match.table} line {line.number}, {line.text}: {ruling_text}. Let it stand?"
            yield WaitingItem(text, "!", "$text-error", table=match.number)
    for dispute in night.waiting:
        subject = f"table {dispute.match} line {dispute.line}" if dispute.match else dispute.game
        text = f"dispute {dispute.number}, {subject}: {dispute.claim or dispute.clause}"
        yield WaitingItem(text, "!", "$text-warning", dispute=dispute.number)
    for match in unfinished:
        if status := report_status(night, match):
            sign, style = ("✓", "$text-success") if status == AGREED else ("!", "$text-warning")
            yield WaitingItem(f"table {match.table}: {status}", sign, style, phones=f"report {match.number.id}")
    for match in unfinished:
        for entry in match.sheet.open:
            text = f"table {match.table} line {entry.line.number}, {entry.line.text}: open"
            yield WaitingItem(text, "?", "$text-warning", table=match.number)


def report_status(night: Tonight, match: MatchView) -> str:
    """Return the state of the result reported by phones at a table, or "" if an officer need not act."""
    report = night.reports.get(match.number.id)
    if report is None or match.finished_at:
        return ""
    return AGREED if report.settled else _NOT_AGREED if report.disputed else ""


def phone_reasons(night: Tonight, match: MatchView, now: datetime) -> list[str]:
    """Return short reasons why phones need an officer at the table: a call, or a reported result."""
    reasons = []
    for call in night.calls:
        if call.table == match.table and not match.goes_on:
            minutes = max(0, int((now - call.at).total_seconds() // 60))
            call_status = ", coming" if call.coming else f", {minutes} min" if minutes else ""
            reasons.append(f"! calls: {call.reason[:1].lower()}{call.reason[1:]}{call_status}")
    if text := report_status(night, match):
        reasons.append(text if text == AGREED else f"! {text}")
    elif match.number.id in night.reports and not match.finished_at:
        reasons.append(_UNCONFIRMED)
    return reasons
