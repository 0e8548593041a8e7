"""An action of an officer, and how to undo it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from referee.club.signatures import undoing
from referee.store.hints import Hint


@dataclass(frozen=True, slots=True)
class Undoable:
    """Something that was done, said as what is undone: ``line 5, Ben plays 6H, at table 3``.

    `back` undoes it in the club's file, for a reason, and returns what to say then. Without it, `otherwise` says what
    can be done instead. What is more than a line says what will come of that (`will`). The desk asks first in that
    case, and also where it was done at another `table` than the one in front.
    """

    what: str
    back: Callable[[str], str] | None = None
    will: str = ""
    otherwise: Hint | str = ""
    table: int | None = None

    def for_event(self, event: int) -> Undoable:
        """Return the same for an event: what undoes it bears its number, and so is nothing to be undone itself."""
        if (back := self.back) is None:
            return self

        def marked(reason: str) -> str:
            with undoing(event):
                return back(reason)

        return replace(self, back=marked)
