"""People come and go at a table, it is void or open again, and the sheet of the game: all from the desk."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.widgets import OptionList

from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.club.match import ending, matches, recording, starting
from referee.club.people import roster
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.widgets.field import LineField
from tests.club.conftest import copied, whole_hand, with_running_clock, write_down
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import LARGE, at_the_desk

pytestmark = [pytest.mark.screen, pytest.mark.long]


TABLE = 1


@pytest.fixture(scope="module")
def played_folder(evening_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An evening with a table of Big Two at which a whole hand was played. It is made once, and copied for each."""
    with copied(evening_folder, tmp_path_factory.mktemp("played") / "club") as club:
        assert starting.start_table(club, "big-two", NAMES[:4]).number == TABLE
        write_down(club, TABLE, whole_hand())
        return club.folder


@pytest.fixture
def played(played_folder: Path, tmp_path: Path) -> Iterator[Club]:
    with copied(played_folder, tmp_path / "club") as club:
        yield with_running_clock(club)


async def test_somebody_leaves_and_the_table_goes_on_with_the_others(played: Club) -> None:
    async with at_the_desk(played, "enter", "escape", "m", size=LARGE, shows="A player leaves") as officer:
        await officer.press("enter")
        await officer.type("Zoe", "enter")
        assert "! " in officer.reads()  # nobody here is called so: the question stays
        await officer.press("ctrl+u")
        await officer.type("dee", "enter", shows="Has Dee gone home?")
        await officer.press("enter")
        screen = officer.app.screen
        assert isinstance(screen, MatchScreen)
        assert screen.number != TABLE
        officer.shows(f"Table {screen.number} Chor Dai Di", "Ann, Ben, Cal", "Dee leaves")
        assert f"Table {screen.number} goes on: Ann, Ben and Cal." in officer.reads()
        await officer.press("escape", "escape")  # to the record, and to tonight
        assert "Table 1, earlier" in officer.reads()
        await officer.press("U")
        await officer.type("she stays after all", "enter")
    assert matches.show(played, TABLE).finished_at is None


async def test_who_leaves_and_has_gone_home_is_seated_and_drawn_no_more_until_they_are_back(played: Club) -> None:
    async with at_the_desk(played, "enter", "escape", "m", "x", size=LARGE) as officer:
        await officer.type("dee", "enter", shows="Has Dee gone home?")
        await officer.type("y", "enter", shows="Dee has gone home.")
        await officer.press("escape", "escape", "escape", "escape", shows="Checked in: 3")
        await officer.press("n")
        assert "Dee" not in officer.reads()
        await officer.press("escape", "c", shows="Dee gone home")
        await officer.type("dee", "enter", shows="Dee is checked in.")
        await officer.press("escape", shows="Checked in: 4")


async def test_undoing_that_somebody_left_has_them_here_again(played: Club) -> None:
    async with at_the_desk(played, "enter", "escape", "m", "x", size=LARGE) as officer:
        await officer.type("dee", "enter")
        await officer.type("y", "enter")
        assert [member.name for member in sessions.show(played).present] == ["Ann", "Ben", "Cal"]
        await officer.press("escape", "escape", "U")
        await officer.type("she stays", "enter")
    assert len(sessions.show(played).present) == 4
    assert matches.show(played, TABLE).finished_at is None


async def test_before_the_first_hand_it_is_asked_whether_one_was_played(evening: Club) -> None:
    number = starting.start_table(evening, "big-two", NAMES[:4]).number

    async with at_the_desk(evening, "enter", "escape", "m", "enter", size=LARGE) as officer:
        await officer.type("Dee", "enter", shows="Has a hand been played that is not recorded?")
        await officer.press("enter", "enter")
        assert "Dee leaves" in officer.reads() or "Dee left" in officer.reads()
    assert matches.show(evening, number).names == ("Ann", "Ben", "Cal")


async def test_whoever_sits_elsewhere_joins_only_when_the_officer_says_so(evening: Club) -> None:
    number = starting.start_table(evening, "big-two", NAMES[:3]).number
    starting.start_table(evening, "play-or-pay", NAMES[:2] + NAMES[3:4])

    async with at_the_desk(evening, "enter", "escape", "m", "down", "enter", size=LARGE) as officer:
        await officer.type(NAMES[3], "enter", "enter", shows="which is not finished.")
        assert "go to table 2, and come back here" in officer.reads()
        await officer.press("2")
    assert matches.show(evening, number).names == tuple(NAMES[:4])


async def test_two_swap_seats(evening: Club) -> None:
    number = starting.start_table(evening, "big-two", NAMES[:4]).number

    async with at_the_desk(evening, "enter", "escape", "m", "down", "down", "down", "enter", size=LARGE) as officer:
        await officer.type("Ann, Cal", "enter")
    assert matches.show(evening, number).names == ("Cal", "Ben", "Ann", "Dee")


async def test_a_table_is_void_and_then_not(played: Club) -> None:
    async with at_the_desk(played, "enter", "escape", "m", "up", "enter", size=LARGE) as officer:
        assert "It does not count." in officer.reads()
        await officer.type("the wrong players were seated", "enter")
        assert matches.show(played, TABLE).void
        await officer.press("U")
        await officer.type("they were the right ones", "enter")
    assert not matches.show(played, TABLE).void


@pytest.mark.parametrize("down", range(4))
async def test_the_menu_of_a_finished_table_voids_it_at_no_row_that_is_hit_by_habit(played: Club, down: int) -> None:
    ending.finish(played, TABLE)

    async with at_the_desk(played, "enter", "m", size=LARGE) as officer:
        rows = officer.app.screen.query_one(OptionList).option_count
        await officer.press(*["down"] * min(down, rows - 2), "enter")
        await officer.type("Ann plays 3D", "enter")
    assert not matches.show(played, TABLE).void


async def test_a_finished_table_is_opened_again(played: Club) -> None:
    ending.finish(played, TABLE)

    async with at_the_desk(played, "enter", "m", "enter", size=LARGE, shows="Reopen table") as officer:
        await officer.type("there was one more hand", "enter")
    assert matches.show(played, TABLE).finished_at is None


async def test_the_sheet_of_the_game_is_one_key_away_and_leads_back(evening: Club) -> None:
    number = starting.start_table(evening, "commune", NAMES[:4]).number
    recording.log_line(evening, number, "deal by Dee")

    async with at_the_desk(evening, "enter") as officer:
        await officer.type("bids t", "f2")
        assert officer.on("sheet")
        screen_text = officer.reads()
        officer.shows("What may be recorded Commune", "Now: Ann bids", "NAME calls")
        assert "NAME plays" not in screen_text  # nobody plays a card at this game
        await officer.press("escape")
        assert officer.app.screen.query_one(LineField).value == "bids t"
        await officer.press("escape", "f2")
        assert officer.on("sheet")


async def test_who_has_joined_is_noted_at_the_evening_too(evening: Club) -> None:
    number = starting.start_table(evening, "big-two", NAMES[:3]).number
    roster.add_all(evening, ["Gus"])

    async with at_the_desk(evening, "enter", "escape", "m", "down", "enter", size=LARGE) as officer:
        await officer.type("Gus", "enter", "enter")
        await officer.type("came late", "enter")
    assert "Gus" in matches.show(evening, number).names
    assert "Gus" in str(sessions.show(evening))
