"""The dashboard: the screens that there are, and the one it opens on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from textual.app import App
from textual.binding import Binding
from textual.events import Event, InputEvent
from textual.screen import Screen

from referee.club.folder import Club
from referee.dashboard import keys
from referee.dashboard.checkin import CheckIn
from referee.dashboard.disputes import Disputes
from referee.dashboard.facts import Facts
from referee.dashboard.help import Help
from referee.dashboard.looks import LOOKS
from referee.dashboard.palette import REFEREE
from referee.dashboard.promptness import KeysFirst
from referee.dashboard.rulebook import Rules
from referee.dashboard.seating import Seating
from referee.dashboard.standings import Standings
from referee.dashboard.tonight import Night
from referee.dashboard.watch import Watch
from referee.dashboard.work import Desk

# The screens that a key of tonight opens, by the name of its action.
SCREENS: Final[Mapping[str, Callable[[Desk], Screen[Any]]]] = {
    "checkin": CheckIn,
    "seating": Seating,
    "facts": Facts,
    "disputes": Disputes,
    "standings": Standings,
    "rulebook": Rules,
    "help": Help,
}


class Dashboard(App[None]):
    """The referee's desk. Everything entered is in the club's file before the screen says so."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "referee"
    CSS = LOOKS

    def __init__(self, club: Club, keymap: keys.Keymap | None = None) -> None:
        super().__init__()
        self.register_theme(REFEREE)
        self.theme = REFEREE.name
        self.desk = Desk(club)
        self.keymap = keymap or {}
        self.keys_first = KeysFirst(self)

    def on_mount(self) -> None:
        """Open on tonight, and begin to watch the club's file."""
        self.set_keymap(self.keymap)
        self.push_screen(Night(self.desk))
        Watch(self, self.desk.club).begin()
        self.keys_first.begin()

    def on_unmount(self) -> None:
        """Leave everything as it was."""
        self.keys_first.end()

    async def on_event(self, event: Event) -> None:
        """Let nothing that can wait come between one key and the next."""
        if isinstance(event, InputEvent):
            self.keys_first.pressed()
        await super().on_event(event)

    def get_key_display(self, binding: Binding) -> str:
        """Name a key in the row of keys as it is named everywhere else."""
        return keys.shown(binding.key)

    def show(self, name: str) -> None:
        """Open a screen by its name."""
        self.push_screen(SCREENS[name](self.desk))
