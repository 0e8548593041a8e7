"""What the terminal can show, and what its user wants of it."""

from __future__ import annotations

import os
import sys

PLAIN = "REFEREE_PLAIN"
"""The variable that asks for words and figures alone, as screen readers read them."""


def is_plain() -> bool:
    """Tell whether output is plain text: no suit symbols, columns or drawings."""
    return os.environ.get(PLAIN, "0") not in ("", "0")


def can_draw() -> bool:
    """Tell whether the terminal obeys what colours and moves the cursor.

    A console of Windows has no TERM, and what it lacks is emulated.
    """
    return sys.platform == "win32" or os.environ.get("TERM", "") not in ("", "dumb", "unknown")


def in_letters(card: str, suit: str) -> str:
    """Return a card that has its sign, such as ``10♥``, with the letter of its suit: ``10H``."""
    return f"{card[:-1]}{suit}"


def shows_progress() -> bool:
    """Tell whether stderr can show progress on one line."""
    return sys.stderr is not None and sys.stderr.isatty() and can_draw() and not is_plain()
