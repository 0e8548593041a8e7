"""The desk in a real browser, as an officer without a terminal has it."""

import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, expect, sync_playwright

from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.club.match import recording, starting
from referee.tournaments.clocks import deeds
from tests.cli.running import referee
from tests.dashboard.conftest import NAMES
from tests.dashboard.serving import certificate, desks, served
from tests.patience import patience, wait

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [pytest.mark.process, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")]

QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
# The colours on the canvas on which the terminal is drawn: in its first row, in its last, and anywhere.
COLOURS = """() => {
  const canvas = document.querySelector(".xterm-text-layer");
  const row = 16;
  const within = (from, height) => {
    const {data} = canvas.getContext("2d").getImageData(0, from, canvas.width, height);
    const found = new Set();
    for (let at = 0; at < data.length; at += 4) found.add(data.slice(at, at + 3).join());
    return [...found];
  };
  return [within(0, row), within(canvas.height - row, row), within(0, canvas.height)];
}"""


def context(browser: Browser, **settings: Any) -> BrowserContext:
    """A browser as it is when it has just been opened, which is waited for as everything else is."""
    fresh = browser.new_context(**settings)
    fresh.set_default_timeout(1000 * patience())
    return fresh


def looking(page: Page) -> Callable[[float], None]:
    """Let a page work for some seconds: what it does is told only while it is asked."""
    return lambda seconds: page.wait_for_timeout(1000 * seconds)


class Tab:
    """A page of a browser with the desk in it; what comes to it over its connection is read as text."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.came = b""
        self.page = context.new_page()
        self.page.on("websocket", self._connected)
        self.page.goto(url)

    def _connected(self, socket: WebSocket) -> None:
        def received(data: str | bytes) -> None:
            if isinstance(data, bytes):
                self.came += data

        socket.on("framereceived", received)

    def when(self, fact: Callable[[], bool]) -> None:
        """Wait until something is so."""
        wait(fact, self.text, look=looking(self.page))

    def text(self) -> str:
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.came.decode(errors="replace"))

    def until(self, text: str) -> None:
        """Wait until a text has come; what came before is not looked at again."""
        self.when(lambda: text in self.text())
        self.came = b""

    def open_table(self) -> None:
        """Open the table that is marked, and wait until a line can be typed."""
        self.until("Play or Pay")
        self.page.keyboard.press("Enter")
        self.until("such as: ")

    def type(self, line: str) -> None:
        self.page.keyboard.type(line)
        self.page.keyboard.press("Enter")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=CHROMIUM, args=QUIET, timeout=1000 * patience())
        yield opened
        opened.close()


def colours(tab: Tab) -> list[list[str]]:
    return tab.page.evaluate(COLOURS)


def fills(tab: Tab, width: int, height: int) -> bool:
    """Tell whether what is drawn fills a window, but for what is left over of a column and of a row."""
    drawn = tab.page.locator(".xterm-text-layer").bounding_box()
    assert drawn is not None
    left = width - drawn["width"], height - drawn["height"]
    return (drawn["x"], drawn["y"]) == (0, 0) and 0 <= left[0] < 25 and 0 <= left[1] < 25


def table(club: Club) -> int:
    return starting.start(club, "play-or-pay", NAMES[:4]).number


def written(club: Club, number: int) -> list[tuple[str, str]]:
    """What a command line reads of a table: its lines with their rulings."""
    log = referee("table", "show", str(number), "--json", club=club.folder).data["log"]
    return [(each["text"], each["ruling"]["says"]) for each in log]


def test_a_line_typed_in_a_browser_stands_in_the_clubs_file_with_its_ruling(evening: Club, browser: Browser) -> None:
    number = table(evening)
    with served(evening) as url:
        tab = Tab(context(browser), url)
        tab.open_table()
        tab.type("deal by Dee")
        tab.type("Ann plays 5H")
        tab.until("Line 2 recorded: legal.")
    assert written(evening, number) == [("deal by Dee", "legal"), ("Ann plays 5H", "legal")]


def test_the_page_shows_the_whole_desk_in_colours_and_follows_the_window(evening: Club, browser: Browser) -> None:
    number = table(evening)
    for line in ("deal by Dee", "Ann plays 5H"):
        recording.log(evening, number, line)
    with served(evening) as url:
        tab = Tab(context(browser, viewport={"width": 1280, "height": 720}), url)
        tab.until("Play or Pay")
        tab.page.keyboard.press("Enter")
        tab.until("Ann plays 5♥")
        for width, height in ((1280, 720), (800, 520)):
            tab.page.set_viewport_size({"width": width, "height": height})
            tab.when(lambda width=width, height=height: fills(tab, width, height))
            # A bar with letters at the top and at the bottom; the stock of a card, and a heart on it.
            tab.when(lambda: all(len(bar) > 2 for bar in colours(tab)[:2]))
            tab.when(lambda: {"246,241,227", "176,0,32"} <= set(colours(tab)[2]))


def test_a_tab_that_is_closed_loses_nothing_and_the_next_is_served(evening: Club, browser: Browser) -> None:
    number = table(evening)
    with served(evening) as url:
        tab = Tab(context(browser), url)
        tab.open_table()
        tab.type("deal by Dee")
        tab.until("Line 1 recorded")
        tab.page.keyboard.type("Ann plays 5")
        tab.page.close()
        other = Tab(context(browser), url)
        other.until("Play or Pay")
        if sys.platform == "linux":  # one desk for the one tab that is left
            other.when(lambda: desks(evening) == 1)
        other.open_table()
        other.until("deal by Dee")
        other.type("Ann plays 6H")
        other.until("Line 2 recorded")
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


@pytest.mark.parametrize("holder", ["iframe", "object", "embed"])
def test_a_page_of_another_site_cannot_hold_the_desk_in_a_frame_and_type_at_it(
    evening: Club, browser: Browser, holder: str
) -> None:
    number = table(evening)
    named = "data" if holder == "object" else "src"
    with served(evening) as url, another_site(f'<{holder} {named}="{url}" width=800 height=500></{holder}>') as site:
        page = context(browser).new_page()
        connected: list[str] = []
        page.on("websocket", lambda socket: connected.append(socket.url))
        refused: list[str] = []
        page.on("console", lambda told: refused.append(told.text))
        page.goto(site, wait_until="networkidle")
        page.mouse.click(300, 200)
        page.keyboard.press("Enter")
        page.keyboard.type("deal by Dee\n")
        wait(
            lambda: any("frame-ancestors" in told for told in refused),
            look=lambda each: page.wait_for_timeout(1000 * each),
        )
        assert not connected
        assert all(frame.url != url for frame in page.frames)
        # A page of its own is still opened, and shows what the club's file says.
        tab = Tab(page.context, url)
        tab.until("Play or Pay")
    assert written(evening, number) == []


def test_the_page_asks_nothing_of_other_sites_even_when_its_address_tells_it_to(
    evening: Club, browser: Browser
) -> None:
    with served(evening) as url, another_site("") as site:
        fresh = context(browser)
        asked: list[str] = []
        fresh.on("requestfinished", lambda request: asked.append(request.url))
        page = fresh.new_page()
        with page.expect_console_message(
            lambda told: "Content Security Policy" in told.text, timeout=1000 * patience()
        ):
            page.goto(f"{url}?ping={site}")
        assert asked
        assert not [each for each in asked if each.startswith(site)]


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


def test_an_officer_logs_in_works_and_logs_out(evening: Club, browser: Browser) -> None:
    number = table(evening)
    with served(evening, password="six of hearts") as url:
        fresh = context(browser, viewport={"width": 900, "height": 600})
        fresh.add_init_script(
            "addEventListener('securitypolicyviolation', e => console.error('refused', e.blockedURI))"
        )
        tab = Tab(fresh, url)
        refused: list[str] = []
        tab.page.on("console", lambda told: refused.append(told.text) if told.type == "error" else None)
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
    assert written(evening, number) == [("deal by Dee", "legal")]


def test_when_the_session_closes_the_page_asks_for_the_password_and_says_why(evening: Club, browser: Browser) -> None:
    number = table(evening)
    with served(evening, password="six of hearts") as url:
        tab = Tab(context(browser), url)
        log_in(tab.page, "six of hearts")
        tab.open_table()
        tab.page.keyboard.type("deal by De")
        sessions.close_session(evening, unfinished=True)
        why = "The session of 2026-11-16 has closed, so everybody has been logged out."
        expect(tab.page.get_by_role("alert")).to_have_text(why, timeout=1000 * patience())
        if sys.platform == "linux":
            tab.when(lambda: not desks(evening))
        log_in(tab.page, "six of hearts")
        tab.until("Monday Cards")
    assert written(evening, number) == []


FITTED = """() => {
  const drawn = document.querySelector(".xterm-screen").getBoundingClientRect();
  const {cols, rows, options} = desk.terminal;
  return {columns: cols, rows, letters: options.fontSize, wide: drawn.width, page: document.body.scrollWidth};
}"""


def fitted(tab: Tab) -> dict[str, float]:
    return tab.page.evaluate(FITTED)


def fits(tab: Tab, rightly: Callable[[dict[str, float]], bool]) -> None:
    """Wait until what is drawn has the size that it should: the letters are fitted after the text has come."""
    tab.when(lambda: rightly(fitted(tab)))


def test_on_a_phone_the_board_is_a_page_one_can_read_and_a_touch_turns_it(evening: Club, browser: Browser) -> None:
    table(evening)
    with served(evening, command="board") as url:
        phone = context(browser, viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
        tab = Tab(phone, url)
        tab.until("tap to turn")
        fits(tab, lambda now: now["letters"] >= 16 and 24 <= now["columns"] <= 45)
        fits(tab, lambda now: max(now["wide"], now["page"]) <= 390)
        tab.page.touchscreen.tap(190, 400)
        tab.until("Standings")


def test_on_a_projector_the_letters_grow_until_what_hangs_there_fills_the_board(
    evening: Club, browser: Browser
) -> None:
    table(evening)
    with served(evening, command="board") as url:
        tab = Tab(context(browser, viewport={"width": 1920, "height": 1080}), url)
        tab.until("Play or Pay")
        fits(tab, lambda now: now["letters"] >= 40 and now["wide"] <= 1920)
        alone = fitted(tab)["letters"]
        for _ in range(11):
            table(evening)
        fits(tab, lambda now: 24 <= now["letters"] < alone)


def test_on_a_phone_the_desk_shows_its_prompt_and_no_page_slides_sideways(evening: Club, browser: Browser) -> None:
    number = table(evening)
    with served(evening) as url:
        phone = context(browser, viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
        tab = Tab(phone, url)
        tab.open_table()
        tab.type("deal by Dee")
        tab.until("Line 1 recorded")
        fits(tab, lambda now: now["letters"] >= 12 and max(now["wide"], now["page"]) <= 390)
    assert written(evening, number) == [("deal by Dee", "legal")]


def test_with_a_clock_up_the_letters_grow_as_far_as_all_fits_beneath_it(evening: Club, browser: Browser) -> None:
    table(evening)
    deeds.start(replace(evening, clock=lambda: datetime.now(UTC)), minutes=45)
    with served(evening, command="board") as url:
        tab = Tab(context(browser, viewport={"width": 1920, "height": 1080}), url)
        tab.until("Play or Pay")
        fits(tab, lambda now: now["letters"] >= 36 and now["wide"] <= 1920 and now["rows"] <= 25)
        alone = fitted(tab)["letters"]
        tab.when(lambda: "█" in tab.text())  # the digits are drawn, and no letter is as large
        for _ in range(5):
            table(evening)
        fits(tab, lambda now: 24 <= now["letters"] < alone)
