"""How long the desk keeps a key waiting, and how soon it sees what another writes, in a club as busy as they come.

A key's answer is counted from when the terminal sends it until everything that it asks of the screen has been painted.
What is asked of the club's file comes later, from a thread; keys pressed meanwhile must not wait for it either.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sysconfig
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import median
from time import perf_counter

from rich.console import RenderableType
from textual import events
from textual._compositor import CompositorUpdate
from textual.keys import _character_to_key
from textual.screen import Screen
from textual.widgets import OptionList, Static

from referee.club.folder import Club, init
from referee.club.match.view import LineView
from referee.dashboard.app import Dashboard
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.table.record import RecordList
from referee.dashboard.tonight.table_cards import TableCards
from referee.dashboard.tonight.tonight import TonightScreen
from referee.dashboard.widgets.line_editor import LineEditor
from referee.dashboard.widgets.listing import Listing
from tests.benchmarks.clubs import TONIGHT, busy_evening, fill
from tests.benchmarks.measuring import Measurement, best_of, yardstick
from tests.patience import patience

SIZE = (140, 45)
LOG = [str(Path(sysconfig.get_path("scripts")) / "referee"), "log"]
_BEAT = 0.002
_REPEAT = 0.02


class Watched(Dashboard):
    """The dashboard without a terminal; its output is produced all the same, and timed."""

    painted = 0.0

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if isinstance(renderable, CompositorUpdate):
            renderable.render_segments(self.console)
        super()._display(screen, renderable)
        self.painted = perf_counter()


@dataclass
class Officer:
    """An officer whose keys are timed, in seconds, by what the officer is doing."""

    app: Watched
    doing: str = "opening"
    waited: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    stalled: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))

    async def press(self, *keys: str) -> None:
        """Press keys, each as soon as the one before is answered."""
        assert self.app._driver is not None
        for key in keys:
            name, char = (_character_to_key(key), key) if len(key) == 1 else (key, None)
            event = events.Key(name, char)
            event.set_sender(self.app)
            sent = perf_counter()
            self.app._driver.send_message(event)
            self.waited[self.doing].append(await self.answered() - sent)

    async def answered(self) -> float:
        """Wait until the keys so far have been acted on and the screen was painted since; return when that was.

        A key goes from the program to what has the focus and up again; so does word of what it changed there.
        """
        await self._passed()
        acted = perf_counter()
        await self._passed()
        if self.app.painted < acted:
            painted = asyncio.Event()
            self.app.screen.call_after_refresh(painted.set)
            await painted.wait()
        return max(self.app.painted, acted)

    async def _passed(self) -> None:
        for pump in (self.app, *(self.app.focused or self.app.screen).ancestors_with_self):
            outcome = asyncio.Event()
            if pump.call_later(outcome.set):
                await outcome.wait()

    async def keep_pressing(self, *keys: str, until: Callable[[], bool]) -> float:
        """Press keys over and over until something is so; return how long that took."""
        began = perf_counter()
        for key in cycle(keys):
            if until():
                break
            assert perf_counter() - began < patience(), self.doing
            await self.press(key)
            await asyncio.sleep(_REPEAT)
        return perf_counter() - began

    async def settle(self) -> None:
        """Wait until everything asked of the club's file has been answered and shown."""
        while any(not worker.is_finished for worker in self.app.workers):
            await asyncio.sleep(0.005)
        await self.answered()

    async def watch(self) -> None:
        """Record the longest time during which nothing else could run."""
        while True:
            began = perf_counter()
            await asyncio.sleep(_BEAT)
            self.stalled[self.doing] = max(self.stalled[self.doing], perf_counter() - began - _BEAT)

    def rows(self, unit: float) -> list[Measurement]:
        """Return what was measured, for each thing that the officer did."""
        against, budget = "a million additions", "50 ms"
        rows = []
        for doing, waited in self.waited.items():
            rows.append(Measurement(f"{doing}: longest of {len(waited)} keys", max(waited), against, unit, budget))
            rows.append(Measurement(f"{doing}: median key", median(waited), against, unit, budget))
            rows.append(Measurement(f"{doing}: longest pause", self.stalled[doing], against, unit, budget))
        return rows


@asynccontextmanager
async def at_the_desk(club: Club) -> AsyncIterator[Officer]:
    """Open the dashboard with an officer at it."""
    async with Watched(club).run_test(size=SIZE) as pilot:
        assert isinstance(pilot.app, Watched)
        officer = Officer(pilot.app)
        await officer.settle()
        watching = asyncio.create_task(officer.watch())
        yield officer
        watching.cancel()


async def long_table(officer: Officer, number: int) -> None:
    """Open a long table, type and enter a line at it, go through its record, and take a line back."""
    app = officer.app
    officer.doing = "tonight, going through the tables"
    await officer.press("down", "down", "up", "up", "end", "home")
    _mark(app, number)
    officer.doing = "opening the long table, typing at once"
    await officer.press("enter")

    def laid_out() -> bool:
        display = app.screen.query(RecordList)
        table = display.first().match if display else None
        return table is not None and display.first().option_count == len(table.log)

    await officer.keep_pressing("A", "backspace", until=laid_out)
    await _clear(officer)
    live = app.screen
    assert isinstance(live, MatchScreen)
    assert live.match is not None
    lines = len(live.match.log)
    officer.doing = "typing a line at the long table"
    line = f"{live.match.names[live.match.sheet.table.turn or 0].split()[0]} pays"
    await officer.press(*line, *["backspace"] * 4, *"pays", "up", "down")
    officer.doing = "entering it, typing on meanwhile"
    await officer.press("enter")
    if live.query_one(LineEditor).questioned_line:
        await officer.press("enter")  # an illegal line is kept when it is entered twice
    await officer.keep_pressing("B", "backspace", until=lambda: len(_log(live)) > lines and laid_out())
    await _clear(officer)
    officer.doing = "going through the long record"
    await officer.press("escape", *["up"] * 8, *["pageup"] * 4, "home", *["down"] * 8, *["pagedown"] * 4, "end")
    officer.doing = "taking a line back"
    marks = len([entry for entry in _log(live) if entry.decision])
    await officer.press(*["up"] * 3, "u")
    await officer.press(*"too late", "enter")
    await officer.keep_pressing("B", "backspace", until=lambda: len([e for e in _log(live) if e.decision]) > marks)
    await _clear(officer)
    officer.doing = "back to tonight from the long table"
    await officer.press("escape", "escape", "down", "up")
    await officer.settle()


async def other_screens(officer: Officer) -> None:
    """Go through every screen that tonight opens."""
    app = officer.app
    for doing, opens, keys in (
        ("check-in", "c", ["d", "e", "e", *["backspace"] * 3, "down", "down", "up", *"Gus Z", "enter", *"Hal P"]),
        (
            "seating",
            "n",
            [*["down"] * 3, "tab", *["down"] * 3, "enter", "enter", "enter", "tab", "down", "enter"],
        ),
        ("disputes", "D", ["down", "down", "a", "down", "end", "home", "pagedown"]),
        ("rulebook", "R", [*"card", *["backspace"] * 4, "down", "down", "right_square_bracket", *"hand", "down"]),
        ("help", "question_mark", ["down", "down", "pagedown", "end", "home"]),
    ):
        officer.doing = f"opening {doing}"
        await officer.press(opens, "down")
        await officer.settle()
        officer.doing = doing
        await officer.press(*keys)
        await officer.settle()
        while not isinstance(app.screen, TonightScreen):  # a table that was started is opened
            await officer.press("escape")
            await officer.settle()
    officer.doing = "opening standings, pressing keys meanwhile"
    await officer.press("S")
    ladder = app.screen.query_one(Listing)
    await officer.keep_pressing("down", until=lambda: ladder.row_count > 0)
    officer.doing = "standings"
    await officer.press("down", "down", "pagedown", "end", "home")
    officer.doing = "standings of a game, pressing keys meanwhile"
    heading = app.screen.query_one(".heading", Static)
    before = f"{heading.render()}"
    await officer.press("right_square_bracket")
    await officer.keep_pressing("down", "up", until=lambda: f"{heading.render()}" != before)
    officer.doing = "a member's nights"
    await officer.press("enter", "down", "pagedown", "escape")
    await officer.settle()
    await officer.press("escape")
    await officer.settle()


async def others_write(officer: Officer, club: Club, number: int, times: int) -> list[float]:
    """Have commands write lines while an officer presses keys; return how long the desk took to show each."""
    app = officer.app
    items = []
    for doing, open_table in (("tonight, while others write", False), ("the long table, while others write", True)):
        officer.doing = doing
        if open_table:
            _mark(app, number)
            await officer.press("enter")
            await officer.settle()
        for _ in range(times):
            command = [*LOG, f"m{number}", "Ann holds 3D"]
            settings = {**os.environ, "REFEREE_CLUB": str(club.folder)}
            running = await asyncio.create_subprocess_exec(*command, env=settings, stdout=subprocess.DEVNULL)
            finished = asyncio.create_task(running.wait())
            keys = ("A", "backspace") if open_table else ("down", "up")
            before = _steps(app, number)
            await officer.keep_pressing(*keys, until=finished.done)
            items.append(await officer.keep_pressing(*keys, until=lambda before=before: _steps(app, number) > before))  # type: ignore[misc]
            await officer.settle()
    await _clear(officer)
    await officer.press("escape", "escape")
    return items


def desk(matches: int = 10_000, lines: int = 500, disputes: int = 100, times: int = 3) -> list[Measurement]:
    """Measure an officer's keys on every screen, with another program writing to the same club at the end."""
    unit = best_of(5, yardstick)
    with tempfile.TemporaryDirectory() as folder, init(folder, "benchmark") as new_club:
        club = Club(new_club.folder, new_club.store, actor="", clock=lambda: TONIGHT)
        fill(club, matches)
        number = busy_evening(club, lines=lines, disputes=disputes)

        async def evening() -> tuple[Officer, list[float]]:
            async with at_the_desk(club) as officer:
                await long_table(officer, number)
                await other_screens(officer)
                return officer, await others_write(officer, club, number, times)

        officer, seen = asyncio.run(evening())
    return [
        *officer.rows(unit),
        Measurement("another's line is seen, at the latest", max(seen), "a second", 1.0, "200 ms"),
    ]


def _log(live: MatchScreen) -> tuple[LineView, ...]:
    return live.match.log if live.match else ()


def _steps(app: Dashboard, number: int) -> int:
    """Return how many steps of a table's log the screen in front has seen."""
    screen = app.screen
    if isinstance(screen, MatchScreen):
        return screen.match.steps if screen.match else 0
    assert isinstance(screen, TonightScreen)
    assert screen.night is not None
    return next(table.steps for table in screen.night.matches if table.number == number)


def _mark(app: Dashboard, number: int) -> None:
    """Mark a table of tonight, in whichever way tonight shows them."""
    if app.screen.has_class("wide"):
        cards = app.screen.query_one(TableCards)
        cards.mark(number)
        cards.focus()
    tables = app.screen.query_one("#tables", OptionList)
    tables.highlighted = tables.get_option_index(str(number))


async def _clear(officer: Officer) -> None:
    """Empty the line, and let everything come to rest."""
    await officer.settle()
    officer.app.screen.query_one(LineEditor).text = ""
    await officer.settle()
