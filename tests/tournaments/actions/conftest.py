from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.club.people import roster
from tests.club.conftest import MONDAY, copied, monday_club


@pytest.fixture(scope="session")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club of eight on a Monday whose session is open. It is made once, and copied for each test."""
    with copied(
        monday_club(tmp_path_factory.mktemp("made") / "club"), tmp_path_factory.mktemp("opened") / "club"
    ) as club:
        for name in ("Fay", "Gus", "Hal"):
            roster.add(club, name)
        sessions.open_session(club, str(MONDAY))
        return club.folder


@pytest.fixture
def club(opened: Path, tmp_path: Path) -> Iterator[Club]:
    with copied(opened, tmp_path / "club") as club:
        yield club
