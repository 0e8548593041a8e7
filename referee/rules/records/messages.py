"""Put players' names into the sentences of a game: rulings have a mark for each seat, and display puts in the name.

So a record is judged once for all readers: what is stored has marks such as ``@1``, and what is displayed has names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from referee.rules.book.answer import Offer, Ruling, Verdict
from referee.rules.book.ledger import LedgerItem
from referee.rules.book.table import TableFact
from referee.rules.immutable import replace
from referee.rules.notation.seats import FIRST_MARK
from referee.rules.records.report import JudgedLine, Report

_MARK: Final = re.compile(f"[{chr(FIRST_MARK)}-{chr(FIRST_MARK + 0xFF)}]")
Says = TypeVar("Says", Ruling, Offer, LedgerItem, TableFact, JudgedLine)


def render_text(text: str, names: Sequence[str]) -> str:
    """Return a text with each seat's mark replaced by the player's name; `names` are in order of seat.

    Raises `IndexError` for the mark of a seat that nobody has.
    """
    return text if text.isascii() else _MARK.sub(lambda mark: names[ord(mark[0]) - FIRST_MARK], text)


def awaited_name(report: Report) -> str:
    """Return the player's name or the thing that is awaited at the end of a record; empty if nothing is, or it is
    unknown.
    """
    due, names = report.record.book.due(report.table), report.record.seats.names
    return names[due] if isinstance(due, int) else render_text(due or "", names)


def describe_due(report: Report) -> str:
    """Return what is awaited at the end of a record, to end a sentence: ``Ann is awaited``; empty if nothing is."""
    awaited_player = awaited_name(report)
    by_a_player = isinstance(report.record.book.due(report.table), int)
    return f"{awaited_player} is awaited" if by_a_player else f"next, {awaited_player}" if awaited_player else ""


def render(value: Says, names: Sequence[str]) -> Says:
    """Return a copy of a ruling, offer, item, fact or line, with players' names in place of seat marks."""
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
    """Return several such values with the players' names."""
    return tuple(render(text, names) for text in values)
