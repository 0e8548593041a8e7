"""Entries in texts stand as ``{12}``, so that a text can be kept although names change, and is read with names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from referee.cards.words import listed

_MARK: Final = re.compile(r"\{(\d+)\}")


def said(text: str, name_of: Callable[[int], str]) -> str:
    """Return a text with the names of the entries that stand in it."""
    return _MARK.sub(lambda mark: name_of(int(mark[1])), text)


def marked(entries: Iterable[int], last: str = "and") -> str:
    """Return entries in words, each as it stands in texts that are kept."""
    return listed((f"{{{each}}}" for each in entries), last)
