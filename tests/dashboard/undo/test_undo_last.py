"""The last thing done at the desk is taken back by one key, whatever it was."""

from dataclasses import replace
from datetime import timedelta
from itertools import count

import pytest

from referee.club.calendar import checkin, sessions
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


async def test_lines_are_taken_back_one_after_the_other_and_what_was_before_the_desk_was_opened_is_asked_about(
    evening: Club, table: int
) -> None:
    recording.log_line(evening, table, PAYMENTS[0])

    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        await officer.record(PAYMENTS[1:])
        await officer.press("escape", "up", "U")  # whatever is marked
        assert "Undone: line 3, Ben pays, at table 1." in officer.reads()
        await officer.press("U", shows="Undone: line 2, Ann plays 5♥, at table 1.")
        await officer.press("U", shows="Undo line 1, deal by Dee, at table 1? Reason (optional):")
        await officer.type("Eve deals", "enter", shows="Undone: line 1, deal by Dee, at table 1.")
        await officer.press("U", shows="Undo the start of table 1, Play or Pay, with Ann, Ben, Cal and Dee?")
        await officer.press("escape")
    assert [line.decision for line in matches.show(evening, table).log] == [DecisionKind.TAKEN_BACK] * 3


async def test_after_a_restart_the_last_thing_done_is_known_from_the_log(evening: Club) -> None:
    checkin.check_in(evening, ["Eve"])

    async with at_the_desk(evening, size=LARGE) as officer:
        await officer.press("S", "U")  # from any screen
        assert "Undo checking in Eve?" in officer.reads()
        await officer.type("it was Eva", "enter", shows="Undone: checking in Eve.")
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
        for asked in (
            "Undo line 2, Ann plays 5♥, at table 1?",
            "Undo line 1, deal by",
            "Undo the start of table 1, Play or Pay, with",
            "Undo checking in Eve?",
        ):
            await officer.press("U")
            assert asked in officer.reads()
            await officer.type("a wrong start", "enter", shows="Undone: ")
    assert came(evening) == list(NAMES[:4])
    assert all(match.void for match in matches.matches(evening))


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
        await officer.press("escape", "U")
        await officer.type("it was the wrong line", "enter", shows="Line 3, Ben pays, counts again.")
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
        await officer.type("Ann > Ben > Cal > Dee", "enter", "escape", "U")
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


async def test_a_dispute_is_decided_and_not_taken_back(evening: Club, table: int) -> None:
    async with at_the_desk(evening, "enter", size=LARGE) as officer:
        await officer.record(PAYMENTS)
        await officer.press("escape", "d")
        await officer.type("Ben had the six", "enter", "escape", "U", shows="Decide the dispute instead.")
    assert all(line.counts for line in matches.show(evening, table).log)


async def test_a_check_in_is_taken_back_on_tonight_with_one_key(evening: Club) -> None:
    async with at_the_desk(evening, "c", size=LARGE) as officer:
        await officer.type("eve", "enter", "escape")
        assert "Eve" in came(evening)
        await officer.press("U", shows="Eve is no longer checked in.")
        assert "Checked in: 4" in officer.reads() or "Not seated: 4" in officer.reads()
    assert came(evening) == list(NAMES[:4])


async def test_a_check_in_that_was_left_at_once_is_known_to_the_desk(evening: Club) -> None:
    async with at_the_desk(evening, "c") as officer:
        officer.send("eve\n")
        await officer.hurry("escape")
        await officer.settle()
        await officer.press("U", shows="Eve is no longer checked in.")


async def test_who_was_noted_as_not_here_by_mistake_is_here_again(evening: Club) -> None:
    async with at_the_desk(evening, "c") as officer:
        await officer.type("ann", "delete", "escape")
        assert "Ann" not in came(evening)
        await officer.press("U", shows="Ann is checked in again.")
    assert came(evening) == list(NAMES[:4])


async def test_a_table_started_by_mistake_becomes_void_once_that_was_agreed_to(evening: Club) -> None:
    async with at_the_desk(evening, "n", "enter", *["enter"] * 3, "s", "escape", "escape", "U") as officer:
        assert "Undo the start of table 1, Chor Dai Di (Big Two), with Ann, Ben and Cal?" in officer.reads()
        await officer.press("escape")
        assert not matches.show(evening, 1).void
        await officer.press("U")
        await officer.type("they are four", "enter", shows="Table 1 is void; the players stay checked in.")
    assert matches.show(evening, 1).void


async def test_the_start_of_a_table_that_has_lines_by_now_is_not_taken_back(evening: Club) -> None:
    async with at_the_desk(evening, "n", "enter", *["enter"] * 3, "s", "escape", "escape") as officer:
        recording.log_line(evening, 1, "deal by Cal")  # at another desk
        await officer.press("U")
        await officer.type("they are four", "enter", shows="Table 1 has 1 line by now")
        await officer.press("escape")
    assert not matches.show(evening, 1).void


async def test_all_tables_of_a_draw_are_taken_back_together(evening: Club) -> None:
    draws.draw(evening, ["commune"], seed=7)

    async with at_the_desk(evening, "t", "s", "enter") as officer:
        assert matches.matches(evening)
        await officer.press("U")
        await officer.type("Eve is coming too", "enter")
    assert all(match.void for match in matches.matches(evening))


async def test_a_session_opened_by_mistake_is_planned_again(club: Club) -> None:
    async with at_the_desk(club, "s") as officer:
        assert sessions.show(club, str(MONDAY)).session.status == "open"
        await officer.press("U", shows="The session of 2026-11-16 is planned again")
    assert sessions.show(club, str(MONDAY)).session.status == "planned"


async def test_a_session_to_which_somebody_came_is_not_put_back(club: Club) -> None:
    async with at_the_desk(club, "s") as officer:
        checkin.check_in(club, ["Ann"])  # at another desk
        await officer.press("U", shows="cannot be undone: players are checked in")
    assert sessions.show(club, str(MONDAY)).session.status == "open"


async def test_one_thing_after_the_other_is_taken_back_over_all_screens(club: Club) -> None:
    async with at_the_desk(club, "s", "c") as officer:
        for name in ("ann", "ben"):
            await officer.type(name, "enter")
        await officer.press("escape", "U", "U")
        assert came(club) == []
        await officer.press("U", "U")
        assert "Undone" not in officer.reads()
    assert sessions.show(club, str(MONDAY)).session.status == "planned"


async def test_what_was_put_right_long_after_is_named_and_put_right_there(night: Club) -> None:
    ending.finish(night, 1, undecided=True) if matches.show(night, 1).places else None
    sessions.close_session(night, unfinished=True)

    async with at_the_desk(night, "M", "x", "enter", "escape", "escape", "U", size=LARGE) as officer:
        await officer.type("they stay", "enter", shows="is on the roster again.")
    assert not any(member.retired_at for member in roster.members(night, everybody=True))


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

    async with at_the_desk(evening, "S", "U", size=LARGE, shows="Undo that Round 1 was drawn?") as officer:
        await officer.type("too soon", "enter", shows="Undone: that Round 1 was drawn.")
    assert not overview.all_tournaments(evening)[0].rounds
