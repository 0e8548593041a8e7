"""The last thing done at the desk is taken back by one key, whatever it was."""

from dataclasses import replace
from datetime import timedelta
from itertools import count

import pytest

from referee.club.calendar import checkin, sessions
from referee.club.disputes import disputes
from referee.club.evening import draws
from referee.club.folder import Club
from referee.club.match import ending, matches, recording, seat_transfers, starting
from referee.club.match.log import DecisionKind
from referee.club.people import roster
from referee.tournaments import overview
from referee.tournaments.actions import rounds
from tests.club.conftest import whole_hand, write_down
from tests.dashboard.conftest import MONDAY, NAMES, announced, end
from tests.dashboard.piloting import LARGE, at_the_desk

pytestmark = [pytest.mark.screen, pytest.mark.long]

PAYMENTS = ["deal by Dee", "Ann plays 5H", "Ben pays"]


@pytest.fixture
def evening(evening: Club) -> Club:
    """The session, with a clock that goes on: what was done at once was done at one moment."""
    moments = count(60)
    return replace(evening, clock=lambda: evening.clock() + timedelta(seconds=next(moments)))


@pytest.fixture
def table(evening: Club) -> int:
    """A table of Play or Pay at which nothing has been recorded."""
    return starting.start_table(evening, "play-or-pay", NAMES[:4]).number


async def test_lines_are_taken_back_one_after_the_other_and_then_the_start_of_the_table(
    evening: Club, table: int
) -> None:
    recording.log_line(evening, table, PAYMENTS[0])  # before the desk was opened

    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        await officer.record(PAYMENTS[1:])
        await officer.press("escape", "up", "U")  # whatever is marked
        assert "Undone: line 3, Ben pays, at table 1." in officer.reads()
        await officer.press("U", shows="Undone: line 2, Ann plays 5♥, at table 1.")
        await officer.press("U", shows="Undone: line 1, deal by Dee, at table 1.")
        assert [line.decision for line in matches.show(evening, table).log] == [DecisionKind.TAKEN_BACK] * 3
        await officer.press("U", shows="The table was not started. Y redoes it.")
        assert matches.matches(evening) == []
        await officer.press("Y", shows="Redone: starting the table of Ann, Ben, Cal and Dee. U")
        assert [match.number.table for match in matches.matches(evening)] == [1]


async def test_what_was_undone_is_redone_one_after_the_other(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        await officer.record(PAYMENTS)
        await officer.press("escape", "U", shows="Undone: line 3, Ben pays, at table 1.")
        await officer.press("U", shows="Undone: line 2, Ann plays 5♥, at table 1.")
        await officer.press("Y", shows="Redone: ")
        assert [line.counts for line in matches.show(evening, table).log] == [True, True, False]
        await officer.press("Y", shows="Redone: ")
        assert [line.counts for line in matches.show(evening, table).log] == [True] * 3
        await officer.press("Y", shows="There is nothing to redo")


async def test_what_belongs_to_an_earlier_session_is_asked_about_first(club: Club) -> None:
    earlier = replace(club, clock=lambda: club.clock() - timedelta(days=7))
    roster.add(earlier, "Hal")

    async with at_the_desk(club, "U", size=LARGE, shows="Undo adding Hal? That was in an earlier session.") as officer:
        await officer.press("escape")
        assert "Hal" in [member.name for member in roster.members(club)]
        await officer.press("U", "enter", shows="Undone: adding Hal. Y redoes it.")
    assert "Hal" not in [member.name for member in roster.members(club)]


async def test_after_a_restart_the_last_thing_done_is_known_from_the_log(evening: Club) -> None:
    checkin.check_in(evening, ["Eve"])

    async with at_the_desk(evening, size=LARGE) as officer:
        await officer.press("S", "U", shows="Undone: checking in Eve. Y redoes it.")  # from any screen
    assert "Eve" not in came(evening)


async def test_after_a_restart_one_thing_after_the_other_is_undone_from_tonight_whatever_it_belongs_to(
    evening: Club,
) -> None:
    """What the first run of the desk did and undid is behind it; the second takes up before that."""

    async with at_the_desk(evening, "c", size=LARGE) as officer:
        await officer.type("eve", "enter", "escape")
        starting.start_table(evening, "play-or-pay", NAMES[:4])
        await officer.press("1")
        await officer.record(PAYMENTS)
        await officer.press("escape", "U", shows="Undone: line 3, Ben pays, at table 1.")
    async with at_the_desk(evening, size=LARGE) as officer:
        for asked in ("Undo line 2, Ann plays 5♥, at table 1?", "Undo line 1, deal by"):
            await officer.press("U", shows=asked)
            await officer.type("a wrong start", "enter", shows="Undone: ")
        await officer.press("U", shows="Undone: starting table 1.")
        await officer.press("U", shows="Undone: checking in Eve.")
    assert came(evening) == list(NAMES[:4])
    assert matches.matches(evening) == []


async def test_after_a_restart_a_finished_table_is_opened_again(evening: Club, table: int) -> None:
    end(evening, table, *NAMES[:4])

    async with at_the_desk(evening, "1", "U", size=LARGE, shows="Undo the end of table 1?") as officer:
        await officer.type("one more hand", "enter")
    assert not matches.show(evening, table).finished_at


async def test_that_a_line_stands_is_asked_about_and_taken_back(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        await officer.record(PAYMENTS[:2])
        await officer.type("Ben plays 8H", "enter", "enter", "escape", "l")
        await officer.type("nobody minded", "enter")
        assert matches.show(evening, table).log[-1].counts
        await officer.press("escape", "U", shows="Undo letting line 3, Ben plays 8♥, stand?")
        await officer.press("escape")
        assert matches.show(evening, table).log[-1].counts
        await officer.press("U")
        await officer.type("Cal minded", "enter")
    assert not matches.show(evening, table).log[-1].counts


async def test_that_a_line_was_taken_back_is_taken_back(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        await officer.record(PAYMENTS)
        await officer.press("escape", "u", "enter")
        assert not matches.show(evening, table).log[-1].counts
        await officer.press("escape", "U", shows="Undone: undoing line 3, Ben pays. Line 3, Ben pays, counts again.")
    assert matches.show(evening, table).log[-1].counts


async def test_a_line_put_right_is_as_it_was_again(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        await officer.record(PAYMENTS)
        await officer.press("escape", "up", "e", "backspace", "s", "enter")
        assert "Wanted: 6♠" in officer.within("#felt")
        await officer.press("escape", "U", shows="Undo line 4, Ann plays 5♠")
        await officer.type("it was right before", "enter")
        assert "Wanted: 6♥" in officer.within("#felt")


async def test_the_end_of_a_match_is_taken_back(evening: Club) -> None:
    number = starting.start_table(evening, "big-two", NAMES[:4]).number
    write_down(evening, number, whole_hand())

    async with at_the_desk(evening, "enter", "escape", "f", "enter", "escape", size=LARGE) as officer:
        assert matches.show(evening, number).finished_at is not None
        await officer.press("U", shows=f"Undo the end of table {number}? The table is open again")
        await officer.type("one more hand", "enter", shows=f"Table {number} is open again.")
    assert matches.show(evening, number).finished_at is None


async def test_a_result_is_taken_back_with_the_end_that_it_brought(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", "escape", "w", size=LARGE) as officer:
        await officer.type("Ann > Ben > Cal > Dee", "enter", "escape", "U", shows="Reason:")
        await officer.type("Ben had won", "enter")
    match = matches.show(evening, table)
    assert match.finished_at is None
    assert not any(line.counts for line in match.log)


async def test_what_was_done_at_another_table_is_asked_about_first(evening: Club, table: int) -> None:
    starting.start_table(evening, "play-or-pay", NAMES[:4])

    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        await officer.record(PAYMENTS[:1])
        await officer.press("escape", "escape", "down", "enter", "escape", "U")
        assert "Undo line 1, deal by Dee, at table" in officer.reads()
        await officer.press("escape")
    assert sum(line.counts for number in (1, 2) for line in matches.show(evening, number).log) == 1


async def test_a_dispute_opened_by_mistake_is_taken_back(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        await officer.record(PAYMENTS)
        await officer.press("escape", "d")
        await officer.type("Ben had the six", "enter", "escape", "U", shows="Undone: opening dispute 1.")
    assert disputes.disputes(evening) == []
    assert all(line.counts for line in matches.show(evening, table).log)


async def test_a_check_in_is_taken_back_on_tonight_with_one_key(evening: Club) -> None:
    async with at_the_desk(evening, "c", size=LARGE) as officer:
        await officer.type("eve", "enter", "escape")
        assert "Eve" in came(evening)
        await officer.press("U", shows="Undone: checking in Eve.")
        assert "Checked in: 4" in officer.reads() or "Not seated: 4" in officer.reads()
    assert came(evening) == list(NAMES[:4])


async def test_a_check_in_that_was_left_at_once_is_known_to_the_desk(evening: Club) -> None:
    async with at_the_desk(evening, "c") as officer:
        officer.send("eve\n")
        await officer.hurry("escape")
        await officer.settle()
        await officer.press("U", shows="Undone: checking in Eve.")


async def test_who_was_noted_as_not_here_by_mistake_is_here_again(evening: Club) -> None:
    async with at_the_desk(evening, "c") as officer:
        await officer.type("ann", "delete", "escape")
        assert "Ann" not in came(evening)
        await officer.press("U", shows="Undone: undoing the check-in of Ann.")
    assert came(evening) == list(NAMES[:4])


async def test_a_table_started_by_mistake_was_never_started(evening: Club) -> None:
    async with at_the_desk(evening, "n", "enter", *["enter"] * 3, "s", "escape", "escape", "U") as officer:
        officer.shows("Undone: starting table 1. Y redoes it.")
    assert matches.matches(evening) == []


async def test_a_line_that_another_desk_has_entered_since_is_asked_about_first(evening: Club) -> None:
    async with at_the_desk(evening, "n", "enter", *["enter"] * 3, "s", "escape", "escape") as officer:
        recording.log_line(evening, 1, "deal by Cal")  # at another desk
        await officer.press("U", shows="Undo line 1, deal by Cal, at table 1?")
        await officer.press("escape")
    assert matches.show(evening, 1).log[0].counts


async def test_all_tables_of_a_draw_are_taken_back_together(evening: Club) -> None:
    draws.draw(evening, ["commune"], seed=7)

    async with at_the_desk(evening, "t", "s", "enter") as officer:
        assert matches.matches(evening)
        await officer.press("U", shows="Undone: starting ")
    assert matches.matches(evening) == []


async def test_a_session_opened_by_mistake_is_planned_again(club: Club) -> None:
    async with at_the_desk(club, "s") as officer:
        assert sessions.show(club, str(MONDAY)).session.status == "open"
        await officer.press("U", shows="Undone: opening the session of 2026-11-16.")
    assert sessions.show(club, str(MONDAY)).session.status == "planned"


async def test_what_another_desk_has_done_since_is_undone_before_the_opening(club: Club) -> None:
    async with at_the_desk(club, "s") as officer:
        checkin.check_in(club, ["Ann"])  # at another desk
        await officer.press("U", shows="Undone: checking in Ann.")
    assert sessions.show(club, str(MONDAY)).session.status == "open"


async def test_one_thing_after_the_other_is_taken_back_over_all_screens(club: Club) -> None:
    async with at_the_desk(club, "s", "c") as officer:
        for name in ("ann", "ben"):
            await officer.type(name, "enter")
        await officer.press("escape", "U", "U")
        assert came(club) == []
        await officer.press("U", shows="Undone: opening the session of 2026-11-16.")
        assert sessions.show(club, str(MONDAY)).session.status == "planned"
        await officer.press("Y", "Y", "Y", shows="Redone: checking in Ben.")
        assert came(club) == ["Ann", "Ben"]


async def test_what_was_put_right_long_after_is_named_and_put_right_there(night: Club) -> None:
    ending.finish(night, 1, undecided=True) if matches.show(night, 1).places else None
    sessions.close_session(night, unfinished=True)

    async with at_the_desk(night, "M", "x", "escape", "U", size=LARGE, shows="Undone: retiring "):
        pass
    assert not any(member.retired_at for member in roster.members(night, include_retired=True))


def came(club: Club) -> list[str]:
    return [member.name for member in sessions.show(club).checked_in]


async def test_each_kind_of_deed_at_a_table_is_undone_after_a_restart(evening: Club, table: int) -> None:
    write_down(evening, table, PAYMENTS)
    recording.undo_line(evening, table, 3)
    seat_transfers.swap(evening, table, "Ann", "Ben", reason="wrong seats")

    async with at_the_desk(evening, size=LARGE) as officer:
        for text in ("Undo Ann and Ben", "Undo undoing line 3, Ben pays?", "Undo lines 1 to 3 at table 1?"):
            await officer.press("S", "U")
            assert text in officer.reads()
            await officer.type("a slip", "enter", "escape")
    assert [line.counts for line in matches.show(evening, table).log][:3] == [False] * 3


async def test_the_last_step_of_a_tournament_is_undone_from_any_screen_after_a_restart(evening: Club) -> None:
    announced(evening, NAMES[:4])
    rounds.draw(evening, "1")

    async with at_the_desk(
        evening, "S", "U", size=LARGE, shows='Undo the tournament step "Round 1 was drawn"?'
    ) as officer:
        await officer.type("too soon", "enter", shows='Undone: the tournament step "Round 1 was drawn".')
    assert not overview.all_tournaments(evening)[0].rounds
