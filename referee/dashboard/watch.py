"""Check every second whether the club's file has changed, and whether it can be used."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Final, Protocol, runtime_checkable

from textual.app import App

from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.dashboard.widgets.message_line import MessageLine

_EVERY: Final = 1.0


@runtime_checkable
class Reloads(Protocol):
    """A screen that shows what is in the club's file, and can be told to look again."""

    def reload(self) -> None:
        """Look again."""


class Watch:
    """Tells the screen in front when somebody changed the club's file; what is behind it looks when it is back."""

    def __init__(self, app: App[Any], club: Club) -> None:
        self.app = app
        self.club = club
        self._looking = False
        self._revision: tuple[int, ...] | None = None

    def begin(self) -> None:
        """Look every second, until the program ends."""
        self.app.set_interval(_EVERY, self._look)

    def _look(self) -> None:
        # Asked in a worker: a file that keeps us waiting must not keep the keys waiting too.
        if not self._looking:
            self._looking = True
            self.app.run_worker(self._ask(), group="look")

    async def _ask(self) -> None:
        try:
            now = await asyncio.get_running_loop().run_in_executor(None, self.club.revision)
        except ClubFault as fault:
            self._refuse(str(fault))
        except Exception as error:
            # A fault of the program must not take away what stands on the screen.
            self._refuse(f"A fault of the program: {error!r}.")
        else:
            self._compare(now)
        finally:
            self._looking = False

    def _compare(self, now: tuple[int, ...]) -> None:
        # Asked at every look: a screen's own look may be refused after ours. What was said of a line besides stays.
        for said in self._saying():
            if said.cut_off:
                said.say("The club's file can be used again.")
                self._revision = None
        # A screen that is only being opened or closed has nowhere to show it, and is told at the next look.
        # A program that is ending has no screen in front any more.
        front = next(reversed(self.app.screen_stack), None)
        if now != self._revision and front is not None and front.is_mounted and front.children:
            self._revision = now
            if isinstance(front, Reloads):
                front.reload()

    def _refuse(self, message: str) -> None:
        self._revision = None
        for said in self._saying():
            # Whatever else a screen says, it says this too: a line that was refused for it names it already.
            if message not in said.told:
                said.cut_off_by(message)

    def _saying(self) -> Iterator[MessageLine]:
        """Yield where something can be said, on the screen in front and on those behind it."""
        for screen in self.app.screen_stack:
            yield from screen.query(MessageLine)
