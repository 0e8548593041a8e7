"""Everybody who is checked in enters at a word, but for those who left their table and sit at none since."""

import pytest

from referee.club.calendar import checkin
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
    coming_and_going.leave(club, table, "Dee", reason="had to catch the train", begun=True)
    swiss(club)
    return club


def test_who_left_their_table_does_not_enter_with_everybody(left: Club) -> None:
    assert entering.here_and_not_in(left, None) == ("Ann", "Ben", "Cal", "Eve")


def test_who_left_may_still_enter_by_name(left: Club) -> None:
    entering.enter(left, None, ["Dee"])
    assert entering.here_and_not_in(left, None) == ("Ann", "Ben", "Cal", "Eve")


def test_who_came_back_to_a_table_enters_with_everybody(left: Club) -> None:
    starting.start(left, "big-two", ["Dee", "Eve", "Fay"])
    assert "Dee" in entering.here_and_not_in(left, None)


def test_where_only_those_are_left_it_is_said(left: Club) -> None:
    entering.enter(left, None, ["Ann", "Ben", "Cal", "Eve"])
    with pytest.raises(ClubFault, match="Dee has left their table"):
        entering.here_and_not_in(left, None)
