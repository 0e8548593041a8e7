"""A member's recent form as a row of blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.club.standings.ranking import SessionScore

_BLOCKS: Final = "▁▂▃▄▅▆▇█"
FORM: Final = 12
"""How many nights are shown."""


def form(nights: Sequence[SessionScore]) -> str:
    """Return the last nights as blocks, the latest to the right: the higher, the better."""
    return "".join(_BLOCKS[min(7, int(night.score * 8))] for night in nights[-FORM:])
