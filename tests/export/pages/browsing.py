"""Pages in a real browser: how wide they are, what they are printed on, and whether everybody can use them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from tests.patience import patience

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = ["--no-sandbox", "--disable-gpu"]


@contextmanager
def chromium(*switches: str) -> Iterator[Browser]:
    """Start the browser that is installed, with some switches, and end it."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, *switches], timeout=1000 * patience())
        yield browser
        browser.close()


def blank(browser: Browser, width: int = 1280, scheme: Any = "light") -> Page:
    """Open a page with nothing on it yet, which is waited for as everything else is."""
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.set_default_timeout(1000 * patience())
    return page


def opened(browser: Browser, file: Path, width: int = 1280, scheme: Any = "light") -> tuple[Page, list[str]]:
    """Open a page with everything unfolded; return it and the requests that it made."""
    page = blank(browser, width, scheme)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(file.as_uri())
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    return page, requests


def faults(page: Page) -> list[str]:
    """Return the violations that axe finds on a page; its passes are left out, which would take most of the time."""
    violations = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{violation['id']}: {node['html'][:120]}" for violation in violations for node in violation["nodes"]]


def papers(page: Page) -> int:
    """Return the number of A4 sheets that a page prints on."""
    pdf = page.pdf(prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox \[\s*0 0 (\d+)[.\d]* (\d+)", pdf)
    assert {tuple(sorted(map(int, box))) for box in boxes} <= {(594, 841), (594, 842), (595, 841), (595, 842)}
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def letters(page: Page, of: str) -> float:
    """Return the size of the smallest letters of some elements as they are printed, in points."""
    page.emulate_media(media="print")
    sizes: list[float] = page.eval_on_selector_all(
        of,
        "all => all.filter(each => each.textContent.trim()).map(each => parseFloat(getComputedStyle(each).fontSize))",
    )
    assert sizes, of
    return min(sizes) * 72 / 96
