"""The width of a text in terminal cells. Letters of some scripts take two cells."""

from __future__ import annotations

from typing import Final

_NARROW: Final = frozenset("♠♥♦♣…–—’‘“”·×›µ")


def text_width(text: str) -> int:
    """Return the number of terminal cells that a text takes."""
    if is_narrow(text):
        return len(text)
    from rich.cells import cell_len  # few names need it

    return cell_len(text)


def pad(text: str, width: int) -> str:
    """Return a text padded with blanks to a width in cells."""
    return text + " " * (width - text_width(text))


def is_narrow(text: str) -> bool:
    """Tell whether every letter of a text is known to take one cell."""
    return text.isascii() or all(letter < "\u0300" or letter in _NARROW for letter in text)
