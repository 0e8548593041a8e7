"""What officers can get wrong; what can go wrong with the club's file is in `referee.store.faults`.

Every fault is a `ClubFault`, and its message is written for whoever typed. Those of the file are `StoreFault`s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.rules import Fault
from referee.store.faults import ClubFault, StoreAltered, StoreFault, StoreMissing, StoreUnreachable
from referee.store.hints import Do, Hint

if TYPE_CHECKING:
    from referee.games.lookup import NoRulebook

__all__ = [
    "AmbiguousName",
    "ClubFault",
    "Meanwhile",
    "MisreadLine",
    "Mistyped",
    "NeedsReason",
    "NoGame",
    "StoreAltered",
    "StoreFault",
    "StoreMissing",
    "StoreUnreachable",
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


class MisreadLine(ClubFault):
    """A line that the game's notation does not know; `fault` says where. It may be one of `several`."""

    def __init__(self, fault: Fault, *, several: bool = False) -> None:
        line = f"line {fault.line}, " if several else ""
        super().__init__(f"{line}{fault.position}: {fault.message}")
        self.fault = fault
        self.several = several


class NeedsReason(ClubFault):
    """Something that is only done for a reason, and none was given; `what` begins the sentence."""

    def __init__(self, what: str, *hints: Hint) -> None:
        super().__init__(f"{what} needs a reason, which is kept in the log.", *(hints or (Do.REASON("Add one"),)))


class NoGame(ClubFault):
    """A game that there is no rulebook for, so that only results are recorded of it."""

    def __init__(self, unknown: NoRulebook) -> None:
        of_others = "Of a game without a rulebook only the result is recorded"
        super().__init__(str(unknown), Do.RESULT_ONLY(of_others, game=unknown.typed))


class Meanwhile(ClubFault):
    """Something that was to be done only to a table as it was seen, and others have done something there since.

    `lines` are the numbers of the lines that came meanwhile.
    """

    def __init__(self, lines: tuple[int, ...]) -> None:
        what = f"line {lines[-1]} was recorded" if lines else "the record was changed"
        super().__init__(f"Nothing was recorded, as {what} meanwhile.")
        self.lines = lines


class Undecided(ClubFault):
    """A match that would end with something undecided."""


class Unfinished(ClubFault):
    """A session that would close while matches are going on."""
