"""The desk and the board in a real browser, as an officer without a terminal has them."""

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, WebSocket, expect

from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.club.match import starting
from referee.tournaments.clocks import actions
from tests.cli.running import referee
from tests.dashboard.conftest import NAMES
from tests.dashboard.serving import certificate, desks, served
from tests.export.pages.browsing import CHROMIUM, chromium
from tests.patience import patience, wait

pytestmark = [pytest.mark.process, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")]

QUIET = (
    *("--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
INK, PAPER = "rgb(176, 0, 32)", "rgb(246, 241, 227)"
"""The colours of a heart, and of the card that it is on."""
LOOKS = "cells => cells.map(cell => [getComputedStyle(cell).color, getComputedStyle(cell).backgroundColor])"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium(*QUIET) as opened:
        yield opened


def context(browser: Browser, **settings: Any) -> BrowserContext:
    """A browser as it is when it has just been opened, which is waited for as everything else is."""
    fresh = browser.new_context(**settings)
    fresh.set_default_timeout(1000 * patience())
    return fresh


def looking(page: Page) -> Callable[[float], None]:
    """Let a page work for some seconds: what it does is told only while it is asked."""
    return lambda seconds: page.wait_for_timeout(1000 * seconds)


class Tab:
    """A page of a browser with a desk or a board in it."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.columns = self.rows = 0
        """What the page said last of how much of a desk it can show."""
        self.page = context.new_page()
        self.page.on("websocket", self._connected)
        self.page.goto(url)

    def _connected(self, socket: WebSocket) -> None:
        asked = parse_qs(urlsplit(socket.url).query)
        self.columns, self.rows = int(asked["width"][0]), int(asked["height"][0])
        socket.on("framesent", self._sent)

    def _sent(self, message: str | bytes) -> None:
        if size := re.search(r'"width":(\d+),"height":(\d+)', str(message)):
            self.columns, self.rows = int(size[1]), int(size[2])

    @property
    def drawn(self) -> Locator:
        return self.page.locator(".xterm-rows > div")

    def text(self) -> str:
        """Return what stands on the screen: nothing while the page goes to another."""
        try:
            return "\n".join(self.drawn.all_inner_texts()).replace("\xa0", " ")
        except Error:
            return ""

    def when(self, fact: Callable[[], bool]) -> None:
        """Wait until something is so."""
        wait(fact, self.text, look=looking(self.page))

    def until(self, text: str) -> None:
        """Wait until a text stands on the screen."""
        self.when(lambda: text in self.text())

    def open_table(self) -> None:
        """Open the table that is marked, and wait until a line can be typed."""
        self.until("Play or Pay")
        self.page.keyboard.press("Enter")
        self.until("such as: ")

    def type(self, line: str) -> None:
        self.page.keyboard.type(line)
        self.page.keyboard.press("Enter")

    def click(self, text: str) -> None:
        """Click on the first place where a text stands."""
        row = next(index for index, line in enumerate(self.text().splitlines()) if text in line)
        column = self.text().splitlines()[row].index(text)
        box = self.page.locator(".xterm-screen").bounding_box()
        assert box is not None
        wide, high = box["width"] / self.columns, box["height"] / self.rows
        self.page.mouse.click(box["x"] + (column + 0.5) * wide, box["y"] + (row + 0.5) * high)

    def fills(self, width: int, height: int) -> bool:
        """Tell whether what is drawn fills a window, but for what is left over of a column and of a row."""
        box = self.page.locator(".xterm-screen").bounding_box()
        assert box is not None
        left = width - box["width"], height - box["height"]
        return (box["x"], box["y"]) == (0, 0) and 0 <= left[0] < 25 and 0 <= left[1] < 25

    def letters(self) -> float:
        """Return how many pixels large the letters are."""
        size: str = self.page.locator(".xterm-rows").evaluate("rows => getComputedStyle(rows).fontSize")
        return float(size.removesuffix("px"))

    def width(self) -> float:
        """Return how many pixels wide the page is, or what is drawn in it."""
        return float(
            self.page.locator(".xterm-screen").evaluate(
                "screen => Math.max(screen.getBoundingClientRect().width, document.documentElement.scrollWidth)"
            )
        )


def table(club: Club) -> int:
    return starting.start_table(club, "play-or-pay", NAMES[:4]).number


def written(club: Club, number: int) -> list[tuple[str, str]]:
    """What a command line reads of a table: its lines with their rulings."""
    log = referee("table", "show", str(number), "--json", club=club.folder).data["log"]
    return [(each["text"], each["ruling"]["says"]) for each in log]


def test_a_line_typed_or_pasted_in_a_browser_stands_in_the_clubs_file_with_its_ruling(
    evening: Club, browser: Browser
) -> None:
    number = table(evening)
    with served(evening) as url:
        fresh = context(browser, viewport={"width": 1280, "height": 720})
        fresh.grant_permissions(["clipboard-read", "clipboard-write"], origin=url.rstrip("/"))
        items: list[str] = []
        fresh.on("request", lambda request: items.append(request.url))
        faults: list[str] = []
        fresh.on("console", lambda told: faults.append(told.text) if told.type == "error" else None)
        tab = Tab(fresh, url)
        tab.until("Play or Pay")
        tab.click("Play or Pay")
        tab.until("such as: ")
        tab.type("deal by Dee")
        tab.until("Line 1 recorded")
        tab.page.evaluate("text => navigator.clipboard.writeText(text)", "Ann plays 5H\n\nBen pays\n")
        tab.page.keyboard.press("Control+V")
        tab.until("Line 3 recorded: open.")
        for width, height in ((1280, 720), (800, 520)):
            tab.page.set_viewport_size({"width": width, "height": height})
            tab.when(lambda width=width, height=height: tab.fills(width, height))
            tab.when(lambda: len(tab.text().splitlines()) == tab.rows)
            tab.when(lambda: [INK, PAPER] in tab.drawn.locator("span").evaluate_all(LOOKS))
            tab.until("Ann plays 5♥")
        assert all(each.startswith(url) for each in items), items
        assert not faults
    assert written(evening, number) == [
        ("deal by Dee", "legal"),
        ("Ann plays 5H", "legal"),
        ("Ben pays", "open"),
    ]


@pytest.mark.long
def test_a_desk_that_is_left_in_any_way_loses_nothing_and_can_be_opened_again(evening: Club, browser: Browser) -> None:
    number = table(evening)
    with served(evening) as url:
        tab = Tab(context(browser), url)
        tab.until("Play or Pay")
        tab.page.keyboard.press("q")
        expect(tab.page.get_by_role("alert")).to_contain_text("The desk was closed.", timeout=1000 * patience())
        tab.page.keyboard.press("Enter")
        tab.open_table()
        tab.type("deal by Dee")
        tab.until("Line 1 recorded")
        tab.page.keyboard.type("Ann plays 5")
        begun = time.monotonic()
        tab.page.close()
        if sys.platform == "linux":
            wait(lambda: not desks(evening))
            assert time.monotonic() - begun < patience(8)
        other = Tab(context(browser), url)
        other.open_table()
        other.until("deal by Dee")
        other.type("Ann plays 6H")
        other.until("Line 2 recorded")
    expect(other.page.get_by_role("alert")).to_contain_text("The desk cannot be reached", timeout=1000 * patience())
    assert [text for text, _ in written(evening, number)] == ["deal by Dee", "Ann plays 6H"]


@contextmanager
def another_site(page: str) -> Iterator[str]:
    """Serve a page from another port of this machine, which makes it another site."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *said: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}/"
        site.shutdown()


@pytest.mark.long
def test_a_page_of_another_site_cannot_hold_the_desk_in_a_frame_and_type_at_it(evening: Club, browser: Browser) -> None:
    number = table(evening)
    with served(evening) as url:
        holders = {"iframe": "src", "embed": "src", "object": "data"}
        html = "".join(f'<{each} {at}="{url}" width=800 height=300></{each}>' for each, at in holders.items())
        with another_site(html) as site:
            page = context(browser).new_page()
            connected: list[str] = []
            page.on("websocket", lambda socket: connected.append(socket.url))
            refused: list[str] = []
            page.on("console", lambda told: refused.append(told.text))
            page.goto(site, wait_until="networkidle")
            for down in (150, 450, 750):
                page.mouse.click(300, down)
                page.keyboard.press("Enter")
                page.keyboard.type("deal by Dee\n")
            wait(
                lambda: sum("frame-ancestors" in told for told in refused) >= len(holders),
                lambda: refused,
                look=looking(page),
            )
            assert not connected
            assert all(frame.url != url for frame in page.frames)
            # A page of its own is still opened, and shows what the club's file says.
            Tab(page.context, url).until("Play or Pay")
    assert written(evening, number) == []


@pytest.mark.long
def test_with_a_certificate_the_desk_comes_over_https(evening: Club, browser: Browser, tmp_path: Path) -> None:
    number = table(evening)
    cert, key = certificate(tmp_path)
    with served(evening, "--cert", str(cert), "--key", str(key)) as url:
        assert url.startswith("https:")
        tab = Tab(context(browser, ignore_https_errors=True), url)
        tab.open_table()
        tab.type("deal by Dee")
        tab.until("Line 1 recorded")
    assert written(evening, number) == [("deal by Dee", "legal")]


def log_in(page: Page, password: str) -> None:
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()


def let_in(page: Page, password: str) -> bool:
    if page.get_by_role("alert").count():
        log_in(page, password)
    return page.get_by_role("button", name="Log out").count() == 1


@pytest.mark.long
def test_an_officer_logs_in_works_and_logs_out_and_is_logged_out_when_the_session_closes(
    evening: Club, browser: Browser
) -> None:
    number = table(evening)
    with served(evening, password="six of hearts") as url:
        fresh = context(browser, viewport={"width": 900, "height": 600})
        tab = Tab(fresh, url)
        log_in(tab.page, "six")
        expect(tab.page.get_by_role("alert")).to_have_text("Wrong password.")
        tab.when(lambda: let_in(tab.page, "six of hearts"))  # a moment later
        tab.open_table()
        tab.type("deal by Dee")
        tab.until("Line 1 recorded")
        out = tab.page.get_by_role("button", name="Log out")
        box, drawn = out.bounding_box(), tab.page.locator(".xterm-screen").bounding_box()
        assert box
        assert drawn
        assert box["height"] >= 44
        assert drawn["y"] + drawn["height"] <= box["y"]  # it hides nothing of the desk
        assert box["y"] + box["height"] <= 600
        other = Tab(fresh, url)
        other.until("Play or Pay")
        out.click()
        for each in (tab, other):  # the other has it said by itself
            expect(each.page.get_by_label("Password")).to_be_focused(timeout=1000 * patience())
        log_in(tab.page, "six of hearts")
        tab.open_table()
        tab.page.keyboard.type("Ann plays 5")
        sessions.close_session(evening, unfinished=True)
        why = "The session of 2026-11-16 has closed, so everybody has been logged out."
        expect(tab.page.get_by_role("alert")).to_have_text(why, timeout=1000 * patience())
        if sys.platform == "linux":
            tab.when(lambda: not desks(evening))
        log_in(tab.page, "six of hearts")
        tab.until("Monday Cards")
    assert written(evening, number) == [("deal by Dee", "legal")]


@pytest.mark.long
def test_on_a_phone_a_touch_turns_the_board_and_the_desk_shows_its_prompt(evening: Club, browser: Browser) -> None:
    number = table(evening)
    phone = context(browser, viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    with served(evening, command="board") as url:
        tab = Tab(phone, url)
        tab.until("tap to turn")
        tab.when(lambda: tab.letters() >= 16 and 24 <= tab.columns <= 45 and tab.width() <= 390)
        tab.page.touchscreen.tap(190, 400)
        tab.until("Standings")
    with served(evening) as url:
        tab = Tab(phone, url)
        tab.open_table()
        tab.type("deal by Dee")
        tab.until("Line 1 recorded")
        tab.when(lambda: tab.letters() >= 12 and tab.width() <= 390)
    assert written(evening, number) == [("deal by Dee", "legal")]


@pytest.mark.long
@pytest.mark.parametrize(("clock", "alone", "beside"), [(False, 40, 11), (True, 36, 5)], ids=["tables", "a clock"])
def test_on_a_projector_the_letters_are_as_large_as_what_hangs_there_allows(
    evening: Club, browser: Browser, *, clock: bool, alone: int, beside: int
) -> None:
    table(evening)
    if clock:
        actions.start_clock(replace(evening, clock=lambda: datetime.now(UTC)), minutes=45)
    with served(evening, command="board") as url:
        tab = Tab(context(browser, viewport={"width": 1920, "height": 1080}), url)
        tab.until("Play or Pay")
        tab.when(lambda: tab.letters() >= alone and tab.width() <= 1920)
        if clock:
            tab.until("█")  # the digits are drawn, and no letter is as large
        largest = tab.letters()
        for _ in range(beside):
            table(evening)
        tab.when(lambda: 24 <= tab.letters() < largest)
