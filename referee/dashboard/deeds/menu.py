"""A menu: a question of which each row has a letter, and starts what its key or its words in the palette would."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual.screen import Screen

from referee.dashboard.deeds.deed import Pick, Prompt
from referee.dashboard.deeds.dialog import Dialog


def choose(screen: Screen[Any], title: str, rows: Sequence[Pick], then: Callable[[str], object]) -> None:
    """Let one of some rows be chosen in front of a screen; `then` hears which."""

    def chosen(answer: str) -> None:
        dialog.dismiss()
        then(answer)

    dialog = Dialog(chosen, lambda: dialog.dismiss())
    if screen.app.screen is screen:  # a key pressed twice in haste asks once
        dialog.show(Prompt(title, tuple(rows), choices_only=True))
        screen.app.push_screen(dialog)


def choose_action(screen: Screen[Any], title: str, rows: Sequence[Pick]) -> None:
    """Let one of a screen's actions be chosen, and do it."""
    choose(screen, title, rows, lambda action: screen.call_later(screen.run_action, action))
