"""Reports as plain data, for ``check --json`` and ``rule --json``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.rules.book.ledger import LedgerItem
from referee.rules.records.messages import render_text
from referee.rules.records.record import Fault, Record
from referee.rules.records.report import JudgedLine, Report

# The data for a record that cannot be read.
NOTHING: dict[str, Any] = {"game": None, "lines": [], "settlement": [], "places": [], "penalties": {}, "open": []}


def as_data(report: Report) -> dict[str, Any]:
    """Return a report as JSON data. Players are given by name and clauses by id."""
    name, names = report.record.seats.name, report.record.seats.names
    return {
        "game": report.record.book.slug,
        "lines": [line_as_data(entry, report.record) for entry in report.entries],
        "settlement": [item_as_data(item, names) for item in report.settlement],
        "places": [[name(seat) for seat in group] for group in report.places],
        "penalties": {name(seat): count for seat, count in report.penalties.items()},
        "open": [line_as_data(entry, report.record) for entry in report.open],
    }


def line_as_data(entry: JudgedLine, record: Record) -> dict[str, Any]:
    """Return a line with its current ruling as JSON data. The text is given as typed and in canonical words."""
    ruling, names = entry.ruling, record.seats.names
    return {
        "line": entry.line.number,
        "text": entry.line.text,
        "read_as": record.book.write(entry.line.act, record.seats),
        "verdict": ruling.verdict.value,
        "word": ruling.says,
        "clause": ruling.clause.id,
        "rule": ruling.rule,
        "reason": render_text(ruling.reason, names),
        "because": list(ruling.because),
        "alternatives": [render_text(offer.text, names) for offer in ruling.alternatives],
        "ask": render_text(ruling.ask, names) or None,
        "next": [render_text(text, names) for text in ruling.due],
        "at_first": entry.at_first.verdict.value,
        "taken_back": entry.line.taken_back,
        "counts": entry.counts,
        "shown_by": entry.shown_by or None,
        "turned_by": entry.turned_by or None,
    }


def item_as_data(item: LedgerItem, names: Sequence[str]) -> dict[str, Any]:
    """Return an item of the settlement as JSON data."""
    return {
        "seat": names[item.seat],
        "amount": item.amount,
        "unit": item.unit.value,
        "clause": item.clause,
        "reason": render_text(item.reason, names),
        "line": item.line,
    }


def fault_as_data(fault: Fault) -> dict[str, Any]:
    """Return a fault as JSON data."""
    return {"line": fault.line, "column": fault.column, "message": fault.message, "text": fault.text}
