import pytest

from referee.club.folder import Club
from referee.club.match import recording


@pytest.fixture
def line(club: Club, table: int) -> int:
    """A four played on a five, which is illegal."""
    for text in ("Ann plays 3D", "Ben plays 5H"):
        recording.log_line(club, table, text)
    return recording.log_line(club, table, "Cal plays 4S").number
