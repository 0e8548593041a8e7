"""An action that `undo` or `redo` would reverse, or advice on what to do instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from referee.club.signatures import undoing
from referee.store.hints import Hint


@dataclass(frozen=True, slots=True)
class Undoable:
    """An action, named as what is undone or redone: ``line 5, Ben plays 6H, at table 3``.

    `reverse` undoes it in the club's file, or redoes it, given a reason, and returns a message, which may be empty. It
    is None for an action that cannot be undone, and `otherwise` has advice then. `will` describes the effect if more
    than a line changes. An action of an earlier evening `is_older`. Entry points ask for confirmation in both cases,
    and also if the action was at another `table` than the one on screen.
    """

    what: str
    reverse: Callable[[str], str] | None = None
    will: str = ""
    otherwise: Hint | str = ""
    table: int | None = None
    is_older: bool = False

    def for_event(self, event: int, *, redo: bool = False) -> Undoable:
        """Return the same action, whose undoing is recorded as undoing this event, or as its `redo`.

        What is recorded then is no action itself.
        """
        if (reverse := self.reverse) is None:
            return self

        def marked(reason: str) -> str:
            with undoing(event, redo=redo):
                return reverse(reason)

        return replace(self, reverse=marked)
