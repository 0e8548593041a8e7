"""What can go wrong for people: each message says what was typed or found, and what was expected."""

from referee.store.hints import Hint


class ClubFault(Exception):
    """Something an officer can put right by asking differently; `hints` say how, which `message` leaves to them."""

    def __init__(self, message: str, *hints: Hint) -> None:
        super().__init__(message)
        self.hints = hints


class StoreFault(ClubFault):
    """The club's file cannot be used just now: it is missing, busy, read-only, damaged or too new."""


class StoreMissing(StoreFault):
    """There is no club where one was looked for."""


class StoreUnreachable(StoreFault):
    """The server on which the club is kept does not answer."""


class StorePasswordNeeded(StoreFault):
    """The server on which the club is kept asks for a password, and none was given."""


class StoreBusy(StoreFault):
    """Another program held the file for longer than anybody should wait."""


class StoreReadOnly(StoreFault):
    """The file or its folder may be read but not written."""


class StoreMoved(StoreFault):
    """The club is kept in another place now, or is on its way there; this one is closed."""


class StoreOlder(StoreFault):
    """The tables of the club are an older program's, and cannot be made again from here."""


class StoreNewer(StoreFault):
    """The file was written by a later version of the program."""


class StoreDamaged(StoreFault):
    """The file is not a club's, or can no longer be read."""


class StoreAltered(StoreDamaged):
    """Something in the file differs from the log, so that it cannot be read; the rest of the file can."""


class StoreFull(StoreFault):
    """There is no room left on the disk."""
