from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.club import disputes, match_lines, matches, sessions
from referee.club.folder import Club
from tests.club.conftest import MONDAY, NAMES, monday_club


@pytest.fixture(autouse=True)
def without_own_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the keys be those of the program, whatever the user has changed for themselves."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """The club on a Monday before the session is opened."""
    with monday_club(tmp_path / "club") as club:
        yield club


@pytest.fixture
def evening(club: Club) -> Club:
    """The same club when the session is open and four have come."""
    sessions.open_session(club, str(MONDAY))
    sessions.checkin(club, NAMES[:4])
    return club


@pytest.fixture
def night(evening: Club) -> Club:
    """A night with a table in play that has a line to decide and one in dispute, and with a match that is over."""
    matches.start(evening, "play-or-pay", NAMES[:4])
    for line in ("deal by Dee", "Ann plays 5H", "Ben pays", "Cal plays 9H"):
        match_lines.log(evening, 1, line)
    disputes.open_on_line(evening, 1, 2, claim="Ben had the lead")
    over = matches.start(evening, "play-or-pay", NAMES[:4]).number
    matches.result(evening, over, places=[[name] for name in NAMES[:4]])
    matches.finish(evening, over)
    return evening
