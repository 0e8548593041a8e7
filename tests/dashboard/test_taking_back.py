"""The last thing done at the desk is taken back by one key, whatever it was."""

import pytest

from referee.club import match_lines, matches
from referee.club.folder import Club
from referee.club.match_log import DecisionKind
from tests.club.conftest import whole_hand, write_down
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import LARGE, Officer, at_the_desk

pytestmark = pytest.mark.screen

PAYMENTS = ["deal by Dee", "Ann plays 5H", "Ben pays"]


@pytest.fixture
def table(evening: Club) -> int:
    """A table of Play or Pay at which nothing has been recorded."""
    return matches.start(evening, "play-or-pay", NAMES[:4]).number


def test_lines_are_taken_back_one_after_the_other_and_nothing_before_the_desk_was_opened(
    evening: Club, table: int
) -> None:
    match_lines.log(evening, table, PAYMENTS[0])

    async def play(officer: Officer) -> None:
        await officer.press("enter")
        await officer.record(PAYMENTS[1:])
        await officer.press("escape", "up", "U")  # whatever is marked
        assert "Line 3, Ben pays, is taken back." in officer.reads()
        await officer.press("U")
        assert "Line 2, Ann plays 5♥, is taken back." in officer.reads()
        await officer.press("U")
        assert "! Nothing was done at this desk since it was opened." in officer.reads()

    at_the_desk(evening, play, size=LARGE)
    assert [each.decision for each in matches.show(evening, table).log] == [None, *[DecisionKind.TAKEN_BACK] * 2]


def test_that_a_line_stands_is_asked_about_and_taken_back(evening: Club, table: int) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("enter")
        await officer.record(PAYMENTS[:2])
        await officer.type("Ben plays 8H", "enter", "enter", "escape", "s")
        await officer.type("nobody minded", "enter")
        assert matches.show(evening, table).log[-1].counts
        await officer.press("escape", "U")
        assert "Take back that line 3, Ben plays 8♥, stands?" in officer.reads()
        await officer.press("escape")
        assert matches.show(evening, table).log[-1].counts
        await officer.press("U")
        await officer.type("Cal minded", "enter")

    at_the_desk(evening, play, size=LARGE)
    assert not matches.show(evening, table).log[-1].counts


def test_that_a_line_was_taken_back_is_taken_back(evening: Club, table: int) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("enter")
        await officer.record(PAYMENTS)
        await officer.press("escape", "u", "enter")
        assert not matches.show(evening, table).log[-1].counts
        await officer.press("escape", "U")
        await officer.type("it was the wrong line", "enter")
        assert "Line 3, Ben pays, counts again." in officer.reads()

    at_the_desk(evening, play, size=LARGE)
    assert matches.show(evening, table).log[-1].counts


def test_a_line_put_right_is_as_it_was_again(evening: Club, table: int) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("enter")
        await officer.record(PAYMENTS)
        await officer.press("escape", "up", "m", "backspace", "s", "enter")
        assert "Wanted: 6♠" in officer.reads()
        await officer.press("escape", "U")
        assert "Take back line 4, Ann plays 5♠" in officer.reads()
        await officer.type("it was right before", "enter")
        assert "Wanted: 6♥" in officer.reads()

    at_the_desk(evening, play, size=LARGE)


def test_the_end_of_a_match_is_taken_back(evening: Club) -> None:
    number = matches.start(evening, "big-two", NAMES[:4]).number
    write_down(evening, number, whole_hand())

    async def play(officer: Officer) -> None:
        await officer.press("enter", "escape", "f", "enter", "escape")
        assert matches.show(evening, number).finished_at is not None
        await officer.press("U")
        assert f"Take back the end of table {number}? The table is open again" in officer.reads()
        await officer.type("one more hand", "enter")
        assert f"Table {number} is open again." in officer.reads()

    at_the_desk(evening, play, size=LARGE)
    assert matches.show(evening, number).finished_at is None


def test_a_result_is_taken_back_with_the_end_that_it_brought(evening: Club, table: int) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("enter", "escape", "w")
        await officer.type("Ann > Ben > Cal > Dee", "enter", "escape", "U")
        await officer.type("Ben had won", "enter")

    at_the_desk(evening, play, size=LARGE)
    match = matches.show(evening, table)
    assert match.finished_at is None
    assert not any(each.counts for each in match.log)


def test_what_was_done_at_another_table_is_asked_about_first(evening: Club, table: int) -> None:
    matches.start(evening, "play-or-pay", NAMES[:4])

    async def play(officer: Officer) -> None:
        await officer.press("enter")
        await officer.record(PAYMENTS[:1])
        await officer.press("escape", "escape", "down", "enter", "escape", "U")
        assert "Take back line 1, deal by Dee, at table" in officer.reads()
        await officer.press("escape")

    at_the_desk(evening, play, size=LARGE)
    assert sum(each.counts for number in (1, 2) for each in matches.show(evening, number).log) == 1


def test_a_dispute_is_decided_and_not_taken_back(evening: Club, table: int) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("enter")
        await officer.record(PAYMENTS)
        await officer.press("escape", "d")
        await officer.type("Ben had the six", "enter", "escape", "U")
        assert "It is decided, not taken back." in officer.reads()

    at_the_desk(evening, play, size=LARGE)
    assert all(each.counts for each in matches.show(evening, table).log)
