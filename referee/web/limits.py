"""What browsers may ask of the server and of a desk: enough for a club, and not enough to take the machine down."""

from __future__ import annotations

from typing import Final

# A desk, and a board, is a process of some 75 MB.
DESKS: Final = 8
# A message is a key or a paste; what is longer is no page of ours, and ends the desk that it came to.
LONGEST_MESSAGE: Final = 64 * 1024
# How many keys are read ahead. Each is a kilobyte while it waits: four million of them took 5 GB.
KEYS_AHEAD: Final = 64
# Columns and rows. A desk remembers what stands in every cell.
LARGEST_WINDOW: Final = 600, 300
# How many seconds a desk has to end by itself.
GRACE: Final = 5.0


def in_bounds(columns: int, rows: int) -> tuple[int, int]:
    """Return a window's size, or the nearest that may be asked for."""
    most_columns, most_rows = LARGEST_WINDOW
    return min(most_columns, max(1, columns)), min(most_rows, max(1, rows))
