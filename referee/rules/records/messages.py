"""What a game says of the players, as sentences: the fold writes a seat's mark, and whoever shows it the name.

So a record is judged once, whoever reads it: at the desk with names, in what is kept for ever with ``@1`` and ``@2``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from referee.rules.book.answer import Offer, Ruling, Verdict
from referee.rules.book.ledger import Item
from referee.rules.book.table import Fact
from referee.rules.immutable import replace
from referee.rules.notation.seats import FIRST_MARK
from referee.rules.records.report import Judged, Sheet

_MARK: Final = re.compile(f"[{chr(FIRST_MARK)}-{chr(FIRST_MARK + 0xFF)}]")
Says = TypeVar("Says", Ruling, Offer, Item, Fact, Judged)


def said(text: str, names: Sequence[str]) -> str:
    """Return a text with the players' names, which come in order of seat, in the place of their marks.

    Raises `IndexError` for the mark of a seat that nobody has.
    """
    return text if text.isascii() else _MARK.sub(lambda mark: names[ord(mark[0]) - FIRST_MARK], text)


def awaited(sheet: Sheet) -> str:
    """Return who or what is awaited where a record ends, by name; empty where nobody is, or it is not known who."""
    due, names = sheet.record.book.due(sheet.state), sheet.record.seats.names
    return names[due] if isinstance(due, int) else said(due or "", names)


def what_is_due(sheet: Sheet) -> str:
    """Return who is awaited where a record ends, or what comes next, as the end of a sentence: ``Ann is awaited``."""
    who = awaited(sheet)
    by_a_player = isinstance(sheet.record.book.due(sheet.state), int)
    return f"{who} is awaited" if by_a_player else f"next, {who}" if who else ""


def named(value: Says, names: Sequence[str]) -> Says:
    """Return what a game said, such as a ruling or a payment, with the players' names; see `said`."""
    match value:
        case Ruling():
            reason = said(value.reason, names)
            if value.verdict is Verdict.LEGAL:  # and so nothing is offered or asked
                return value if reason == value.reason else replace(value, reason=reason)
            return replace(
                value,
                reason=reason,
                ask=said(value.ask, names),
                look=lambda: (all_named(value.alternatives, names), tuple(said(each, names) for each in value.due)),
                _found=None,
            )
        case Judged():
            paid: tuple[Item, ...] = all_named(value.items, names)
            after = replace(value.after, items=value.before.items.plus(*paid)) if paid else value.after
            ruling, at_first = named(value.ruling, names), named(value.at_first, names)
            return replace(value, ruling=ruling, at_first=at_first, after=after)
        case Item():
            return replace(value, reason=said(value.reason, names))
    return replace(value, text=said(value.text, names))


def all_named(values: Iterable[Says], names: Sequence[str]) -> tuple[Says, ...]:
    """Return several things that a game said with the players' names."""
    return tuple(named(each, names) for each in values)
