"""Faults that people can act on. Each message says what was typed or found, and what was expected."""

from typing import Final

from referee.store.hints import Hint


class ClubFault(Exception):
    """A request that the user can correct. `hints` suggest the next step, which the message leaves out."""

    def __init__(self, message: str, *hints: Hint) -> None:
        super().__init__(message)
        self.hints = hints


class StoreFault(ClubFault):
    """The club cannot be used now: it is missing, busy, read-only, damaged or too new."""


class StoreMissing(StoreFault):
    """There is no club at the given place."""


class StoreUnreachable(StoreFault):
    """The club's server does not answer."""


class StorePasswordNeeded(StoreFault):
    """The club's server asks for a password, and none was given."""


class StoreBusy(StoreFault):
    """Another program held the file for longer than a writer waits."""


class StoreReadOnly(StoreFault):
    """The file or its folder can be read but not written."""


class StoreMoved(StoreFault):
    """The club is closed here, because it has moved, or is being moved, to another place."""


class StoreOlder(StoreFault):
    """The club's tables are from an older version and cannot be rebuilt from here."""


class StoreNewer(StoreFault):
    """The file was written by a newer version of the program."""


class StoreDamaged(StoreFault):
    """The file is not a club's, or is damaged."""


class StoreAltered(StoreDamaged):
    """A part of the file differs from the log and cannot be read. The rest can."""


class StoreUnreadable(StoreAltered):
    """A row or event has a value that this program never stores there, even if its hash is right."""


CAUSED_BY_DAMAGE: Final = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""The errors of Python that a value may cause which no program of this kind has written."""


class StoreFull(StoreFault):
    """The disk is full."""
