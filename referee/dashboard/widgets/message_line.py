"""The message line above the footer, for confirmations, refusals and warnings."""

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
    """The message line of a screen. A refusal has a sign and a colour.

    A confirmation disappears after some seconds or at the next key. A refusal disappears at a key once there was time
    to read it. The screen's default message then returns.
    """

    DEFAULT_CSS = """
    MessageLine { height: auto; max-height: 3; padding: 0 1; color: $text-muted; }
    MessageLine.refused { color: $text-error; text-style: bold; }
    MessageLine.news { color: $text-warning; text-style: bold; }
    """

    class ClubUnavailable(Message):
        """The message that the club's file cannot be used."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.message = text
        self.default_message = ""
        self.is_club_unavailable = False
        self.is_warning = False
        self._shown_at = 0.0
        self._fade_timer: Timer | None = None

    def on_mount(self) -> None:
        """Show the initial message."""
        self.show_message(self.message)

    def show_message(self, message: str) -> None:
        """Show a confirmation."""
        self._set_message(message)
        if message and self.is_attached:
            self._fade_timer = self.set_timer(FADE_SECONDS, self.fade)

    def show_default(self, message: str) -> None:
        """Set the message to show whenever there is no other."""
        self.default_message = message
        if not self.message:
            self._set_message("")

    def show_refusal(self, message: str) -> None:
        """Show why something was refused."""
        self._set_message(message, is_refusal=True)

    def show_notification(self, message: str) -> None:
        """Show news from elsewhere, behind a refusal that is still visible."""
        is_refusal, is_warning, is_club_unavailable = (
            self.has_class("refused"),
            self.is_warning,
            self.is_club_unavailable,
        )
        self._set_message(f"{self.message} {message}" if is_refusal else message, is_refusal=is_refusal)
        self.is_warning, self.is_club_unavailable = is_warning, is_club_unavailable
        self.set_class(not is_refusal, "news")

    def show_warning(self, message: str) -> None:
        """Show a warning until another message replaces it."""
        self.show_refusal(message)
        self.is_warning = True

    def show_club_unavailable(self, message: str) -> None:
        """Show why the club's file is unavailable until it can be read again."""
        self.show_refusal(message)
        self.is_club_unavailable = True
        self.post_message(self.ClubUnavailable())

    def fade_at_key(self) -> None:
        """Remove the message at a key press if there was time to read it."""
        if not (self.has_class("refused") or self.has_class("news")) or monotonic() - self._shown_at >= READ_SECONDS:
            self.fade()

    def fade(self) -> None:
        """Remove the message, unless it is a warning that still applies."""
        if self.message and not (self.is_warning or self.is_club_unavailable):
            self._set_message("")

    def _set_message(self, message: str, *, is_refusal: bool = False) -> None:
        if self._fade_timer:
            self._fade_timer.stop()
            self._fade_timer = None
        self.message, self.is_club_unavailable, self.is_warning, self._shown_at = message, False, False, monotonic()
        self.set_class(is_refusal, "refused")
        self.remove_class("news")
        self.update(draw_cards(f"! {message}" if is_refusal else message or self.default_message))


def show_message(screen: Screen[Any], message: str) -> None:
    """Show a confirmation on a screen."""
    screen.query_one(MessageLine).show_message(message)


def refuse(screen: Screen[Any], message: str) -> None:
    """Show on a screen why something was refused."""
    screen.query_one(MessageLine).show_refusal(message)


def show_default_message(screen: Screen[Any], message: str) -> None:
    """Set a screen's message to show whenever there is no other."""
    screen.query_one(MessageLine).show_default(message)


def damage_message(differences: Sequence[object], keymap: Keymap) -> str:
    """Return a message with the first difference from the log, and the keys to see all."""
    further = f" And {len(differences) - 1} more." if len(differences) > 1 else ""
    return f"Differs from the log: {differences[0]}.{further} {hint_text(Do.AUDIT('See all'), keymap)}"


def fade_messages_at_key(app: App[Any]) -> None:
    """Remove readable messages on every screen, so that none reappears when the user goes back."""
    for screen in app.screen_stack:
        for line in screen.query(MessageLine):
            line.fade_at_key()


def message_screen(app: App[Any]) -> Screen[Any] | None:
    """Return the top screen with a message line, below any dialog, or None while the desk is closing."""
    return next((screen for screen in reversed(app.screen_stack) if screen.query(MessageLine)), None)


def notify_in_front(app: App[Any], message: str) -> None:
    """Show news from elsewhere on the top screen with a message line."""
    if screen := message_screen(app):
        screen.query_one(MessageLine).show_notification(message)


def add_warning(app: App[Any], message: str) -> None:
    """Add a warning to the message on the top screen with a message line."""
    if screen := message_screen(app):
        refuse(screen, f"{screen.query_one(MessageLine).message} {message}".strip())


def refuse_in_front_screen(app: App[Any], message: str) -> None:
    """Show a refusal on the top screen with a message line."""
    if screen := message_screen(app):
        refuse(screen, message)
