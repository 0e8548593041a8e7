"""Menus: dialogs with a letter for each row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual.screen import Screen

from referee.dashboard.deeds.deed import Pick, Prompt
from referee.dashboard.deeds.dialog import Dialog


def choose(screen: Screen[Any], title: str, rows: Sequence[Pick], on_answer: Callable[[str], object]) -> None:
    """Show a menu over a screen, and pass the chosen answer to `on_answer`."""

    def run_choice(answer: str) -> None:
        dialog.dismiss()
        on_answer(answer)

    dialog = Dialog(run_choice, lambda: dialog.dismiss())
    if screen.app.screen is screen:  # a key pressed twice in haste asks once
        dialog.show(Prompt(title, tuple(rows), choices_only=True))
        screen.app.push_screen(dialog)


def choose_action(screen: Screen[Any], title: str, rows: Sequence[Pick]) -> None:
    """Show a menu of a screen's actions, and run the chosen one."""
    choose(screen, title, rows, lambda action: screen.call_later(screen.run_action, action))
