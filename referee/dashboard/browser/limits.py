"""Limits on desks in browsers, so that no browser can exhaust the machine."""

from __future__ import annotations

from typing import Final

DESKS: Final = 8
"""How many browsers are served at once: each desk, and each board, is a process of some 75 MB."""

KEYS_AHEAD: Final = 64
"""How many keys are read ahead. Each is a kilobyte while it waits: four million of them took 5 GB."""

LARGEST_WINDOW: Final = 600, 300
"""Columns and rows. A desk remembers what stands in every cell."""


def clamp_window(columns: int, rows: int) -> tuple[int, int]:
    """Return the window size, limited to the sizes that a desk accepts."""
    most_columns, most_rows = LARGEST_WINDOW
    return min(most_columns, max(1, columns)), min(most_rows, max(1, rows))
