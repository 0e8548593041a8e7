"""The clock by its commands: kept in the club's file, so that a restart and a second screen change nothing."""

import json
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from referee.club.folder import open_club
from referee.tournaments.clocks import actions
from tests.cli.freezeout.test_freeze_out import at
from tests.cli.running import referee
from tests.cli.tournament.mondays import PEOPLE, run
from tests.patience import patience

ASK = """
import json, sys
from dataclasses import replace
from datetime import datetime
from referee.club.folder import open_club
from referee.tournaments.clocks import actions
from referee.rules.plain_data import plain
moment = datetime.fromisoformat(sys.argv[2])
with open_club(sys.argv[1], read_only=True) as club:
    clock = actions.current_clock(replace(club, clock=lambda: moment))
print(json.dumps(plain(clock.reading_at(moment))))
"""


def clock(folder: Path, *words: str, minutes: float = 0) -> str:
    with at(minutes):
        result = referee("clock", *words, club=folder)
    assert result.code == 0, result.err
    return result.out


def refused(folder: Path, *words: str, minutes: float = 0) -> str:
    with at(minutes):
        result = referee("clock", *words, club=folder)
    assert result.code == 2, result.out
    return result.err


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    assert referee("init", "Monday Club", "--club", str(tmp_path / "club")).code == 0
    return tmp_path / "club"


def test_a_clock_of_the_room_needs_no_tournament(folder: Path) -> None:
    assert "No clock is running" in refused(folder)
    assert "45:00" in clock(folder, "start", "--minutes", "45")
    assert "40:00" in clock(folder, "show", minutes=5)
    assert json.loads(clock(folder, "show", "--json", minutes=45.5))["reading"]["state"] == "over"


def test_it_is_paused_resumed_and_has_minutes_added(folder: Path) -> None:
    clock(folder, "start", "--minutes", "45")
    clock(folder, "pause", minutes=5)
    assert "40:00" in clock(folder, "show", minutes=20)
    assert "paused already" in refused(folder, "pause", minutes=20)
    clock(folder, "add", "5", minutes=21)
    clock(folder, "resume", minutes=22)
    assert "43:00" in clock(folder, "show", minutes=24)
    clock(folder, "add", "--", "-3", minutes=24)
    assert "40:00" in clock(folder, "show", minutes=24)
    assert "not paused" in refused(folder, "resume", minutes=25)
    assert "is the last" in refused(folder, "next", minutes=25)


def test_one_that_runs_is_only_started_again_when_that_is_meant(folder: Path) -> None:
    clock(folder, "start", "--minutes", "45")
    assert "already been started" in refused(folder, "start", "--minutes", "30", minutes=1)
    assert "30:00" in clock(folder, "start", "--minutes", "30", "--yes", minutes=1)
    # When the time is up the next round begins without being asked.
    assert "30:00" in clock(folder, "start", "--minutes", "30", minutes=40)


def test_once_taken_down_it_is_gone(folder: Path) -> None:
    clock(folder, "start", "--minutes", "45")
    clock(folder, "stop", minutes=1)
    assert "No clock is running" in refused(folder, minutes=1)


def test_a_clock_of_another_evening_is_shown_no_more(folder: Path) -> None:
    clock(folder, "start", "--minutes", "45")
    assert "0:00" in clock(folder, "show", minutes=12 * 60)
    assert "No clock is running" in refused(folder, minutes=24 * 60)


@pytest.mark.process
def test_two_processes_asked_for_the_same_moment_say_the_same_and_so_after_a_restart(folder: Path) -> None:
    assert referee("clock", "start", "--minutes", "45", club=folder).code == 0
    assert referee("clock", "add", "2", club=folder).code == 0
    with open_club(folder) as club:
        matches = actions.current_clock(club)
    assert matches
    moment = matches.events[0].moment + timedelta(minutes=7, seconds=1.5)
    prompted = [sys.executable, "-c", ASK, str(folder), moment.isoformat()]
    path = os.pathsep.join(filter(None, sys.path))
    # Two screens at once, in two zones.
    screens = [
        subprocess.Popen(
            prompted, stdout=subprocess.PIPE, text=True, env={**os.environ, "TZ": zone, "PYTHONPATH": path}
        )
        for zone in ("Asia/Tokyo", "America/New_York")
    ]
    one, other = (screen.communicate(timeout=patience())[0] for screen in screens)
    assert json.loads(one) == json.loads(other)
    assert json.loads(one)["seconds"] == 45 * 60 + 2 * 60 - 7 * 60 - 1
    assert referee("clock", "pause", club=folder).code == 0
    before = referee("clock", "show", "--json", club=folder).data
    assert before["reading"]["state"] == "paused"
    assert referee("clock", "show", "--json", club=folder).data == before


def test_a_clock_shows_the_levels_of_its_tournament(folder: Path) -> None:
    for words in (
        ["member", "add", "Ann", "Ben", "Cal"],
        ["season", "new", "2026-27", "2026-08-01", "2027-07-31"],
        ["tournament", "new", "Winter", "--format", "freezeout", "--game", "texas-holdem"],
        ["tournament", "enter", "1", "Ann", "Ben", "Cal"],
        ["freezeout", "blinds", "1", "--stack", "20000", "--hours", "2", "--minutes", "15", "--no-antes", "--yes"],
    ):
        with at(0):
            result = referee(*words, club=folder)
        assert result.code == 0, result.err
    output = clock(folder, "start", "1")
    assert "15:00" in output
    assert "Winter  Level 1  150/300" in output
    assert json.loads(clock(folder, "show", "1", "--json", minutes=16))["reading"]["level"] == 2
    assert json.loads(clock(folder, "show", "Winter", "--json", minutes=61))["reading"]["period"]["is_break"] is True
    clock(folder, "back", minutes=61)
    assert json.loads(clock(folder, "show", "--json", minutes=61))["reading"]["level"] == 4


def test_it_stops_when_its_tournament_ends_and_goes_on_from_there_when_that_is_taken_back(folder: Path) -> None:
    def do(*words: str, minutes: float) -> None:
        with at(minutes):
            result = referee(*words, club=folder)
        assert result.code == 0, result.err

    for words in (
        ["member", "add", "Ann", "Ben"],
        ["season", "new", "2026-27", "2026-08-01", "2027-07-31"],
        ["schedule", "add", "2026-11-16", "--at", "19:30"],
        ["open", "2026-11-16"],
        ["tournament", "new", "Winter", "--format", "freezeout", "--game", "texas-holdem"],
        ["tournament", "enter", "1", "Ann", "Ben"],
        ["freezeout", "blinds", "1", "--hours", "2", "--minutes", "15", "--no-antes", "--yes"],
        ["freezeout", "start", "1"],
    ):
        do(*words, minutes=0)
    clock(folder, "start", "1")
    do("freezeout", "out", "1", "Ben", minutes=4)
    do("tournament", "end", "1", "--yes", minutes=5)
    # Nobody plays by it any more: it stands, and a board does not show it.
    output = json.loads(clock(folder, "show", "1", "--json", minutes=9))["reading"]
    assert (output["state"], output["seconds"]) == ("paused", 10 * 60)
    assert "No clock is running" in refused(folder, minutes=9)
    do("tournament", "undo", "1", minutes=20)
    output = json.loads(clock(folder, "show", "--json", minutes=22))["reading"]
    assert (output["state"], output["level"], output["seconds"]) == ("running", 1, 8 * 60)
    # One that was paused before the end does not begin to run because the end is taken back.
    clock(folder, "pause", minutes=23)
    do("tournament", "end", "1", "--yes", minutes=24)
    do("tournament", "undo", "1", minutes=25)
    output = json.loads(clock(folder, "show", "--json", minutes=26))["reading"]
    assert (output["state"], output["seconds"]) == ("paused", 7 * 60)


def test_the_clock_starts_for_the_only_tournament_under_way(mondays: Path) -> None:
    run(mondays, "tournament", "new", "Cup", "--format", "swiss", "--rounds", "2", "--game", "big-two", "--size", "3-4")
    run(mondays, "tournament", "set", "1", "--minutes", "40")
    run(mondays, "tournament", "enter", "1", *PEOPLE[:4])
    assert referee("clock", "start", cwd=mondays).code == 2  # it has not begun, and the room's clock needs minutes
    run(mondays, "tournament", "draw", "1")
    assert "Cup" in run(mondays, "clock", "start").out
    assert run(mondays, "clock", "start", "--minutes", "5", "--json").data["tournament"] is None
