"""Starting the tables of a round as matches of the club, and once more one that broke off."""

import pytest

from referee.club.calendar import checkin, sessions
from referee.club.evening import departures, separations
from referee.club.folder import Club
from referee.club.match import ending, matches, seat_transfers, starting, voiding
from referee.club.text.faults import ClubFault, NeedsReason
from referee.competition.entrants import Sizes
from referee.tournaments.actions import answering, closing, entering, hand_changes, playing, rounds
from referee.tournaments.state.view import TournamentView
from tests.tournaments.actions.scene import EIGHT, at_tables, decide, drawn, named, started, swiss


def test_all_tables_start_or_those_that_are_said_each_with_its_drawn_seats(club: Club) -> None:
    view = drawn(club)
    one_started = playing.start_tables(club, None, [2])
    assert [table.status for table in one_started.rounds[0].tables] == ["drawn", "playing"]
    all_started = playing.start_tables(club, None)
    assert [table.match for table in all_started.rounds[0].tables] == [2, 1]
    for table in all_started.rounds[0].tables:
        assert table.match
        assert list(matches.show(club, table.match).names) == named(view, table.entries)


def test_who_has_a_seat_is_checked_in_by_it(club: Club) -> None:
    drawn(club)
    checkin.check_in(club, ["Ann", "Ben"])
    assert set(playing.missing_players(club, None)) == set(EIGHT[2:])
    started = playing.start_and_check_in(club, None)
    assert set(started.checked_in) == set(EIGHT[2:])
    assert playing.missing_players(club, None) == []
    assert {member.name for member in sessions.show(club, None).checked_in} == set(EIGHT)


def test_a_table_starts_once_and_only_one_that_there_is(club: Club) -> None:
    swiss(club, *EIGHT)
    with pytest.raises(ClubFault, match="No round has been drawn yet"):
        playing.start_tables(club, None)
    rounds.draw(club, None)
    with pytest.raises(ClubFault, match="Round 1 has no table 3"):
        playing.start_tables(club, None, [1, 3])
    assert {table.status for table in playing.start_tables(club, None, [1]).rounds[0].tables} == {"drawn", "playing"}
    with pytest.raises(ClubFault, match="Table 1 of Round 1 has started, as table 1"):
        playing.start_tables(club, None, [1])
    playing.start_tables(club, None)
    with pytest.raises(ClubFault, match="Every table of Round 1 has started"):
        playing.start_tables(club, None)


def test_all_start_or_none(club: Club) -> None:
    drawn(club)
    starting.start_table(club, "big-two", ["Ann", "Ben", "Cal"])
    with pytest.raises(ClubFault, match="sits at table 1, which is not finished"):
        playing.start_tables(club, None)
    assert starting.start_table(club, "big-two", ["Fay", "Gus", "Hal"]).number == 2


def test_a_void_table_is_played_once_more_with_a_reason(club: Club) -> None:
    drawn(club)
    with pytest.raises(ClubFault, match="Table 1 has not started"):
        playing.replay(club, None, 1, reason="the lights")
    first = playing.start_tables(club, None).rounds[0].tables[0]
    assert first.match
    with pytest.raises(NeedsReason):
        playing.replay(club, None, 1, reason="")
    with pytest.raises(ClubFault, match="Round 1 has no table 3"):
        playing.replay(club, None, 3, reason="the lights")
    with pytest.raises(ClubFault, match="Table 1 of Round 1 is not void"):
        playing.replay(club, None, 1, reason="the lights")
    voiding.void_match(club, first.match, reason="the lights")
    replayed_table = playing.replay(club, None, 1, reason="the lights").rounds[0].tables[0]
    assert (replayed_table.match, replayed_table.status, replayed_table.entries) == (3, "playing", first.entries)


def test_a_table_that_is_void_gives_nothing(club: Club) -> None:
    view = started(club)
    first_table, second_table = view.rounds[0].tables
    assert first_table.match
    voiding.void_match(club, first_table.match, reason="the lights")
    ending.record_result(club, second_table.match or 0, places=[[name] for name in named(view, second_table.entries)])
    ending.finish(club, second_table.match or 0)
    answering.leave_void(club, None, 1)
    next_view = rounds.draw(club, None)  # who sat at the void table has played nothing
    assert {standing.played for standing in next_view.standings if standing.entry in first_table.entries} == {0}
    assert {standing.played for standing in next_view.standings if standing.entry in second_table.entries} == {1}


def test_the_best_at_a_table_have_the_highest_match_score(club: Club) -> None:
    view = started(club, rounds=1)
    decide(club, view.rounds[0], view)
    ended_view = closing.end_tournament(club, None)
    assert ended_view.status == "over"
    # (N - rank) / (N - 1) of four: 1, 2/3, 1/3 and 0 at either table.
    assert [str(standing.points) for standing in ended_view.standings] == [
        "1",
        "1",
        "2/3",
        "2/3",
        "1/3",
        "1/3",
        "0",
        "0",
    ]


def one_of_each(view: TournamentView) -> tuple[str, str]:
    """Somebody of the first table, and somebody of the second."""
    first, second = (named(view, table.entries)[0] for table in view.rounds[-1].tables[:2])
    return first, second


def test_two_change_places_and_seats(club: Club) -> None:
    view = drawn(club)
    first_player, second_player = one_of_each(view)
    swapped = hand_changes.swap(club, None, first_player, second_player, reason="brothers")
    first, second = (named(view, table.entries) for table in view.rounds[0].tables)
    expected = [[second_player, *first[1:]], [first_player, *second[1:]]]
    assert [named(swapped, table.entries) for table in swapped.rounds[0].tables] == expected
    (change,) = swapped.rounds[0].changes
    assert (change.said, change.reason) == (f"{first_player} and {second_player} swapped seats.", "brothers")


def test_one_with_a_bye_changes_places_with_one_at_a_table(club: Club) -> None:
    view = drawn(club, *EIGHT[:5], sizes=Sizes(4, 4))
    (free,) = named(view, view.rounds[0].byes)
    sits = named(view, view.rounds[0].tables[0].entries)[0]
    swapped = hand_changes.swap(club, None, free, sits, reason="came late")
    assert named(swapped, swapped.rounds[0].byes) == [sits]
    assert free in at_tables(swapped)[0]


def test_one_moves_where_both_tables_can_still_be_played(club: Club) -> None:
    view = drawn(club, *EIGHT[:7], sizes=Sizes(3, 4))
    large, small = sorted((1, 2), key=lambda table_number: -len(at_tables(view)[table_number - 1]))
    goes, stays = at_tables(view)[large - 1].copy(), at_tables(view)[small - 1]
    name = sorted(goes)[0]
    changed_view = hand_changes.move(club, None, name, small, reason="a chair is broken")
    assert at_tables(changed_view)[small - 1] == stays | {name}
    assert at_tables(changed_view)[large - 1] == goes - {name}
    with pytest.raises(ClubFault, match=f"Table {large} would have 2 players"):
        hand_changes.move(club, None, sorted(goes)[1], small, reason="another chair")


def test_who_came_after_the_draw_is_let_in(club: Club) -> None:
    view = drawn(club, *EIGHT[:7], sizes=Sizes(3, 4))
    small = min((1, 2), key=lambda table_number: len(at_tables(view)[table_number - 1]))
    entering.enter(club, None, ["Hal"])
    with pytest.raises(ClubFault, match="Hal is not in Round 1"):
        hand_changes.swap(club, None, "Hal", "Ann", reason="late")
    assert "Hal" in at_tables(hand_changes.move(club, None, "Hal", small, reason="late"))[small - 1]


def test_what_cannot_be_is_refused_and_changes_nothing(club: Club) -> None:
    swiss(club, *EIGHT)
    with pytest.raises(ClubFault, match="No round has been drawn yet"):
        hand_changes.swap(club, None, "Ann", "Ben", reason="x")
    view = rounds.draw(club, None)
    first, second = one_of_each(view)
    table_number = 1 if first in at_tables(view)[0] else 2
    for says, change in (
        ("needs a reason", lambda: hand_changes.swap(club, None, first, second, reason=" ")),
        ("is named twice", lambda: hand_changes.swap(club, None, first, first, reason="x")),
        ("There is no table 3 in Round 1. Use 1 to 2", lambda: hand_changes.move(club, None, first, 3, reason="x")),
        ("There is no table 0", lambda: hand_changes.move(club, None, first, 0, reason="x")),
        ("sits at table 1 already", lambda: hand_changes.move(club, None, first, table_number, reason="x")),
        ("would have", lambda: hand_changes.move(club, None, first, 2, reason="x")),
    ):
        with pytest.raises((ClubFault, NeedsReason), match=says):
            change()
    started_view = playing.start_tables(club, None, [1])
    assert at_tables(started_view) == at_tables(view)
    assert started_view.rounds[0].changes == ()
    with pytest.raises(ClubFault, match="Table 1 of Round 1 has started"):
        hand_changes.swap(club, None, first, second, reason="x")


def test_who_is_kept_apart_is_not_brought_together_and_may_stay_where_they_sit(club: Club) -> None:
    view = drawn(club)
    (first, second) = (sorted(names) for names in at_tables(view))
    separations.separate(club, first[0], second[0], reason="a quarrel")
    separations.separate(club, first[1], first[2], reason="another, after the draw")
    with pytest.raises(ClubFault, match="are kept apart, or of one team"):
        hand_changes.swap(club, None, first[0], second[1], reason="x")
    hand_changes.swap(club, None, first[3], second[3], reason="x")


def test_mates_are_not_brought_together(club: Club) -> None:
    swiss(club, teams=True)
    for team, names in (("Reds", EIGHT[:2]), ("Blues", EIGHT[2:4]), ("Greens", EIGHT[4:6]), ("Whites", EIGHT[6:])):
        entering.enter(club, None, names, team=team)
    view = rounds.draw(club, None)
    mates = [set(EIGHT[start : start + 2]) for start in range(0, 8, 2)]
    first, second = at_tables(view)
    player = sorted(first)[0]
    (mate,) = next(pair for pair in mates if player in pair) - {player}
    with pytest.raises(ClubFault, match="kept apart, or of one team"):
        hand_changes.swap(club, None, player, sorted(second - {mate})[0], reason="x")
    assert player in at_tables(hand_changes.swap(club, None, player, mate, reason="x"))[1]


@pytest.fixture
def left(club: Club) -> Club:
    """Five are here; Dee has left the first table of the evening, which goes on without."""
    checkin.check_in(club, ["Ann", "Ben", "Cal", "Dee", "Eve"])
    table = starting.start_table(club, "big-two", ["Ann", "Ben", "Cal", "Dee"]).number
    seat_transfers.leave(club, table, "Dee", reason="has a headache", has_begun=True)
    swiss(club)
    return club


def test_who_only_left_a_table_enters_with_everybody(left: Club) -> None:
    assert entering.present_without_entry(left, None) == ("Ann", "Ben", "Cal", "Dee", "Eve")


def test_who_has_gone_home_enters_by_name_only(left: Club) -> None:
    departures.check_out(left, ["Dee"])
    assert entering.present_without_entry(left, None) == ("Ann", "Ben", "Cal", "Eve")
    entering.enter(left, None, ["Dee"])
    assert entering.present_without_entry(left, None) == ("Ann", "Ben", "Cal", "Eve")


def test_who_is_back_enters_with_everybody(left: Club) -> None:
    departures.check_out(left, ["Dee"])
    checkin.check_in(left, ["Dee"])
    assert "Dee" in entering.present_without_entry(left, None)


def test_where_nobody_else_is_here_it_is_said(left: Club) -> None:
    departures.check_out(left, ["Dee"])
    entering.enter(left, None, ["Ann", "Ben", "Cal", "Eve"])
    with pytest.raises(ClubFault, match="Everyone checked in is already in"):
        entering.present_without_entry(left, None)
