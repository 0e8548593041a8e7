"""Faults of the user. Each is a `ClubFault` with a message for the person who typed.

Faults of the club's file are `StoreFault`s; see `referee.store.faults`.
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
    "LogChanged",
    "MisreadLine",
    "MistypedName",
    "NeedsReason",
    "NoGame",
    "StoreAltered",
    "StoreFault",
    "StoreMissing",
    "StoreUnreachable",
    "UndecidedMatch",
    "UnknownName",
]


class UnknownName(ClubFault):
    """A typed name or number matches nothing."""


class MistypedName(UnknownName):
    """A typed name matches nothing, but is one typing slip away from a single known `name`.

    A caller may use that name and say so, or ask first if the action cannot be undone.
    """

    def __init__(self, message: str, text: str, name: str) -> None:
        super().__init__(message)
        self.typed = text
        self.name = name


class AmbiguousName(ClubFault):
    """A typed name fits several people or things, whose names are the `choices`."""

    def __init__(self, message: str, choices: tuple[str, ...]) -> None:
        super().__init__(message)
        self.choices = choices


class MisreadLine(ClubFault):
    """A line is not in the game's notation. `fault` gives the position. `several` means that it is one of several
    lines.
    """

    def __init__(self, fault: Fault, *, several: bool = False) -> None:
        line = f"line {fault.line}, " if several else ""
        super().__init__(f"{line}{fault.position}: {fault.message}")
        self.fault = fault
        self.several = several


class NeedsReason(ClubFault):
    """An action needs a reason, and none was given. `what` is the action, as the subject of the message."""

    def __init__(self, action: str, *hints: Hint) -> None:
        super().__init__(f"{action} needs a reason for the log.", *(hints or (Do.REASON("Add one"),)))


class NoGame(ClubFault):
    """A game has no rulebook, so only its results can be recorded."""

    def __init__(self, unknown: NoRulebook) -> None:
        of_others = "For a game without a rulebook, record only the result"
        super().__init__(str(unknown), Do.RESULT_ONLY(of_others, game=unknown.typed))


class LogChanged(ClubFault):
    """A table has changed since it was displayed, and an action depends on what was shown.

    `lines` are the numbers of the lines added meanwhile.
    """

    def __init__(self, lines: tuple[int, ...]) -> None:
        change = f"line {lines[-1]} was recorded" if lines else "the record was changed"
        super().__init__(f"Nothing was recorded, because {change} meanwhile.")
        self.lines = lines


class UndecidedMatch(ClubFault):
    """A match cannot end because a line or a hand in it is undecided."""


class UnfinishedMatches(ClubFault):
    """A session cannot close because matches are still in play."""
