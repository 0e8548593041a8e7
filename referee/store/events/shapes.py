"""The shape in a club's row: the version of its tables, or a mark that the club has moved.

A shape is a number, which grows with each change, and a digest of the tables' SQL. The mark of a move is not part of
the log, which is the same in both places.
"""

from __future__ import annotations

from math import inf
from typing import Final

from referee.store.faults import StoreMoved, StoreNewer, StoreOlder

MOVING: Final = "moving to "
MOVED: Final = "moved to "
ARRIVING: Final = "coming here"


def shape_version(shape: str) -> float:
    """Return the number of a shape. A shape without one is from a newer program, and its number is infinity."""
    first = shape.partition(" ")[0]
    return int(first) if first.isdecimal() else inf


def is_elsewhere(shape: str) -> bool:
    """Tell whether a shape marks a club that has moved away or has not arrived."""
    return shape == ARRIVING or shape.startswith((MOVED, MOVING))


def check_not_moved(shape: str, location: object) -> None:
    """Raise `StoreMoved` if a shape marks a club that has moved away or has not arrived."""
    if shape.startswith(MOVED):
        raise StoreMoved(f"The club has moved from {location} to {shape.removeprefix(MOVED)}. Open it there.")
    if shape.startswith(MOVING):
        target = shape.removeprefix(MOVING)
        raise StoreMoved(f"The club is being moved from {location} to {target}. Repeat the same move to finish it.")
    if shape == ARRIVING:
        raise StoreMoved(f"The club has not arrived in {location} yet. Repeat the same move to finish it.")


def check_shape(shape: str, current: str, location: object) -> None:
    """Raise `StoreNewer` or `StoreOlder` unless a shape is the current one. An empty `current` accepts any.

    After `StoreOlder`, the tables can be rebuilt from the log.
    """
    if current and shape_version(shape) > shape_version(current):
        raise StoreNewer(
            f"{location} was written by a newer version of referee (shape {shape!r}). Update referee to use it."
        )
    if current and shape != current:
        raise StoreOlder(f"The tables of {location} are those of an older version of referee (shape {shape!r}).")
