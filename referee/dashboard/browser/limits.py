"""Limits on desks in browsers: enough for a club, and not enough to take the machine down."""

from __future__ import annotations

from typing import Final

DESKS: Final = 8
"""How many browsers are served at once: each desk, and each board, is a process of some 75 MB."""

KEYS_AHEAD: Final = 64
"""How many keys are read ahead. Each is a kilobyte while it waits: four million of them took 5 GB."""

LARGEST_WINDOW: Final = 600, 300
"""Columns and rows. A desk remembers what stands in every cell."""


def clamp_window(columns: int, rows: int) -> tuple[int, int]:
    """Return a window's size, or the nearest that may be asked for."""
    most_columns, most_rows = LARGEST_WINDOW
    return min(most_columns, max(1, columns)), min(most_rows, max(1, rows))
