"""From the standings to what a player did at each session, and from there to the record of the table."""

from dataclasses import replace

import pytest

from referee.export.pages.player_page import player_pages
from referee.export.pages.session_page import session_pages
from tests.export.pages.season import export
from tests.export.parsing import Element, parsed


@pytest.fixture(scope="module")
def ann() -> Element:
    """Ann, who was first on 7 September and on 21 September, and second on the Monday between."""
    return parsed(player_pages(export().tables, "Monday Cards")["player-0.html"])


def rows(page: Element) -> list[list[str]]:
    return [[cell.text for cell in row.inside if isinstance(cell, Element)] for row in page.all("tr")][1:]


def test_a_player_has_a_page_with_each_session_the_last_one_first(ann: Element) -> None:
    assert rows(ann) == [
        ["Mon 21 Sep", "1.000", "Chor Dai Di (Big Two): 1 of 4"],
        ["Mon 14 Sep", "0.667", "Chor Dai Di (Big Two): 2 of 4"],
        ["Mon 7 Sep", "1.000", "Chor Dai Di (Big Two): 1 of 4"],
    ]


def test_a_session_that_does_not_count_stands_in_brackets(ann: Element) -> None:
    assert "in brackets" not in ann.text
    first, *other_rows = export().tables.scores
    tables = replace(export().tables, scores=(replace(first, counted=False), *other_rows))
    page = parsed(player_pages(tables, "Monday Cards")["player-0.html"])
    assert rows(page)[-1][1] == "(1.000)"
    assert "scores in brackets do not count" in page.text


def test_each_table_leads_to_its_record(ann: Element) -> None:
    links = [element.attributes["href"] for element in ann.all("a")][2:]
    assert links == [
        "session-2026-09-21.html#table-3",
        "session-2026-09-14.html#table-2",
        "session-2026-09-07.html#table-1",
    ]
    pages = session_pages(export().tables, "Monday Cards")
    for link in links:
        file, _, place = link.partition("#")
        assert parsed(pages[file]).with_id(place).all("h2")[0].text.endswith("Chor Dai Di (Big Two)")


def test_a_record_has_the_ruling_and_the_clause_of_what_was_not_legal() -> None:
    page = parsed(session_pages(export().tables, "Monday Cards")["session-2026-09-07.html"])
    lines = page.with_id("table-1").all("ol")[0].all("li")
    not_legal = [line for line in lines if line.with_class("badge")]
    assert not_legal
    assert all(element.all("a")[0].attributes["href"].startswith("rules-big-two.html#c") for element in not_legal)
