"""The Textual application of the desk."""

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
    """The officers' desk. It starts on tonight's screen and quits only after every change is saved."""

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
        """Show tonight's screen, and start watching the club's file for changes."""
        self.set_keymap(self.desk.keymap)
        self.push_screen(TonightScreen(self.desk))
        self.club_watcher.start()
        self.key_priority.start()

    def on_unmount(self) -> None:
        """Stop the club watcher, the key priority and the phone server."""
        self.club_watcher.stop()
        self.key_priority.stop()
        self.desk.server.stop()

    def on_message_line_club_unavailable(self) -> None:
        """Notify the screens once the club's file is readable again."""
        self.club_watcher.note_unavailable()

    async def on_event(self, event: Event) -> None:
        """Queue keys in order, keep one line of a paste, and pass other events on."""
        if isinstance(event, InputEvent):
            self.key_priority.note_key()
        if isinstance(event, Key) and not event.is_forwarded:
            fade_messages_at_key(self)
            await self.key_queue.add(event)
        elif not isinstance(event, Paste) or event.is_forwarded or keep_first_line(self, event):
            await super().on_event(event)

    async def on_first_answer(self, answer: FirstAnswer) -> None:
        """Release the keys pressed before a new screen could respond, or discard them if the answer says so."""
        if answer.discards_keys:
            self.key_queue.keys.clear()
        await self.key_queue.release()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters of drawn lines, including the one that hides terminal control characters."""
        return (CONTROL_CHARACTER_FILTER, *super().get_line_filters())

    def get_key_display(self, binding: Binding) -> str:
        """Return the key's name for the footer, as written in the rest of the desk."""
        return keys.format_keys(binding.key)

    def action_go(self, destination: str) -> None:
        """Open the screen of a destination in the club."""
        go_to_destination(self.desk, self.screen, destination)

    def action_table(self, number: int) -> None:
        """Open tonight's table with this number."""
        go_to_table(self.desk, self.screen, number)

    def action_help(self) -> None:
        """Show the keys of the current screen, followed by all other keys."""
        from referee.dashboard.help import help_screen  # needed now and then, and a desk is to open soon

        if screen_kind(self.screen) != "help":
            self.push_screen(help_screen(self.desk, self.screen.active_bindings.values()))

    def action_find(self) -> None:
        """Open the command palette, and carry out the chosen entry."""
        from referee.dashboard.palette.palette import Palette

        async def chosen(entry: Entry | None) -> None:
            if entry and isawaitable(outcome := entry.run()):
                await outcome

        self.push_screen(Palette(self.desk, self.screen), chosen)

    def action_undo_last(self) -> None:
        """Undo the last action in the club."""
        undo_last(self.desk, self.screen, _reload(self.screen))

    def action_redo_last(self) -> None:
        """Redo the action that was undone last."""
        redo_last(self.desk, self.screen, _reload(self.screen))

    async def action_quit(self) -> None:
        """Quit the desk, or refuse while a change is still being saved."""
        if is_writing(self):
            refuse_in_front_screen(self, "An entry is still being saved. Wait a moment.")
        else:
            self.exit()


def _reload(screen: Screen[Any]) -> Callable[[], None]:
    """Return the screen's reload method, or a no-op if it has none."""
    return screen.reload if isinstance(screen, Reloadable) else lambda: None
