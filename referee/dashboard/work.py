"""The club's file, read and written in threads, so that typing never waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from textual.screen import Screen

from referee.club.faults import ClubFault
from referee.club.folder import Club
from referee.dashboard.said import Said

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Desk:
    """The club as the screens work on it. `pen` is one thread: what is entered is written in the order of entering."""

    club: Club
    pen: Executor = field(default_factory=lambda: ThreadPoolExecutor(1, "pen"))

    def read(
        self,
        screen: Screen[Any],
        asked: Callable[[], Answer],
        then: Callable[[Answer], None],
        refused: Callable[[str], None] | None = None,
    ) -> None:
        """Ask the club something, and give the answer to the screen; only the last that a screen asked is answered."""
        screen.run_worker(_answered(None, asked, then, refused or _say(screen)), group="read", exclusive=True)

    def write(
        self,
        screen: Screen[Any],
        change: Callable[[], Answer],
        then: Callable[[Answer], None],
        refused: Callable[[str], None] | None = None,
    ) -> None:
        """Change the club's file, and tell the screen what came of it, or in plain words why it was refused."""
        screen.run_worker(_answered(self.pen, change, then, refused or _say(screen)), group="write")


async def _answered(
    where: Executor | None,
    asked: Callable[[], Answer],
    then: Callable[[Answer], None],
    refused: Callable[[str], None],
) -> None:
    try:
        answer = await asyncio.get_running_loop().run_in_executor(where, asked)
    except ClubFault as fault:
        refused(str(fault))
    except Exception as error:
        # A fault of the program must not take away what stands on the screen.
        refused(f"A fault of the program: {error!r}. What you typed is still here.")
    else:
        then(answer)


def _say(screen: Screen[Any]) -> Callable[[str], None]:
    return lambda message: screen.query_one(Said).refuse(message)
