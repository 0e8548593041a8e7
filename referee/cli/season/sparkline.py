"""Draw figures over time as a sparkline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_BLOCKS: Final = "▁▂▃▄▅▆▇█"


def sparkline(figures: Sequence[float], least: float, most: float) -> str:
    """Return figures as blocks, the higher the greater, the latest to the right; one height when all are the same."""
    across = most - least
    if not across:
        return _BLOCKS[len(_BLOCKS) // 2] * len(figures)
    steps = len(_BLOCKS)
    return "".join(_BLOCKS[max(0, min(steps - 1, int((each - least) / across * steps)))] for each in figures)
