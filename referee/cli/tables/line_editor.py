"""Edit lines at a terminal with prompt_toolkit: history, completion, and pasting of several lines.

The module is imported only when the line prompt of a table opens.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.shortcuts import CompleteStyle

from referee.cli.shared.terminal import can_draw, is_plain

_MAX_COMPLETIONS: Final = 200
"""The number of completions to show."""


class _LineCompleter(Completer):
    """A completer for the current line."""

    def __init__(self, complete: Callable[[str], Iterable[str]]) -> None:
        self.complete = complete

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:  # noqa: ARG002
        text = document.current_line_before_cursor
        for completed in islice(self.complete(text), _MAX_COMPLETIONS):
            yield Completion(completed, start_position=-len(text))


def line_editor(complete: Callable[[str], Iterable[str]], history: Iterable[str]) -> Callable[[str, str], str]:
    """Return a function that asks for a line, given a prompt and an initial text.

    It returns all rows of a paste, and raises `EOFError` for Ctrl-D and `KeyboardInterrupt` for Ctrl-C. If the text
    starts with a blank, the cursor goes before it. `history` has the earlier lines for the arrow keys, last one first.
    """
    if not can_draw():
        os.environ["TERM"] = "dumb"  # as one that is not set is not taken for
    session: PromptSession[str] = PromptSession(
        history=InMemoryHistory([*history]),
        completer=_LineCompleter(complete),
        complete_while_typing=False,
        # Beneath the line, as shells have it, or in a box beside it.
        complete_style=CompleteStyle.READLINE_LIKE if is_plain() else CompleteStyle.COLUMN,
    )

    def ask(prompt: str, text: str) -> str:
        return session.prompt(prompt, default=Document(text, 0 if text[:1] == " " else len(text)))

    return ask
