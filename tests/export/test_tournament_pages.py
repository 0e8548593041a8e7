"""A season's page and its CSV tell of its tournaments what a view of them says, and nothing that it does not."""

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from referee.club.people.public_names import PublicNames
from referee.export.csv_files import csv_bytes
from referee.export.season_html import SeasonTitle, season_html
from referee.export.tables.rows import SeasonTables, rows_of
from referee.export.tables.tournaments import round_rows, standing_rows, tournament_row
from referee.export.tournament_html import tournament_html
from referee.tournaments.in_public import in_public
from referee.tournaments.state.view import TournamentView
from tests.dashboard.browser.test_browser import CHROMIUM, QUIET
from tests.export.parsing import Element, parsed
from tests.export.test_season_html import export
from tests.tournaments import example_views as examples

TITLE = SeasonTitle("Monday Cards", "2026-27", date(2026, 9, 7), date(2027, 5, 31), "the best 2 sessions count", 2)
ALL = tuple(made() for made in examples.ALL)


def page(*views: TournamentView) -> Element:
    return parsed(season_html(replace(export(), tournaments=views), TITLE))


def read_back(name: str, rows: Iterable[object]) -> list[dict[str, str]]:
    written = csv_bytes(rows_of(SeasonTables)[name], rows)
    return list(csv.DictReader(io.StringIO(written.decode("utf-8-sig"))))


def test_the_page_has_a_part_for_each_tournament_and_none_where_there_is_none() -> None:
    found = page(*ALL)
    assert [each.attributes["id"] for each in found.all("article")] == [f"tournament-{each.number}" for each in ALL]
    assert "#tournaments" in [each.attributes["href"] for each in found.all("a")]
    assert "tournaments" not in season_html(export(), TITLE).casefold()


def test_a_part_has_the_standings_the_rounds_and_the_drawings_that_its_format_has() -> None:
    found = page(*ALL)
    for view in ALL:
        part = found.with_id(f"tournament-{view.number}")
        standings = part.all("table")[0].all("tbody")[0].all("tr")
        for row, line in zip(standings, view.standings, strict=True):
            assert row.with_class("name")[0].text.startswith(view.name_of(line.entry))
        assert len(part.all("details")) == len(view.rounds)
        drawings = [each.attributes["aria-label"] for each in part.all("svg")]
        brackets = [f"Bracket of {view.name}"] if view.settings.format in ("knock-out", "groups") else []
        assert drawings == [*brackets, f"Cross table of {view.name}"]


def test_a_round_says_who_sat_where_and_what_was_changed() -> None:
    found = page(examples.swiss()).with_id("tournament-3").all("details")[1]
    said = found.text.replace("\N{NO-BREAK SPACE}", " ")
    assert "1 Fay Lee 1.000, 2 Ben Lee 0.500, 3 Gus Lee 0.000" in said
    assert "Bye: Cal Lee, Dee Lee." in said
    assert "Changed after the draw: Gus Lee and Dee Lee changed places" in said
    assert "was corrected after this round was drawn" in said
    assert "seed 7002" in said
    assert "had to leave at eight" not in said  # why is not for everybody


def test_in_public_everybody_is_called_as_the_club_shows_them_everywhere() -> None:
    view = examples.swiss()
    view = replace(
        view,
        name="Dee Lee's Swiss",
        entries={number: replace(each, team="Gus Lee and friends") for number, each in view.entries.items()},
    )
    names = {each.member: f"{each.name[:5]}." for each in view.entries.values()}
    people = {each.name: each.member for each in view.entries.values()}
    public = PublicNames(names={**names, 8: "Hal"}, people=people, hidden={}, full_names=False)
    seen = in_public(view, public)
    texts = [
        tournament_html(seen),
        str(tournament_row(seen)),
        str([*standing_rows(seen)]),
        str([*round_rows(seen)]),
    ]
    for text in texts:
        plain = text.replace("\N{NO-BREAK SPACE}", " ").replace("&#x27;", "'")
        assert not re.search(r"\w+ (?:Lee|Moss)", plain)
    assert "Dee L.&#x27;s Swiss" in texts[0]
    assert "Gus L. and Dee L. changed places" in texts[0].replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("made", examples.ALL)
def test_the_rows_of_rounds_have_each_who_was_drawn_once_and_add_up_to_the_standings(made: examples.Made) -> None:
    view = made()
    rows = read_back("tournament_rounds", round_rows(view))
    expected = Counter(
        (each.number, entry)
        for each in view.rounds
        for entry in (*(entry for table in each.tables for entry in table.entries), *each.byes, *each.absent)
    )
    assert Counter((int(row["round"]), int(row["entry"])) for row in rows) == expected
    assert set(expected.values()) == {1}
    points: defaultdict[int, float] = defaultdict(float)
    ranks: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for row in rows:
        points[int(row["entry"])] += float(row["score"] or 0)
        if row["rank"]:
            ranks[row["round"], row["table"]].append(float(row["rank"]))
        assert row["name"] == view.name_of(int(row["entry"]))
    for each in ranks.values():
        assert sum(each) == len(each) * (len(each) + 1) / 2
    for line in read_back("tournament_standings", standing_rows(view)):
        if view.standings[0].by_round and view.settings.format != "freeze-out":
            assert float(line["points"]) == pytest.approx(points[int(line["entry"])], abs=1e-5)


def test_the_rows_of_a_swiss_say_who_came_late_who_left_and_what_parted_equals() -> None:
    view = examples.swiss()
    lines = {row["name"]: row for row in read_back("tournament_standings", standing_rows(view))}
    assert len(lines) == 11
    assert (lines["Cal Moss"]["since"], lines["Cal Moss"]["guest"]) == ("2", "true")
    assert (lines["Gus Lee"]["status"], lines["Gus Lee"]["until"]) == ("withdrew", "2")
    assert lines["Fay Lee"]["tie_break"] == "lot 6"
    assert lines["Fay Lee"]["team"] == "Blues"
    (row,) = read_back("tournaments", [tournament_row(view)])
    assert (row["format"], row["entries"], row["rounds"], row["ties"]) == ("swiss", "11", "3", "wins, lot")
    bye = [row for row in read_back("tournament_rounds", round_rows(view)) if row["status"] == "bye"]
    assert [(row["round"], row["name"], row["table"]) for row in bye] == [
        ("1", "Ben Moss", ""), ("2", "Cal Lee", ""), ("2", "Dee Lee", ""), ("3", "Hal Lee", ""),
    ]  # fmt: skip


def test_who_has_no_place_yet_is_in_the_rows_too() -> None:
    view = replace(examples.all_meet(), standings=(), rounds=())
    rows = read_back("tournament_standings", standing_rows(view))
    assert [row["place"] for row in rows] == [""] * 9
    assert read_back("tournament_rounds", round_rows(view)) == []


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield opened
        opened.close()


@pytest.mark.process
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (390, "dark"), (1280, "light"), (1280, "dark")])
def test_it_is_read_on_a_phone_and_by_night(browser: Browser, tmp_path: Path, width: int, scheme: str) -> None:
    file = tmp_path / "season.html"
    file.write_text(season_html(replace(export(), tournaments=ALL), TITLE))
    shown = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    shown.goto(file.as_uri())
    # Only drawings are moved sideways: the page is not, and tables fit.
    assert shown.evaluate("document.documentElement.scrollWidth") == width
    over = "[...document.querySelectorAll('.wide')].filter(each => each.scrollWidth > each.clientWidth).length"
    assert shown.evaluate(over) == 0
    letters = "getComputedStyle(document.querySelector('article svg text')).fontSize"
    assert float(shown.evaluate(letters).removesuffix("px")) >= 12
    # No name is wider than its box, in the font of this machine.
    out = """[...document.querySelectorAll('svg[aria-label^=Bracket]')].flatMap(svg => {
        const boxes = [...svg.querySelectorAll('rect')].map(each => each.getBBox());
        return [...svg.querySelectorAll('text')].map(each => each.getBBox()).filter(text => {
            const box = boxes.find(box => text.x >= box.x && text.x <= box.x + box.width
                && text.y + text.height / 2 >= box.y && text.y + text.height / 2 <= box.y + box.height);
            return box && text.x + text.width > box.x + box.width;
        });
    }).length"""
    assert shown.evaluate(out) == 0
    shown.close()


def test_what_was_played_of_a_freeze_out_is_not_counted_in_rounds() -> None:
    """It has one game from the first hand to the last; the places say all that there is to say."""
    page = tournament_html(examples.freeze_out())
    head = page[page.index("<thead") : page.index("</thead")]
    assert re.findall(r"<th(?:\s[^>]*)?>([^<]*)", head) == ["place", "name", "points"]
    swiss = tournament_html(examples.swiss())
    assert ">played<" in swiss
