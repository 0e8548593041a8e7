"""Who sits at the table, in the order of play."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seats:
    """The players' names, clockwise; a seat is an index into them."""

    names: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.names)))

    def name(self, seat: int) -> str:
        """Return the name of the player in a seat."""
        return self.names[seat]

    def after(self, seat: int) -> int:
        """Return the next seat to the left."""
        return (seat + 1) % len(self.names)

    def left_of(self, seat: int) -> tuple[int, ...]:
        """Return the other seats in order of play, the nearest to the left first."""
        return tuple((seat + step) % len(self.names) for step in range(1, len(self.names)))

    def next_among(self, seat: int, active: Container[int]) -> int | None:
        """Return the nearest seat to the left that is among `active`, or None when no other is."""
        return next((each for each in self.left_of(seat) if each in active), None)
