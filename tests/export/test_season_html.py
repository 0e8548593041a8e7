"""A season's page says what the CSV says, needs nothing but itself, and is read by day, by night and on a phone."""

import re
import warnings
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, time, timedelta
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from referee.export import charts
from referee.export.season_html import SeasonTitle, season_html
from referee.export.tables.rows import (
    MatchRow,
    ResultRow,
    RulingRow,
    ScoreRow,
    SeasonExport,
    SeasonTables,
    SessionRow,
    StandingRow,
)
from tests.dashboard.browser.test_browser import CHROMIUM, QUIET

FIRST = date(2026, 9, 7)
TITLE = SeasonTitle("Monday Cards", "2026-27", FIRST, date(2027, 5, 31), "the best 2 sessions count", 2)
NAMES = ("Ann L.", "Ben N.", "<i>Cal</i> & Co.", "Dee")
# Who comes first, second, third and last on three Mondays.
NIGHTS = ((0, 1, 2, 3), (1, 0, 3, 2), (0, 2, 1, 3))


def export(nights: int = 3) -> SeasonExport:
    """Return three evenings with a match each, as the export has them."""
    days = [FIRST + timedelta(weeks=week) for week in range(nights)]
    results = tuple(
        ResultRow(
            match=week + 1,
            session=week + 1,
            date=day,
            game="big-two",
            member=member,
            name=NAMES[member],
            rank=float(rank),
            players=4,
            score=Fraction(4 - rank, 3),
            chips=None,
            hands=None,
            guest=False,
        )
        for week, day in enumerate(days)
        for rank, member in enumerate(NIGHTS[week], 1)
    )
    tables = SeasonTables(
        sessions=(
            *(SessionRow(week + 1, day, time(18), "M4", "", "closed", 4 + week) for week, day in enumerate(days)),
            SessionRow(9, date(2026, 10, 5), time(18), "", "half-term", "planned", 0),
        ),
        matches=tuple(
            MatchRow(week + 1, week + 1, day, "big-two", 4, "finished", "", "", None) for week, day in enumerate(days)
        ),
        results=results,
        scores=tuple(
            ScoreRow(each.session, each.date, each.member, each.name, 1, each.score, Fraction(), True)
            for each in results
        ),
        standings=(
            StandingRow(1, 0, "Ann L.", Fraction(2), 2, 1, 3, 2, 1, "Ahead of Ben N. by wins: 2 to 1."),
            StandingRow(None, 1, "Ben N.", Fraction(5, 3), 1, 0, 3, 1, 1, ""),
        ),
        rulings=(LEGAL, ILLEGAL),
    )
    return SeasonExport(tables, head="abc123")


LEGAL = RulingRow(
    match=1,
    line=1,
    dispute=None,
    date=FIRST,
    game="big-two",
    text="Ann plays 3D",
    verdict="legal",
    word="legal",
    clause="big-two 4.1",
    reason="",
    decision="",
    decided_by="",
    recorded_by="Hal",
)
ILLEGAL = replace(
    LEGAL,
    line=2,
    dispute=7,
    text="Ben plays TH",
    verdict="illegal",
    word="illegal",
    clause="4.4",
    reason="<b>no</b>",
    decision="stands",
)


class Reader(HTMLParser):
    """Reads a page: its texts, the tags that were opened and not closed, and all that leads elsewhere."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.open: list[str] = []
        self.leads: list[str] = []
        self.names: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        self.leads += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href", "action")]
        self.names += [value or "" for name, value in attrs if name == "id"]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data.strip().replace("\N{NO-BREAK SPACE}", " "))


@pytest.fixture(scope="module")
def page() -> Reader:
    return Reader(season_html(export(), TITLE))


def test_it_is_whole_and_leads_nowhere_but_into_itself(page: Reader) -> None:
    assert page.open == []
    assert page.leads
    assert all(each.startswith("#") and each[1:] in page.names for each in page.leads)
    assert len(page.names) == len(set(page.names))


def test_it_says_what_the_tables_say_and_nothing_of_it_is_taken_for_html(page: Reader) -> None:
    for said in ("Monday Cards", "Ann L.", "2.000", "1.667", "Ahead of Ben N. by wins: 2 to 1.", "abc123", "half-term"):
        assert any(said in text for text in page.texts), said
    assert "too few sessions to be ranked" in page.texts
    assert "1 Ann L., 2 Ben N., 3 <i>Cal</i> & Co., 4 Dee" in page.texts
    assert "<b>no</b>" in page.texts
    assert "10♥" in page.texts
    assert "1 line was legal; not legal, or challenged, were:" in page.texts
    assert "Ann plays 3D" not in page.texts


def test_the_charts_draw_the_best_sessions_so_far_and_who_came() -> None:
    """Ann has 1, 2/3 and 1 of three nights, of which two count: 1, 1 2/3 and 2."""
    drawn = season_html(export(), TITLE)
    assert drawn.count("<svg") == 2
    heights = [float(each) for each in re.findall(r"<text[^>]*>(\d\.\d+)</text>", drawn)]
    assert 2.0 in heights
    assert max(heights) < 3  # all three nights would add up to 2 2/3, and the axis go on above


def test_a_season_of_one_night_has_no_chart_and_one_without_any_says_so() -> None:
    assert "<svg" not in season_html(export(1), TITLE)
    assert "Nothing has been played yet" in season_html(SeasonExport(SeasonTables()), TITLE)


def test_many_rulings_are_folded_up_by_table_and_few_are_not() -> None:
    """Two dozen wrong lines at two tables, of which every one is still to be read."""
    many = tuple(replace(ILLEGAL, match=1 + at // 12, line=at, text=f"Cal plays {at}") for at in range(24))
    few, folded = (
        Reader(season_html(SeasonExport(replace(export().tables, rulings=rows)), TITLE)).texts
        for rows in (many[:12], many)
    )
    assert not any(", table 1" in text for text in few)
    assert sum(text.endswith((", table 1", ", table 2")) for text in folded) == 2
    assert folded.count("12 lines") == 2
    assert all(f"Cal plays {at}" in folded for at in range(24))


def test_a_page_made_again_is_the_same() -> None:
    assert season_html(export(), TITLE) == season_html(export(), TITLE)


def test_names_are_drawn_as_they_are_in_the_colour_of_the_text() -> None:
    svg = charts.lines("Ratings", "rating", {"$x_1$": [(FIRST, 1), (date(2026, 9, 14), 2)], "_Ann": [(FIRST, 2)]})
    assert "$x_1$" in svg
    assert "_Ann" in svg
    assert "currentColor" in svg
    assert "#010203" not in svg


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield opened
        opened.close()


@pytest.mark.process
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (390, "dark"), (1280, "light"), (1280, "dark")])
def test_it_is_read_in_a_browser(browser: Browser, tmp_path: Path, width: int, scheme: str) -> None:
    file = tmp_path / "season.html"
    file.write_text(season_html(export(), TITLE))
    shown = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    said: list[str] = []
    shown.on("console", lambda message: said.append(message.text))
    shown.goto(file.as_uri())
    assert shown.evaluate("document.documentElement.scrollWidth") == width
    over = "[...document.querySelectorAll('.wide')].filter(each => each.scrollWidth > each.clientWidth).length"
    assert shown.evaluate(over) == 0
    back, text, drawn = (
        sum(map(int, re.findall(r"\d+", shown.evaluate(f"getComputedStyle({what}).{which}"))[:3]))
        for what, which in (
            ("document.documentElement", "backgroundColor"),
            ("document.body", "color"),
            ("document.querySelector('svg text')", "fill"),
        )
    )
    assert (back > text) == (scheme == "light")
    assert abs(back - text) > 450
    assert drawn == text
    assert said == []
    shown.close()


def test_names_in_letters_that_no_font_here_has_are_written_without_a_warning() -> None:
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        svg = charts.lines("Ratings", "rating", {"\u674e\u5c0f\u9f99": [(FIRST, 1), (date(2026, 9, 14), 2)]})
    assert "\u674e\u5c0f\u9f99" in svg
    assert [each.message for each in heard] == []
