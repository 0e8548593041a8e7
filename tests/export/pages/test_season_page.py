"""A season's page says what the tables say, answers what people look for in their order, and leads on in one folder."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from referee.export.pages.season_page import season_page
from referee.export.tables.rows import SeasonExport, SeasonTables
from tests.export.pages.season import FACTS, PLAYING, TYPED, export
from tests.export.pages.whole_season import whole_season
from tests.export.parsing import Element, parsed
from tests.tournaments import example_views as examples


@pytest.fixture(scope="module")
def page() -> Element:
    return parsed(season_page(export(), FACTS))


def test_its_parts_come_in_the_order_in_which_people_look_for_them(page: Element) -> None:
    parts = [element.attributes["id"] for element in page.all("section") if "id" in element.attributes]
    assert parts == ["standings", "points", "sessions", "dates", "players", "games", "rulings"]
    assert [element.all("h2")[0].text for element in page.with_class("panel")] == [
        "Next session",
        "Last session",
        "Club",
    ]


def test_the_next_evening_has_its_day_its_hours_and_its_room(page: Element) -> None:
    text = page.with_class("panel")[0].text
    for expected in ("Monday 5 October", "18:00–20:30", "Library", "Winter session"):
        assert expected in text
    assert page.with_class("panel")[0].all("time")[0].attributes["datetime"] == "2026-10-05"


def test_it_says_how_fresh_it_is_and_whom_to_ask(page: Element) -> None:
    assert "as of Monday 21 September 2026, 3 of 4 sessions" in page.all("header")[0].text
    assert "Ask Hal (referee)." in page.with_class("panel")[2].text


def test_who_is_not_ranked_is_told_how_many_evenings_that_takes(page: Element) -> None:
    """Ben came once of the three times that it takes."""
    assert "2 more sessions to be ranked" in page.with_id("standings").text
    assert "Needs 2 more sessions to be ranked." in page.with_id("player-1").text


def test_each_name_of_the_standings_leads_to_the_fold_of_the_player(page: Element) -> None:
    links = [element.attributes["href"] for element in page.with_id("standings").all("a")]
    assert links == ["#player-0", "#player-1"]
    folds = page.with_id("players").all("details")
    assert [element.attributes["href"][1:] in fold_ids(fold) for element, fold in zip(
        page.with_id("standings").all("a"), folds, strict=True
    )] == [True, True]  # fmt: skip


def fold_ids(fold: Element) -> list[str]:
    return [element.attributes["id"] for element in fold.every() if "id" in element.attributes]


def test_a_place_gained_since_the_last_evening_is_said_in_a_word_too(page: Element) -> None:
    assert page.with_class("up")[0].text == "up ▲1"


def test_how_points_work_is_followed_with_a_pencil(page: Element) -> None:
    """On 21 September Ann was first of four, which gives (4 - 1) / (4 - 1)."""
    text = page.with_id("points").text
    assert "Ann L. on 21 Sep: 1st of 4 gives 1.000." in text
    assert "your best 2 sessions" in text
    assert page.with_id("points").all("a")[0].attributes["href"] == "rules-scoring.html"


def test_the_last_evening_stands_open_by_player_and_by_table_and_those_before_are_folded(page: Element) -> None:
    evenings = page.with_id("sessions")
    rows = [[cell.text for cell in row.inside if isinstance(cell, Element)] for row in evenings.all("tr")]
    assert rows[1:] == [
        ["Ann L.", "1.000", "1 of 4"],
        ["<i>Cal</i> & Co.", "0.667", "2 of 4"],
        ["Ben N.", "0.333", "3 of 4"],
        ["Dee", "0.000", "4 of 4"],
    ]
    assert "1 Ann L., 2 <i>Cal</i> & Co., 3 Ben N., 4 Dee" in evenings.all("li")[0].text
    assert ["Mon 14 Sep" in fold.text for fold in evenings.all("details")] == [True, False]


def test_who_is_at_a_table_that_is_being_played_is_named() -> None:
    """Before, such a table was a row that said "unfinished" and named nobody."""
    page = parsed(season_page(export(), replace(FACTS, in_play=(PLAYING,))))
    assert "Ann L., Dee being played" in page.with_id("sessions").text
    assert "unfinished" not in page.text


def test_dates_to_come_have_hours_and_days_off_a_reason(page: Element) -> None:
    dates = page.with_id("dates")
    assert "Mon 5 Oct, 18:00–20:30, Library · Winter session" in dates.text
    assert "Mon 12 Oct: half-term" in dates.text
    assert "season.ics" not in dates.text
    season = parsed(season_page(export(), replace(FACTS, calendar=True)))
    assert "season.ics" in [element.attributes["href"] for element in season.with_id("dates").all("a")]


def test_the_place_after_each_evening_is_drawn_and_said_in_figures(page: Element) -> None:
    """Of the best two: Ann has 1, 5/3 and 2, Ben 2/3, 5/3 and 5/3, Cal 1/3, 1/3 and 1."""
    fold = page.with_id("players").all("details")[1]
    assert "Place by score after each session: 2, 1, 2." in fold.text
    assert fold.all("polyline")[0].attributes["points"] == "0,22 60,2 120,22"


def test_a_whole_season_of_forty_members_is_two_hundred_kilobytes_at_most() -> None:
    page = season_page(*whole_season())
    season = parsed(page)
    assert len(season.with_id("standings").all("tbody")[0].all("tr")) == 40
    assert len(season.with_id("sessions").all("details")) == 33 - 1
    assert len(page.encode()) <= 200_000


def test_nothing_that_somebody_typed_stands_on_it(page: Element) -> None:
    assert TYPED not in page.text
    rulings = page.with_id("rulings")
    assert "big-two 4.4" in rulings.text
    assert "upheld" in rulings.text
    assert "rules-big-two.html#c4.4" in [element.attributes["href"] for element in rulings.all("a")]
    assert "1 legal, 1 not legal or challenged" in rulings.text


def test_every_name_keeps_its_own_direction(page: Element) -> None:
    names = [element.text for element in page.all("bdi")]
    assert names.count("Ann L.") > 5
    assert "Ben N." in [element.text for element in page.with_id("standings").all("small")[0].all("bdi")]


def test_every_table_is_captioned_and_every_head_says_of_what_it_is(page: Element) -> None:
    for table in page.all("table"):
        assert table.all("caption")
        assert all(element.attributes["scope"] in ("col", "row") for element in table.all("th"))


def test_nothing_is_loaded_from_elsewhere_and_there_is_no_script(page: Element) -> None:
    assert not page.all("script")
    assert not page.all("link")
    assert not page.all("img")
    for element in page.every():
        assert "src" not in element.attributes
        assert not any(name.startswith("on") for name in element.attributes)
    assert all("://" not in element.attributes.get("href", "") for element in page.all("a"))


def test_each_tournament_is_a_line_that_leads_to_its_page() -> None:
    views = (examples.swiss(), examples.knock_out())
    page = parsed(season_page(replace(export(), tournaments=views), FACTS)).with_id("tournaments")
    assert [view.attributes["href"] for view in page.all("a")] == [f"tournament-{view.number}.html" for view in views]
    assert len(page.all("li")) == 2


def test_a_season_in_which_nothing_was_played_says_so() -> None:
    facts = replace(FACTS, previous_places={}, today=date(2026, 8, 1))
    page = parsed(season_page(SeasonExport(SeasonTables()), facts))
    assert "Nothing has been played yet." in page.text


def test_a_page_made_again_is_the_same() -> None:
    assert season_page(export(), FACTS) == season_page(export(), FACTS)


def test_the_templates_are_in_the_package() -> None:
    from referee.export.pages.rendering import TEMPLATES

    assert (Path(TEMPLATES) / "season.html").is_file()
    assert "referee" in Path(TEMPLATES).parts
