"""Screens of a club of forty in mid-season use the room that there is, and cut nothing off where there is little."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from textual.widgets import DataTable

from referee.club.calendar import sessions
from referee.club.disputes import deciding, opening
from referee.club.disputes.remedies import Remedy
from referee.club.file import backups
from referee.club.folder import Club
from referee.club.match import starting
from referee.club.people import officers
from referee.competition.entrants import Sizes
from referee.export.exports import EXPORTS, write_to_club
from referee.tournaments.actions import announcing, entering
from referee.tournaments.freezeout_actions import players as freezeouts
from referee.tournaments.state.settings import Format, SettingsChange, Stacks
from tests.club.conftest import copied, write_down
from tests.dashboard.piloting import LARGE, OPENED, SMALL, Officer
from tests.dashboard.tournament import states
from tests.dashboard.walk.ways import Way, first, parts, walk
from tests.export import big_club
from tests.making import made_once

pytestmark = pytest.mark.screen

HUGE = (200, 60)
NOW = datetime(2026, 11, 30, 16, tzinfo=UTC)
# The tournament is the knockout in its third round; the freezeout of twenty was drawn after it.
CUP = ("T", "home", "down")
LIVE = ("exclamation_mark", "enter")
PRESSED: dict[str, tuple[str, ...]] = {
    **OPENED,
    "tournaments": CUP,
    "announcing": (*CUP, "n"),
    "tournament": (*CUP, "enter"),
    "rounds": (*CUP, "enter", "m", "v"),
    "freeze-out": ("T", "end", "enter"),
    # The first table of the evening is over, and has a result alone; the last waits for an officer.
    "table": ("1",),
    "live table": (*LIVE, "escape", "up"),
    "typing": (*LIVE, *"Fay pays"),
    "result only": (*LIVE, "escape", "left_square_bracket"),
    "settlement": (*LIVE, "escape", "p"),
    "settlement of a result": ("1", "p"),
    "sheet": (*LIVE, "f2"),
    "rulebook of a table": ("1", "R"),
}
WAYS = {name: Way("", keys) for name, keys in PRESSED.items()}
# What is listed on every row is all of such a screen.
LISTED = ("table", "result only")


def _on_the_thirteenth_evening(club: Club) -> None:
    """Have disputes, officers, exports and backups, and a freezeout whose seats are drawn."""
    table_number = starting.start_table(
        club, "play-or-pay", ["Ann Archer", "Ben Baker", "Eve Brook", "Fay Green"]
    ).number
    write_down(
        club, table_number, ("deal by Fay", "Ann plays 5H", "Ben plays 9H", "Ben plays 6H", "Eve plays KS", "Eve pays")
    )
    for number, claim in (
        (3, "Ben says it was the six"),
        (5, "Eve had the seven"),
        (6, "Eve did not see the card"),
    ):
        dispute = opening.open_on_line(club, table_number, number, claim=claim)
        if number == 3:
            deciding.decide(club, dispute.number, reason="agreed last week", remedy=Remedy.OVERRULE)
    announcing.announce(club, "Twenty Stacks", Format.FREEZE_OUT, SettingsChange("texas-holdem", Sizes(2, 8)), seed=7)
    entering.enter(club, "Twenty Stacks", [member.name for member in sessions.show(club).checked_in][:20])
    announcing.change_stacks(club, "Twenty Stacks", announcing.propose_stacks(20, Stacks(prizes=(50, 30, 20))))
    freezeouts.draw_seats(club, "Twenty Stacks")
    officers.elect(club, "Ann Archer", "treasurer")
    officers.hand_over(club, "Ann Archer", "Hal Usher", position="treasurer", reason="Ann moved")
    backups.back_up(club)
    for export in EXPORTS[:2]:
        write_to_club(club, export, lambda _done, _of: None)


@pytest.fixture(scope="session")
def mid_season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club of forty on its thirteenth evening."""

    def make(folder: Path) -> None:
        with big_club.copied(tmp_path_factory, folder) as club:
            _on_the_thirteenth_evening(club)

    return made_once(tmp_path_factory, "mid-season", make)


@pytest.fixture
def full(mid_season: Path, tmp_path: Path) -> Iterator[Club]:
    with copied(mid_season, tmp_path / "club") as club:
        yield replace(club, clock=lambda: NOW)


def blank(seen: str) -> float:
    """The share of rows in which nothing stands but lines and blanks."""
    rows = seen.split("\n")
    return sum(not re.search(r"[\w●○\u2800-\u28ff▁-█]", row) for row in rows) / len(rows)


async def no_more_than_a_third_is_blank(officer: Officer, name: str) -> None:
    assert blank(officer.sees()) <= 1 / 3, officer.app.size
    await officer.resize(*(LARGE if officer.app.size == HUGE else HUGE))
    assert blank(officer.sees()) <= 1 / 3, officer.app.size


async def nothing_is_cut_off(officer: Officer, name: str) -> None:
    lists = [data_table for data_table in officer.app.screen.query(DataTable) if data_table.display]
    assert "…" not in officer.sees()
    assert [each for each in lists if each.virtual_size.width > each.size.width] == []
    assert name not in LISTED or blank(officer.sees()) <= 1 / 3


@pytest.mark.long
@pytest.mark.parametrize("part", parts(WAYS, 4), ids=first)
async def test_no_list_is_more_than_a_third_blank(full: Club, part: dict[str, Way]) -> None:
    await walk(full, LARGE, part, [no_more_than_a_third_is_blank])


@pytest.mark.parametrize("part", parts(WAYS, 4), ids=first)
async def test_in_a_small_terminal_nothing_is_cut_off(full: Club, part: dict[str, Way]) -> None:
    await walk(full, SMALL, part, [nothing_is_cut_off])


async def one_pane_is_seen_at_a_time(officer: Officer, name: str) -> None:
    """How a tournament is played stands in the other pane, whose rules come last and are scrolled to."""
    assert "? Help" in officer.sees()
    assert "tables of" not in officer.sees()
    while officer.app.focused is not officer.app.screen.query_one("#rest"):
        await officer.press("tab")
    assert "tables of" in officer.sees()
    assert "Standings" not in officer.sees()
    await officer.press("end")
    assert re.search(r"^\W*\d\.\d+ ", officer.sees(), re.MULTILINE)
    await officer.press("tab")
    assert "tables of" not in officer.sees()


@pytest.mark.long
@pytest.mark.parametrize("format", states.FORMATS)
async def test_a_tournament_is_seen_whole_as_announced_under_way_and_over(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path, format: Format
) -> None:
    with big_club.copied(tmp_path_factory, tmp_path / "club") as made:
        club = replace(made, clock=lambda: NOW)
        names = [states.make(club, format, state) for state in states.STATES]
        ways = {name: Way("", ("T", "slash"), name, ("enter", "enter")) for name in names}
        for size, questions in ((LARGE, [no_more_than_a_third_is_blank]), (SMALL, [nothing_is_cut_off])):
            await walk(club, size, ways, [*questions, *[one_pane_is_seen_at_a_time] * (size == SMALL)])
