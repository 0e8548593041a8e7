"""Starting the tables of a round as matches of the club, and once more one that broke off."""

import pytest

from referee.club.calendar import checkin, sessions
from referee.club.folder import Club
from referee.club.match import ending, matches, starting, voiding
from referee.club.text.faults import ClubFault, NeedsReason
from referee.tournaments.deeds import answering, closing, playing, rounds
from tests.tournaments.deeds.scene import EIGHT, decide, drawn, named, started, swiss


def test_all_tables_start_or_those_that_are_said_each_with_its_drawn_seats(club: Club) -> None:
    view = drawn(club)
    one = playing.seat(club, None, [2])
    assert [table.status for table in one.rounds[0].tables] == ["drawn", "playing"]
    both = playing.seat(club, None)
    assert [table.match for table in both.rounds[0].tables] == [2, 1]
    for table in both.rounds[0].tables:
        assert table.match
        assert list(matches.show(club, table.match).names) == named(view, table.entries)


def test_who_has_a_seat_is_checked_in_by_it(club: Club) -> None:
    drawn(club)
    checkin.check_in(club, ["Ann", "Ben"])
    assert set(playing.not_here(club, None)) == set(EIGHT[2:])
    found = playing.seated(club, None)
    assert set(found.checked_in) == set(EIGHT[2:])
    assert playing.not_here(club, None) == []
    assert {each.name for each in sessions.show(club, None).came} == set(EIGHT)


def test_a_table_starts_once_and_only_one_that_there_is(club: Club) -> None:
    swiss(club, *EIGHT)
    with pytest.raises(ClubFault, match="No round has been drawn yet"):
        playing.seat(club, None)
    rounds.draw(club, None)
    with pytest.raises(ClubFault, match="Round 1 has no table 3"):
        playing.seat(club, None, [1, 3])
    assert {table.status for table in playing.seat(club, None, [1]).rounds[0].tables} == {"drawn", "playing"}
    with pytest.raises(ClubFault, match="Table 1 of Round 1 has started, as table 1"):
        playing.seat(club, None, [1])
    playing.seat(club, None)
    with pytest.raises(ClubFault, match="Every table of Round 1 has started"):
        playing.seat(club, None)


def test_all_start_or_none(club: Club) -> None:
    drawn(club)
    starting.start(club, "big-two", ["Ann", "Ben", "Cal"])
    with pytest.raises(ClubFault, match="sits at table 1, which is not finished"):
        playing.seat(club, None)
    assert starting.start(club, "big-two", ["Fay", "Gus", "Hal"]).number == 2


def test_a_void_table_is_played_once_more_with_a_reason(club: Club) -> None:
    drawn(club)
    with pytest.raises(ClubFault, match="Table 1 has not started"):
        playing.replay(club, None, 1, reason="the lights")
    first = playing.seat(club, None).rounds[0].tables[0]
    assert first.match
    with pytest.raises(NeedsReason):
        playing.replay(club, None, 1, reason="")
    with pytest.raises(ClubFault, match="Round 1 has no table 3"):
        playing.replay(club, None, 3, reason="the lights")
    with pytest.raises(ClubFault, match="Table 1 of Round 1 is not void"):
        playing.replay(club, None, 1, reason="the lights")
    voiding.void(club, first.match, reason="the lights")
    again = playing.replay(club, None, 1, reason="the lights").rounds[0].tables[0]
    assert (again.match, again.status, again.entries) == (3, "playing", first.entries)


def test_a_table_that_is_void_gives_nothing(club: Club) -> None:
    view = started(club)
    one, other = view.rounds[0].tables
    assert one.match
    voiding.void(club, one.match, reason="the lights")
    ending.result(club, other.match or 0, places=[[name] for name in named(view, other.entries)])
    ending.finish(club, other.match or 0)
    answering.leave_void(club, None, 1)
    found = rounds.draw(club, None)  # who sat at the void table has played nothing
    assert {each.played for each in found.standings if each.entry in one.entries} == {0}
    assert {each.played for each in found.standings if each.entry in other.entries} == {1}


def test_the_best_at_a_table_have_the_highest_match_score(club: Club) -> None:
    view = started(club, rounds=1)
    decide(club, view.rounds[0], view)
    over = closing.end(club, None)
    assert over.status == "over"
    # (N - rank) / (N - 1) of four: 1, 2/3, 1/3 and 0 at either table.
    assert [str(each.points) for each in over.standings] == ["1", "1", "2/3", "2/3", "1/3", "1/3", "0", "0"]
