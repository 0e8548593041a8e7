"""Input fields whose keys act in the order in which they were pressed.

Textual puts letters into a line at once, but lets a key such as Enter go through the whole screen first. An officer who
types on after Enter would find the beginning of the next line in the one before; so here such keys act at once too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from textual.events import Key
from textual.reactive import reactive
from textual.widgets import Input

from referee.dashboard import keys

_SCREEN_KEYS: Final = ("[", "]", "/")


class SearchField(Input):
    """A line that leaves some keys to its screen while nothing is typed, as no line begins with them.

    They are those for the neighbour, and the one that leads to what filters a list.
    """

    has_text = reactive(False, repaint=False, bindings=True)

    def on_input_changed(self) -> None:
        """Let the row of keys show what keys do now: with something typed they are typed too."""
        self.has_text = bool(self.value)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Tell whether a key is typed into the line."""
        is_screen_key = not self.value and character in _SCREEN_KEYS
        return not is_screen_key and super().check_consume_key(key, character)

    async def on_key(self, event: Key) -> None:
        """Let a key that is not typed go on to the screen."""
        if not self.check_consume_key(event.key, event.character) and event.is_printable:
            event.prevent_default()


class Field(Input):
    """A line to type in, which calls what its keys are for; some do something `instead` of being typed, and tell so."""

    def __init__(
        self,
        enter: Callable[[], None],
        mark: Callable[[int], None],
        leave: Callable[[], None],
        complete: Callable[[], None] = lambda: None,
        *,
        intercept: Callable[[str], bool] = lambda _: False,
        placeholder: str = "",
    ) -> None:
        super().__init__(placeholder=placeholder, select_on_focus=False)
        self.cursor_blink = False  # which would paint the screen twice a second, all evening
        self.enter = enter
        self.mark = mark
        self.leave = leave
        self.complete = complete
        self.intercept = intercept

    async def on_key(self, event: Key) -> None:
        """Do what a key is for before the next is looked at."""
        is_handled = self.intercept((event.character if event.is_printable else "") or event.key)
        if not is_handled and not event.is_printable:
            binding = self.screen.active_bindings.get(event.key)
            is_handled = (
                binding is not None and binding.node is self and await self.app.run_action(binding.binding.action, self)
            )
        if is_handled:
            event.stop()
            event.prevent_default()

    def set_text(self, text: str) -> None:
        """Put a text in the line, ready for going on."""
        self.value = text
        self.cursor_position = len(text)

    async def action_submit(self) -> None:
        """Take the line as it is at this key."""
        self.enter()

    def action_complete(self) -> None:
        """Take over the completion that is marked."""
        self.complete()

    def action_next(self) -> None:
        """Mark the next of what is offered."""
        self.mark(1)

    def action_previous(self) -> None:
        """Mark the one before of what is offered."""
        self.mark(-1)

    def action_leave(self) -> None:
        """Leave the line as it is."""
        self.leave()


class LineField(SearchField, Field):
    """A line of a record. While the officer is asked about it, its keys say what they answer.

    What becomes of several lines that are pasted is for `take_rows`.
    """

    BINDINGS = [*keys.bindings("typing", leave="leave"), *keys.bindings("asked", leave="leave")]
    is_asking = reactive(False, repaint=False, bindings=True)
    take_rows: Callable[[Sequence[str]], None]
    drop_rows: Callable[[], None]

    def paste_rows(self, rows: Sequence[str]) -> None:
        """Hand on several lines, the first behind what is typed before the cursor, and the last before what is after.

        Comments are left out.
        """
        before_cursor, after_cursor = self.value[: self.cursor_position], self.value[self.cursor_position :]
        rows = [f"{before_cursor} {rows[0]}", *rows[1:-1], f"{rows[-1]} {after_cursor}"]
        self.set_text("")
        self.take_rows([row.strip() for row in rows if row.partition("#")[0].strip()])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell which of two things a key does now."""
        if action in ("keep", "not_yet"):
            return self.is_asking
        if action in ("submit", "complete", "clear", "leave"):
            return not self.is_asking
        return super().check_action(action, parameters)

    def action_clear(self) -> None:
        """Clear the line, wherever the cursor is, with the lines that wait for it."""
        self.clear()
        self.drop_rows()

    action_keep = Field.action_submit
    action_not_yet = Field.action_leave


class NameField(Field):
    """A name of the roster."""

    BINDINGS = keys.bindings("checkin", leave="leave")

    def __init__(
        self,
        enter: Callable[[], None],
        mark: Callable[[int], None],
        leave: Callable[[], None],
        undo: Callable[[], None],
        pick: Callable[[str], bool],
        *,
        placeholder: str = "",
    ) -> None:
        super().__init__(enter, mark, leave, intercept=self._intercept_key, placeholder=placeholder)
        self.undo = undo
        self.pick = pick

    def _intercept_key(self, key: str) -> bool:
        # A digit is for its row, where it is not part of a name; and what is typed here filters already.
        return self.pick(key) or (key == "/" and not self.value)

    def action_undo(self) -> None:
        """Take back that somebody came; within what is typed the key does what it does in every line."""
        if self.cursor_position < len(self.value):
            self.action_delete_right()
        else:
            self.undo()
