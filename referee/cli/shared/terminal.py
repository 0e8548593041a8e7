"""Detect the terminal's abilities and the user's wish for plain output."""

from __future__ import annotations

import os
import sys

PLAIN = "REFEREE_PLAIN"
"""The environment variable for plain output, as screen readers need it."""


def is_plain() -> bool:
    """Return whether to print plain text, without suit signs, columns or drawings."""
    return os.environ.get(PLAIN, "0") not in ("", "0")


def can_draw() -> bool:
    """Return whether the terminal supports colours and cursor movement.

    A Windows console sets no TERM, but its abilities are emulated.
    """
    return sys.platform == "win32" or os.environ.get("TERM", "") not in ("", "dumb", "unknown")


def in_letters(card: str, suit: str) -> str:
    """Return a card with its suit sign, such as ``10♥``, as ``10H``."""
    return f"{card[:-1]}{suit}"


def shows_progress() -> bool:
    """Return whether stderr can show progress on one line."""
    return sys.stderr is not None and sys.stderr.isatty() and can_draw() and not is_plain()
