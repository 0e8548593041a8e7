from pathlib import Path
from shutil import copytree

import pytest

from tests.cli import scenes
from tests.cli.running import referee
from tests.cli.scenes import SCENES, on_the_monday
from tests.cli.tournament.mondays import club_of

ROOT = Path(__file__).parents[2]
DAY = "2026-11-16"


@pytest.fixture(scope="session")
def base_club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club with five members and an open session. It is made once, by its commands, and copied for each test."""
    folder = tmp_path_factory.mktemp("made") / "club"
    assert referee("init", "Monday Club", "--club", str(folder)).code == 0
    for words in (
        ["member", "add", "Ann", "Ben", "Cal", "Dee", "Della"],
        ["schedule", "load", str(ROOT / "schedules" / "2026-27.toml")],
        ["open", DAY],
    ):
        result = referee(*words, club=folder)
        assert result.code == 0, result.err
    return folder


@pytest.fixture(scope="session")
def base_club_with_table(base_club: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same club, with a table of Big Two."""
    folder = copytree(base_club, tmp_path_factory.mktemp("made") / "club")
    assert referee("start", "big-two", "Ann", "Ben", "Cal", "Dee", club=folder).code == 0
    return folder


@pytest.fixture
def club(base_club: Path, tmp_path: Path) -> Path:
    """A club with five members and an open session."""
    return copytree(base_club, tmp_path / "club")


@pytest.fixture
def table(base_club_with_table: Path, tmp_path: Path) -> Path:
    """The same club, with a table of Big Two."""
    return copytree(base_club_with_table, tmp_path / "club")


@pytest.fixture(scope="session")
def base_mondays(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return club_of(tmp_path_factory.mktemp("made"))


@pytest.fixture
def mondays(base_mondays: Path, tmp_path: Path) -> Path:
    """A club for tournaments, with a season of three Mondays, the first of which is open."""
    return copytree(base_mondays, tmp_path / "club")


@pytest.fixture(scope="session")
def stages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Every scene in which examples and hints are tried, by its name. They are made once, and copied for each test."""
    with on_the_monday(tmp_path_factory.mktemp("scenes")):
        return {scene.__name__: scenes.make_scene(scene) for scene in SCENES}
