"""The last action is undone and redone; an action that a later entry depends on is not."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, time, timedelta
from itertools import count

import pytest

from referee.club.calendar import checkin, schedule, seasons, sessions
from referee.club.disputes import penalties
from referee.club.evening import draw_changes, draws, separations
from referee.club.folder import Club
from referee.club.match import matches, recording, starting
from referee.club.people import officers, public_names, roster
from referee.club.people.public_name import USUAL, ShownAs
from referee.club.standings import season_end
from referee.club.text.faults import ClubFault
from referee.club.undoing.last import last_redoable, last_undoable
from referee.store.hints import Do
from referee.store.projections.handlers import PROJECTIONS
from referee.tournaments.undoing import last_undoable_step
from tests.club.conftest import MONDAY, NAMES
from tests.club.folding import not_from_the_log

WHY = "it was a mistake"


@pytest.fixture
def club(club: Club) -> Club:
    """A club whose clock goes on: what was done at once was done at one moment."""
    moments = count(60)
    return replace(club, clock=lambda: club.clock() + timedelta(seconds=next(moments)))


def undone(club: Club) -> str:
    """Undo the last action, and return it in words."""
    action = last_undoable(club, last_undoable_step, at_tables=False)
    assert action.reverse is not None, action
    action.reverse(WHY)
    return action.what


def redone(club: Club) -> str:
    """Redo the last undone action, and return it in words."""
    action = last_redoable(club)
    assert action.reverse is not None, action
    action.reverse("")
    return action.what


def audit(club: Club) -> object:
    """All rows of the club's tables."""
    with club.reading() as tx:
        return [tx.rows(f'SELECT * FROM "{table}" ORDER BY 1, 2') for table in PROJECTIONS]


def here(club: Club) -> list[str]:
    return [member.name for member in sessions.show(club).checked_in]


def test_check_ins_are_undone_one_by_one_the_last_first(club: Club) -> None:
    before = here(club)
    checkin.check_in(club, ["Dee", "Eve"])
    checkin.check_in(club, ["Zoe"], guests=True)
    assert undone(club) == "checking in Zoe"
    assert "Zoe" not in [member.name for member in roster.members(club)]
    assert undone(club) == "checking in Dee and Eve"
    assert here(club) == before


def test_what_was_undone_by_hand_is_a_deed_itself(club: Club) -> None:
    checkin.check_in(club, ["Dee", "Eve"])
    checkin.undo(club, ["Eve"])
    assert undone(club) == "undoing the check-in of Eve"
    assert here(club)[-2:] == ["Dee", "Eve"]
    assert undone(club) == "checking in Dee and Eve"


def test_members_are_off_the_lists_renamed_back_and_back_on_the_lists(club: Club) -> None:
    roster.add_all(club, ["Ida", "Jon"])
    roster.rename(club, "Ida", "Ida Moe")
    roster.rename(club, "Ida Moe", "Ida Roe")
    roster.retire(club, "Jon")
    assert undone(club) == "retiring Jon"
    assert undone(club) == "the new name of Ida Roe"
    assert undone(club) == "the new name of Ida Moe"
    assert {"Ida", "Jon"} <= {member.name for member in roster.members(club)}
    assert undone(club) == "adding Ida and Jon"
    assert not {"Ida", "Jon"} & {member.name for member in roster.members(club)}


def test_a_session_is_planned_again_moved_back_and_cancelled(club: Club) -> None:
    day, other = date(2026, 11, 30), date(2026, 12, 1)
    schedule.add(club, day, time(18), room="M4")
    schedule.move(club, f"{day}", to=other, room="M5")
    schedule.cancel(club, f"{other}")
    assert undone(club) == f"cancelling the session of {other}"
    assert undone(club) == f"the change of the session of {other}"
    plan = next(session for session in schedule.sessions(club) if session.held_on == day)
    assert (plan.starts, plan.room, plan.status) == (time(18), "M4", "planned")
    sessions.open_session(club, f"{day}")
    assert undone(club) == f"opening the session of {day}"
    assert undone(club) == f"planning the session of {day}"
    assert [session for session in schedule.sessions(club) if session.held_on == day] == []


def test_a_closed_session_is_open_again(club: Club) -> None:
    day = sessions.close_session(club).held_on
    assert undone(club) == f"closing the session of {day}"
    assert sessions.show(club).session.status == "open"


def test_two_who_were_kept_apart_may_sit_together_again(club: Club) -> None:
    separations.separate(club, "Ann", "Ben", reason=WHY)
    assert undone(club) == "keeping Ann and Ben apart"
    assert separations.list_separations(club) == []


def test_what_belongs_to_a_table_is_passed_over(club: Club) -> None:
    checkin.check_in(club, ["Eve"])
    table = starting.start_table(club, "big-two", NAMES[:3]).number
    recording.log_line(club, table, "deal by Ann")
    assert undone(club) == "checking in Eve"
    assert len(matches.show(club, table).log) == 1


def test_the_tables_of_a_draw_were_never_started_while_nothing_is_recorded(club: Club) -> None:
    checkin.check_in(club, NAMES[:4])
    drawn = draws.draw(club, ["big-two"], seed=1)
    draw_changes.start_tables(club)
    assert undone(club) == "starting table 1"
    assert matches.matches(club) == []
    assert draws.show(club).tables == drawn.tables
    draw_changes.start_tables(club)
    assert [match.number.table for match in matches.matches(club)] == [1]


def test_changes_of_a_draw_are_undone_one_by_one_with_the_check_in_of_a_late_player(club: Club) -> None:
    checkin.check_in(club, NAMES[:4])
    roster.add(club, "Ida")
    draw = draws.draw(club, ["commune"], tables=[2, 2], seed=1)
    one, other = (table.names[0] for table in draw.tables)
    swapped = draw_changes.swap(club, one, other, reason=WHY)
    late, _ = draw_changes.add_late(club, "Ida")
    assert "Ida" in here(club)
    assert undone(club) == "the change of the draw, Ida joined late"
    assert "Ida" not in here(club)
    assert draws.show(club).tables == swapped.tables != late.tables
    assert undone(club) == f"the change of the draw, {one} and {other} swapped seats"
    assert draws.show(club).tables == draw.tables
    assert draws.show(club).changes == ()
    assert undone(club) == f"the draw for the session of {MONDAY}"
    draws.draw(club, ["commune"], tables=[2, 2], seed=1)
    draw_changes.add_late(club, "Ida")
    assert "Ida" in here(club)


def test_who_joined_a_started_table_leaves_it_instead(club: Club) -> None:
    checkin.check_in(club, NAMES[:4])
    roster.add(club, "Ida")
    draws.draw(club, ["commune"], seed=1)
    draw_changes.start_tables(club)
    draw_changes.add_late(club, "Ida")
    assert (
        last_undoable(club, last_undoable_step, at_tables=False).reverse,
        last_undoable(club, last_undoable_step, at_tables=False).otherwise,
    ) == (None, "Let the player leave the table.")


def test_the_clubs_default_for_names_is_as_before(club: Club) -> None:
    public_names.show_club(club, ShownAs.CODE)
    public_names.show_club(club, ShownAs.FULL)
    assert undone(club) == undone(club) == "the club's default for names in public"
    with club.reading() as tx:
        assert public_names.default_form(tx) is USUAL


def test_what_was_undone_is_redone_in_order_until_something_else_is_entered(club: Club) -> None:
    checkin.check_in(club, ["Dee"])
    checkin.check_in(club, ["Zoe"], guests=True)
    there = here(club)
    assert (undone(club), undone(club)) == ("checking in Zoe", "checking in Dee")
    assert (redone(club), redone(club)) == ("checking in Dee", "checking in Zoe")
    assert here(club) == there
    with pytest.raises(ClubFault, match="nothing to redo"):
        last_redoable(club)
    assert undone(club) == "checking in Zoe"
    checkin.check_in(club, ["Eve"])
    with pytest.raises(ClubFault, match="nothing to redo"):
        last_redoable(club)


def test_a_season_is_undone_and_redone_with_all_that_was_planned_in_it(club: Club) -> None:
    season = seasons.new(club, "Summer", starts=date(2027, 11, 16), ends=date(2028, 11, 15), best_k=10, min_sessions=1)
    assert undone(club) == "creating season Summer"
    assert [each.name for each in seasons.seasons(club)] != [season.name]
    assert redone(club) == "creating season Summer"
    assert season in seasons.seasons(club)


def test_an_undone_season_or_member_leaves_their_number_to_nobody(club: Club) -> None:
    ida = roster.add(club, "Ida")
    assert undone(club) == "adding Ida"
    assert roster.add(club, "Jon").id == ida.id + 1


@pytest.mark.parametrize(
    ("act", "later", "in_the_way"),
    [
        (
            lambda club: checkin.check_in(club, ["Eve"]),
            lambda club: starting.start_table(club, "big-two", [*NAMES[:2], "Eve"]),
            "starting table 1",
        ),
        (
            lambda club: roster.add(club, "Ida"),
            lambda club: checkin.check_in(club, ["Ida"]),
            "checking in Ida",
        ),
        (
            lambda club: roster.rename(club, "Eve", "Eva"),
            lambda club: roster.rename(club, "Eva", "Evelyn"),
            "the new name of Evelyn",
        ),
        (
            lambda club: penalties.give(club, "Eve", points=2, reason="late"),
            lambda club: penalties.cancel(club, 1, reason=WHY),
            "cancelling penalty 1",
        ),
        (
            lambda club: officers.elect(club, "Ann", "chair"),
            lambda club: officers.hand_over(club.with_actor("Ann"), "Ann", "Ben", position="chair", reason=WHY),
            "Ben taking over as chair",
        ),
    ],
)
def test_an_action_that_a_later_entry_depends_on_is_refused_and_the_entry_named(
    club: Club, act: Callable[[Club], object], later: Callable[[Club], object], in_the_way: str
) -> None:
    act(club)
    action = last_undoable(club, last_undoable_step, at_tables=False)
    assert action.reverse is not None
    later(club)
    before = audit(club)
    with pytest.raises(ClubFault, match=f"a later entry depends on it: {in_the_way}") as refused:
        action.reverse(WHY)
    assert refused.value.hints
    assert audit(club) == before


def test_what_was_done_in_a_season_that_was_closed_since_stands(club: Club) -> None:
    checkin.check_in(club, ["Eve"])
    action = last_undoable(club, last_undoable_step, at_tables=False)
    assert action.reverse is not None
    sessions.close_session(club)
    season_end.close(club, seasons.show(club).name)
    with pytest.raises(ClubFault, match="closing season 2026-27") as refused:
        action.reverse(WHY)
    assert [hint.action for hint in refused.value.hints] == [Do.REOPEN_SEASON]


def test_an_action_of_an_earlier_evening_is_marked_as_older(club: Club) -> None:
    checkin.check_in(club, ["Eve"])
    assert not last_undoable(club, last_undoable_step, at_tables=False).is_older
    next_week = replace(club, clock=lambda: club.clock() + timedelta(days=7))
    assert last_undoable(next_week, last_undoable_step, at_tables=False).is_older


def test_the_tables_are_those_that_the_log_gives_after_undoing_and_redoing(club: Club) -> None:
    roster.add(club, "Ida")
    checkin.check_in(club, ["Ida"])
    starting.start_table(club, "big-two", [*NAMES[:2], "Ida"])
    for _ in range(3):
        undone(club)
        assert not_from_the_log(club) == []
    for _ in range(3):
        redone(club)
        assert not_from_the_log(club) == []


def test_a_table_whose_lines_are_all_undone_was_never_started(club: Club) -> None:
    table = starting.start_table(club, "big-two", NAMES[:3]).number
    recording.log_line(club, table, "deal by Ann")
    recording.undo_line(club, table, 1)
    before = audit(club)
    assert undone(club) == "starting table 1"
    assert matches.matches(club) == []
    assert redone(club) == "starting the table of Ann, Ben and Cal"
    assert audit(club) == before


def test_a_table_keeps_its_number(club: Club) -> None:
    starting.start_table(club, "big-two", NAMES[:3])
    other = starting.start_table(club, "big-two", [*NAMES[3:], "Ann"], may_sit_twice=True).number
    recording.log_line(club, other, "deal by Ann")
    with pytest.raises(ClubFault, match="a later entry depends on it: starting table 2"):
        undone(club)
