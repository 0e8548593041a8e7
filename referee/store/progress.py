"""Watching what takes long: how much is done, and of how much.

Whoever watches may end it by raising something that is no fault; what was being changed is then as it was.
"""

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how much is done, and of how much; of 0 where nobody knows."""


def no_progress(_done: int, _of: int) -> None:
    """Let nobody know how far it is."""
