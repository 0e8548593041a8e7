"""The line that tells the officer what was done or refused."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any, Final

from textual.app import App
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from referee.dashboard.hints import hint_text
from referee.dashboard.keys import Keymap
from referee.dashboard.rendering import draw_cards
from referee.store.hints import Do

# How many seconds it stands what was done, and how long what was refused is safe from the keys: whoever types on while
# an entry is being written has not read yet why it was not.
FADES: Final = 8.0
READ: Final = 2.0


class MessageLine(Static):
    """One or two lines above the row of keys; what was refused is marked by a sign, not by its colour alone.

    What was done fades after some seconds or at the next key, what was refused at a key once it could be read. Then
    that stands there again which is always so on the screen, where anything is.
    """

    DEFAULT_CSS = """
    MessageLine { height: auto; max-height: 3; padding: 0 1; color: $text-muted; }
    MessageLine.refused { color: $text-error; text-style: bold; }
    MessageLine.news { color: $text-warning; text-style: bold; }
    """

    class CutOff(Message):
        """That a screen says that the club's file cannot be used."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.told = text
        self.standing = ""
        self.cut_off = False
        self.stays = False
        self._since = 0.0
        self._fading: Timer | None = None

    def on_mount(self) -> None:
        """Tell what there is to say already."""
        self.show_message(self.told)

    def show_message(self, message: str) -> None:
        """Tell what was done."""
        self._set_message(message)
        if message and self.is_attached:
            self._fading = self.set_timer(FADES, self.fade)

    def show_standing(self, message: str) -> None:
        """Tell how it is on this screen, whenever there is nothing else to tell."""
        self.standing = message
        if not self.told:
            self._set_message("")

    def show_refusal(self, message: str) -> None:
        """Tell why something was not done."""
        self._set_message(message, refused=True)

    def show_notification(self, message: str) -> None:
        """Tell what came from elsewhere: it goes at a key once it could be read, and covers no refusal."""
        refused, stays, cut_off = self.has_class("refused"), self.stays, self.cut_off
        self._set_message(f"{self.told} {message}" if refused else message, refused=refused)
        self.stays, self.cut_off = stays, cut_off
        self.set_class(not refused, "news")

    def show_warning(self, message: str) -> None:
        """Tell what is wrong, until something else is told."""
        self.show_refusal(message)
        self.stays = True

    def cut_off_by(self, message: str) -> None:
        """Tell why the club's file cannot be read, until it can be."""
        self.show_refusal(message)
        self.cut_off = True
        self.post_message(self.CutOff())

    def at_key(self) -> None:
        """Let go what was told before a key, as far as it could be read."""
        if not (self.has_class("refused") or self.has_class("news")) or monotonic() - self._since >= READ:
            self.fade()

    def fade(self) -> None:
        """Let go what was told, unless it is still so."""
        if self.told and not (self.stays or self.cut_off):
            self._set_message("")

    def _set_message(self, message: str, *, refused: bool = False) -> None:
        if self._fading:
            self._fading.stop()
            self._fading = None
        self.told, self.cut_off, self.stays, self._since = message, False, False, monotonic()
        self.set_class(refused, "refused")
        self.remove_class("news")
        self.update(draw_cards(f"! {message}" if refused else message or self.standing))


def show_message(screen: Screen[Any], message: str) -> None:
    """Tell on a screen what was done."""
    screen.query_one(MessageLine).show_message(message)


def refuse(screen: Screen[Any], message: str) -> None:
    """Tell on a screen why something was not done."""
    screen.query_one(MessageLine).show_refusal(message)


def show_standing(screen: Screen[Any], message: str) -> None:
    """Tell on a screen how it is there, whenever there is nothing else to tell."""
    screen.query_one(MessageLine).show_standing(message)


def damage_message(found: Sequence[object], keymap: Keymap) -> str:
    """Return what is to be said of what differs from the log: the first of it, and how to see the rest."""
    more = f" And {len(found) - 1} more." if len(found) > 1 else ""
    return f"Differs from the log: {found[0]}.{more} {hint_text(Do.AUDIT('See all'), keymap)}"


def at_key(app: App[Any]) -> None:
    """Let what was told before a key fade, on every screen: whoever goes back is not told again what is long done."""
    for screen in app.screen_stack:
        for line in screen.query(MessageLine):
            line.at_key()


def message_screen(app: App[Any]) -> Screen[Any] | None:
    """Return the top screen with a message line, below any dialog; None while the desk is closing."""
    return next((screen for screen in reversed(app.screen_stack) if screen.query(MessageLine)), None)


def notify_in_front(app: App[Any], message: str) -> None:
    """Tell on the screen in front what came from elsewhere."""
    if screen := message_screen(app):
        screen.query_one(MessageLine).show_notification(message)


def refuse_in_front_screen(app: App[Any], message: str) -> None:
    """Tell on the screen in front why something was not done."""
    if screen := message_screen(app):
        refuse(screen, message)
