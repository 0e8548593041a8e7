"""The seating sheet: who sits where in large letters, on as few pages of A4 as may be, and nothing else."""

import re
import shutil
from datetime import date
from pathlib import Path

import pytest

from referee.club.calendar import sessions
from referee.club.evening import draws
from referee.club.folder import Club
from referee.club.people import roster
from referee.club.people.public_name import ShownAs
from referee.club.people.public_names import of_club
from referee.export.seating_sheet import (
    SeatingSheet,
    SheetTable,
    seating_html,
    seating_markdown,
    seating_rows,
    seating_sheet,
)
from tests.club.conftest import club, monday  # noqa: F401

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FIRST = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
NAMES = tuple(f"{first} {last}." for last in "ABCDE" for first in FIRST)


def sheet(players: int) -> SeatingSheet:
    tables = [
        SheetTable(at // 4 + 1, "Chor Dai Di (Big Two)", NAMES[at : min(at + 4, players)], None)
        for at in range(0, players, 4)
    ]
    return SeatingSheet("Monday Cards", date(2026, 11, 16), "M4", tuple(tables))


def test_every_table_has_its_game_and_its_players_in_order_and_says_who_deals_first() -> None:
    for page in (seating_html(sheet(8)), seating_markdown(sheet(8)), "\n".join(seating_rows(sheet(8)))):
        at = [page.index(name.replace(".", "")) for name in NAMES[:8]]
        assert at == sorted(at)
        assert page.count("(deals first)") == 2
        assert re.search(r"Dee A\.[^H]*\(deals first\)", page)
        assert page.count("Big Two") == 2
        assert "Monday 2026-11-16" in page
        assert "M4" in page


def test_names_are_those_for_the_public_unless_told_otherwise(club: Club) -> None:  # noqa: F811
    roster.add_all(club, ["Zoë Quill", "Ida O'Lee"])
    sessions.checkin(club, ["Ann", "Ben", "Zoë", "Ida"])
    draw = draws.draw(club, ["big-two"])
    page = seating_html(seating_sheet(draw, "Cards & <b>Chips</b>", of_club(club).names))
    assert "Quill" not in page
    assert "Zoë Q." in page
    full = seating_html(seating_sheet(draw, "Monday Cards", of_club(club, full_names=True).names))
    assert "Zoë Quill" in full
    assert "Ida O&#x27;Lee" in full
    assert "Cards &amp; &lt;b&gt;Chips&lt;/b&gt;" in page


def test_everybody_is_named_on_it_as_they_wish(club: Club) -> None:  # noqa: F811
    for name, wish in (("Zoë Quill", ShownAs.NOBODY), ("Ida O'Lee", ShownAs.CODE), ("Hal Roe", ShownAs.FULL)):
        roster.add_all(club, [name], shown_as=wish)
    sessions.checkin(club, ["Ann", "Zoë", "Ida", "Hal"])
    draw = draws.draw(club, ["big-two"])
    printed = "\n".join(seating_rows(seating_sheet(draw, "Monday Cards", of_club(club).names)))
    assert not any(name in printed for name in ("Zoë", "Quill", "Ida", "Lee"))
    assert all(name in printed for name in ("Ann", "Player 6", "Player 7", "Hal Roe"))
    full = "\n".join(seating_rows(seating_sheet(draw, "Monday Cards", of_club(club, full_names=True).names)))
    assert all(name in full for name in ("Ann", "Player 6", "Ida O'Lee", "Hal Roe"))


def test_markdown_takes_nothing_in_a_name_for_a_sign_of_its_own() -> None:
    page = seating_markdown(
        SeatingSheet("A*B", date(2026, 11, 16), "", (SheetTable(1, "Go_Fish", ("*Ann*", "Ben"), 57),))
    )
    assert r"1. **\*Ann\***" in page
    assert r"## Table 1: Go\_Fish (recorded as table 57)" in page


@pytest.mark.process
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_it_prints_on_a4_in_letters_that_are_read_from_two_metres(tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for players, most in ((11, 1), (40, 2)):
            file = tmp_path / f"{players}.html"
            file.write_text(seating_html(sheet(players)), encoding="utf-8")
            page = browser.new_page()
            asked: list[str] = []
            page.on("request", lambda request, asked=asked: asked.append(request.url))
            page.goto(file.as_uri())
            pdf = page.pdf(prefer_css_page_size=True)
            assert len(re.findall(rb"/Type\s*/Page\b", pdf)) <= most
            # A4 is 595 by 842 points.
            assert re.search(rb"/MediaBox \[\s*0 0 59[45][.\d]* 84[12]", pdf)
            page.emulate_media(media="print")
            sizes = page.eval_on_selector_all("li", "all => all.map(li => parseFloat(getComputedStyle(li).fontSize))")
            # A capital is seven tenths of its letter's size; at two metres 8 mm, about 30 pixels, are wanted.
            assert len(sizes) == players
            assert min(sizes) * 0.7 >= 30
            assert asked == [file.as_uri()]
        browser.close()
