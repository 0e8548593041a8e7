"""Starting a table: who is seated, and what is frozen then."""

import pytest

from referee.cli.shared.hints import printed
from referee.club.calendar import house_rules, sessions
from referee.club.folder import Club
from referee.club.match import matches, recording, starting
from referee.club.people import roster
from referee.club.text.faults import AmbiguousName, ClubFault, Misread
from tests.club.conftest import NAMES


def test_players_are_seated_in_the_order_in_which_they_are_named_and_noted_as_come(club: Club) -> None:
    table = starting.start(club, "Big Two", ["dee", "an", "BEN"])
    assert table.names == ("Dee", "Ann", "Ben")
    assert [member.name for member in sessions.show(club).came] == ["Ann", "Ben", "Dee"]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["Ann", "Ben"], "3 to 4 players, not 2"),
        (list(NAMES), "3 to 4 players, not 5"),
        (["Ann", "Ben", "Ann"], "Ann is named twice"),
        (["Ann", "Ben", "Bn"], "No member is called 'Bn'. Did you mean Ben"),
    ],
)
def test_a_table_that_cannot_be_is_refused(club: Club, names: list[str], message: str) -> None:
    with pytest.raises(ClubFault, match=message):
        starting.start(club, "big-two", names)
    assert matches.matches(club) == []
    assert sessions.show(club).came == ()


def test_a_name_with_which_a_line_of_the_game_may_begin_is_not_seated_there(club: Club) -> None:
    roster.add(club, "Out Ann")
    with pytest.raises(ClubFault, match="'Out Ann' cannot be a name: a line of a record may begin with 'out'"):
        starting.start(club, "big-two", ["Out Ann", "Ben", "Cal"])
    assert starting.start(club, "play-or-pay", ["Out Ann", "Ben", "Cal"]).names == ("Out Ann", "Ben", "Cal")


def test_a_game_or_an_option_that_is_not_there_is_refused(club: Club) -> None:
    with pytest.raises(ClubFault, match=r"no game 'bigtwo'. Did you mean big-two"):
        starting.start(club, "bigtwo", NAMES[:4])
    with pytest.raises(ClubFault, match="Did you mean royal"):
        starting.start(club, "big-two", NAMES[:4], options=["royl=none"])


def test_options_are_frozen_when_a_match_starts(club: Club) -> None:
    house_rules.change(club, None, "big-two", ["two_pair_play=false", "royal=none"])
    table = starting.start(club, "big-two", NAMES[:4], options=["royal=10_to_A"])
    assert (table.options.two_pair_play, table.options.royal) == (False, "10_to_A")
    house_rules.change(club, None, "big-two", ["two_pair_play=true"])
    assert matches.show(club, table.number).options == table.options
    assert starting.start(club, "big-two", NAMES[:4]).options.two_pair_play is True


def test_a_table_needs_a_session_that_was_opened(club: Club) -> None:
    sessions.close_session(club)
    with pytest.raises(ClubFault, match="No session is open"):
        starting.start(club, "big-two", NAMES[:4])
    with pytest.raises(ClubFault, match="2026-11-16 is closed, but a table needs an open one") as fault:
        starting.start(club, "big-two", NAMES[:4], session="2026-11-16")
    assert printed(*fault.value.hints) == 'Open it: referee open 2026-11-16 --reason "..."'
    # From paper, afterwards.
    sessions.open_session(club, "2026-11-16", reason="a sheet came in")
    assert starting.start(club, "big-two", NAMES[:4], session="2026-11-16").number == 1


def test_a_name_that_fits_two_players_is_asked_back(club: Club) -> None:

    roster.add(club, "Anton")
    table = starting.start(club, "big-two", ["Ann", "Anton", "Ben"]).number
    with pytest.raises(Misread, match="'an' could be Ann or Anton"):
        recording.log(club, table, "an passes")
    with pytest.raises(AmbiguousName, match=r"'An' could be Ann or Anton\. Type more of the name") as asked:
        starting.start(club, "big-two", ["An", "Ben", "Cal"])
    assert asked.value.choices == ("Ann", "Anton")
