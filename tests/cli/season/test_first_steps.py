"""The first commands of a new club: each says the next one, and that one works."""

from datetime import timedelta
from pathlib import Path

from tests import frozen
from tests.cli.running import referee


def next_of(said: str) -> list[str]:
    """Return the words of the command that comes next."""
    return said.partition("Next: referee ")[2].splitlines()[0].split()


def test_without_a_season_one_is_begun_before_a_session_is_opened(tmp_path: Path) -> None:
    club = tmp_path / "club"
    referee("init", "New Club", club=club)
    refused = referee("open", club=club)
    assert refused.code == 2
    assert refused.err.startswith("referee: No season has begun. Begin one: referee season new ")
    assert "session" not in refused.err
    began = referee(*refused.err.partition("Begin one: referee ")[2].split(), club=club)
    assert next_of(began.out) == ["schedule", "add", "today", "--at", "19:00"]
    added = referee(*next_of(began.out), club=club)
    assert next_of(added.out) == ["open"]
    assert "is open" in referee(*next_of(added.out), club=club).out


def test_a_season_that_begins_later_has_its_first_session_then(tmp_path: Path) -> None:
    club = tmp_path / "club"
    referee("init", "New Club", club=club)
    first = frozen.MONDAY.date() + timedelta(days=30)
    began = referee("season", "new", "Later", f"{first}", f"{first + timedelta(days=90)}", club=club)
    assert next_of(began.out) == ["schedule", "add", f"{first}", "--at", "19:00"]
    added = referee(*next_of(began.out), club=club)
    assert added.code == 0
    assert "Next:" not in added.out, "it cannot be opened before its day"


def test_a_season_that_is_over_has_no_next_session(tmp_path: Path) -> None:
    club = tmp_path / "club"
    referee("init", "New Club", club=club)
    assert "Next:" not in referee("season", "new", "Old", "2020-01-01", "2020-12-31", club=club).out


def test_without_a_name_the_current_season_is_closed(tmp_path: Path) -> None:
    club = tmp_path / "club"
    referee("init", "New Club", club=club)
    referee("season", "new", "Spring", club=club)
    refused = referee("season", "close", club=club)
    assert refused.code == 2, "it is asked about first"
    assert referee("season", "close", "--yes", club=club).code == 0
    assert ", closed" in referee("season", "show", "Spring", club=club).out
