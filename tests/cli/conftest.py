from pathlib import Path
from shutil import copytree

import pytest

from tests.cli.running import referee

ROOT = Path(__file__).parents[2]
DAY = "2026-11-16"


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club with five members and an open session. It is made once, by its commands, and copied for each test."""
    folder = tmp_path_factory.mktemp("made") / "club"
    assert referee("init", "Monday Club", "--club", str(folder)).code == 0
    for words in (
        ["member", "add", "Ann", "Ben", "Cal", "Dee", "Della"],
        ["schedule", "load", str(ROOT / "schedules" / "2026-27.toml")],
        ["session", "open", DAY],
    ):
        done = referee(*words, club=folder)
        assert done.code == 0, done.err
    return folder


@pytest.fixture(scope="session")
def made_with_a_table(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same club, with a table of Big Two."""
    folder = copytree(made, tmp_path_factory.mktemp("made") / "club")
    assert referee("table", "start", "big-two", "Ann", "Ben", "Cal", "Dee", club=folder).code == 0
    return folder


@pytest.fixture
def club(made: Path, tmp_path: Path) -> Path:
    """A club with five members and an open session."""
    return copytree(made, tmp_path / "club")


@pytest.fixture
def table(made_with_a_table: Path, tmp_path: Path) -> Path:
    """The same club, with a table of Big Two."""
    return copytree(made_with_a_table, tmp_path / "club")
