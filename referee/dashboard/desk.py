"""Read and write the club's file in threads, so that typing never waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Protocol, TypeVar, runtime_checkable
from weakref import WeakSet

from textual.app import App
from textual.message import Message
from textual.screen import Screen
from textual.worker import Worker

from referee.club.folder import Club
from referee.club.text.faults import ClubFault, StoreAltered, StoreFault
from referee.dashboard import keys
from referee.dashboard.hints import fault_text
from referee.dashboard.phones_process import PhonesProcess
from referee.dashboard.widgets.message_line import MessageLine, add_warning, refuse, refuse_in_front_screen

Answer = TypeVar("Answer")
_WRITE: Final = "write"
# For how many seconds a look waits for the painting of what a key asked for.
_PAINT_TIMEOUT: Final = 0.1


class FirstAnswer(Message):
    """The message that a screen's first query was answered, so that earlier keys can be handled.

    `discards_keys` drops these keys instead, so that none of them confirms an unseen prompt.
    """

    def __init__(self, *, discards_keys: bool = False) -> None:
        super().__init__()
        self.discards_keys = discards_keys


@runtime_checkable
class BusyScreen(Protocol):
    """A screen that may be processing an answer."""

    @property
    def is_busy(self) -> bool:
        """Whether keys wait for the next prompt."""


@dataclass(slots=True)
class Desk:
    """The club that the screens work on, and the user's key settings.

    `club` changes when another officer takes over. `write_executor` has one thread, so that entries are saved in order.
    `dealers` maps each match started here to its drawn first dealer. `write_count` is the number of saved changes.
    `server` is the phone server if this desk started it.
    """

    club: Club
    keymap: keys.Keymap = field(default_factory=dict)
    write_executor: Executor = field(default_factory=lambda: ThreadPoolExecutor(1, "pen"))
    dealers: dict[int, str] = field(default_factory=dict)
    server: PhonesProcess = field(default_factory=PhonesProcess)
    write_count: int = 0
    _reading_screens: WeakSet[Screen[Any]] = field(default_factory=WeakSet, repr=False)
    _answered_screens: WeakSet[Screen[Any]] = field(default_factory=WeakSet, repr=False)

    def key(self, id: str) -> str:
        """Return the key for an action such as ``table.undo`` under this user's settings."""
        return keys.key_for(id, self.keymap)

    def switch_club(self, club: Club) -> None:
        """Work on another club, or on this one with another acting officer."""
        self.club = club

    def read(
        self,
        screen: Screen[Any],
        query: Callable[[], Answer],
        show: Callable[[Answer], None],
        on_refused: Callable[[str], None] | None = None,
        *,
        group: str = "read",
    ) -> None:
        """Run a query in a thread, and pass its result to `show`.

        A newer query of the same screen and group replaces it. It runs again if the club was changed meanwhile, so that
        it never shows an outdated state.
        """
        self._reading_screens.add(screen)

        def translated() -> Answer:
            with self.club.translating_damage():
                return query()

        async def ask() -> None:
            # Threads at work slow each other down, so what a key asked of the screen is painted before. One that a
            # dialog has just covered may not be painted until the dialog is gone.
            if screen.is_running:
                with suppress(TimeoutError):
                    await asyncio.wait_for(screen.wait_for_refresh(), _PAINT_TIMEOUT)
            show_refusal = _call_if_open(screen, on_refused or partial(refuse, screen))
            show_unavailable = _call_if_open(
                screen, on_refused or (lambda message: screen.query_one(MessageLine).show_club_unavailable(message))
            )
            write_count = -1
            while write_count != self.write_count:
                write_count = self.write_count
                show_outcome = await _run(
                    self.keymap, None, translated, _call_if_open(screen, show), show_refusal, show_unavailable
                )
            _call_if_running(screen.app, show_outcome)
            if self.awaits_first_answer(screen):
                self._answered_screens.add(screen)
                screen.app.post_message(FirstAnswer())

        # Not begun here: a look that is replaced before its turn comes is never begun.
        _: Worker[None] = screen.run_worker(ask, group=group, exclusive=True)

    def awaits_first_answer(self, screen: Screen[Any]) -> bool:
        """Return whether a screen still waits for its first query."""
        if isinstance(screen, BusyScreen):
            return screen.is_busy
        return screen in self._reading_screens and screen not in self._answered_screens

    def write(
        self,
        screen: Screen[Any],
        change: Callable[[], Answer],
        show: Callable[[Answer], object],
        on_refused: Callable[[str], None] | None = None,
        on_screen_left: Callable[[Answer], None] | None = None,
    ) -> None:
        """Change the club in a thread, and pass the result to `show` or the refusal to `on_refused`.

        `on_refused` is called even if the screen was left, so that typed text is not lost. `on_screen_left` then
        replaces `show`. A warning follows if the computer's clock is behind the latest event.
        """
        warnings: list[str] = []

        def changed() -> Answer:
            with self.club.translating_damage():
                answer = change()
            self.write_count += 1
            warnings.append(self.club.clock_behind())
            return answer

        def unheard(message: str) -> None:
            refuse_in_front_screen(screen.app, f"Your last entry was not saved: {message}")

        show_refusal = on_refused or _call_if_open(screen, partial(refuse, screen), unheard)

        # A worker of the program, not of the screen: what was entered is written though the screen is left meanwhile.
        async def write() -> None:
            _call_if_running(
                screen.app,
                await _run(
                    self.keymap, self.write_executor, changed, _call_if_open(screen, show, on_screen_left), show_refusal
                ),
            )
            if warning := "".join(warnings):
                _call_if_running(screen.app, partial(add_warning, screen.app, warning))

        screen.app.run_worker(write(), group=_WRITE)


def is_writing(app: App[Any]) -> bool:
    """Return whether a change is still being saved."""
    return any(worker.group == _WRITE and not worker.is_finished for worker in app.workers)


def is_reading(screen: Screen[Any]) -> bool:
    """Return whether a query of the screen is still running."""
    return any(worker.node is screen and not worker.is_finished for worker in screen.app.workers)


async def _run(
    keymap: keys.Keymap,
    executor: Executor | None,
    query: Callable[[], Answer],
    show: Callable[[Answer], object],
    on_refused: Callable[[str], object],
    on_unavailable: Callable[[str], None] | None = None,
) -> Callable[[], object]:
    """Run a query in a thread. Return a callable that passes on its result or its refusal."""
    try:
        future = asyncio.get_running_loop().run_in_executor(executor, query)
        # What was entered is written to its end, though the program is ending.
        answer = await (asyncio.shield(future) if executor else future)
        return partial(show, answer)
    except ClubFault as fault:
        # Where it was altered, it is not the file that cannot be used, and it will not pass.
        is_temporary = isinstance(fault, StoreFault) and not isinstance(fault, StoreAltered)
        return partial(on_unavailable if is_temporary and on_unavailable else on_refused, fault_text(fault, keymap))
    except Exception as error:
        # A fault of the program must not take away what stands on the screen.
        return partial(on_refused, f"Internal error: {error!r}. What you typed is still here.")


def _call_if_running(app: App[Any], call: Callable[[], object]) -> None:
    if app.is_running:  # one that is ending has no screens any more
        call()


def _call_if_open(
    screen: Screen[Any], call: Callable[[Answer], object], fallback: Callable[[Answer], None] | None = None
) -> Callable[[Answer], None]:
    """Return a callback that runs `call` while the screen is open, and `fallback` after that."""

    def told(answer: Answer) -> None:
        if screen in screen.app.screen_stack:
            call(answer)
        elif fallback:
            fallback(answer)

    return told
