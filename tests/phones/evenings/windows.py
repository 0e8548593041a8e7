"""Players' phones as windows of a real browser, 390 px wide, and what is tapped in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import zxingcpp
from playwright.sync_api import Browser, Page

from tests.export.pages.browsing import chromium
from tests.patience import patience

NAME = "cards.example.org"
SMALL = """() => [...document.querySelectorAll('a, button, input:not([type=hidden]), .grid label')]
  .map(each => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
  .filter(([, box]) => box.width && box.height < 44).map(([html]) => html)"""
GREY = """async (path) => {
  const image = new Image();
  image.src = path;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  const ink = canvas.getContext('2d');
  ink.drawImage(image, 0, 0);
  const found = ink.getImageData(0, 0, image.width, image.height).data;
  return [image.width, image.height, Array.from({length: found.length / 4}, (_, at) => found[4 * at])];
}"""


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser that finds the club's address on this computer."""
    with chromium(f"--host-resolver-rules=MAP {NAME} 127.0.0.1") as found:
        yield found


def scanned(page: Page, path: str) -> str:
    """Return what a code to scan says that a page draws, as a camera reads it."""
    wide, high, grey = page.evaluate(GREY, path)
    [found] = zxingcpp.read_barcodes(memoryview(bytes(grey)).cast("B", shape=[high, wide]))
    return str(found.text)


@dataclass
class Pictures:
    """Pictures of the stations of an evening, and what is wrong with each that was looked at."""

    folder: Path
    wrong: dict[str, list[str]] = field(default_factory=dict)

    def take(self, page: Page, name: str) -> None:
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        small = page.evaluate(SMALL)
        if found := [*([f"{wide} px too wide"] if wide > 0 else []), *small]:
            self.wrong[name] = found
        self.folder.mkdir(exist_ok=True)
        page.screenshot(path=str(self.folder / f"{name}.png"), full_page=True)


class Window:
    """The phone of a player: one window, and all that its console said."""

    def __init__(self, browser: Browser, player: str, port: int, **settings: Any) -> None:
        self.player = player
        usual = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
        self.context = browser.new_context(**{**usual, **settings})
        self.context.set_default_timeout(1000 * patience())
        self.at = f"http://{NAME}:{port}"
        self.said: list[str] = []
        self.page = self.another()

    def another(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("dialog", lambda dialog: self.said.append(dialog.message))
        return page

    def join(self, address: str) -> None:
        self.page.goto(address)
        self.page.get_by_role("button", name=re.compile(rf"^{self.player}\b")).tap()
        self.page.wait_for_selector("#now .turn")

    def tap(self, *names: str) -> None:
        """Tap links by what stands on them; a few cards are ticked in the grid, and a number is filled in."""
        for name in names:
            asked = self.page.locator("#say").inner_text()
            words = name.split()
            if all(re.fullmatch(r"[2-9TJQKA][SHCD]", word) for word in words):
                for word in words:
                    self.page.locator(f"#say input[value='{word}']").check(force=True)
                self.page.get_by_role("button", name="What is the ruling?").tap()
            elif name.isdecimal():
                self.page.locator("#n").fill(name)
                self.page.locator("#say").get_by_role("button", name="Ruling?").tap()
            else:
                self.page.locator("#say").get_by_role("link", name=name, exact=True).first.tap()
            self.page.wait_for_function("before => document.getElementById('say').innerText !== before", arg=asked)

    def record(self, line: int, *, illegal: bool = False) -> None:
        """Record what is asked for, and wait until it is there."""
        name = "It happened: record it" if illegal else "Record it"
        self.page.locator("#say").get_by_role("button", name=name, exact=True).tap()
        self.page.wait_for_selector("#say .sheet", state="detached")
        self.see(line)

    def see(self, line: int) -> None:
        """Wait until a line has come."""
        self.page.wait_for_selector(f"#record li[value='{line}']")

    def report(self, names: Sequence[str]) -> None:
        self.page.get_by_role("link", name="Result", exact=True).tap()
        for name in names:
            self.page.get_by_role("link", name=name, exact=True).tap()
        self.page.get_by_role("button", name="That is the result").tap()
        self.page.wait_for_selector(f"text={self.player} says")

    def answer(self, name: str) -> None:
        self.page.get_by_role("link", name="Result", exact=True).tap()
        self.page.get_by_role("button", name=name).tap()
