"""Everybody who is checked in enters at a word, but for those who have gone home."""

import pytest

from referee.club.calendar import checkin
from referee.club.evening import leavers
from referee.club.folder import Club
from referee.club.match import coming_and_going, starting
from referee.club.text.faults import ClubFault
from referee.tournaments.deeds import entering
from tests.tournaments.deeds.scene import swiss


@pytest.fixture
def left(club: Club) -> Club:
    """Five are here; Dee has left the first table of the evening, which goes on without."""
    checkin.check_in(club, ["Ann", "Ben", "Cal", "Dee", "Eve"])
    table = starting.start(club, "big-two", ["Ann", "Ben", "Cal", "Dee"]).number
    coming_and_going.leave(club, table, "Dee", reason="has a headache", begun=True)
    swiss(club)
    return club


def test_who_only_left_a_table_enters_with_everybody(left: Club) -> None:
    assert entering.here_and_not_in(left, None) == ("Ann", "Ben", "Cal", "Dee", "Eve")


def test_who_has_gone_home_enters_by_name_only(left: Club) -> None:
    leavers.check_out(left, ["Dee"])
    assert entering.here_and_not_in(left, None) == ("Ann", "Ben", "Cal", "Eve")
    entering.enter(left, None, ["Dee"])
    assert entering.here_and_not_in(left, None) == ("Ann", "Ben", "Cal", "Eve")


def test_who_is_back_enters_with_everybody(left: Club) -> None:
    leavers.check_out(left, ["Dee"])
    checkin.check_in(left, ["Dee"])
    assert "Dee" in entering.here_and_not_in(left, None)


def test_where_nobody_else_is_here_it_is_said(left: Club) -> None:
    leavers.check_out(left, ["Dee"])
    entering.enter(left, None, ["Ann", "Ben", "Cal", "Eve"])
    with pytest.raises(ClubFault, match="Everyone checked in is already in"):
        entering.here_and_not_in(left, None)
