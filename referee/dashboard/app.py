"""The Textual application of the desk: it opens on tonight, and quits once everything is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import isawaitable
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.binding import Binding
from textual.events import Event, InputEvent, Key, Paste
from textual.filter import LineFilter
from textual.screen import Screen

from referee.club.folder import Club
from referee.dashboard import keys
from referee.dashboard.club_watcher import ClubWatcher, Reloadable
from referee.dashboard.desk import Desk, FirstAnswer, is_writing
from referee.dashboard.keyboard.control_characters import CONTROL_CHARACTER_FILTER
from referee.dashboard.keyboard.key_queue import KeyQueue
from referee.dashboard.keyboard.pasting import keep_first_line
from referee.dashboard.keyboard.responsiveness import KeyPriority
from referee.dashboard.navigation import go_to_destination, go_to_table, screen_kind
from referee.dashboard.phones.notifications import notification_check
from referee.dashboard.theme import STYLES, apply_theme
from referee.dashboard.tonight.tonight import TonightScreen
from referee.dashboard.undo.undo_last import redo_last, undo_last
from referee.dashboard.widgets.message_line import fade_messages_at_key, refuse_in_front_screen

if TYPE_CHECKING:
    from referee.dashboard.palette.entries import Entry


class Dashboard(App[None]):
    """The referee's desk. Everything entered is in the club's file before the screen says so."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS = keys.bindings(keys.EVERYWHERE)
    TITLE = "referee"
    CSS = STYLES
    # In fewer rows a dialog has neither frame nor air.
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (12, "-tall")]

    def __init__(self, club: Club, keymap: keys.Keymap | None = None) -> None:
        super().__init__()
        apply_theme(self)
        self.desk = Desk(club, keymap or {})
        self.club_watcher = ClubWatcher(self, self.desk, notification_check(lambda: self.desk.key("phones")))
        self.key_priority = KeyPriority(self)
        self.key_queue = KeyQueue(self, super().on_event, self.desk.awaits_first_answer)

    def on_mount(self) -> None:
        """Open on tonight, and begin to watch the club's file."""
        self.set_keymap(self.desk.keymap)
        self.push_screen(TonightScreen(self.desk))
        self.club_watcher.start()
        self.key_priority.start()

    def on_unmount(self) -> None:
        """Leave everything as it was."""
        self.club_watcher.stop()
        self.key_priority.stop()
        self.desk.server.stop()

    def on_message_line_club_unavailable(self) -> None:
        """Let the screens be told when the file can be used again."""
        self.club_watcher.note_unavailable()

    async def on_event(self, event: Event) -> None:
        """Let nothing that can wait come between one key and the next, and no key come before its screen."""
        if isinstance(event, InputEvent):
            self.key_priority.note_key()
        if isinstance(event, Key) and not event.is_forwarded:
            fade_messages_at_key(self)
            await self.key_queue.add(event)
        elif not isinstance(event, Paste) or event.is_forwarded or keep_first_line(self, event):
            await super().on_event(event)

    async def on_first_answer(self, answer: FirstAnswer) -> None:
        """Hand on the keys that were pressed before a screen had anything to do it with."""
        if answer.discards_keys:
            self.key_queue.keys.clear()
        await self.key_queue.release()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Draw nothing that a terminal would obey."""
        return (CONTROL_CHARACTER_FILTER, *super().get_line_filters())

    def get_key_display(self, binding: Binding) -> str:
        """Name a key in the row of keys as it is named everywhere else."""
        return keys.format_keys(binding.key)

    def action_go(self, destination: str) -> None:
        """Go to a place of the club."""
        go_to_destination(self.desk, self.screen, destination)

    def action_table(self, number: int) -> None:
        """Open tonight's table of a number."""
        go_to_table(self.desk, self.screen, number)

    def action_help(self) -> None:
        """Show the keys of the screen in front, and then all of them."""
        from referee.dashboard.help import help_screen  # needed now and then, and a desk is to open soon

        if screen_kind(self.screen) != "help":
            self.push_screen(help_screen(self.desk, self.screen.active_bindings.values()))

    def action_find(self) -> None:
        """Find anything by its words, and do it or go there."""
        from referee.dashboard.palette.palette import Palette

        async def chosen(entry: Entry | None) -> None:
            if entry and isawaitable(outcome := entry.go()):
                await outcome

        self.push_screen(Palette(self.desk, self.screen), chosen)

    def action_undo_last(self) -> None:
        """Undo the last action, whatever it was."""
        undo_last(self.desk, self.screen, _reload(self.screen))

    def action_redo_last(self) -> None:
        """Redo what was undone last."""
        redo_last(self.desk, self.screen, _reload(self.screen))

    async def action_quit(self) -> None:
        """Leave the dashboard, when everything that was entered is in the club's file."""
        if is_writing(self):
            refuse_in_front_screen(self, "An entry is still being saved. Wait a moment.")
        else:
            self.exit()


def _reload(screen: Screen[Any]) -> Callable[[], None]:
    """Return what shows a screen anew."""
    return screen.reload if isinstance(screen, Reloadable) else lambda: None
