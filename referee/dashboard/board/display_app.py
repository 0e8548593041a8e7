"""The Textual application of a wall display: the board, or the clock alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import App
from textual.filter import LineFilter
from textual.screen import Screen

from referee.club.folder import Club
from referee.dashboard import keys
from referee.dashboard.club_watcher import ClubWatcher
from referee.dashboard.desk import Desk
from referee.dashboard.keyboard.control_characters import CONTROL_CHARACTER_FILTER
from referee.dashboard.theme import STYLES, apply_theme


class DisplayApp(App[None]):
    """An application with one screen for a club opened read-only."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "referee"
    CSS = STYLES

    def __init__(
        self, club: Club, make_screen: Callable[[Desk], Screen[None]], keymap: keys.Keymap | None = None
    ) -> None:
        super().__init__()
        apply_theme(self)
        self.desk = Desk(club, keymap or {})
        self.make_screen = make_screen
        self.club_watcher = ClubWatcher(self, self.desk)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters of drawn lines, including the one that hides terminal control characters."""
        return (CONTROL_CHARACTER_FILTER, *super().get_line_filters())

    def on_mount(self) -> None:
        """Show the screen, and start watching the club's file for changes."""
        self.set_keymap(self.desk.keymap)
        self.push_screen(self.make_screen(self.desk))
        self.club_watcher.start()

    def on_message_line_club_unavailable(self) -> None:
        """Notify the screen once the club's file is readable again."""
        self.club_watcher.note_unavailable()

    def on_unmount(self) -> None:
        """Stop watching the club's file."""
        self.club_watcher.stop()
