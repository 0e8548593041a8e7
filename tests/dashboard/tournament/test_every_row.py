"""The screen of a tournament uses the rows that there are, in each format and state, and cuts nothing off."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import DataTable

from referee.club.folder import Club
from referee.dashboard.widgets.listing import Listing
from tests.club.conftest import copied
from tests.dashboard.piloting import LARGE, SMALL, Officer, at_the_desk
from tests.dashboard.tournament import states
from tests.dashboard.widgets.test_full import HUGE, NOW, blank, told
from tests.export import big_club
from tests.making import made_once

pytestmark = pytest.mark.screen


@pytest.fixture(scope="session")
def of_every_format(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(folder: Path) -> None:
        with big_club.copied(tmp_path_factory, folder) as club:
            for _ in states.every(replace(club, clock=lambda: NOW)):
                pass

    return made_once(tmp_path_factory, "every-format", make)


@pytest.fixture
def full(of_every_format: Path, tmp_path: Path) -> Iterator[Club]:
    with copied(of_every_format, tmp_path / "club") as club:
        yield replace(club, clock=lambda: NOW)


async def each_screen(officer: Officer) -> list[str]:
    """The names of all tournaments of `states`, in the order of the list."""
    await officer.press("T")
    return [row.key for row in officer.app.screen.query_one(Listing).listed if row.cells[1].endswith(states.STATES)]


async def open_one(officer: Officer, number: str) -> str:
    listing = officer.app.screen.query_one(Listing)
    listing.mark(number)
    await officer.press("enter")
    return listing.listed[listing.cursor_row].cells[1]


def test_no_tournament_is_more_than_a_third_blank(full: Club) -> None:
    shares: dict[tuple[int, int], dict[str, float]] = {LARGE: {}, HUGE: {}}

    async def play(officer: Officer) -> None:
        for number in await each_screen(officer):
            name = await open_one(officer, number)
            for size, found in shares.items():
                await officer.resize(*size)
                found[name] = blank(officer.sees())
            await officer.press("escape")

    at_the_desk(full, play, size=LARGE)
    for size, found in shares.items():
        told(found, size)
        assert len(found) == 21
        assert {name: share for name, share in found.items() if share > 1 / 3} == {}, size


def test_nothing_is_cut_off_in_a_small_terminal_and_one_pane_is_seen_at_a_time(full: Club) -> None:
    cut: dict[str, str] = {}

    async def play(officer: Officer) -> None:
        for number in await each_screen(officer):
            name = await open_one(officer, number)
            seen = officer.sees()
            lists = [each for each in officer.app.screen.query(DataTable) if each.display]
            wide = [each for each in lists if each.virtual_size.width > each.size.width]
            if "…" in seen or wide or "? Help" not in seen:
                cut[name] = seen
            assert "tables of" not in seen  # how it is played stands in the other pane
            while officer.app.focused is not officer.app.screen.query_one("#rest"):
                await officer.press("tab")
            assert "tables of" in officer.sees()
            assert "Standings" not in officer.sees()
            await officer.press("end")
            assert re.search(r"^\W*\d\.\d+ ", officer.sees(), re.MULTILINE)  # the rules come last, and are scrolled to
            await officer.press("tab")
            assert "tables of" not in officer.sees()
            await officer.press("escape")

    at_the_desk(full, play, size=SMALL)
    assert not cut, "\n".join(cut.values())
