from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from pathlib import Path

import pytest

from referee.club import calendar, roster, seasons
from referee.club.folder import Club, init

MONDAY = date(2026, 11, 16)
NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve")


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """A club on a Monday before the session is opened: five members, a season, one session planned."""
    made = init(tmp_path / "club", "Monday Cards")
    made.close()
    club = Club(made.folder, made.store, officer="Fay", clock=lambda: datetime(2026, 11, 16, 16, tzinfo=UTC))
    for name in NAMES:
        roster.add(club, name)
    seasons.new(club, "2026-27", starts=date(2026, 8, 17), ends=date(2027, 5, 31), best_k=20, min_sessions=8)
    calendar.add(club, MONDAY, time(15, 45), room="M4")
    yield club
    club.close()


@pytest.fixture
def evening(club: Club) -> Club:
    """The same club when the session is open and four have come."""
    from referee.club import sessions

    sessions.open_session(club, str(MONDAY))
    sessions.checkin(club, NAMES[:4])
    return club
