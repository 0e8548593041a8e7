"""Ask for one line in front of a screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from referee.dashboard.rendering import drawn

Refused: TypeAlias = Callable[[str], None]
"""What hears, in plain words, why something was not done."""


def ask(screen: Screen[Any], asking: Question, take: Callable[[str, Refused], None]) -> None:
    """Ask in front of a screen; an answer goes to `take`, with what to call when it is refused.

    The question comes back then, with what was typed and why it was refused. While there is a question, no other is
    asked: a key pressed twice in haste asks once.
    """
    if not any(isinstance(each, Question) for each in screen.app.screen_stack):
        _ask(screen, asking, take)


def ask_yes(screen: Screen[Any], question: str, go_on: Callable[[Refused], None]) -> None:
    """Ask whether something is done all the same, and go on at a yes that is typed; anything else is a no."""

    def answered(answer: str, refused: Refused) -> None:
        if is_yes(answer):
            go_on(refused)

    ask(screen, Question(f"{question} Type yes:", example="yes"), answered)


def _ask(screen: Screen[Any], asking: Question, take: Callable[[str, Refused], None]) -> None:
    def answered(answer: str | None) -> None:
        if answer is not None:
            take(answer, partial(again, answer))

    def again(answer: str, why: str) -> None:
        _ask(screen, asking.once_more(answer, why), take)

    screen.app.push_screen(asking, answered)


def is_yes(answer: str) -> bool:
    """Tell whether an answer is the yes that was asked for; anything else is a no."""
    return answer.casefold() in ("yes", "y")


class Question(ModalScreen[str | None]):
    """Ask for one line. It answers what was typed, or None when the officer went back.

    An empty answer is taken only where the question may be left open. Where Enter alone is the answer, `enter` says
    what it does, and there is no line.
    """

    BINDINGS = [Binding("escape", "dismiss", "Back", show=False), Binding("enter", "agree", show=False)]
    DEFAULT_CSS = """
    Question { align: center middle; }
    Question > Vertical { width: 90%; max-width: 90; height: auto; padding: 1 2; }
    Question > Vertical { border: round $primary; background: $surface; }
    Question Input { margin: 1 0 0 0; }
    Question .hint { color: $text-muted; margin: 1 0 0 0; }
    Question .refused { color: $text-error; text-style: bold; }
    """

    def __init__(
        self,
        question: str,
        *,
        value: str = "",
        may_be_empty: bool = False,
        example: str = "",
        refused: str = "",
        enter: str = "",
    ) -> None:
        super().__init__()
        self.question = question
        self.value = value
        self.may_be_empty = may_be_empty
        self.example = example
        self.refused = refused
        self.enter = enter

    def once_more(self, value: str, refused: str) -> Question:
        """Return the same question with what was answered, and why that was refused."""
        return Question(
            self.question,
            value=value,
            may_be_empty=self.may_be_empty,
            example=self.example,
            refused=refused,
            enter=self.enter,
        )

    def compose(self) -> ComposeResult:
        """Show the question, the line, and what Enter and Escape do."""
        with Vertical():
            yield Static(drawn(self.question))
            if self.refused:
                yield Static(drawn(f"! {self.refused}"), classes="refused")
            if self.enter:
                yield Static(f"Enter: {self.enter}   Escape: go back, nothing changes", classes="hint")
                return
            example = f"such as: {self.example}" if self.example else ""
            line = Input(self.value, placeholder=example, select_on_focus=False)
            line.cursor_blink = False
            yield line
            empty = " (may be left blank)" if self.may_be_empty else ""
            yield Static(f"Enter: OK{empty}   Escape: go back, nothing changes", classes="hint")

    def on_input_submitted(self) -> None:
        """Take the answer."""
        answer = self.query_one(Input).value.strip()
        if answer or self.may_be_empty:
            self.dismiss(answer)
        else:
            hint = self.query_one(".hint", Static)
            hint.update("! Type an answer. Escape goes back and changes nothing.")
            hint.add_class("refused")

    def action_agree(self) -> None:
        """Answer with Enter alone, where that is all there is to answer."""
        if self.enter:
            self.dismiss("")
