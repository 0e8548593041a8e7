"""The pages of a whole club of forty: small enough, without a fault, leading to each other, and telling no secrets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.export.pages.season_folder import INDEX, season_pages
from tests.export.big_club import CODED, EVENINGS, HIDDEN, NAMES, TYPED, copied
from tests.export.pages.browsing import CHROMIUM, chromium, faults, opened
from tests.export.parsing import Element, parsed
from tests.making import made_once

# The season of forty members is played first, which takes long.
pytestmark = [pytest.mark.long, pytest.mark.process]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def website(to: Path) -> None:
        with copied(tmp_path_factory, tmp_path_factory.mktemp("big") / "club") as club:
            for name, page in season_pages(club).files.items():
                (to / name).write_bytes(page)

    return made_once(tmp_path_factory, "website", website)


@pytest.fixture(scope="module")
def pages(folder: Path) -> dict[str, Element]:
    return {file.name: parsed(file.read_text(encoding="utf-8")) for file in folder.glob("*.html")}


def test_the_season_of_forty_members_is_two_hundred_kilobytes_at_most(folder: Path) -> None:
    assert (folder / INDEX).stat().st_size <= 200_000


def test_every_link_leads_to_a_place_that_there_is(folder: Path, pages: dict[str, Element]) -> None:
    ids = {
        name: {element.attributes["id"] for element in page.every() if "id" in element.attributes}
        for name, page in pages.items()
    }
    for name, page in pages.items():
        for link in (element.attributes["href"] for element in page.all("a")):
            to, _, place = link.partition("#")
            assert not to or (folder / to).is_file(), (name, link)
            assert not place or place in ids[to or name], (name, link)


def test_every_page_of_the_folder_is_reached_from_the_first(folder: Path, pages: dict[str, Element]) -> None:
    reached, waiting = set(), [INDEX]
    while waiting:
        name = waiting.pop()
        reached.add(name)
        if name in pages:
            links = {element.attributes["href"].partition("#")[0] for element in pages[name].all("a")}
            waiting += [link for link in links if link and link not in reached and link not in waiting]
    assert reached == {file.name for file in folder.iterdir()}


def test_nobody_is_named_against_their_wish_and_nothing_typed_is_published(folder: Path) -> None:
    for file in folder.iterdir():
        text = file.read_text(encoding="utf-8")
        assert TYPED not in text, file.name
        for secret in (*HIDDEN.split(), *CODED.split(), "Fairweather", "Oppenheimer", "Venkatesan"):
            assert secret not in text, (file.name, secret)


def test_all_members_stand_in_the_standings_each_with_a_fold(pages: dict[str, Element]) -> None:
    season = pages[INDEX]
    assert len(season.with_id("standings").all("tbody")[0].all("tr")) == len(NAMES)
    assert len(season.with_id("players").all("details")) == len(NAMES)
    assert len(season.with_id("sessions").all("details")) == EVENINGS - 1


def test_a_knock_out_says_where_each_played_last_and_a_freeze_out_what_each_won(pages: dict[str, Element]) -> None:
    """Twelve entries at 10 make 120 points of prizes: 50, 30 and 20 percent."""
    heads = [element.text for element in pages["tournament-2.html"].with_id("standings").all("thead")[0].all("th")]
    assert heads == ["Place", "Name", "Out in", "Place there"]
    rows = pages["tournament-3.html"].with_id("standings").all("tbody")[0].all("tr")
    assert [row.all("td")[-1].text for row in rows][:4] == ["60", "36", "24", "–"]


def parts(page: Element) -> Iterator[tuple[object, ...]]:
    """Yield the parts of a page: each element with its classes, attributes and parent."""
    for element in page.every():
        parent = element.tag, element.attributes.get("class")
        yield from (
            (parent, inside.tag, inside.attributes.get("class"), *sorted(inside.attributes))
            for inside in element.inside
            if isinstance(inside, Element)
        )


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_everybody_can_use_every_page_on_a_phone(folder: Path, pages: dict[str, Element]) -> None:
    """Axe looks at each page that has a part which none before it has; forty players' have the same."""
    looked_at: set[tuple[object, ...]] = set()
    with chromium() as browser:
        for file in sorted(folder.glob("*.html")):
            page, requests = opened(browser, file, 390)
            assert requests == [file.as_uri()]
            assert page.evaluate("document.documentElement.scrollWidth") == 390, file.name
            ids = [element.attributes["id"] for element in pages[file.name].every() if "id" in element.attributes]
            assert len(ids) == len({*ids}), file.name
            if not looked_at.issuperset(page_parts := {*parts(pages[file.name])}):
                assert faults(page) == [], file.name
                looked_at |= page_parts
            page.close()


def test_what_may_be_recorded_is_shown_by_the_lines_of_a_hand_that_was_played(pages: dict[str, Element]) -> None:
    # Of the recorded example of Big Two: five cards that make a hand, and not any two.
    assert "Ben plays 3D 3C 4C 4S 5D" in pages["records.html"].with_id("big-two").text
