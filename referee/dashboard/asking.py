"""A question in front of a screen, answered in one line or not at all."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from referee.dashboard.drawn import drawn


class Asking(ModalScreen[str | None]):
    """Ask for one line. It answers what was typed, or None when the officer went back.

    An empty answer is taken only where the question may be left open.
    """

    BINDINGS = [Binding("escape", "leave", "Back", show=False)]
    DEFAULT_CSS = """
    Asking { align: center middle; }
    Asking Vertical { width: 90%; max-width: 90; height: auto; padding: 1 2; }
    Asking Vertical { border: round $primary; background: $surface; }
    Asking Input, Asking Input:focus { margin: 1 0 0 0; border: none; height: 1; padding: 0; background: $panel; }
    Asking .hint { color: $text-muted; margin: 1 0 0 0; }
    Asking .refused { color: $text-error; text-style: bold; }
    """

    def __init__(self, question: str, *, value: str = "", may_be_empty: bool = False, example: str = "") -> None:
        super().__init__()
        self.question = question
        self.value = value
        self.may_be_empty = may_be_empty
        self.example = example

    def compose(self) -> ComposeResult:
        """Show the question, the line, and what Enter and Escape do."""
        with Vertical():
            yield Static(drawn(self.question))
            yield Input(self.value, placeholder=self.example, select_on_focus=False)
            empty = " (it may be empty)" if self.may_be_empty else ""
            yield Static(f"Enter: answer{empty}    Escape: go back, nothing is changed", classes="hint")

    def on_input_submitted(self) -> None:
        """Take the answer."""
        answer = self.query_one(Input).value.strip()
        if answer or self.may_be_empty:
            self.dismiss(answer)
        else:
            hint = self.query_one(".hint", Static)
            hint.update("! An answer is needed. Escape goes back, and nothing is changed.")
            hint.add_class("refused")

    def action_leave(self) -> None:
        """Go back without an answer."""
        self.dismiss(None)
