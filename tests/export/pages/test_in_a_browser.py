"""Every kind of page in a real browser: read on a phone, by night and on paper, used by everybody, from one file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from referee.export.clause_book import printed_tournament
from referee.export.pages.manual_page import manual_page
from referee.export.pages.player_page import player_pages
from referee.export.pages.rulebook_page import record_sheets, rulebook_page
from referee.export.pages.season_page import season_page
from referee.export.pages.seating_sheet import SeatingSheet, SheetTable, seating_page
from referee.export.pages.session_page import session_pages
from referee.export.pages.tournament_page import tournament_page
from referee.export.pages.tournament_sheets import SheetKind, tournament_sheets
from referee.export.printed import printed_rulebook, printed_sheet
from referee.games import SLUGS, rulebook
from referee.games.examples import read_example
from referee.manual.pages import ORDER, read_page
from tests.export.pages.browsing import CHROMIUM, blank, chromium, faults, letters, opened, papers
from tests.export.pages.season import FACTS, PLAYING, export
from tests.tournaments import example_views as examples

pytestmark = [pytest.mark.process, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")]

BIG_TWO = rulebook("big-two")
TOURNAMENTS = tuple(make() for make in examples.ALL)


def seating(players: int) -> str:
    names = [
        f"{first} {last}." for last in "ABCDE" for first in ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
    ]
    tables = (
        SheetTable(f"Table {index // 4 + 1}", "Chor Dai Di (Big Two)", tuple(names[index : min(index + 4, players)]))
        for index in range(0, players, 4)
    )
    return seating_page(SeatingSheet("Monday Cards", date(2026, 11, 16), "M4", tuple(tables)))


PAGES = {
    "season": lambda: season_page(replace(export(), tournaments=TOURNAMENTS), replace(FACTS, in_play=(PLAYING,))),
    "player": lambda: player_pages(export().tables, "Monday Cards")["player-0.html"],
    "session": lambda: session_pages(export().tables, "Monday Cards")["session-2026-09-07.html"],
    **{
        view.settings.format.value: lambda view=view: tournament_page(
            view, "Monday Cards", printed_tournament(view.settings)
        )
        for view in TOURNAMENTS
    },
    "rulebook": lambda: rulebook_page(printed_rulebook(BIG_TWO, BIG_TWO.options()), "Monday Cards"),
    "records": lambda: record_sheets([printed_sheet(BIG_TWO, BIG_TWO.options(), [read_example("big-two")])]),
    "seating": lambda: seating(40),
    "manual": lambda: manual_page([(name, read_page(name).text) for name in ORDER]),
    "page of the manual": lambda: manual_page([("corrections", read_page("corrections").text)]),
    "sheets": lambda: tournament_sheets(
        examples.knock_out(), "Monday Cards", list(SheetKind), examples.knock_out().rounds[0]
    ),
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as chromium_browser:
        yield chromium_browser


def written(folder: Path, page: str) -> Path:
    file = folder / "page.html"
    file.write_text(page, encoding="utf-8")
    return file


@pytest.mark.long
@pytest.mark.parametrize("kind", PAGES)
def test_everybody_can_use_it_by_day_and_by_night_and_it_asks_for_nothing(
    browser: Browser, tmp_path: Path, kind: str
) -> None:
    file = written(tmp_path, PAGES[kind]())
    for scheme in ("light", "dark"):
        page, requests = opened(browser, file, 390, scheme)
        assert requests == [file.as_uri()]
        assert faults(page) == []
        page.close()


@pytest.mark.long
@pytest.mark.parametrize("kind", PAGES)
def test_it_fits_any_window_and_no_letters_are_small(browser: Browser, tmp_path: Path, kind: str) -> None:
    page, _ = opened(browser, written(tmp_path, PAGES[kind]()))
    small = """[...document.querySelectorAll('body *')].filter(each => each.offsetParent && !each.closest('svg, .card')
        && [...each.childNodes].some(inside => inside.nodeType == 3 && inside.data.trim())
        && parseFloat(getComputedStyle(each).fontSize) < 13.5).map(each => each.outerHTML.slice(0, 80))"""
    beside = """[...document.querySelectorAll('table')].filter(each => !each.closest('.wide')
        && each.getBoundingClientRect().right > each.parentElement.getBoundingClientRect().right + 1).length"""
    for width in (390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate(small) == [], width
        assert page.evaluate(beside) == 0, width
    page.emulate_media(media="print")
    assert page.evaluate(beside) == 0
    page.close()


def test_the_standings_of_a_season_fit_a_phone(browser: Browser, tmp_path: Path) -> None:
    page, _ = opened(browser, written(tmp_path, PAGES["season"]()), 390)
    over = (
        "[...document.querySelectorAll('#standings .wide')].filter(each => each.scrollWidth > each.clientWidth).length"
    )
    assert page.evaluate(over) == 0
    page.close()


@pytest.mark.long
@pytest.mark.parametrize("kind", PAGES)
def test_no_letters_on_paper_are_smaller_than_nine_points(browser: Browser, tmp_path: Path, kind: str) -> None:
    page, _ = opened(browser, written(tmp_path, PAGES[kind]()))
    assert letters(page, "p, li, td, th, dd, summary, caption, h1, h2, h3") >= 9
    page.close()


@pytest.mark.long
def test_what_is_folded_is_printed_all_the_same(browser: Browser, tmp_path: Path) -> None:
    """The first evening is folded on the screen; on paper its tables stand there."""
    page = blank(browser)
    page.goto(written(tmp_path, PAGES["season"]()).as_uri())
    fold = page.locator("#sessions details li").first
    assert not fold.is_visible()
    page.emulate_media(media="print")
    box = fold.bounding_box()
    assert box is not None
    assert box["height"] > 5
    page.close()


def test_a_link_to_a_player_opens_the_fold(browser: Browser, tmp_path: Path) -> None:
    page = blank(browser, 390)
    page.goto(written(tmp_path, PAGES["season"]()).as_uri())
    assert not page.locator("#player-0").is_visible()
    page.locator("#standings a").first.click()
    page.locator("#player-0").wait_for(state="visible")
    page.close()


@pytest.mark.long
@pytest.mark.parametrize(("players", "points"), [(11, 24), (24, 24), (40, 17)])
def test_seats_are_on_one_sheet_and_names_on_another_in_letters_read_from_two_metres(
    browser: Browser, tmp_path: Path, players: int, points: int
) -> None:
    page, _ = opened(browser, written(tmp_path, seating(players)))
    assert papers(page) == 2
    assert letters(page, ".tables li") == pytest.approx(points, abs=0.1)
    assert page.locator(".tables li").count() == page.locator(".names li").count() == players
    page.close()


@pytest.mark.long
def test_slips_and_sheets_take_no_more_paper_than_they_must(browser: Browser, tmp_path: Path) -> None:
    """Seats and names of 23, six slips, the standings, who met whom on two, and the bracket lying down."""
    page, _ = opened(browser, written(tmp_path, PAGES["sheets"]()))
    assert papers(page) <= 7
    page.emulate_media(media="print")
    boxes = [page.locator(".slip").nth(index).bounding_box() for index in range(6)]
    assert all(box is not None for box in boxes)
    # Ten millimetres to write in, thirty to sign in.
    box = page.locator(".slip tbody tr .box").last.bounding_box()
    assert box is not None
    assert (box["height"], box["width"]) >= (10 / 25.4 * 96 - 2, 30 / 25.4 * 96 - 2)
    page.close()


@pytest.mark.long
@pytest.mark.parametrize("slug", SLUGS)
def test_what_may_be_recorded_in_a_game_is_one_sheet(browser: Browser, tmp_path: Path, slug: str) -> None:
    book = rulebook(slug)
    sheet = printed_sheet(book, book.options(), [read_example(slug)])
    page, _ = opened(browser, written(tmp_path, record_sheets([sheet])))
    assert papers(page) == 1
    page.close()


@pytest.mark.long
@pytest.mark.parametrize("slug", ["big-two", "texas-holdem"])
def test_a_rulebook_is_printed_in_two_columns_on_four_sheets_at_most(
    browser: Browser, tmp_path: Path, slug: str
) -> None:
    book = rulebook(slug)
    page, _ = opened(browser, written(tmp_path, rulebook_page(printed_rulebook(book, book.options()))))
    assert papers(page) <= 4
    page.emulate_media(media="print")
    first, last = (
        page.locator(".clauses .clause").first.bounding_box(),
        page.locator(".clauses .clause").last.bounding_box(),
    )
    assert first is not None
    assert last is not None
    assert last["x"] > first["x"] + first["width"]
    page.close()


@pytest.mark.long
@pytest.mark.parametrize("slug", ["kowah", "texas-holdem", "big-two"])
def test_the_head_of_a_chapter_stands_over_its_first_clause(browser: Browser, tmp_path: Path, slug: str) -> None:
    book = rulebook(slug)
    page, _ = opened(browser, written(tmp_path, rulebook_page(printed_rulebook(book, book.options()))))
    is_separate = """[...document.querySelectorAll('.clauses h2')].filter(each =>
        each.nextElementSibling.getBoundingClientRect().left - each.getBoundingClientRect().left > 1).length"""
    for width in (768, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(is_separate) == 0, width
    page.close()


@pytest.mark.long
def test_the_questions_of_the_house_rules_have_all_of_a_phone_s_width(browser: Browser, tmp_path: Path) -> None:
    page, _ = opened(browser, written(tmp_path, PAGES["rulebook"]()), 390)
    questions, answers = page.locator(".house tbody th").first, page.locator(".house tbody td").first
    boxes = questions.bounding_box(), answers.bounding_box()
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["width"] > 300
    assert boxes[1]["y"] >= boxes[0]["y"] + boxes[0]["height"]
    page.close()


def test_red_suits_are_red_by_day_and_by_night(browser: Browser, tmp_path: Path) -> None:
    for scheme in ("light", "dark"):
        page, _ = opened(browser, written(tmp_path, PAGES["rulebook"]()), scheme=scheme)
        drawing = page.locator(".card.h svg").first
        box = drawing.bounding_box()
        assert box is not None
        assert box["width"] > 5
        assert drawing.evaluate("each => getComputedStyle(each).fill") == "rgb(176, 0, 32)"
        page.close()
