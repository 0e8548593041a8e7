"""Undo the last action in the club's log, and redo the last undone one."""

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


def undo_last(desk: Desk, screen: Screen[Any], on_success: Callable[[], None], table: int | None = None) -> None:
    """Undo the last action, or show why that is impossible. Call `on_success` after the change.

    An action of an earlier session or at another table needs a confirmation.
    """
    deed = partial(_reverse_operation, "undo", "Undone", f"{desk.key('redo')} redoes it.")
    _reverse(desk, screen, partial(_last_undoable, desk.club), deed, on_success, table)


def redo_last(desk: Desk, screen: Screen[Any], on_success: Callable[[], None], table: int | None = None) -> None:
    """Redo the last undone action, or show that there is none. Call `on_success` after the change."""
    deed = partial(_reverse_operation, "redo", "Redone", f"{desk.key('undo-last')} undoes it.")
    _reverse(desk, screen, partial(_last_redoable, desk.club), deed, on_success, table)


def _reverse(
    desk: Desk,
    screen: Screen[Any],
    find_undoable: Callable[[], Undoable],
    make_deed: Callable[..., Deed[str]],
    on_success: Callable[[], None],
    table: int | None,
) -> None:
    def run(undoable: Undoable) -> None:
        if undoable.reverse is None:
            refuse(screen, not_undoable_text(undoable, desk.keymap))
            return
        needs_confirmation = undoable.is_older or bool(undoable.will) or undoable.table not in (None, table)
        carry_out(desk, screen, make_deed(undoable, undoable.reverse, asks=needs_confirmation), lambda _: on_success())

    # With the pen, so that what was entered before is in it.
    desk.write(screen, find_undoable, run)


def _last_undoable(club: Club) -> Undoable:
    from referee.club.undoing.last import last_undoable  # needed seldom, and a desk is to open soon
    from referee.tournaments.undoing import last_undoable_step

    return last_undoable(club, last_undoable_step)


def _last_redoable(club: Club) -> Undoable:
    from referee.club.undoing.last import last_redoable  # needed seldom, and a desk is to open soon

    return last_redoable(club)


def _reverse_operation(
    id: str, verb: str, hint: str, undoable: Undoable, reverse: Callable[[str], str], *, asks: bool
) -> Deed[str]:
    """Return the operation that undoes or redoes an action. With `asks`, it needs a confirmation and a reason."""
    older = "That was in an earlier session." if undoable.is_older else ""
    question = " ".join(filter(None, [f"{id.capitalize()} {undoable.what}?", undoable.will, older]))
    reason_parameter = reason(
        question, "it was a mistake", optional=not undoable.needs_reason, example="it was a mistake"
    )

    def do(_: Club, answers: Answers) -> str:
        return reverse(answers.get(REASON, ""))

    def said(message: str) -> str:
        return " ".join(filter(None, [f"{verb}: {undoable.what}.", message, hint]))

    return Deed(id, do, (reason_parameter,) if asks else (), said=said)
