"""Who has gone home: they count as having come, and are drawn and seated no more."""

import pytest

from referee.club.calendar import checkin, sessions
from referee.club.evening import draws, leavers
from referee.club.evening.overview import tonight
from referee.club.folder import Club
from referee.club.match import starting
from referee.club.people import merging, roster
from referee.club.standings.attendance import attendance
from referee.club.text.faults import ClubFault
from referee.club.undoing.last import last
from tests.club.conftest import NAMES

FIVE = ["Ann", "Ben", "Cal", "Dee", "Eve"]


@pytest.fixture
def five(club: Club) -> Club:
    for name in FIVE:
        if name not in NAMES:
            roster.add(club, name)
    checkin.check_in(club, FIVE)
    return club


def names(members: object) -> list[str]:
    return [each.name for each in members]  # type: ignore[attr-defined]


def test_who_has_gone_home_came_and_is_drawn_no_more(five: Club) -> None:
    leavers.check_out(five, ["Eve"])
    shown = sessions.show(five)
    assert (names(shown.came), names(shown.here)) == (FIVE, FIVE[:4])
    assert names(tonight(five).gone) == ["Eve"]
    assert sorted(draws.draw(five, ["big-two"]).tables[0].names) == FIVE[:4]
    assert {row.name: row.came for row in attendance(five).rows}["Eve"] == 1


def test_checked_in_again_or_seated_they_are_here_again(five: Club) -> None:
    leavers.check_out(five, ["Dee", "Eve"])
    assert names(checkin.check_in(five, ["Ann", "Eve"])) == ["Eve"]
    starting.start(five, "big-two", ["Ann", "Ben", "Dee"])
    assert names(sessions.show(five).here) == FIVE


def test_nobody_goes_home_from_a_table_or_twice_or_without_having_come(five: Club) -> None:
    roster.add(five, "Zoe")
    starting.start(five, "big-two", ["Ann", "Ben", "Cal"])
    leavers.check_out(five, ["Eve"])
    for name, why in (("Ann", "Ann sits at table 1"), ("Eve", "already gone home"), ("Zoe", "not checked in")):
        with pytest.raises(ClubFault, match=why):
            leavers.check_out(five, ["Dee", name])
    assert names(sessions.show(five).here) == FIVE[:4]


def test_it_is_undone_and_that_is_too(five: Club) -> None:
    leavers.check_out(five, ["Eve"])
    undo = last(five)
    assert undo.what == "checking out Eve"
    assert undo.back
    assert undo.back("") == "Eve is here again."
    assert names(sessions.show(five).here) == FIVE


def test_whoever_was_merged_into_another_goes_with_them(five: Club) -> None:
    roster.add(five, "Evie")
    checkin.check_in(five, ["Evie"])
    leavers.check_out(five, ["Evie"])
    merging.merge(five, "Evie", "Eve")
    assert names(sessions.show(five).here) == FIVE[:4]
