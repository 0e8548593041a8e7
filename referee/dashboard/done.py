"""An action at the desk, and how it is undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Done:
    """Something that was done at the desk, said as what is taken back: ``line 5, Ben plays 6H, at table 3``.

    `back` takes it back in the club's file, for a reason, and returns what is to be said then; where there is none,
    `otherwise` says what can be done instead. What is more than a line says what will come of that (`will`), and is
    asked about first; so is what was done at another `table` than the one in front.
    """

    what: str
    back: Callable[[str], str] | None = None
    will: str = ""
    otherwise: str = ""
    table: int | None = None
