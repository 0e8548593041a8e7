"""A sample of the campaign on a small club; at length it is run by hand."""

from pathlib import Path

from referee.club.calendar import sessions
from referee.club.folder import FILE
from referee.club.match import recording, starting
from tests.campaigns import nonsense
from tests.campaigns.campaign import table
from tests.club.conftest import MONDAY, copied, monday_club


def small_clubs(folder: Path) -> list[bytes]:
    """Make a club with a table under way; return its file twice."""
    with copied(monday_club(folder / "made"), folder / "club", served=False) as club:
        sessions.open_session(club, str(MONDAY))
        number = starting.start_table(club, "big-two", ("Ann", "Ben", "Cal")).number
        recording.log_line(club, number, "deal by Ann")
    return [(folder / "club" / FILE).read_bytes()] * 2


def test_no_value_that_stands_in_a_club_ends_a_command_with_a_traceback() -> None:
    results = nonsense.run(0, 5, most=25, make=small_clubs, questions=2, desk_every=100)
    assert [campaign.failed for campaign in results] == [()] * len(results), table(results)
    assert all(campaign.tried for campaign in results)
