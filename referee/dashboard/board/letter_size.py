"""Choose the largest letters with which the board needs no second page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from referee.dashboard.widgets.pages import PageSection, lay_out

_MOST: Final = 4.0
_STEPS: Final = 7
_HIGH: Final = 20
_LEAST_WIDTH: Final = 16
_SHARE: Final = 4 / 7


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """What hangs on the left and on the right, or by turns on the left alone; and the rows that the clock has."""

    left: tuple[PageSection, ...]
    right: tuple[PageSection, ...] = ()
    clock: int = 0


def fits(hung: BoardLayout, columns: int, rows: int) -> bool:
    """Tell whether each part has room on one page, on a board of so many columns and rows."""
    high = rows >= _HIGH
    beside = 6 if high and hung.right else 2
    # A heading above and one below, the first row left free, and a message now and then; with a clock less air.
    height = rows - (8 if high and not hung.clock else 4) - hung.clock
    left = int(columns * _SHARE) if hung.right else columns
    sides = ((hung.left, left - beside), (hung.right, columns - left - beside - 1))
    return height > 0 and all(
        width >= _LEAST_WIDTH and len(lay_out(parts, width, height)) == len(parts) for parts, width in sides if parts
    )


def largest_letters(hung: BoardLayout, columns: int, rows: int, least: int = 1) -> float:
    """Return how many times as large the letters may become, or less than 1 where they are too large.

    There are to be `least` columns. It is looked for by halves: what fits has room in smaller letters too.
    """
    most = min(_MOST, columns / max(1, least))
    small, large = 1 / _MOST, most
    if fits(hung, int(columns / large), int(rows / large)):
        return large
    for _ in range(_STEPS):
        middle = (small + large) / 2
        if fits(hung, int(columns / middle), int(rows / middle)):
            small = middle
        else:
            large = middle
    return small
