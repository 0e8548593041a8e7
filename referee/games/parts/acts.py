"""What is done in the same words at several games."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Pass:
    """``NAME passes``: the player lets the turn go by."""

    seat: int
    line: int = field(default=0, compare=False)
