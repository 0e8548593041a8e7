"""A table of a game without a rulebook at the desk: named, seated, and its result recorded."""

import pytest

from referee.club.corrections import result_entry
from referee.club.folder import Club
from referee.club.match import matches, recording, starting
from referee.club.match.seat_transfers import leave
from referee.club.match.voiding import void_match
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.widgets.field import LineField
from referee.dashboard.widgets.line_editor import LineEditor
from referee.games import SLUGS
from tests.dashboard.affairs.conftest import answer
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import LARGE, at_the_desk

pytestmark = [pytest.mark.screen, pytest.mark.long]

ANOTHER = ["down"] * len(SLUGS)


@pytest.fixture
def hearts(evening: Club) -> int:
    return starting.start_table(evening, "Hearts", NAMES[:3], result_only=True).number


async def test_another_game_is_named_and_started(evening: Club) -> None:
    async with at_the_desk(evening, "n", *ANOTHER, shows="Another game: nobody is seated yet") as officer:
        await officer.press("enter", shows="nly its result is recorded")
        await officer.type("Hearts", "enter", shows="Hearts: nobody is seated yet A match needs two players or more.")
        await officer.press("enter", "enter")
        assert "Hearts: Ann, Ben Ready: s starts the table. Only the result is recorded." in officer.reads()
        await officer.press("s")
        assert isinstance(officer.app.screen, MatchScreen)
        assert "Table 1 Hearts result only Ann, Ben" in officer.reads()
    started = matches.show(evening, 1)
    assert (started.book.title, started.names, started.result_only) == ("Hearts", ("Ann", "Ben"), True)


async def test_a_game_that_cannot_be_named_so_is_asked_for_again(evening: Club) -> None:
    async with at_the_desk(evening, "n", *ANOTHER, "enter") as officer:
        await officer.type("x" * 61, "enter", shows="cannot be a game's name")
        await officer.press("escape", "s", shows="Another game: nobody is seated yet")
    assert matches.matches(evening) == []


async def test_a_game_that_has_a_rulebook_is_taken_with_it(evening: Club) -> None:
    async with at_the_desk(evening, "n", *ANOTHER, "enter", size=LARGE) as officer:
        await officer.type("big two", "enter", shows=("Chor Dai Di (Big Two): nobody is seated yet", "May two pairs"))


async def test_a_game_played_before_is_in_the_list(evening: Club, hearts: int) -> None:
    async with at_the_desk(evening, "n", shows="Hearts: nobody is seated yet") as officer:
        await officer.press(*ANOTHER, "down", shows="Another game: nobody is seated yet")


async def test_only_the_result_can_be_written_down_at_such_a_table(evening: Club, hearts: int) -> None:
    async with at_the_desk(evening, size=LARGE, shows=("Hearts", "result only")) as officer:
        await officer.press("enter", shows="Only the result of Hearts is recorded. w enters it.")
        assert not officer.app.screen.query_one(LineEditor).display
        await officer.press("R", shows="plays a game without a rulebook")
        await officer.press("p", "escape", "w")
        await officer.type("Cal > Ann, Ben", "enter", shows="Result: Cal > Ann = Ben")
        await officer.press("escape", "escape", "S", shows="Cal 1.000")
        await officer.press("right_square_bracket", shows="Hearts")
        await officer.press("escape", "R", shows="Rulebook")
        assert "Hearts" not in officer.reads()
    match = matches.show(evening, hearts)
    assert match.finished_at
    assert match.places == (("Cal",), ("Ann", "Ben"))


async def test_finishing_asks_how_it_ended(evening: Club, hearts: int) -> None:
    async with at_the_desk(evening, "enter", "f", shows="Result, best first") as officer:
        await officer.type("Ann=5 Ben=-5 Cal=0", "enter", shows="Result: Ann > Cal > Ben")
    assert matches.show(evening, hearts).chips == {"Ann": 5, "Ben": -5, "Cal": 0}


async def test_a_match_that_its_table_goes_on_without_says_so(evening: Club) -> None:
    number = starting.start_table(evening, "big-two", NAMES[:4]).number
    recording.log_line(evening, number, f"deal by {NAMES[3]}")
    leave(evening, number, NAMES[3], reason="the last train of the evening goes at nine")

    async with at_the_desk(evening, shows="; goes on") as officer:
        await officer.press("down", "enter", shows="Chor Dai Di (Big Two) the table goes on")
        assert "The table goes on. u undoes that." in officer.reads()
        await officer.press("u", "enter", shows="Line 2, Dee leaves seat 4")


async def test_a_void_table_says_so_where_a_line_is_typed(evening: Club) -> None:
    number = starting.start_table(evening, "big-two", NAMES[:4]).number
    recording.log_line(evening, number, f"deal by {NAMES[3]}")
    void_match(evening, number, reason="the wrong table")

    async with at_the_desk(evening, "enter", shows=("Chor Dai Di (Big Two) void", "Void. u undoes that.")) as officer:
        await officer.press("u", "enter")
        assert isinstance(officer.app.screen.focused, LineField)
    assert not matches.show(evening, number).void


async def test_a_result_without_somebody_is_refused_before_its_reason_is_asked(evening: Club, hearts: int) -> None:
    result_entry.record(evening, hearts, places=[["Cal"], ["Ann"], ["Ben"]])

    async with at_the_desk(evening) as officer:
        await officer.press("enter", "w", "1")  # Ann acts
        await answer(officer, "Cal > Ann", shows="! Ben is missing from the result.")
        assert "Reason" not in officer.reads()


async def test_what_ends_a_match_without_a_result_names_the_key_that_enters_one(evening: Club) -> None:
    starting.start_table(evening, "big-two", NAMES[:3])

    async with at_the_desk(evening, "enter", "escape", "f") as officer:
        officer.shows("There is no result yet", "w enters one.")
        await officer.press("escape", "w", shows="Result, best first")


async def test_the_seats_of_a_settlement_are_not_read_as_places(evening: Club, hearts: int) -> None:
    result_entry.record(evening, hearts, places=[["Cal"], ["Ann"], ["Ben"]])

    async with at_the_desk(evening, "enter", "p") as officer:
        assert "Seats: 1 Ann 2 Ben 3 Cal Result: Cal > Ann > Ben" in officer.reads()
