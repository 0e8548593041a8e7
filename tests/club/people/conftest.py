from datetime import date

import pytest

from referee.club.folder import Club
from referee.club.people import officers

ELECTION = date(2026, 9, 7)


@pytest.fixture
def elected(club: Club) -> Club:
    """The club in November, when it has elected in September: Ann is president, and Ben referee."""
    officers.elect(club, "Ann", "president", starts=ELECTION)
    officers.elect(club, "Ben", starts=ELECTION)
    return club
