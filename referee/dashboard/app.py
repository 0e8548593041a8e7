"""The dashboard: the screens that there are, the colours, and a look every second whether the club's file changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, runtime_checkable

from textual.app import App
from textual.screen import Screen

from referee.club.changes import revision
from referee.club.faults import ClubFault
from referee.club.folder import Club
from referee.dashboard import keys
from referee.dashboard.checkin import CheckIn
from referee.dashboard.disputes import Disputes
from referee.dashboard.help import Help
from referee.dashboard.rulebook import Rules
from referee.dashboard.said import Said
from referee.dashboard.seating import Seating
from referee.dashboard.standings import Standings
from referee.dashboard.tonight import Night
from referee.dashboard.work import Desk

# The screens that a key of tonight opens, by the name of its action.
SCREENS: Final[Mapping[str, Callable[[Desk], Screen[Any]]]] = {
    "checkin": CheckIn,
    "seating": Seating,
    "disputes": Disputes,
    "standings": Standings,
    "rulebook": Rules,
    "help": Help,
}
_EVERY: Final = 1.0


@runtime_checkable
class Reloads(Protocol):
    """A screen that shows what is in the club's file, and can be told to look again."""

    def reload(self) -> None:
        """Look again."""


class Dashboard(App[None]):
    """The referee's desk. Everything entered is in the club's file before the screen says so."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "referee"
    CSS = """
    Screen { layout: vertical; }
    .heading { height: 1; padding: 0 1; background: $primary; color: $text; text-style: bold; }
    .title { height: 1; padding: 0 1; color: $text-muted; text-style: bold; }
    OptionList, OptionList:focus { border: none; padding: 0; background: $background; background-tint: $background 0%; }
    * { scrollbar-size-vertical: 1; scrollbar-background: $background; scrollbar-color: $panel; }
    Footer { background: $panel; }
    """

    def __init__(self, club: Club, keymap: keys.Keymap | None = None) -> None:
        super().__init__()
        self.desk = Desk(club)
        self.keymap = keymap or {}
        self._revision: tuple[int, ...] | None = None
        self._unreachable = ""

    def on_mount(self) -> None:
        """Open on tonight, and begin to watch the club's file."""
        self.set_keymap(self.keymap)
        self.push_screen(Night(self.desk))
        self.set_interval(_EVERY, self._look)

    async def _look(self) -> None:
        """Tell the screen in front when somebody changed the club's file; what is behind it looks when it is back."""
        try:
            now = await asyncio.get_running_loop().run_in_executor(None, revision, self.desk.club)
        except ClubFault as fault:
            self._say(str(fault))
            return
        if self._unreachable:
            self._unreachable = ""
            self._said("The club's file can be used again.")
            self._revision = None
        if now != self._revision:
            self._revision = now
            if isinstance(self.screen, Reloads):
                self.screen.reload()

    def _say(self, message: str) -> None:
        if message != self._unreachable:
            self._unreachable = message
            for said in self.screen.query(Said):
                said.refuse(message)

    def _said(self, message: str) -> None:
        for said in self.screen.query(Said):
            said.say(message)

    def show(self, name: str) -> None:
        """Open a screen by its name."""
        self.push_screen(SCREENS[name](self.desk))
