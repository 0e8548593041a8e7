"""Player names in rulings. Stored text has a mark for each seat, such as ``@1``; displayed text has the name.

A record is therefore judged once for all readers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from referee.cards.immutable import replace
from referee.rules.book.answer import Offer, Ruling, Verdict
from referee.rules.book.ledger import LedgerItem
from referee.rules.book.table import TableFact
from referee.rules.notation.seats import FIRST_MARK
from referee.rules.records.report import JudgedLine, Report

_MARK: Final = re.compile(f"[{chr(FIRST_MARK)}-{chr(FIRST_MARK + 0xFF)}]")
Says = TypeVar("Says", Ruling, Offer, LedgerItem, TableFact, JudgedLine)


def render_text(text: str, names: Sequence[str]) -> str:
    """Return a text with player names in place of marks. `names` are in order of seat.

    Raise `IndexError` for the mark of an empty seat.
    """
    return text if text.isascii() else _MARK.sub(lambda mark: names[ord(mark[0]) - FIRST_MARK], text)


def awaited_name(report: Report) -> str:
    """Return the name or the thing that is due next at the end of a record; empty if nothing is, or it is unknown."""
    seat_or_thing, names = report.record.book.due(report.table), report.record.seats.names
    return names[seat_or_thing] if isinstance(seat_or_thing, int) else render_text(seat_or_thing or "", names)


def describe_due(report: Report) -> str:
    """Return the ending of a sentence on what is due next, such as ``Ann is awaited``; empty if nothing is."""
    awaited_player = awaited_name(report)
    by_a_player = isinstance(report.record.book.due(report.table), int)
    return f"{awaited_player} is awaited" if by_a_player else f"next, {awaited_player}" if awaited_player else ""


def render(value: Says, names: Sequence[str]) -> Says:
    """Return a copy of a ruling, offer, item, fact or line with names in place of marks."""
    match value:
        case Ruling():
            reason = render_text(value.reason, names)
            if value.verdict is Verdict.LEGAL:  # so there is nothing to offer or ask
                return value if reason == value.reason else replace(value, reason=reason)
            return replace(
                value,
                reason=reason,
                ask=render_text(value.ask, names),
                find_alternatives=lambda: (
                    render_all(value.alternatives, names),
                    tuple(render_text(text, names) for text in value.due),
                ),
                _alternatives=None,
            )
        case JudgedLine():
            items: tuple[LedgerItem, ...] = render_all(value.items, names)
            after = replace(value.after, items=value.before.items.plus(*items)) if items else value.after
            ruling, at_first = render(value.ruling, names), render(value.at_first, names)
            return replace(value, ruling=ruling, at_first=at_first, after=after)
        case LedgerItem():
            return replace(value, reason=render_text(value.reason, names))
    return replace(value, text=render_text(value.text, names))


def render_all(values: Iterable[Says], names: Sequence[str]) -> tuple[Says, ...]:
    """Return copies of several such values with names in place of marks."""
    return tuple(render(text, names) for text in values)
