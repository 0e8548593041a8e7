"""Undo the last action, whatever it was.

A screen notes what was done when it is in the club's file; any screen may take back the last of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from textual.screen import Screen

from referee.club.folder import Club
from referee.club.undoing.undoable import Undoable
from referee.dashboard.deeds.deed import REASON, Answers, Deed, reason
from referee.dashboard.deeds.running import carry_out
from referee.dashboard.desk import Desk
from referee.dashboard.hints import not_undoable_text
from referee.dashboard.widgets.message_line import refuse


def take_back(desk: Desk, screen: Screen[Any], then: Callable[[], None], table: int | None = None) -> None:
    """Take back the last thing done, or say why it cannot be; `then` hears when the file has changed.

    What was done before the desk was opened is known from the log, and asked about.
    """
    if desk.undoables:
        found = desk.undoables[-1]
        _take_back(desk, screen, found, then, asks=bool(found.will) or found.table != table)
    else:
        # With the pen, so that what was entered before is in it.
        look = partial(_from_the_log, desk.club)
        desk.write(screen, look, lambda found: _take_back(desk, screen, found, then, asks=True))


def _from_the_log(club: Club) -> Undoable:
    from referee.club.undoing.last import last_undoable_anywhere  # needed seldom, and a desk is to open soon
    from referee.tournaments.undoing import last_undoable_step

    return last_undoable_anywhere(club, last_undoable_step)


def _take_back(desk: Desk, screen: Screen[Any], last: Undoable, then: Callable[[], None], *, asks: bool) -> None:
    def undone(_: str) -> None:
        if last in desk.undoables:
            desk.undoables.remove(last)
        then()

    if last.back is None:
        refuse(screen, not_undoable_text(last, desk.keymap))
    else:
        carry_out(desk, screen, _deed(last, last.back, asks=asks), undone)


def _deed(last: Undoable, back: Callable[[str], str], *, asks: bool) -> Deed[str]:
    """Return the deed that undoes something; it `asks` first where that was said, and why, which may be needed."""
    question = " ".join(filter(None, [f"Undo {last.what}?", last.will]))
    why = reason(question, "it was a mistake", optional=True, example="it was a mistake")

    def do(_: Club, answers: Answers) -> str:
        return back(answers.get(REASON, ""))

    return Deed("undo", do, (why,) if asks else (), said=lambda said: f"Undone: {last.what}. {said}")
