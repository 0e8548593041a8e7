"""Limits on desks in browsers, so that no browser can exhaust the machine."""

from __future__ import annotations

from typing import Final

DESKS: Final = 8
"""The number of browsers served at once. Each desk or board is a process of about 75 MB."""

KEYS_AHEAD: Final = 64
"""The number of keys read in advance. Each takes a kilobyte, and four million of them took 5 GB."""

LARGEST_WINDOW: Final = 600, 300
"""The largest number of columns and of rows. A desk stores the content of every cell."""


def clamp_window(columns: int, rows: int) -> tuple[int, int]:
    """Return the window size, limited to the sizes that a desk accepts."""
    most_columns, most_rows = LARGEST_WINDOW
    return min(most_columns, max(1, columns)), min(most_rows, max(1, rows))
