"""An evening of twelve tables: nine have a digit, and those from ten on are one key from their neighbour, or found."""

import pytest

from referee.club.folder import Club
from referee.club.match import starting
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.tonight.tonight import TonightScreen
from tests.dashboard.affairs.conftest import found
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import LARGE, Officer, at_the_desk

pytestmark = [pytest.mark.screen, pytest.mark.long]

TABLES = 12


@pytest.fixture
def twelve(evening: Club) -> Club:
    """The session with twelve tables, at each of which two are seated."""
    for table in range(TABLES):
        starting.start_table(evening, "commune", [NAMES[table % 4], NAMES[(table + 1) % 4]])
    return evening


def at(officer: Officer) -> str:
    """Which table is open, as its heading says."""
    assert isinstance(officer.app.screen, MatchScreen), officer.sees()
    return officer.reads().split("   ")[0]


async def test_each_digit_opens_its_table_from_tonight_and_from_another_table(twelve: Club) -> None:
    async with at_the_desk(twelve) as officer:
        for number in range(1, 10):
            await officer.press(f"{number}", "escape")
            assert f"Table {number} " in at(officer)
        await officer.press("escape")
        assert isinstance(officer.app.screen, TonightScreen)
        await officer.press("1")
        assert "Table 1 " in at(officer)


async def test_brackets_go_on_from_nine_to_ten_and_say_where_no_more_come(twelve: Club) -> None:
    async with at_the_desk(twelve, "9", "escape") as officer:
        for number in (10, 11, 12):
            await officer.press("right_square_bracket")
            assert f"Table {number} " in at(officer)
        await officer.press("right_square_bracket", shows="! There is no table after this one tonight.")
        for number in (11, 10, 9):
            await officer.press("left_square_bracket")
            assert f"Table {number} " in at(officer)


@pytest.mark.parametrize("number", [1, 10, 12])
async def test_the_palette_opens_a_table_by_its_number_from_any_screen(twelve: Club, number: int) -> None:
    async with at_the_desk(twelve, size=LARGE) as officer:
        for place in ((), ("M",), ("9", "escape")):
            await officer.press(*place)
            await found(officer, f"table {number}")
            await officer.press("escape")
            assert f"Table {number} " in at(officer)
            await officer.press("escape", "escape")
