"""Two change places in a round that is drawn, or one moves: with a reason, where what comes of it can be played."""

import pytest

from referee.club.evening import apart
from referee.club.folder import Club
from referee.club.text.faults import ClubFault, NeedsReason
from referee.competition.field import Sizes
from referee.tournaments.deeds import entering, hand_changes, playing, rounds
from referee.tournaments.state.view import TournamentView
from tests.tournaments.deeds.scene import EIGHT, at_tables, drawn, named, swiss


def one_of_each(view: TournamentView) -> tuple[str, str]:
    """Somebody of the first table, and somebody of the second."""
    one, other = (named(view, table.entries)[0] for table in view.rounds[-1].tables[:2])
    return one, other


def test_two_change_places_and_seats(club: Club) -> None:
    view = drawn(club)
    one, other = one_of_each(view)
    swapped = hand_changes.swap(club, None, one, other, reason="brothers")
    first, second = (named(view, table.entries) for table in view.rounds[0].tables)
    expected = [[other, *first[1:]], [one, *second[1:]]]
    assert [named(swapped, table.entries) for table in swapped.rounds[0].tables] == expected
    (change,) = swapped.rounds[0].changes
    assert (change.said, change.reason) == (f"{one} and {other} changed places.", "brothers")


def test_one_with_a_bye_changes_places_with_one_at_a_table(club: Club) -> None:
    view = drawn(club, *EIGHT[:5], sizes=Sizes(4, 4))
    (free,) = named(view, view.rounds[0].byes)
    sits = named(view, view.rounds[0].tables[0].entries)[0]
    swapped = hand_changes.swap(club, None, free, sits, reason="came late")
    assert named(swapped, swapped.rounds[0].byes) == [sits]
    assert free in at_tables(swapped)[0]


def test_one_moves_where_both_tables_can_still_be_played(club: Club) -> None:
    view = drawn(club, *EIGHT[:7], sizes=Sizes(3, 4))
    large, small = sorted((1, 2), key=lambda at: -len(at_tables(view)[at - 1]))
    goes, stays = at_tables(view)[large - 1].copy(), at_tables(view)[small - 1]
    who = sorted(goes)[0]
    moved = hand_changes.move(club, None, who, small, reason="a chair is broken")
    assert at_tables(moved)[small - 1] == stays | {who}
    assert at_tables(moved)[large - 1] == goes - {who}
    with pytest.raises(ClubFault, match=f"Table {large} would have 2 players"):
        hand_changes.move(club, None, sorted(goes)[1], small, reason="another chair")


def test_who_came_after_the_draw_is_let_in(club: Club) -> None:
    view = drawn(club, *EIGHT[:7], sizes=Sizes(3, 4))
    small = min((1, 2), key=lambda at: len(at_tables(view)[at - 1]))
    entering.enter(club, None, ["Hal"])
    with pytest.raises(ClubFault, match="Hal is not in Round 1"):
        hand_changes.swap(club, None, "Hal", "Ann", reason="late")
    assert "Hal" in at_tables(hand_changes.move(club, None, "Hal", small, reason="late"))[small - 1]


def test_what_cannot_be_is_refused_and_changes_nothing(club: Club) -> None:
    swiss(club, *EIGHT)
    with pytest.raises(ClubFault, match="No round has been drawn yet"):
        hand_changes.swap(club, None, "Ann", "Ben", reason="x")
    view = rounds.draw(club, None)
    one, other = one_of_each(view)
    at = 1 if one in at_tables(view)[0] else 2
    for says, change in (
        ("needs a reason", lambda: hand_changes.swap(club, None, one, other, reason=" ")),
        ("is named twice", lambda: hand_changes.swap(club, None, one, one, reason="x")),
        ("There is no table 3 in Round 1. Use 1 to 2", lambda: hand_changes.move(club, None, one, 3, reason="x")),
        ("There is no table 0", lambda: hand_changes.move(club, None, one, 0, reason="x")),
        ("sits at table 1 already", lambda: hand_changes.move(club, None, one, at, reason="x")),
        ("would have", lambda: hand_changes.move(club, None, one, 2, reason="x")),
    ):
        with pytest.raises((ClubFault, NeedsReason), match=says):
            change()
    kept = playing.seat(club, None, [1])
    assert at_tables(kept) == at_tables(view)
    assert kept.rounds[0].changes == ()
    with pytest.raises(ClubFault, match="Table 1 of Round 1 has started"):
        hand_changes.swap(club, None, one, other, reason="x")


def test_who_is_kept_apart_is_not_brought_together_and_may_stay_where_they_sit(club: Club) -> None:
    view = drawn(club)
    (first, second) = (sorted(each) for each in at_tables(view))
    apart.keep(club, first[0], second[0], reason="a quarrel")
    apart.keep(club, first[1], first[2], reason="another, after the draw")
    with pytest.raises(ClubFault, match="are kept apart, or of one team"):
        hand_changes.swap(club, None, first[0], second[1], reason="x")
    hand_changes.swap(club, None, first[3], second[3], reason="x")


def test_mates_are_not_brought_together(club: Club) -> None:
    swiss(club, teams=True)
    for team, names in (("Reds", EIGHT[:2]), ("Blues", EIGHT[2:4]), ("Greens", EIGHT[4:6]), ("Whites", EIGHT[6:])):
        entering.enter(club, None, names, team=team)
    view = rounds.draw(club, None)
    mates = [set(EIGHT[at : at + 2]) for at in range(0, 8, 2)]
    first, second = at_tables(view)
    one = sorted(first)[0]
    (mate,) = next(pair for pair in mates if one in pair) - {one}
    with pytest.raises(ClubFault, match="kept apart, or of one team"):
        hand_changes.swap(club, None, one, sorted(second - {mate})[0], reason="x")
    assert one in at_tables(hand_changes.swap(club, None, one, mate, reason="x"))[1]
