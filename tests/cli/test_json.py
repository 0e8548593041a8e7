"""What the commands that change something print with ``--json``."""

from pathlib import Path

import pytest

from tests.cli.conftest import DAY, ROOT
from tests.cli.running import referee


@pytest.fixture
def table(table: Path) -> Path:
    """The club with its table, at which Cal has played too low."""
    referee("table", "log", "1", "deal by Dee", "Ann plays 3D", "Ben plays 5H", "Cal plays 4S", club=table)
    return table


def test_a_check_in_and_its_undoing(club: Path) -> None:
    came = referee("session", "checkin", "Ann", "be", "--json", club=club).data
    assert (came["date"], came["checked_in"], came["came"]) == (DAY, ["Ann", "Ben"], ["Ann", "Ben"])
    undone = referee("session", "checkin", "be", "--undo", "--json", club=club).data
    assert (undone["undone"], undone["came"]) == (["Ben"], ["Ann"])


def test_a_line_taken_back_and_one_that_stands_with_the_lines_that_turn(table: Path) -> None:
    stands = referee("table", "stands", "1", "-r", "nobody minded", "--json", club=table).data
    assert (stands["line"], stands["decision"], stands["counts"], stands["turned"]) == (4, "stands", True, [])
    assert (stands["verdict"], stands["clause"]) == ("illegal", "4.5")
    referee("table", "undo", "1", "4", club=table)
    referee("table", "log", "1", "Cal plays 6S", club=table)
    undone = referee("table", "undo", "1", "3", "--json", club=table).data
    assert (undone["line"], undone["text"], undone["decision"]) == (3, "Ben plays 5H", "taken back")
    assert not undone["counts"]
    # Without Ben's five it was Ben's turn when Cal played the six.
    assert [(each["line"], each["verdict"]) for each in undone["turned"]] == [(5, "illegal")]


def test_how_a_match_ended(table: Path) -> None:
    result = referee("table", "result", "1", "Ben", "Ann, Cal", "Dee", "--json", club=table).data
    assert (result["table"], result["game"]) == (1, "big-two")
    assert result["places"] == [["Ben"], ["Ann", "Cal"], ["Dee"]]
    referee("table", "start", "commune", "Ann", "Ben", club=table)
    lines = ("deal by Ben", "Ann bids six high", "Ben bids two sixes", "Ann calls", "Ann shows 6H", "Ben shows 9D")
    referee("table", "log", "2", *lines, club=table)
    finished = referee("table", "finish", "2", "--json", club=table).data
    assert finished["places"] == [["Ann"], ["Ben"]]
    assert [(each["seat"], each["unit"]) for each in finished["settlement"]] == [("Ben", "penalty")]
    chips = referee("table", "start", "pontoon", "Ann", "Ben", "Cal", "--json", club=table).data["table"]
    done = referee("table", "result", str(chips), "Ann=5", "Ben=-5", "Cal=0", "--json", club=table).data
    assert done["chips"] == {"Ann": 5, "Ben": -5, "Cal": 0}


def test_a_schedule_loaded_again(club: Path) -> None:
    loaded = referee("schedule", "load", str(ROOT / "schedules" / "2026-27.toml"), "--json", club=club).data
    assert (loaded["season"], loaded["added"], loaded["changed"]) == ("2026-27", [], [])
    assert DAY in [each["date"] for each in loaded["kept"]]
    assert "2026-11-23" in loaded["skipped"]


def test_an_export(table: Path) -> None:
    written = referee("export", "csv", "--to", str(table / "web"), "--json", club=table).data
    assert written["folder"] == str(table / "web")
    assert "standings.csv" in written["files"]
    assert all((table / "web" / name).is_file() for name in written["files"])
