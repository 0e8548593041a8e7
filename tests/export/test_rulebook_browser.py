"""The printed pages in a real browser: suits in colour, nothing asked of a network, and a sheet that is one page."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from referee.games import SLUGS
from tests.cli.running import in_a_process, referee

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [pytest.mark.process, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")]

# The colour that each suit at the head of the page is drawn in, and whether it covers any ground.
SUITS = """() => [...document.querySelectorAll(".suits svg")].map(each => {
  const box = each.getBoundingClientRect();
  return [getComputedStyle(each).fill, box.width > 10 && box.height > 10];
})"""
BLACK, RED = "rgb(27, 26, 23)", "rgb(176, 0, 32)"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield opened
        opened.close()


def written(folder: Path, *words: str) -> Path:
    """A page as the program writes it."""
    to = folder / "page.html"
    done = in_a_process("rules", *words, "--to", str(to), cwd=folder)
    assert (done.code, done.out) == (0, f"{to}\n"), done.err
    return to


def opened(browser: Browser, file: Path) -> tuple[Page, list[str]]:
    asked: list[str] = []
    page = browser.new_page(viewport={"width": 1100, "height": 1500})
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    return page, asked


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_a_rulebook_is_drawn_with_suits_in_colour_and_asks_nothing_of_a_network(
    browser: Browser, tmp_path: Path
) -> None:
    file = written(tmp_path, "big-two", "-o", "remainder_3p=to_3D_holder")
    page, asked = opened(browser, file)
    assert asked == [file.as_uri()]
    assert page.evaluate(SUITS) == [[BLACK, True], [RED, True], [RED, True], [BLACK, True]]
    clause = page.locator("#c2\\.2")
    assert clause.inner_text().replace("\n", " ").startswith("2.2 With three players the card left over goes to the")
    drawn = clause.locator(".card.red svg")
    box = drawn.bounding_box()
    assert box is not None
    assert box["width"] > 5
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [360, 800, 1400])
def test_a_rulebook_fits_the_width_of_a_window(browser: Browser, tmp_path: Path, width: int) -> None:
    page, _ = opened(browser, written(tmp_path, "pontoon"))
    page.set_viewport_size({"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_rulebook_prints_on_paper_in_two_columns(browser: Browser, tmp_path: Path) -> None:
    page, _ = opened(browser, written(tmp_path, "big-two"))
    page.emulate_media(media="print")
    first, last = page.locator("#c1\\.1").bounding_box(), page.locator("#c6\\.3").bounding_box()
    assert first is not None
    assert last is not None
    assert last["x"] > first["x"] + first["width"]
    assert pages(page.pdf(prefer_css_page_size=True)) == 1


def test_the_sheet_of_what_may_be_recorded_is_one_page(browser: Browser, tmp_path: Path) -> None:
    for slug in SLUGS:
        file = tmp_path / f"{slug}.html"
        assert referee("rules", slug, "--sheet", "--to", str(file), cwd=tmp_path).code == 0
        page, asked = opened(browser, file)
        assert len(asked) == 1
        assert pages(page.pdf(prefer_css_page_size=True)) == 1, slug
        page.close()
