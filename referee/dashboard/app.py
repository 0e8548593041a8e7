"""The Textual application of the desk: it opens on tonight, and quits once everything is written."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import App
from textual.binding import Binding
from textual.events import Event, InputEvent, Key
from textual.filter import LineFilter

from referee.club.folder import Club
from referee.dashboard import keys
from referee.dashboard.control_characters import with_plain
from referee.dashboard.desk import Desk, still_writing
from referee.dashboard.key_queue import KeyQueue
from referee.dashboard.responsiveness import KeysFirst
from referee.dashboard.theme import REFEREE, STYLES
from referee.dashboard.tonight.tonight import TonightScreen
from referee.dashboard.watch import Watch
from referee.dashboard.widgets.message_line import at_key, refuse_in_front


class Dashboard(App[None]):
    """The referee's desk. Everything entered is in the club's file before the screen says so."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "referee"
    CSS = STYLES

    def __init__(self, club: Club, keymap: keys.Keymap | None = None) -> None:
        super().__init__()
        self.register_theme(REFEREE)
        self.theme = REFEREE.name
        self.desk = Desk(club, keymap or {})
        self.keys_first = KeysFirst(self)
        self.key_queue = KeyQueue(self, super().on_event, self.desk.looks_first)

    def on_mount(self) -> None:
        """Open on tonight, and begin to watch the club's file."""
        self.set_keymap(self.desk.keymap)
        self.push_screen(TonightScreen(self.desk))
        Watch(self, self.desk.club).begin()
        self.keys_first.begin()

    def on_unmount(self) -> None:
        """Leave everything as it was."""
        self.keys_first.end()

    async def on_event(self, event: Event) -> None:
        """Let nothing that can wait come between one key and the next, and no key come before its screen."""
        if isinstance(event, InputEvent):
            self.keys_first.pressed()
        if isinstance(event, Key) and not event.is_forwarded:
            at_key(self)
            await self.key_queue.take(event)
        else:
            await super().on_event(event)

    async def on_first_answer(self) -> None:
        """Hand on the keys that were pressed before a screen had anything to do it with."""
        await self.key_queue.go_on()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Draw nothing that a terminal would obey."""
        return with_plain(super().get_line_filters())

    def get_key_display(self, binding: Binding) -> str:
        """Name a key in the row of keys as it is named everywhere else."""
        return keys.shown(binding.key)

    async def action_quit(self) -> None:
        """Leave the dashboard, when everything that was entered is in the club's file."""
        if still_writing(self):
            refuse_in_front(self, "Something that was entered is still being written down. Wait a moment.")
        else:
            self.exit()
