"""Screens of a club of forty in mid-season use the room that there is, and cut nothing off where there is little."""

import re
import sys
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
from referee.club.match import recording, starting
from referee.club.people import officers
from referee.competition.field import Sizes
from referee.export.exports import EXPORTS, written
from referee.tournaments.deeds import announcing, entering
from referee.tournaments.freezeout_play import deeds as freezeouts
from referee.tournaments.state.settings import Format, Stacks, Wanted
from tests.club.conftest import copied
from tests.dashboard.piloting import LARGE, OPENED, SMALL, Officer, at_the_desk
from tests.export import big_club
from tests.making import made_once

pytestmark = pytest.mark.screen

HUGE = (200, 60)
NOW = datetime(2026, 11, 30, 16, tzinfo=UTC)
# The tournament is the knockout in its third round; the freezeout of twenty was drawn after it.
CUP = ("T", "home", "down")
LIVE = ("exclamation_mark", "enter")
WAYS = {
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


@pytest.fixture(scope="session")
def mid_season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club of forty on its thirteenth evening, with disputes, officers, exports and backups."""

    def make(folder: Path) -> None:
        with big_club.copied(tmp_path_factory, folder) as club:
            at = starting.start(club, "play-or-pay", ["Ann Archer", "Ben Baker", "Eve Brook", "Fay Green"]).number
            lines = ("deal by Fay", "Ann plays 5H", "Ben plays 9H", "Ben plays 6H", "Eve plays KS", "Eve pays")
            for line in lines:
                recording.log(club, at, line)
            for line, claim in (
                (3, "Ben says it was the six"),
                (5, "Eve had the seven"),
                (6, "Eve did not see the card"),
            ):
                dispute = opening.open_on_line(club, at, line, claim=claim)
                if line == 3:
                    deciding.decide(club, dispute.number, reason="agreed last week", remedy=Remedy.OVERRULE)
            announcing.new(club, "Twenty Stacks", Format.FREEZE_OUT, Wanted("texas-holdem", Sizes(2, 8)), seed=7)
            entering.enter(club, "Twenty Stacks", [each.name for each in sessions.show(club).came][:20])
            announcing.settle_stacks(club, "Twenty Stacks", announcing.usual_stacks(20, Stacks(prizes=(50, 30, 20))))
            freezeouts.seats(club, "Twenty Stacks")
            officers.elect(club, "Ann Archer", "treasurer")
            officers.hand_over(club, "Ann Archer", "Hal Usher", position="treasurer", reason="Ann moved")
            backups.back_up(club)
            for each in EXPORTS[:2]:
                written(club, each, lambda _done, _of: None)

    return made_once(tmp_path_factory, "mid-season", make)


@pytest.fixture
def full(mid_season: Path, tmp_path: Path) -> Iterator[Club]:
    with copied(mid_season, tmp_path / "club") as club:
        yield replace(club, clock=lambda: NOW)


def blank(seen: str) -> float:
    """The share of rows in which nothing stands but lines and blanks."""
    rows = seen.split("\n")
    return sum(not re.search(r"[\w●○\u2800-\u28ff▁-█]", row) for row in rows) / len(rows)


def told(shares: dict[str, float], size: tuple[int, int]) -> None:
    for screen, share in sorted(shares.items(), key=lambda each: -each[1]):
        print(f"{size[0]}x{size[1]}  {screen:28} {share:4.0%} blank", file=sys.stderr)


def test_no_list_is_more_than_a_third_blank(full: Club) -> None:
    shares: dict[tuple[int, int], dict[str, float]] = {LARGE: {}, HUGE: {}}

    async def play(officer: Officer) -> None:
        for screen, keys in WAYS.items():
            await officer.press(*keys)
            for size, found in shares.items():
                await officer.resize(*size)
                found[screen] = blank(officer.sees())
            while len(officer.app.screen_stack) > 2:
                await officer.press("escape")

    at_the_desk(full, play, size=LARGE)
    for size, found in shares.items():
        told(found, size)
        assert {screen: share for screen, share in found.items() if share > 1 / 3} == {}, size


def test_in_a_small_terminal_nothing_is_cut_off_and_no_table_is_more_than_a_third_blank(full: Club) -> None:
    cut: dict[str, str] = {}
    shares: dict[str, float] = {}

    async def play(officer: Officer) -> None:
        for screen, keys in WAYS.items():
            await officer.press(*keys)
            seen = officer.sees()
            shares[screen] = blank(seen)
            wide = [each for each in officer.app.screen.query(DataTable) if each.virtual_size.width > each.size.width]
            if "…" in seen or wide:
                cut[screen] = seen
            while len(officer.app.screen_stack) > 2:
                await officer.press("escape")

    at_the_desk(full, play, size=SMALL)
    told(shares, SMALL)
    assert not cut, "\n".join(cut.values())
    assert {screen: shares[screen] for screen in ("table", "result only") if shares[screen] > 1 / 3} == {}
