"""The row of keys at the foot of a screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import ModalScreen
from textual.style import Style
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

_GAP: Final = "   "
"""What stands between the keys of a dialog."""


class KeyRow(Footer):
    """The keys that do something now: the screen's own, then as many of those that are everywhere as have room.

    The row is made anew only when it would show others, not at every key. Behind a dialog it is empty: the dialog says
    what its keys do.
    """

    def __init__(self) -> None:
        super().__init__(compact=True)
        self._shown: list[tuple[str, str, str, str]] = []

    async def recompose(self) -> None:
        """Make the row anew, where other keys are to be shown in it."""
        if self.is_attached and self._wanted() != self._shown:
            await super().recompose()

    def compose(self) -> ComposeResult:
        """Show each key with its word."""
        self._shown = self._wanted()
        self.styles.grid_size_columns = max(1, len(self._shown))
        for key, told, says, action in self._shown:
            yield FooterKey(key, told, says, action).data_bind(compact=Footer.compact)

    def on_mount(self) -> None:
        """Follow what is in front."""
        self.app.screen_change_signal.subscribe(self, lambda _: self.call_after_refresh(self.recompose))

    def on_resize(self) -> None:
        """Show more where there is room by now."""
        self.call_after_refresh(self.recompose)

    def _wanted(self) -> list[tuple[str, str, str, str]]:
        """Return each key that is shown, as Textual names it and as it stands on the keyboard, its word and action."""
        if isinstance(self.app.screen, ModalScreen) and self.app.screen is not self.screen:
            return []
        found: dict[str, tuple[str, str, str, str]] = {}
        room = self.app.size.width
        for node, binding, _, _ in self.screen.active_bindings.values():
            told = self.app.get_key_display(binding)
            wide = len(told) + len(binding.description) + 2
            if not binding.show or binding.action in found:
                continue
            room -= wide
            if node is self.app and room < 0:
                break
            found[binding.action] = binding.key, told, binding.description, binding.action
        return list(found.values())


def pressable(hint: str, does: Mapping[str, str]) -> Content:
    """Return what the keys of a dialog do, such as ``Enter: OK   Escape: go back``; a click does the action of each."""
    parts: list[Content] = []
    for each in hint.split(_GAP):
        action = does.get(each.partition(":")[0])
        parts.append(Content.styled(each, Style.from_meta({"@click": action})) if action else Content(each))
    return Content(_GAP).join(parts)
