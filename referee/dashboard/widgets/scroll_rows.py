"""A widget that scrolls rows without a new layout."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partialmethod

from textual.content import Content
from textual.events import MouseScrollDown, MouseScrollUp
from textual.widgets import Static

from referee.dashboard import keys


class ScrollRows(Static, can_focus=True):
    """As many rows as fit, starting at `top`. The last row shows how many are left."""

    BINDINGS = [
        *keys.hidden_bindings(up="scroll_rows(-1)", down="scroll_rows(1)", pageup="turn(-1)", pagedown="turn(1)"),
        *keys.hidden_bindings(home="scroll_rows(-1_000_000)", end="scroll_rows(1_000_000)"),
    ]
    DEFAULT_CSS = """
    ScrollRows { height: 1fr; padding: 0 1; border-left: solid $panel; text-wrap: nowrap; }
    ScrollRows:focus { border-left: solid $text-accent; }
    """

    def __init__(self, id: str) -> None:
        super().__init__(id=id, markup=False)
        self.rows: Sequence[Content] = ()
        self.top = 0

    def show(self, rows: Sequence[Content], top: int = 0) -> None:
        """Show other rows, starting at `top`."""
        self.rows, self.top = rows, top
        self.action_scroll_rows(0)

    def on_resize(self) -> None:
        """Show as many rows as fit into the new height."""
        self.action_scroll_rows(0)

    def action_scroll_rows(self, step: int) -> None:
        """Scroll by a number of rows."""
        room = self.size.height
        self.top = max(0, min(self.top + step, len(self.rows) - room))
        visible_rows = [*self.rows[self.top : self.top + room]]
        if visible_rows and (remaining := len(self.rows) - self.top - room) > 0:
            visible_rows[-1] = Content.styled(f"▼ {remaining + 1} more", "$text-muted")
        self.update(Content("\n").join(visible_rows), layout=False)

    def action_turn(self, step: int) -> None:
        """Scroll up or down by one page."""
        self.action_scroll_rows(step * max(1, self.size.height - 1))

    def _wheel(self, step: int, event: MouseScrollUp | MouseScrollDown) -> None:
        event.stop()
        self.action_scroll_rows(step)

    _on_mouse_scroll_up = partialmethod(_wheel, -3)
    _on_mouse_scroll_down = partialmethod(_wheel, 3)
