"""The last step of a tournament, as an undoable action."""

from __future__ import annotations

from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.club.undoing.undoable import Undoable
from referee.tournaments import wording
from referee.tournaments.actions import closing


def last_undoable_step(club: Club, number: int) -> Undoable | None:
    """Return the last step of a tournament as an undoable action; None before the first step."""
    if len(closing.list_steps(club, str(number))) == 1:  # it was announced
        return None
    try:
        description = closing.describe_last_step(club, str(number))
    except ClubFault:
        return Undoable(
            "the start of a tournament's tables", otherwise="Void its tables first if they should not count."
        )

    def back(reason: str) -> str:
        return wording.describe_undo(*closing.undo(club, str(number), reason=reason, only=description))

    return Undoable(f'the tournament step "{description}"', back, "It stays in the log of the tournament.")
