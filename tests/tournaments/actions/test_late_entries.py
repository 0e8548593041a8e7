"""Late entries: paired with whoever has the bye, in since the round they play, and leavers stay listed."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.competition.entrants import Sizes
from referee.tournaments.actions import entering, hand_changes, playing, rounds
from referee.tournaments.state.next_step import LatePairing, find_late_pairing
from referee.tournaments.state.view import TournamentView
from referee.tournaments.wording import describe_entry, describe_late_pairing
from tests.tournaments.actions.scene import EIGHT, at_tables, decide, drawn, started, swiss

PAIRS = Sizes(2, 2)


@pytest.mark.parametrize("begin", [drawn, started])
def test_a_late_entry_can_play_whoever_has_the_bye(club: Club, begin: Callable[..., TournamentView]) -> None:
    view = begin(club, *EIGHT[:7], game="conquian", sizes=PAIRS)
    [bye] = view.rounds[0].byes
    assert find_late_pairing(view) is None
    view, (late,) = entering.enter(club, None, ["Hal"])
    pairing = find_late_pairing(view)
    assert pairing == LatePairing(late, (bye,), 4)
    text = f"{view.name_of(bye)} has the bye in Round 1 and can play Hal at a new table."
    assert describe_late_pairing(view, pairing) == text
    view = hand_changes.move(club, None, "Hal", pairing.table, reason="entered late")
    assert find_late_pairing(view) is None
    assert at_tables(view)[3] == {"Hal", view.name_of(bye)}
    assert (view.rounds[0].byes, view.entries[late].since) == ((), 1)
    assert describe_entry(view.entries[late]) == ""
    view = playing.start_tables(club, None)
    decide(club, view.rounds[0], view)
    view = rounds.draw(club, None)
    assert len(view.rounds[1].tables) == 4
    line = next(line for line in view.standings if line.entry == late)
    assert line.by_round[0] == Fraction(0)


def test_a_late_entry_who_was_moved_to_a_table_is_in_since_that_round(club: Club) -> None:
    drawn(club, *EIGHT[:7], sizes=Sizes(3, 4))
    view, (late,) = entering.enter(club, None, ["Hal"])
    assert view.entries[late].since == 2
    small = next(table.number for table in view.rounds[0].tables if len(table.entries) == 3)
    view = hand_changes.move(club, None, "Hal", small, reason="came late")
    assert view.entries[late].since == 1


def test_nobody_without_a_bye_to_fill_opens_a_new_table(club: Club) -> None:
    drawn(club, *EIGHT[:6], game="conquian", sizes=PAIRS)
    view, _ = entering.enter(club, None, ["Hal"])
    assert find_late_pairing(view) is None
    with pytest.raises(ClubFault, match=r"There is no table 4 in Round 1\. Use 1 to 3\."):
        hand_changes.move(club, None, "Hal", 4, reason="came late")


def test_a_new_table_of_one_who_left_again_offers_what_there_is_to_do(club: Club) -> None:
    drawn(club, *EIGHT[:7], game="conquian", sizes=PAIRS)
    entering.enter(club, None, ["Hal"])
    hand_changes.move(club, None, "Hal", 4, reason="came late")
    entering.withdraw(club, None, "Hal", reason="went home")
    with pytest.raises(ClubFault, match=r"Table 4 of Round 1 \(\w+\) cannot start"):
        playing.start_tables(club, None)


def test_who_withdrew_with_a_bye_alone_stays_listed_and_marked(club: Club) -> None:
    view = started(club, *EIGHT[:7], game="conquian", sizes=PAIRS)
    [bye] = view.rounds[0].byes
    decide(club, view.rounds[0], view)
    view, _ = entering.withdraw(club, None, view.name_of(bye), reason="went home")
    line = next(line for line in view.standings if line.entry == bye)
    assert line.points == Fraction(1)
    assert describe_entry(view.entries[bye]) == "withdrew after round 1"


def test_who_withdrew_before_the_first_round_is_not_listed(club: Club) -> None:
    swiss(club, *EIGHT)
    entering.withdraw(club, None, "Hal", reason="went home")
    view = rounds.draw(club, None)
    assert "Hal" not in [view.name_of(line.entry) for line in view.standings]
