"""How many cells of a terminal a text takes: letters of some scripts take two."""

from __future__ import annotations

from typing import Final

_NARROW: Final = frozenset("♠♥♦♣…–—’‘“”·×›µ")


def text_width(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    if is_narrow(text):
        return len(text)
    from rich.cells import cell_len  # few names need it

    return cell_len(text)


def pad(text: str, width: int) -> str:
    """Return a text filled up with blanks to some cells."""
    return text + " " * (width - text_width(text))


def is_narrow(text: str) -> bool:
    """Tell whether every letter of a text takes one cell, as far as that is known without asking further."""
    return text.isascii() or all(letter < "\u0300" or letter in _NARROW for letter in text)
