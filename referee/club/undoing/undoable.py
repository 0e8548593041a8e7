"""An officer's action with the function that undoes it, or advice on what to do instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from referee.club.signatures import undoing
from referee.store.hints import Hint


@dataclass(frozen=True, slots=True)
class Undoable:
    """An officer's action, named as what is undone: ``line 5, Ben plays 6H, at table 3``.

    `back` undoes it in the club's file, given a reason, and returns a message. It is None for an action that cannot be
    undone, and `otherwise` has advice then. `will` describes the effect of undoing if more than a line changes; the
    dashboard asks for confirmation then, and also if the action was at another `table` than the one on screen.
    """

    what: str
    back: Callable[[str], str] | None = None
    will: str = ""
    otherwise: Hint | str = ""
    table: int | None = None

    def for_event(self, event: int) -> Undoable:
        """Return the same action, whose undoing is recorded as undoing this event and is no action itself."""
        if (back := self.back) is None:
            return self

        def marked(reason: str) -> str:
            with undoing(event):
                return back(reason)

        return replace(self, back=marked)
