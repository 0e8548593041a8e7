"""Compute the largest letter size at which the board fits on one page."""

from __future__ import annotations

from typing import Final

from referee.cards.immutable import frozen
from referee.dashboard.widgets.pages import PageSection, lay_out

_MAX_SCALE: Final = 4.0
_STEPS: Final = 7
_HIGH_ROWS: Final = 20
_MIN_WIDTH: Final = 16
_LEFT_SHARE: Final = 4 / 7


@frozen
class BoardLayout:
    """The sections on the board's left and right, and the rows for the clock.

    A narrow board shows all sections in turn on the left.
    """

    left: tuple[PageSection, ...]
    right: tuple[PageSection, ...] = ()
    clock_rows: int = 0


def fits(layout: BoardLayout, columns: int, rows: int) -> bool:
    """Return whether every section fits on one page of a board with these columns and rows."""
    is_high = rows >= _HIGH_ROWS
    padding = 6 if is_high and layout.right else 2
    # A heading above and one below, the first row left free, and a message now and then; with a clock less air.
    height = rows - (8 if is_high and not layout.clock_rows else 4) - layout.clock_rows
    left = int(columns * _LEFT_SHARE) if layout.right else columns
    sides = ((layout.left, left - padding), (layout.right, columns - left - padding - 1))
    return height > 0 and all(
        width >= _MIN_WIDTH and len(lay_out(parts, width, height)) == len(parts) for parts, width in sides if parts
    )


def largest_letters(layout: BoardLayout, columns: int, rows: int, min_columns: int = 1) -> float:
    """Return the largest factor for the letter size, below 1 if the letters are too large now.

    Keep at least `min_columns` columns. The search is binary: whatever fits also fits in smaller letters.
    """
    max_scale = min(_MAX_SCALE, columns / max(1, min_columns))
    small, large = 1 / _MAX_SCALE, max_scale
    if fits(layout, int(columns / large), int(rows / large)):
        return large
    for _ in range(_STEPS):
        middle = (small + large) / 2
        if fits(layout, int(columns / middle), int(rows / middle)):
            small = middle
        else:
            large = middle
    return small
