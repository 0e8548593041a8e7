"""An action that `undo` or `redo` would reverse, or advice on what to do instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from referee.cards.immutable import frozen
from referee.club.signatures import undoing
from referee.store.hints import Hint


@frozen
class Undoable:
    """An action to undo or redo, with its description: ``line 5, Ben plays 6H, at table 3``.

    `reverse` takes a reason, undoes or redoes the action in the club's file, and returns a message, which may be empty.
    It is None if the action cannot be undone, and `otherwise` gives advice. `will` describes the effect if more than a
    line changes. `is_older` marks an action of an earlier evening.

    Entry points ask for confirmation if `will` or `is_older` is set, or if the action was at another `table` than the
    one on screen. If it `needs_reason`, an empty one is refused.
    """

    what: str
    reverse: Callable[[str], str] | None = None
    will: str = ""
    otherwise: Hint | str = ""
    table: int | None = None
    is_older: bool = False
    needs_reason: bool = False

    def for_event(self, event: int, *, redo: bool = False) -> Undoable:
        """Return the same action; reversing it is then recorded as undoing this event, or as its `redo`.

        The recorded events are no action themselves.
        """
        if (reverse := self.reverse) is None:
            return self

        def marked(reason: str) -> str:
            with undoing(event, redo=redo):
                return reverse(reason)

        return replace(self, reverse=marked)
