"""Progress of long tasks.

A progress function may stop a task by raising an exception other than a fault. The task's changes are then undone.
"""

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], None]
"""A function that is called with the amount done and the total, 0 if the total is unknown."""


def no_progress(_done: int, _of: int) -> None:
    """Ignore the progress."""
