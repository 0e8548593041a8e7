"""The footer with the screen's keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from textual.content import Content
from textual.events import Click
from textual.screen import ModalScreen
from textual.style import Style
from textual.widgets import Static

_GAP: Final = "   "
"""The separator of the key hints in a dialog."""


class ShownKey(NamedTuple):
    """A key in the footer: its Textual name, its displayed name, its label and its action."""

    key: str
    display: str
    label: str
    action: str


class KeyRow(Static):
    """The footer with the screen's active keys, then as many application keys as fit.

    It is one text and redrawn only after a change, as a widget for each key would be slow. Behind a dialog it is empty,
    as the dialog shows its own keys.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = "KeyRow { dock: bottom; height: 1; text-wrap: nowrap; background: $panel; }"

    def __init__(self) -> None:
        super().__init__()
        self.shown_keys: tuple[ShownKey, ...] = ()

    def on_mount(self) -> None:
        """Update the footer whenever the screen or its bindings change."""
        for signal in (self.app.screen_change_signal, self.screen.bindings_updated_signal):
            signal.subscribe(self, lambda _: self.call_after_refresh(self._show))
        self._show()

    def on_resize(self) -> None:
        """Update the footer for the new width."""
        self.call_after_refresh(self._show)

    def on_click(self, event: Click) -> None:
        """Press the clicked key."""
        if key := event.style.meta.get("key"):
            self.app.simulate_key(key)

    def _show(self) -> None:
        if self.is_attached and (visible_keys := self._visible_keys()) != self.shown_keys:
            self.shown_keys = visible_keys
            self.update(Content(" ").join(map(_draw_key, visible_keys)), layout=False)

    def _visible_keys(self) -> tuple[ShownKey, ...]:
        if isinstance(self.app.screen, ModalScreen) and self.app.screen is not self.screen:
            return ()
        shown_keys: dict[str, ShownKey] = {}
        room = self.app.size.width
        for node, binding, _, _ in self.screen.active_bindings.values():
            text = self.app.get_key_display(binding)
            width = len(text) + len(binding.description) + 2
            if not binding.show or binding.action in shown_keys:
                continue
            room -= width
            if node is self.app and room < 0:
                break
            shown_keys[binding.action] = ShownKey(binding.key, text, binding.description, binding.action)
        return tuple(shown_keys.values())


def _draw_key(shown_key: ShownKey) -> Content:
    """Return a key with its label. A click on it gives the key's name."""
    key = Content.styled(shown_key.display, "bold $footer-key-foreground on $footer-key-background")
    word = Content.styled(f" {shown_key.label}", "$footer-description-foreground on $footer-description-background")
    return (key + word).stylize(Style.from_meta({"key": shown_key.key}))


def clickable_hint(hint: str, actions: Mapping[str, str]) -> Content:
    """Return the key hints of a dialog, such as ``Enter: OK   Escape: go back``. A click runs the key's action."""
    parts: list[Content] = []
    for part in hint.split(_GAP):
        action = actions.get(part.partition(":")[0])
        parts.append(Content.styled(part, Style.from_meta({"@click": action})) if action else Content(part))
    return Content(_GAP).join(parts)
