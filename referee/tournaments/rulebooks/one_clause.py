"""A clause of the rulebook of a tournament."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from referee.tournaments.state.settings import Settings

HOUSE: Final = "house"
SEASON: Final = "scoring"
"""What the clauses of the club's own rulebook of scoring are cited by."""


def _always(_: Settings) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: its number and text, the source that it is from, and `when` it is in force."""

    id: str
    text: str
    source: str = HOUSE
    when: Callable[[Settings], bool] = _always
