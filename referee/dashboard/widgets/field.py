"""Input widgets that handle their keys in order.

Textual inserts letters at once, but passes a key such as Enter through the whole screen first. Letters typed after
Enter would end up in the previous line. So these inputs handle such keys at once, too.
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
    """An input that leaves the keys [, ] and / to its screen while it is empty, as no line starts with them."""

    has_text = reactive(False, repaint=False, bindings=True)

    def on_input_changed(self) -> None:
        """Refresh the footer if the text has become empty or non-empty."""
        self.has_text = bool(self.value)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Return whether the key is typed into the input."""
        is_screen_key = not self.value and character in _SCREEN_KEYS
        return not is_screen_key and super().check_consume_key(key, character)

    async def on_key(self, event: Key) -> None:
        """Pass a key to the screen if it is not typed."""
        if not self.check_consume_key(event.key, event.character) and event.is_printable:
            event.prevent_default()


class Field(Input):
    """An input that calls a function for each of its keys.

    `intercept` is called first for every key, and returns whether it has handled the key.
    """

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
        """Handle the key before the next one is read."""
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
        """Set the text, with the cursor at its end."""
        self.value = text
        self.cursor_position = len(text)

    async def action_submit(self) -> None:
        """Call `enter`, before later keys change the text."""
        self.enter()

    def action_complete(self) -> None:
        """Apply the selected completion."""
        self.complete()

    def action_next(self) -> None:
        """Select the next suggestion."""
        self.mark(1)

    def action_previous(self) -> None:
        """Select the previous suggestion."""
        self.mark(-1)

    def action_leave(self) -> None:
        """Leave the input. Its text stays."""
        self.leave()


class LineField(SearchField, Field):
    """The input of a line editor. Its keys answer a question while one is shown.

    `take_rows` handles several pasted lines, and `drop_rows` discards them.
    """

    BINDINGS = [*keys.bindings("typing", leave="leave"), *keys.bindings("asked", leave="leave")]
    is_asking = reactive(False, repaint=False, bindings=True)
    take_rows: Callable[[Sequence[str]], None]
    drop_rows: Callable[[], None]

    def paste_rows(self, rows: Sequence[str]) -> None:
        """Pass on pasted lines without comments, merged with the text before and after the cursor."""
        before_cursor, after_cursor = self.value[: self.cursor_position], self.value[self.cursor_position :]
        rows = [f"{before_cursor} {rows[0]}", *rows[1:-1], f"{rows[-1]} {after_cursor}"]
        self.set_text("")
        self.take_rows([row.strip() for row in rows if row.partition("#")[0].strip()])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether the action is available: typing, or answering a question."""
        if action in ("keep", "not_yet"):
            return self.is_asking
        if action in ("submit", "complete", "clear", "leave"):
            return not self.is_asking
        return super().check_action(action, parameters)

    def action_clear(self) -> None:
        """Clear the text, and discard the pasted lines that wait."""
        self.clear()
        self.drop_rows()

    action_keep = Field.action_submit
    action_not_yet = Field.action_leave


class NameField(Field):
    """The input of the check-in screen."""

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
        """Undo a check-in, or delete a character if the cursor is inside the text."""
        if self.cursor_position < len(self.value):
            self.action_delete_right()
        else:
            self.undo()
