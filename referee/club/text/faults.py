"""What officers can get wrong; what can go wrong with the club's file is in `referee.store.faults`.

Every fault is a `ClubFault`, and its message is written for whoever typed. Those of the file are `StoreFault`s.
"""

from __future__ import annotations

from referee.rules import Fault
from referee.store.faults import ClubFault, StoreAltered, StoreFault, StoreMissing

__all__ = [
    "AmbiguousName",
    "ClubFault",
    "Misread",
    "Mistyped",
    "StoreAltered",
    "StoreFault",
    "StoreMissing",
    "Undecided",
    "UnknownName",
]


class UnknownName(ClubFault):
    """A name that nobody has."""


class Mistyped(UnknownName):
    """A name that nobody has, as it was `typed`, and that is a slip of the keys away from one `name` alone.

    Whoever asked may be taken to have meant that, and is told, or is asked where it cannot be taken back.
    """

    def __init__(self, message: str, typed: str, name: str) -> None:
        super().__init__(message)
        self.typed = typed
        self.name = name


class AmbiguousName(ClubFault):
    """A name that fits several: `choices` are theirs."""

    def __init__(self, message: str, choices: tuple[str, ...]) -> None:
        super().__init__(message)
        self.choices = choices


class Misread(ClubFault):
    """A line that the game's notation does not know; `fault` says where."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class Undecided(ClubFault):
    """A match that would end with something undecided."""


class Unfinished(ClubFault):
    """A session that would close while matches are going on."""
