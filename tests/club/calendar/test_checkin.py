"""Check-in: who is noted as come, and taken off again; and who has gone home."""

from dataclasses import replace
from datetime import date, time, timedelta

import pytest

from referee.club.calendar import checkin, schedule, sessions
from referee.club.evening import departures, draws
from referee.club.evening.overview import read_tonight
from referee.club.folder import Club
from referee.club.match import ending, starting
from referee.club.people import merging, roster
from referee.club.standings.attendance import attendance
from referee.club.text.faults import ClubFault, UnknownName
from referee.club.undoing.last import last_undoable
from referee.tournaments.undoing import last_undoable_step
from tests.club.conftest import NAMES


def test_members_are_noted_as_come_once(club: Club) -> None:
    assert [member.name for member in checkin.check_in(club, ["ann", "be"])] == ["Ann", "Ben"]
    assert [member.name for member in checkin.check_in(club, ["Ben", "Cal", "Cal"])] == ["Cal"]
    assert [member.name for member in sessions.show(club).checked_in] == ["Ann", "Ben", "Cal"]


def test_one_name_that_cannot_be_told_notes_nobody(club: Club) -> None:
    with pytest.raises(UnknownName, match="No member is called 'Gus'"):
        checkin.check_in(club, ["Ann", "Gus"])
    assert sessions.show(club).checked_in == ()


def test_guests_are_added_as_they_come(club: Club) -> None:
    came = checkin.check_in(club, ["Gus", "Ann"], guests=True)
    assert [(member.name, member.guest) for member in came] == [("Gus", True), ("Ann", False)]
    assert checkin.check_in(club, ["gus"], guests=True) == []


def test_members_noted_by_mistake_are_taken_off_again_all_or_none(club: Club) -> None:
    checkin.check_in(club, ["Ann", "Ben", "Cal"])
    assert [member.name for member in checkin.undo(club, ["be", "Cal"])] == ["Ben", "Cal"]
    assert [member.name for member in sessions.show(club).checked_in] == ["Ann"]
    assert roster.show(club, "Ben").sessions == 0
    for names in (["Ann", "Ben"], ["Ann", "ann"]):
        with pytest.raises(ClubFault, match="is not checked in on 2026-11-16"):
            checkin.undo(club, names)
    assert [member.name for member in sessions.show(club).checked_in] == ["Ann"]
    assert [member.name for member in checkin.check_in(club, ["Ben"])] == ["Ben"]


def test_who_was_noted_by_mistake_is_taken_off_though_they_have_retired_since(club: Club) -> None:
    checkin.check_in(club, ["Ann", "Ben"])
    roster.retire(club, "Ann")
    assert [member.name for member in checkin.undo(club, ["Ann"])] == ["Ann"]
    assert [member.name for member in sessions.show(club).checked_in] == ["Ben"]


def test_who_was_seated_was_there(club: Club) -> None:
    number = starting.start_table(club, "commune", ["Ann", "Ben"]).number
    with pytest.raises(ClubFault, match=f"Ben has a seat at table {number} on"):
        checkin.undo(club, ["Ben"])
    ending.record_result(club, number, places=[["Ann"], ["Ben"]])
    ending.finish(club, number)
    table_number = starting.start_table(club, "commune", ["Ben", "Cal"]).number
    with pytest.raises(ClubFault, match=f"Ben has a seat at tables {number} and {table_number}"):
        checkin.undo(club, ["Ben"])
    # A table of another night says nothing of this one.
    schedule.add(club, date(2026, 11, 23), time(15, 45))
    sessions.open_session(club, "2026-11-23")
    checkin.check_in(club, ["Ben"], "2026-11-23")
    checkin.undo(club, ["Ben"], "2026-11-23")
    assert sessions.show(club, "2026-11-23").checked_in == ()


FIVE = ["Ann", "Ben", "Cal", "Dee", "Eve"]


@pytest.fixture
def five(club: Club) -> Club:
    for name in FIVE:
        if name not in NAMES:
            roster.add(club, name)
    checkin.check_in(club, FIVE)
    return club


def names(members: object) -> list[str]:
    return [member.name for member in members]  # type: ignore[attr-defined]


def test_who_has_gone_home_came_and_is_drawn_no_more(five: Club) -> None:
    departures.check_out(five, ["Eve"])
    session = sessions.show(five)
    assert (names(session.checked_in), names(session.present)) == (FIVE, FIVE[:4])
    assert names(read_tonight(five).gone) == ["Eve"]
    assert sorted(draws.draw(five, ["big-two"]).tables[0].names) == FIVE[:4]
    assert {row.name: row.came for row in attendance(five).rows}["Eve"] == 1


def test_checked_in_again_or_seated_they_are_here_again(five: Club) -> None:
    departures.check_out(five, ["Dee", "Eve"])
    assert names(checkin.check_in(five, ["Ann", "Eve"])) == ["Eve"]
    starting.start_table(five, "big-two", ["Ann", "Ben", "Dee"])
    assert names(sessions.show(five).present) == FIVE


def test_nobody_goes_home_from_a_table_or_twice_or_without_having_come(five: Club) -> None:
    roster.add(five, "Zoe")
    starting.start_table(five, "big-two", ["Ann", "Ben", "Cal"])
    departures.check_out(five, ["Eve"])
    for name, why in (("Ann", "Ann sits at table 1"), ("Eve", "already gone home"), ("Zoe", "not checked in")):
        with pytest.raises(ClubFault, match=why):
            departures.check_out(five, ["Dee", name])
    assert names(sessions.show(five).present) == FIVE[:4]


def test_going_home_is_undone(five: Club) -> None:
    later = replace(five, clock=lambda: five.clock() + timedelta(minutes=1))
    departures.check_out(later, ["Eve"])
    undo = last_undoable(later, last_undoable_step, at_tables=False)
    assert undo.what == "checking out Eve"
    assert undo.reverse
    undo.reverse("")
    assert names(sessions.show(five).present) == FIVE


def test_whoever_was_merged_into_another_goes_with_them(five: Club) -> None:
    roster.add(five, "Evie")
    checkin.check_in(five, ["Evie"])
    departures.check_out(five, ["Evie"])
    merging.merge(five, "Evie", "Eve")
    assert names(sessions.show(five).present) == FIVE[:4]
