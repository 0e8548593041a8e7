"""Driving the dashboard as an officer does, by its keys, and reading what stands on the screen."""

import asyncio
import io
import re
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from html import unescape
from typing import Any
from unittest.mock import patch
from weakref import WeakSet

from textual import constants, events
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.css.model import RuleSet
from textual.css.stylesheet import CSSLocation, Stylesheet
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Size
from textual.keys import _character_to_key, key_to_character
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import OptionList

from referee.club.folder import Club, open_club
from referee.dashboard.app import Dashboard
from referee.dashboard.board.board import BoardScreen
from referee.dashboard.board.display_app import DisplayApp
from referee.dashboard.document_screen import DocumentScreen
from referee.dashboard.keys import Keymap
from referee.dashboard.list_screen import ListScreen
from referee.dashboard.tournament.tournament_screen import TournamentScreen
from referee.dashboard.widgets.side_panel import Details
from tests.club.conftest import place
from tests.patience import patience, wait_async

SMALL = (80, 24)
LARGE = (140, 45)
# The keys that open each screen from tonight, where there are a table, a dispute, a tournament, and somebody in the
# standings.
OPENED = {
    "tonight": (),
    "checkin": ("c",),
    "seating": ("n",),
    "table": ("enter", "escape"),
    "settlement": ("enter", "escape", "p"),
    "rulebook of a table": ("enter", "escape", "R"),
    "sheet": ("enter", "f2"),
    "facts": ("F",),
    "disputes": ("D",),
    "dispute": ("D", "enter"),
    "standings": ("S",),
    "nights": ("S", "enter"),
    "rulebook": ("R",),
    "evenings": ("C",),
    "evening": ("C", "enter"),
    "past": ("C", "enter", "enter"),
    "members": ("M",),
    "member": ("M", "enter"),
    "precedents": ("D", "slash", "enter"),
    "phones": ("P",),
    "phone": ("P", "end", "enter"),
    "files": ("B",),
    "officers": ("O",),
    "tournaments": ("T",),
    "announcing": ("T", "n"),
    "tournament": ("T", "enter"),
    "rounds": ("T", "enter", "m", "v"),
    "help": ("question_mark",),
}


KindOfScreen = type[Screen[Any]]
Texts = str | tuple[str, ...]


def to_be_drawn(screen: Screen[Any]) -> bool:
    """Tell whether something has changed on a screen that is not painted yet."""
    changed = screen._layout_required or screen._scroll_required or screen._repaint_required
    return changed or screen._recompose_required or bool(screen._dirty_widgets)


_drawn, _parsed = Compositor.render_update, Stylesheet._parse_rules
_rules: dict[tuple[object, ...], list[RuleSet]] = {}


def _drawn_in_full(compositor: Compositor, full: bool = False, **how: Any) -> Any:
    """Draw all of a screen where that is asked for, and else nothing but what drawing does besides."""
    if full:
        return _drawn(compositor, full, **how)
    compositor._dirty_regions.clear()
    for widget in list(compositor.visible_widgets):
        if isinstance(widget, OptionList):
            widget._update_lines()  # it scrolls by what it finds
    return None


def _parsed_once(
    sheet: Stylesheet,
    css: str,
    read_from: CSSLocation,
    is_default_rules: bool = False,
    tie_breaker: int = 0,
    scope: str = "",
) -> list[RuleSet]:
    """Return the rules of some CSS as they were parsed when they were asked for first."""
    asked = css, read_from, is_default_rules, tie_breaker, scope
    key = *asked, frozenset(sheet._variables.items())
    if key not in _rules:
        _rules[key] = _parsed(sheet, *asked)
    return _rules[key]


@contextmanager
def nobody_looking_on() -> Iterator[None]:
    """Draw a screen when it first comes up and whenever a test looks at it, not each time that something changes.

    Without a terminal a drawing goes nowhere, and to make it is a third of what a test of the desk takes. All the
    rest is as ever: widgets are laid out, and a screen is drawn from them as they are when it is looked at. What is
    scrolled is there at once, as `TEXTUAL_ANIMATIONS` has it for whoever wants that, and not laid out sixty times a
    second on its way. The same CSS is read for each desk; here it is parsed for the first of them.
    """
    with (
        patch.object(constants, "TEXTUAL_ANIMATIONS", "none"),
        patch.object(Compositor, "render_update", _drawn_in_full),
        patch.object(Stylesheet, "_parse_rules", _parsed_once),
    ):
        yield


class Officer:
    """An officer at the keyboard."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot
        self.app = pilot.app
        self._seen: WeakSet[Screen[Any]] = WeakSet()

    async def calm(self) -> None:
        """Wait until all that was pressed has been acted on and drawn, as far as the club's file is not waited for.

        Nothing here goes by the clock, so that a busy machine is only slower: the program is calm when its loop has
        nothing to run, nothing is to be drawn, and nothing moves on the screen.
        """
        loop, end = asyncio.get_running_loop(), time.monotonic() + patience()
        # Keys come to the program as from another thread; what is sent after them is there after them.
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop))
        while self.app.is_running:
            assert time.monotonic() < end, self.sees()
            await asyncio.sleep(0)
            if loop._ready:
                continue
            if not self.app._screen_stack:  # it is ending
                continue
            screen = self.app.screen
            if self.app._resize_event is not None:
                await asyncio.sleep(0.001)
            elif to_be_drawn(screen):
                with self.app._context():  # there may be two of them
                    screen._on_timer_update()  # now, and not when its turn comes
            elif below := [
                background_screen
                for background_screen in self.app._background_screens
                if background_screen._layout_required
            ]:
                with self.app._context():
                    below[0]._on_timer_update()  # what a dialog leaves to be seen of it is read as well
            elif screen._callbacks:
                await asyncio.sleep(0.001)
            elif self.app.animator._animations or self.app.animator._scheduled:
                await asyncio.sleep(0.001)  # what stops an animation does not always say that it is complete
            else:
                return

    async def settle(self) -> None:
        """Wait until no key is held back, all asked of the club's file is answered, and the answers are painted."""
        await self.calm()
        end = time.monotonic() + patience()
        while self.app.is_running and (self._held_back() or any(not worker.is_finished for worker in self.app.workers)):
            assert time.monotonic() < end, f"{self.sees()}\nheld back: {self._held_back()}\n{self._at_work()}"
            # Until one of them is answered, and no longer than until the program ends.
            going = [worker._task for worker in self.app.workers if not worker.is_finished and worker._task is not None]
            await (asyncio.wait(going, timeout=1, return_when=asyncio.FIRST_COMPLETED) if going else asyncio.sleep(0))
            await self.calm()
        if self.app.is_running and self.app.screen not in self._seen:
            self._seen.add(self.app.screen)
            self.sees()
            await self.settle()

    def _held_back(self) -> list[str]:
        """The keys that the program has taken and handed on to no screen yet."""
        return [key.key for key in self.app.key_queue.keys] if isinstance(self.app, Dashboard) else []

    def _at_work(self) -> str:
        """Where each look and each entry stands that is not answered yet."""
        told = io.StringIO()
        for worker in self.app.workers:
            if not worker.is_finished and worker._task is not None:
                worker._task.print_stack(file=told)
        return told.getvalue()

    async def press(self, *keys: str, shows: Texts = ()) -> None:
        """Press keys, each when what the one before asked for is on the screen; fail unless that shows these texts."""
        for key in keys:
            self._hit(key)
            await self.settle()
        self.shows(*([shows] if isinstance(shows, str) else shows))

    async def hurry(self, *keys: str) -> None:
        """Press keys, each when the program has acted on the one before, and wait for nothing from the club's file."""
        for key in keys:
            self._hit(key)
            await self.calm()

    async def type(self, text: str, *then: str, shows: Texts = ()) -> None:
        """Type a text as fast as a keyboard can send it, and then press keys one by one; see `press`."""
        self.send(text)
        await (self.calm() if then else self.settle())
        await self.press(*then, shows=shows)

    def send(self, text: str) -> None:
        """Send the keys of a text, and wait for nothing."""
        for char in text:
            self._hit({"\n": "enter", "\t": "tab", "\b": "backspace"}.get(char, char))

    async def reach(self, key: str, screen: KindOfScreen) -> None:
        """Press a key, and wait for nothing but that the screen it opens is in front, be it laid out or not."""
        self.send(key)
        end = time.monotonic() + patience()
        while not isinstance(self.app.screen, screen):
            assert time.monotonic() < end, self.sees()
            await asyncio.sleep(0)

    def hold(self, key: str, times: int) -> None:
        """Hold a key down, so that it is sent so many times without a pause; wait for nothing."""
        for _ in range(times):
            self._hit(key)

    async def click(self, on: Widget | None = None, at: tuple[int, int] = (0, 0), *, times: int = 1) -> None:
        """Click so many times at a column and row of a widget, or of the terminal; wait until all is answered."""
        await self.pilot.click(on, offset=at, times=times)
        await self.settle()

    async def click_text(self, text: str, within: str = "Screen") -> None:
        """Click the first place in a part of the screen where a text stands."""
        part = self.app.screen if within == "Screen" else self.app.screen.query_one(within)
        left, top = part.region.offset
        for y, row in enumerate(self.rows_of(part)):
            if (x := row.find(text)) >= 0:
                return await self.click(at=(left + x, top + y))
        raise AssertionError(f"{text} does not stand in {within}:\n{self.sees()}")

    def _hit(self, key: str) -> None:
        assert self.app._driver is not None
        one = len(key) == 1
        event = events.Key(_character_to_key(key) if one else key, key if one else key_to_character(key))
        event.set_sender(self.app)
        self.app._driver.send_message(event)

    async def resize(self, width: int, height: int) -> None:
        """Make the terminal larger or smaller."""
        size = Size(width, height)
        assert isinstance(self.app._driver, HeadlessDriver)
        self.app._driver._size = size
        self.app.post_message(events.Resize(size, size))
        await self.settle()

    async def record(self, lines: Iterable[str]) -> None:
        """Type lines at a table, each with Enter."""
        for line in lines:
            await self.type(line, "enter")

    async def until(self, text: str, *, gone: bool = False) -> None:
        """Wait until a text stands on the screen, or is gone from it, and all that came with it is there too.

        A screen may ask the club's file more than once for what has changed; the first answer is not the last then.
        """

        def so() -> bool:
            return (text in self.reads()) is not gone

        while True:
            await wait_async(so, self.sees)
            await self.settle()
            if so():
                return

    async def meanwhile(self, text: str) -> None:
        """Wait until a text stands on the screen while the program is still at work on what was asked of it."""
        await wait_async(lambda: text in self.reads(), self.sees)

    async def catch_up(self) -> None:
        """Wait until the desk has noticed what others wrote, and the screen in front shows it."""
        app = self.app
        assert isinstance(app, Dashboard)
        await wait_async(lambda: app.club_watcher._revision == app.desk.club.revision(), self.sees)
        await self.settle()

    def sees(self) -> str:
        """What stands on the screen, as text, with what shines through from a screen behind it."""
        visible_screen_stack.set(self.app._background_screens)  # else it is as this task drew last, if it ever did
        rows = [strip.text.rstrip() for strip in self.app.screen._compositor.render_strips()]
        change = "\n".join(rows)
        assert not re.search("[\uf000-\uf0ff]", change), change  # a seat's mark, where a name should be
        return change

    def shows(self, *texts: str) -> None:
        """Fail with the screen where one of some texts does not stand on it."""
        missing = [text for text in texts if text not in self.reads()]
        assert not missing, f"not on the screen: {missing}\n{self.sees()}"

    def on(self, section: str) -> bool:
        """Tell whether the screen in front is one that is told by data, by the section of its keys."""
        screen = self.app.screen
        return isinstance(screen, ListScreen | DocumentScreen | TournamentScreen) and screen.section == section

    def reads(self) -> str:
        """What stands on the screen, as one running text without the frames in it."""
        return re.sub(r"[\s│╭╮╰╯─]+", " ", unescape(self.sees()))

    def beside(self) -> str:
        """What stands beside the list, as one running text; nothing where there is no room for it."""
        widget = self.app.screen.query_one(Details)
        return self.within(widget) if widget.display else ""

    def within(self, shown: Widget | str) -> str:
        """What stands in a part of the screen, as one running text without the frames in it."""
        rows = self.rows_of(self.app.screen.query_one(shown) if isinstance(shown, str) else shown)
        return " ".join(re.sub("[│╭╮╰╯─]", " ", " ".join(rows)).split())

    def rows_of(self, shown: Widget) -> list[str]:
        """What stands in a part of the screen, row by row."""
        visible_screen_stack.set(self.app._background_screens)
        region = shown.region
        strips = self.app.screen._compositor.render_strips()[region.y : region.bottom]
        return [strip.crop(region.x, region.right).text for strip in strips]

    def colours(self) -> set[str]:
        """The colours on the screen that are no grey: a grey has as much red as green as blue."""
        inks = {part[:6].lower() for part in self.app.export_screenshot().split('fill="#')[1:]}
        # The frame of such a picture has three dots and a title of its own.
        frame = {"ff5f57", "febc2e", "28c840", "c5c8c6"}
        return {ink for ink in inks if len({ink[:2], ink[2:4], ink[4:]}) > 1} - frame


@asynccontextmanager
async def at_the_desk(
    club: Club, *keys: str, size: tuple[int, int] = SMALL, keymap: Keymap | None = None, shows: Texts = ()
) -> AsyncIterator[Officer]:
    """Open the dashboard on a club for an officer, who presses some keys; fail unless that shows these texts."""
    with nobody_looking_on():
        async with Dashboard(club, keymap).run_test(size=size) as pilot:
            officer = Officer(pilot)
            await officer.settle()
            await officer.press(*keys, shows=shows)
            yield officer


@asynccontextmanager
async def on_the_wall(
    club: Club, *keys: str, size: tuple[int, int] = LARGE, keymap: Keymap | None = None, shows: Texts = ()
) -> AsyncIterator[Officer]:
    """Hang up the board of a club, opened anew for reading only, for somebody who looks at it."""
    with nobody_looking_on(), open_club(place(club), read_only=True) as second_club:
        # A page is turned by the tests, not by the clock.
        board = DisplayApp(replace(second_club, clock=club.clock), lambda desk: BoardScreen(desk, 3600), keymap)
        async with board.run_test(size=size) as pilot:
            officer = Officer(pilot)
            await officer.settle()
            await officer.press(*keys, shows=shows)
            yield officer
