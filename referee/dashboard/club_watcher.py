"""Watch the club's file in a thread, and reload the screen after a change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Event, Thread
from typing import Any, Final, Protocol, runtime_checkable

from textual.app import App
from textual.css.query import NoMatches

from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.dashboard.desk import Desk, is_reading, is_writing
from referee.dashboard.widgets.message_line import MessageLine, notify_in_front

_INTERVAL: Final = 0.1


@runtime_checkable
class Reloadable(Protocol):
    """A screen that can reload its data from the club."""

    def reload(self) -> None:
        """Load the data again and show it."""


class ClubWatcher:
    """A thread that reloads the current screen whenever the club's file changes.

    The screens behind it reload when they become current. The thread also shows the sentences that `find_notification`
    returns, on any screen. A slow disk delays only this thread, and a check without news wakes nothing else.
    """

    def __init__(self, app: App[Any], desk: Desk, find_notification: Callable[[Club], str] = lambda _: "") -> None:
        self.app = app
        self.desk = desk
        self.find_notification = find_notification
        self._notified_revision: tuple[Club, tuple[int, ...]] | None = None
        self._stop_event = Event()
        self._revision: tuple[int, ...] | None = None

    def start(self) -> None:
        """Start the thread, which checks the file several times a second."""
        Thread(target=self._watch, name="watch", daemon=True).start()

    def stop(self) -> None:
        """Stop the thread."""
        self._stop_event.set()

    def note_unavailable(self) -> None:
        """Remember that a screen reported the file as unavailable, so that its recovery is shown."""
        self._revision = None

    def _watch(self) -> None:
        while not self._stop_event.wait(_INTERVAL):
            club = self.desk.club
            try:
                revision = club.revision()
                text = self.find_notification(club) if (club, revision) != self._notified_revision else ""
                self._notified_revision = club, revision
            except ClubFault as fault:
                self.app.call_later(self._refuse, club, str(fault))
            except Exception as error:
                # A fault of the program must not take away what stands on the screen.
                self.app.call_later(self._refuse, club, f"Internal error: {error!r}.")
            else:
                if text:
                    self.app.call_later(notify_in_front, self.app, text)
                if revision != self._revision:
                    self.app.call_later(self._compare, revision)

    def _compare(self, revision: tuple[int, ...]) -> None:
        # A screen's own look may be refused after ours. What was said of a line besides stays.
        for message_line in self._message_lines():
            if message_line.is_club_unavailable:
                message_line.show_message("The club's file can be used again.")
                self._revision = None
        # A screen that is only being opened or closed has nowhere to show it, and is told at the next look.
        # A program that is ending has no screen in front any more.
        screen = next(reversed(self.app.screen_stack), None)
        is_ready = screen is not None and screen.is_mounted and screen.children
        # Nor is one that has asked something already: who is told of each write would never come to an answer.
        if revision != self._revision and screen is not None and is_ready and not is_reading(screen):
            with suppress(NoMatches):  # one that is being closed has lost a part of what it would show
                if isinstance(screen, Reloadable):
                    screen.reload()
                self._revision = revision

    def _refuse(self, club: Club, message: str) -> None:
        # The desk may have gone on to another place, or be on the way there: what it does itself is told by that.
        if club is not self.desk.club or is_writing(self.app):
            return
        self._revision = None
        for message_line in self._message_lines():
            # Whatever else a screen says, it says this too: a line that was refused for it names it already.
            if message not in message_line.message:
                message_line.show_club_unavailable(message)

    def _message_lines(self) -> Iterator[MessageLine]:
        """Yield the message lines of the current screen and of those behind it."""
        for screen in self.app.screen_stack:
            yield from screen.query(MessageLine)
