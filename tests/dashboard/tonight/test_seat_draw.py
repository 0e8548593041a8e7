"""The draw of the seats: made for everybody who is here, changed by the arrows, started at once."""

import pytest
from textual.widgets import Input, OptionList

from referee.club.calendar import checkin, sessions
from referee.club.corrections import result_entry
from referee.club.evening import draws
from referee.club.folder import Club
from referee.club.match import matches, starting
from referee.club.people import roster
from referee.dashboard.tonight.seat_draw import SeatDrawScreen
from referee.dashboard.tonight.tonight import TonightScreen
from tests.dashboard.piloting import LARGE, at_the_desk

pytestmark = pytest.mark.screen


@pytest.fixture
def eight(evening: Club) -> Club:
    """An evening with eight who are here."""
    for name in ("Eve", "Fay", "Gus", "Hal"):
        if name not in [member.name for member in roster.members(evening)]:
            roster.add(evening, name)
    checkin.check_in(evening, ["Eve", "Fay", "Gus", "Hal"])
    return evening


async def test_everybody_who_is_here_is_drawn_and_all_tables_started(eight: Club) -> None:
    async with at_the_desk(eight, "t") as officer:
        assert isinstance(officer.app.screen_stack[-2], SeatDrawScreen)
        assert "Which games, separated by commas?" in officer.reads()
        await officer.type("big two, commune", "enter")
        draw = draws.show(eight)
        screen_text = officer.sees()
        assert all(name in screen_text for table in draw.tables for name in table.names)
        assert "8 players at 2 tables" in officer.reads()
        await officer.press("s")
        officer.shows("Start 2 tables?")
        assert matches.matches(eight) == []
        await officer.press("enter")
        assert isinstance(officer.app.screen, TonightScreen)
    assert sorted(name for match in matches.matches(eight) for name in match.names) == sorted(
        member.name for member in sessions.show(eight).checked_in
    )


async def test_the_usual_game_stands_in_the_question_and_on_a_first_night_no_last_session_is_spoken_of(
    eight: Club,
) -> None:
    async with at_the_desk(eight, "t") as officer:
        assert "last session" not in officer.reads()
        await officer.press("enter", shows="Type an answer.")
    for each in ("big-two", "commune", "commune"):
        table = starting.start_table(eight, each, ["Ann", "Ben", "Cal", "Dee"]).number
        result_entry.record(eight, table, places=[["Ann"], ["Ben"], ["Cal"], ["Dee"]])
    async with at_the_desk(eight, "t", shows="Leave blank for those of the last session.") as officer:
        await officer.press("enter")
    assert {table.game for table in draws.show(eight).tables} == {"commune"}


async def test_the_deal_of_the_drawn_dealer_is_offered_at_a_table_of_the_draw(eight: Club) -> None:
    dealer = draws.draw(eight, ["big-two"], seed=1).tables[0].dealer

    async with at_the_desk(eight) as officer:
        await officer.press("t", "s", "enter", "1", "tab", "enter")
    assert [line.text for line in matches.show(eight, 1).log] == [f"deal by {dealer}"]


async def test_the_draw_can_be_reached_from_a_new_table_and_is_kept_when_one_goes_back(eight: Club) -> None:
    draws.draw(eight, ["big-two"], seed=1)

    async with at_the_desk(eight, "n", "t", shows="seed 1") as officer:
        await officer.press("escape")
        assert isinstance(officer.app.screen, TonightScreen)
        await officer.press("t", shows="seed 1")


async def test_two_change_places_by_the_arrows_when_a_reason_is_said(eight: Club) -> None:
    before = draws.draw(eight, ["big-two"], seed=1)
    one, other = before.tables[0].names[1], before.tables[1].names[0]

    async with at_the_desk(eight, "t", "down", "enter", shows=f"{one} is picked up") as officer:
        await officer.press("right", "enter", shows=f"{one} and {other} swap places. Reason:")
        await officer.press("enter", shows="Type an answer.")
        await officer.type("needs the light", "enter", shows="needs the light")
    now = draws.show(eight)
    assert now.tables[0].names[1] == other
    assert now.tables[1].names[0] == one
    assert [(change.kind, change.reason) for change in now.changes] == [("swapped", "needs the light")]


async def test_one_goes_to_another_table_when_that_can_be_played(eight: Club) -> None:
    before = draws.draw(eight, ["commune"], tables=[5, 3], seed=1)
    one = before.tables[0].names[0]

    async with at_the_desk(eight, "t", "enter", "right", "end", shows=f"→ move {one} here") as officer:
        await officer.press("enter", shows=f"{one} moves to table 2. Reason:")
        await officer.type("asked for it", "enter")
    assert one in draws.show(eight).tables[1].names


async def test_what_cannot_be_is_refused_and_asked_again(eight: Club) -> None:
    before = draws.draw(eight, ["big-two"], seed=1)

    async with at_the_desk(eight, "t", "enter", "right", "end", "enter") as officer:
        await officer.type("wants to", "enter")
        assert "Table 1 would have 3 players" in officer.reads() or "Table 2 would have 5 players" in officer.reads()
        assert "wants to" in officer.reads()
        await officer.press("escape")
    assert draws.show(eight).tables == before.tables


async def test_escape_puts_down_who_was_taken_up(eight: Club) -> None:
    draws.draw(eight, ["big-two"], seed=1)

    async with at_the_desk(eight, "t", "enter", shows="is picked up") as officer:
        await officer.press("escape")
        assert "is picked up" not in officer.reads()
        assert isinstance(officer.app.screen, SeatDrawScreen)


async def test_one_who_comes_late_is_let_in_and_one_leaves(eight: Club) -> None:
    before = draws.draw(eight, ["commune"], tables=2, seed=1)
    roster.add(eight, "Ivy")
    checkin.check_in(eight, ["Ivy"])
    gone = before.tables[0].names[0]

    async with at_the_desk(eight, "t", shows="Checked in after the draw: Ivy.") as officer:
        await officer.press("n", "enter", shows="Ivy joins table")
        await officer.press("x")
        await officer.type("goes home", "enter", shows=f"Sitting out: {gone}.")
    now = draws.show(eight)
    assert any("Ivy" in table.names for table in now.tables)
    assert all(gone not in table.names for table in now.tables)


async def test_a_game_that_nobody_knows_is_asked_for_again(eight: Club) -> None:
    async with at_the_desk(eight, "t") as officer:
        await officer.type("bridge of sighs", "enter", shows=("!", "bridge of sighs"))


async def test_games_are_picked_and_a_digit_adds_to_those_that_stand_there(eight: Club) -> None:
    draws.draw(eight, ["big-two", "commune"], seed=1)

    async with at_the_desk(eight, "t", "t", size=LARGE) as officer:
        line = officer.app.screen.query_one(Input)
        listed = officer.app.screen.query_one("#names", OptionList)
        third = str(listed.options[2].prompt).removeprefix("3 ")
        before = line.value
        await officer.press("3")
        assert line.value.startswith(f"{before}, {third}")


async def test_a_change_of_the_draw_is_undone_with_its_key(eight: Club) -> None:
    before = draws.draw(eight, ["big-two"], seed=1)

    async with at_the_desk(eight, "t", "enter", "right", "enter") as officer:
        await officer.type("needs the light", "enter")
        assert draws.show(eight).tables != before.tables
        await officer.press("U", shows="Undone: the change of the draw, ")
    assert draws.show(eight).tables == before.tables


async def test_one_who_has_not_checked_in_yet_can_be_given_a_seat(eight: Club) -> None:
    draws.draw(eight, ["commune"], tables=2, seed=1)
    roster.add(eight, "Ivy")

    async with at_the_desk(eight, "t", "n", shows="Ivy not checked in yet") as officer:
        await officer.press("enter", shows="Ivy joins table")
    assert "Ivy" in {member.name for member in sessions.show(eight).checked_in}
