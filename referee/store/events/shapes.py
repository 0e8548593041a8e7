"""What a club's row says of its tables: the shape that they have, or that the club has gone from here.

A shape is called by a number, which is higher for every later one, and by the digest of its SQL. What stands in its
place where the club is kept elsewhere is no part of the log, which is the same in both places.
"""

from __future__ import annotations

from math import inf
from typing import Final

from referee.store.faults import StoreMoved, StoreNewer, StoreOlder

MOVING: Final = "moving to "
MOVED: Final = "moved to "
ARRIVING: Final = "coming here"


def shape_version(shape: str) -> float:
    """Return the number of a shape; above all others where it has none, as only a later program calls one so."""
    first = shape.partition(" ")[0]
    return int(first) if first.isdecimal() else inf


def is_elsewhere(shape: str) -> bool:
    """Tell whether the club has gone from where it has this in the place of a shape, or has not arrived there."""
    return shape == ARRIVING or shape.startswith((MOVED, MOVING))


def check_not_moved(shape: str, where: object) -> None:
    """Raise `StoreMoved` for a place from which the club has gone, or at which it has not arrived."""
    if shape.startswith(MOVED):
        raise StoreMoved(f"The club has moved from {where} to {shape.removeprefix(MOVED)}. Open it there.")
    if shape.startswith(MOVING):
        to = shape.removeprefix(MOVING)
        raise StoreMoved(f"The club is being moved from {where} to {to}. Repeat the same move to finish it.")
    if shape == ARRIVING:
        raise StoreMoved(f"The club has not arrived in {where} yet. Repeat the same move to finish it.")


def check_shape(shape: str, current: str, where: object) -> None:
    """Raise a fault unless a shape is the one that is known here: `StoreNewer` or `StoreOlder`; any is, where none is.

    Whoever may make the tables of a `StoreOlder` does so from the log.
    """
    if current and shape_version(shape) > shape_version(current):
        raise StoreNewer(
            f"{where} was written by a newer version of referee (shape {shape!r}). Update referee to use it."
        )
    if current and shape != current:
        raise StoreOlder(f"The tables of {where} are those of an older version of referee (shape {shape!r}).")
