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
FADE_SECONDS: Final = 8.0
READ_SECONDS: Final = 2.0


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

    class ClubUnavailable(Message):
        """That a screen says that the club's file cannot be used."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.message = text
        self.default_message = ""
        self.is_club_unavailable = False
        self.is_warning = False
        self._shown_at = 0.0
        self._fade_timer: Timer | None = None

    def on_mount(self) -> None:
        """Tell what there is to say already."""
        self.show_message(self.message)

    def show_message(self, message: str) -> None:
        """Tell what was done."""
        self._set_message(message)
        if message and self.is_attached:
            self._fade_timer = self.set_timer(FADE_SECONDS, self.fade)

    def show_default(self, message: str) -> None:
        """Tell how it is on this screen, whenever there is nothing else to tell."""
        self.default_message = message
        if not self.message:
            self._set_message("")

    def show_refusal(self, message: str) -> None:
        """Tell why something was not done."""
        self._set_message(message, refused=True)

    def show_notification(self, message: str) -> None:
        """Tell what came from elsewhere: it goes at a key once it could be read, and covers no refusal."""
        refused, stays, cut_off = self.has_class("refused"), self.is_warning, self.is_club_unavailable
        self._set_message(f"{self.message} {message}" if refused else message, refused=refused)
        self.is_warning, self.is_club_unavailable = stays, cut_off
        self.set_class(not refused, "news")

    def show_warning(self, message: str) -> None:
        """Tell what is wrong, until something else is told."""
        self.show_refusal(message)
        self.is_warning = True

    def show_club_unavailable(self, message: str) -> None:
        """Tell why the club's file cannot be read, until it can be."""
        self.show_refusal(message)
        self.is_club_unavailable = True
        self.post_message(self.ClubUnavailable())

    def fade_at_key(self) -> None:
        """Let go what was told before a key, as far as it could be read."""
        if not (self.has_class("refused") or self.has_class("news")) or monotonic() - self._shown_at >= READ_SECONDS:
            self.fade()

    def fade(self) -> None:
        """Let go what was told, unless it is still so."""
        if self.message and not (self.is_warning or self.is_club_unavailable):
            self._set_message("")

    def _set_message(self, message: str, *, refused: bool = False) -> None:
        if self._fade_timer:
            self._fade_timer.stop()
            self._fade_timer = None
        self.message, self.is_club_unavailable, self.is_warning, self._shown_at = message, False, False, monotonic()
        self.set_class(refused, "refused")
        self.remove_class("news")
        self.update(draw_cards(f"! {message}" if refused else message or self.default_message))


def show_message(screen: Screen[Any], message: str) -> None:
    """Tell on a screen what was done."""
    screen.query_one(MessageLine).show_message(message)


def refuse(screen: Screen[Any], message: str) -> None:
    """Tell on a screen why something was not done."""
    screen.query_one(MessageLine).show_refusal(message)


def show_default_message(screen: Screen[Any], message: str) -> None:
    """Tell on a screen how it is there, whenever there is nothing else to tell."""
    screen.query_one(MessageLine).show_default(message)


def damage_message(differences: Sequence[object], keymap: Keymap) -> str:
    """Return what is to be said of what differs from the log: the first of it, and how to see the rest."""
    further = f" And {len(differences) - 1} more." if len(differences) > 1 else ""
    return f"Differs from the log: {differences[0]}.{further} {hint_text(Do.AUDIT('See all'), keymap)}"


def fade_messages_at_key(app: App[Any]) -> None:
    """Let what was told before a key fade, on every screen: whoever goes back is not told again what is long done."""
    for screen in app.screen_stack:
        for line in screen.query(MessageLine):
            line.fade_at_key()


def message_screen(app: App[Any]) -> Screen[Any] | None:
    """Return the top screen with a message line, below any dialog; None while the desk is closing."""
    return next((screen for screen in reversed(app.screen_stack) if screen.query(MessageLine)), None)


def notify_in_front(app: App[Any], message: str) -> None:
    """Tell on the screen in front what came from elsewhere."""
    if screen := message_screen(app):
        screen.query_one(MessageLine).show_notification(message)


def add_warning(app: App[Any], message: str) -> None:
    """Tell on the screen in front what is wrong, behind what it tells already."""
    if screen := message_screen(app):
        refuse(screen, f"{screen.query_one(MessageLine).message} {message}".strip())


def refuse_in_front_screen(app: App[Any], message: str) -> None:
    """Tell on the screen in front why something was not done."""
    if screen := message_screen(app):
        refuse(screen, message)
