"""The row of keys at the foot of a screen."""

from __future__ import annotations

from textual.widgets import Footer


class KeyRow(Footer):
    """The keys that do something now. The row is made anew only when it would show others, not at every key."""

    def __init__(self) -> None:
        super().__init__(compact=True)
        self._shown: list[tuple[str, str, bool]] = []

    async def recompose(self) -> None:
        """Make the row anew, where other keys are to be shown in it."""
        if not self.is_attached:
            return
        active = self.screen.active_bindings.values()
        shown = [(each.key, each.description, enabled) for _, each, enabled, _ in active if each.show]
        if shown != self._shown:
            self._shown = shown
            await super().recompose()
