"""Penalties, the end with its final order, and taking back what was done last."""

from fractions import Fraction

import pytest

from referee.club.calendar import checkin
from referee.club.corrections import corrections
from referee.club.folder import Club
from referee.club.match import voiding
from referee.club.people import officers
from referee.club.text.faults import ClubFault, NeedsReason
from referee.competition.entrants import Sizes
from referee.tournaments import overview
from referee.tournaments.actions import closing, entering, hand_changes, playing, rounds
from tests.tournaments.actions.scene import EIGHT, at_tables, decide, drawn, named, started, swiss


def played(club: Club, **others: object) -> None:
    """A tournament of one round that has been played."""
    view = started(club, **{"rounds": 1, **others})
    decide(club, view.rounds[0], view)


def test_a_penalty_takes_points_from_whoever_it_is_given_to(club: Club) -> None:
    played(club)
    _, entry = closing.give_penalty(club, None, "Ann", Fraction(1, 2), reason="late")
    line = next(standing for standing in closing.end_tournament(club, None).standings if standing.entry == entry)
    assert (entry, line.points, line.penalty) == (1, Fraction(1, 2), Fraction(1, 2))


@pytest.mark.parametrize("points", [Fraction(0), Fraction(-1)])
def test_a_penalty_takes_something_and_has_a_reason(club: Club, points: Fraction) -> None:
    swiss(club, *EIGHT)
    with pytest.raises(ClubFault, match="Use a number above 0"):
        closing.give_penalty(club, None, "Ann", points, reason="late")
    with pytest.raises(NeedsReason):
        closing.give_penalty(club, None, "Ann", Fraction(1), reason="")


def test_the_end_freezes_the_order_and_what_could_still_be_done(club: Club) -> None:
    played(club)
    ended_view = closing.end_tournament(club, None)
    assert ended_view.status == "over"
    assert set(named(ended_view, [standing.entry for standing in ended_view.standings if standing.place == 1])) <= set(
        EIGHT
    )
    for action in (
        lambda: closing.end_tournament(club, "1"),
        lambda: rounds.draw(club, "1"),
        lambda: entering.enter(club, "1", ["Ann"]),
        lambda: entering.withdraw(club, "1", "Ann", reason="ill"),
        lambda: entering.mark_absent(club, "1", "Ann"),
        lambda: playing.start_tables(club, "1"),
        lambda: playing.replay(club, "1", 1, reason="x"),
        lambda: hand_changes.swap(club, "1", "Ann", "Ben", reason="x"),
        lambda: rounds.redraw(club, "1", reason="x"),
        lambda: closing.give_penalty(club, "1", "Ann", Fraction(1), reason="x"),
    ):
        with pytest.raises(ClubFault, match="Its final order stands"):
            action()


def test_it_ends_when_everything_is_decided_and_before_its_last_round_only_when_that_is_said(club: Club) -> None:
    swiss(club, *EIGHT)
    with pytest.raises(ClubFault, match="Nothing has been played in Autumn Cup"):
        closing.end_tournament(club, None, early=True)
    rounds.draw(club, None)
    view = playing.start_tables(club, None)
    with pytest.raises(ClubFault, match="Round 1 is not finished: table 1 and table 2"):
        closing.end_tournament(club, None, early=True)
    decide(club, view.rounds[0], view)
    remaining = closing.describe_unplayed_rounds(club, None)
    with pytest.raises(ClubFault, match=f"Autumn Cup still has {remaining} to play"):
        closing.end_tournament(club, None)
    assert closing.end_tournament(club, None, early=True).status == "over"


CORRECTED = "A result was corrected after the end. The final order stands."


def test_a_correction_after_the_end_is_noted_though_the_order_is_the_same(club: Club) -> None:
    played(club)
    ended_view = closing.end_tournament(club, None)
    assert CORRECTED not in ended_view.rounds[-1].notes
    table = ended_view.rounds[-1].tables[0]
    names = [ended_view.name_of(entry) for entry in sorted(table.entries)]
    corrections.result(
        club.with_actor("Fay"),
        table.match or 0,
        places=[[names[0]], [names[1]], names[2:]],
        reason="third place was shared",
    )
    assert CORRECTED in overview.read_view(club, "1").rounds[-1].notes


def test_all_that_was_settled_is_played_where_nothing_is_left(club: Club) -> None:
    played(club)
    assert closing.describe_unplayed_rounds(club, None) == ""


# -- Taking back --------------------------------------------------------------------------------------------


def test_what_was_done_last_is_taken_back_step_by_step_to_the_announcement(club: Club) -> None:
    swiss(club, *EIGHT)
    before = rounds.draw(club, None)
    first, second = sorted(at_tables(before)[0])[0], sorted(at_tables(before)[1])[0]
    hand_changes.swap(club, None, first, second, reason="brothers")
    closing.give_penalty(club, None, "Cal", Fraction(1), reason="late")
    descriptions = []
    for _ in range(4):
        descriptions.append(closing.describe_last_step(club, None))
        closing.undo(club, None)
    assert descriptions == [
        "Cal got a penalty of 1",
        f"{first} and {second} swapped seats",
        "Round 1 was drawn",
        "Ann, Ben, Cal, Dee, Eve, Fay, Gus and Hal entered",
    ]
    with pytest.raises(ClubFault, match="Autumn Cup has nothing to undo"):
        closing.undo(club, None)


def test_what_came_of_something_is_taken_back_with_it(club: Club) -> None:
    before = drawn(club, sizes=Sizes(3, 4))
    entering.withdraw(club, None, "Ann", reason="ill")
    after, description = closing.undo(club, None)
    assert description == "Ann withdrew"
    assert (after.entries[1].status, at_tables(after)) == ("in", at_tables(before))


def test_an_end_is_taken_back_and_play_goes_on(club: Club) -> None:
    played(club, rounds=2)
    closing.end_tournament(club, None, early=True)
    assert closing.undo(club, "1")[1] == "it ended"
    assert rounds.draw(club, None).status == "under way"


def test_only_what_somebody_saw_as_done_last_is_taken_back(club: Club) -> None:
    swiss(club, "Ann")
    description = closing.describe_last_step(club, None)
    entering.enter(club, None, ["Ben"])
    with pytest.raises(ClubFault, match="The last entry in Autumn Cup is another one: Ben entered"):
        closing.undo(club, None, only=description)
    assert closing.undo(club, None, only="Ben entered")[1] == "Ben entered"


def test_tables_that_count_are_not_taken_back_and_void_ones_are(club: Club) -> None:
    view = started(club)
    with pytest.raises(ClubFault, match="table 1 and table 2 were started, and play there counts"):
        closing.undo(club, None)
    for table in view.rounds[0].tables:
        voiding.void_match(club, table.match or 0, reason="the lights")
    assert {table.status for table in closing.undo(club, None)[0].rounds[0].tables} == {"drawn"}


def test_where_there_are_officers_only_they_may(club: Club) -> None:
    played(club)
    officers.elect(club, "Gus", "chair")  # and Fay is at the desk
    for action in (
        lambda: closing.end_tournament(club, None),
        lambda: closing.undo(club, None),
        lambda: closing.give_penalty(club, None, "Ann", Fraction(1), reason="late"),
        lambda: rounds.redraw(club, None, reason="x"),
        lambda: playing.replay(club, None, 1, reason="x"),
        lambda: hand_changes.swap(club, None, "Ann", "Ben", reason="x"),
    ):
        with pytest.raises(ClubFault, match="Only an officer may"):
            action()


# -- Names as they are typed --------------------------------------------------------------------------------


def test_names_are_typed_short_and_those_who_are_here_can_be_entered_at_once(club: Club) -> None:
    swiss(club, "Ann")
    checkin.check_in(club, ["Ann", "Ben", "Cal"])
    assert entering.present_without_entry(club, None) == ("Ben", "Cal")
    assert entering.full_name(club, None, "an") == "Ann"
