"""The last deed that belongs to no table is undone, and undone twice it is two deeds."""

from dataclasses import replace
from datetime import date, time, timedelta
from itertools import count

import pytest

from referee.club.calendar import checkin, schedule, sessions
from referee.club.evening import draw_changes, draws, separations
from referee.club.folder import Club
from referee.club.match import matches, recording, starting
from referee.club.people import public_names, roster
from referee.club.people.public_name import USUAL, ShownAs
from referee.club.text.faults import ClubFault
from referee.club.undoing.last import last_undoable
from referee.store.hints import Do
from tests.club.conftest import NAMES

WHY = "it was a mistake"


@pytest.fixture
def club(club: Club) -> Club:
    """A club whose clock goes on: what was done at once was done at one moment."""
    moments = count(60)
    return replace(club, clock=lambda: club.clock() + timedelta(seconds=next(moments)))


def undone(club: Club) -> str:
    """What the last deed was, which is undone."""
    found = last_undoable(club)
    assert found.back is not None, found
    found.back(WHY)
    return found.what


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
    assert undone(club) == "the new name of Ida Moe, Ida Roe"
    assert undone(club) == "the new name of Ida, Ida Moe"
    assert {"Ida", "Jon"} <= {member.name for member in roster.members(club)}
    assert undone(club) == "adding Ida and Jon"
    assert not {"Ida", "Jon"} & {member.name for member in roster.members(club)}


def test_a_session_is_planned_again_moved_back_and_cancelled(club: Club) -> None:
    day, other = date(2026, 11, 30), date(2026, 12, 1)
    schedule.add(club, day, time(18), room="M4")
    schedule.move(club, f"{day}", to=other, room="M5")
    schedule.cancel(club, f"{other}")
    assert undone(club) == f"cancelling the session of {other}"
    assert undone(club) == f"the change of the session of {day}"
    plan = next(session for session in schedule.sessions(club) if session.held_on == day)
    assert (plan.starts, plan.room, plan.status) == (time(18), "M4", "planned")
    sessions.open_session(club, f"{day}")
    assert undone(club) == f"opening the session of {day}"
    assert undone(club) == f"planning the session of {day}"
    assert [session.status for session in schedule.sessions(club) if session.held_on == day] == ["cancelled"]


def test_a_closed_session_is_open_again_with_a_reason(club: Club) -> None:
    day = sessions.close_session(club).held_on
    found = last_undoable(club)
    assert found.back is not None
    with pytest.raises(ClubFault, match="reason"):
        found.back("")
    assert undone(club) == f"closing the session of {day}"
    assert sessions.show(club).session.status == "open"


def test_two_who_were_kept_apart_may_sit_together_again(club: Club) -> None:
    separations.separate(club, "Ann", "Ben", reason=WHY)
    assert undone(club) == "keeping Ann and Ben apart"
    assert separations.pairs(club) == []


def test_what_belongs_to_a_table_is_passed_over(club: Club) -> None:
    checkin.check_in(club, ["Eve"])
    table = starting.start_table(club, "big-two", NAMES[:3]).number
    recording.log_line(club, table, "deal by Ann")
    assert undone(club) == "checking in Eve"
    assert len(matches.show(club, table).log) == 1


def test_the_tables_of_a_draw_become_void_while_nothing_is_recorded(club: Club) -> None:
    checkin.check_in(club, NAMES[:4])
    draws.draw(club, ["big-two"], seed=1)
    draw_changes.start_tables(club)
    assert undone(club).startswith("the start of the tables of the draw")
    assert [match.void for match in matches.matches(club)] == [True]


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
    assert undone(club) == f"the change of the draw, {one} and {other} changed places"
    assert draws.show(club).tables == draw.tables
    assert draws.show(club).changes == ()
    assert last_undoable(club).back is None
    draw_changes.add_late(club, "Ida")
    assert "Ida" in here(club)


def test_who_joined_a_started_table_leaves_it_instead(club: Club) -> None:
    checkin.check_in(club, NAMES[:4])
    roster.add(club, "Ida")
    draws.draw(club, ["commune"], seed=1)
    draw_changes.start_tables(club)
    draw_changes.add_late(club, "Ida")
    assert (last_undoable(club).back, last_undoable(club).otherwise) == (None, "Let the player leave the table.")


def test_the_clubs_default_for_names_is_as_before(club: Club) -> None:
    public_names.show_club(club, ShownAs.CODE)
    public_names.show_club(club, ShownAs.FULL)
    assert undone(club) == undone(club) == "the club's default for names in public"
    with club.reading() as tx:
        assert public_names.usual(tx) is USUAL


def test_what_cannot_be_undone_says_what_to_do_instead(club: Club) -> None:
    checkin.check_in(club, NAMES[:4])
    draws.draw(club, ["big-two"], seed=1)
    found = last_undoable(club)
    assert (found.back, found.otherwise) == (None, Do.DRAW("Draw the seats again, or change the draw"))
