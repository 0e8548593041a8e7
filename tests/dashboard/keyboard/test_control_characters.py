"""What an older program let into a club's file: the desk and the board draw signs for what a terminal would obey."""

import contextlib
import sqlite3

import pytest
from rich.segment import Segment
from textual.color import Color

from referee.club.calendar import schedule
from referee.club.disputes import opening
from referee.club.folder import Club
from referee.club.match import starting
from referee.dashboard.keyboard.control_characters import CONTROL_CHARACTER_FILTER
from referee.rules.plain_text import first_unfit
from tests.club.conftest import MONDAY
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import at_the_desk, on_the_wall

HOSTILE = "\x1b]0;X\x07\x1b[2J"


def put_in(club: Club) -> None:
    """Write hostile texts where an older program would have let them in."""
    starting.start_table(club, "play-or-pay", NAMES[:4])
    opening.open_on_facts(club, "big-two", ["Ben plays 4D", "Ann plays 3D"], claim="CLAIM")
    assert schedule.sessions(club)[0].held_on == MONDAY
    with contextlib.closing(sqlite3.connect(club.folder / "club.db")) as file:
        file.execute("UPDATE dispute SET claim = ?", (HOSTILE,))
        file.execute("UPDATE session SET room = ?", (HOSTILE,))
        file.execute("UPDATE charter SET name = ?", (f"Monday {HOSTILE}",))
        file.commit()


@pytest.mark.screen
async def test_the_desk_draws_signs(evening: Club) -> None:
    put_in(evening)

    async with at_the_desk(evening) as officer:
        seen = officer.sees()
        await officer.press("D")
        seen += officer.sees()
        await officer.press("enter")
        seen += officer.sees()
        assert "␛]0;X␇␛[2J" in seen
        assert first_unfit(seen.replace("\n", " ")) is None


@pytest.mark.screen
async def test_the_board_draws_signs(evening: Club) -> None:
    put_in(evening)

    async with on_the_wall(evening) as officer:
        screen_text = officer.sees()
        assert "␛" in screen_text
        assert first_unfit(screen_text.replace("\n", " ")) is None


def test_a_row_is_no_wider_for_its_signs() -> None:
    row = [Segment("Ann "), Segment(HOSTILE), Segment(" here")]
    plain = CONTROL_CHARACTER_FILTER.apply(row, Color(0, 0, 0))
    assert Segment.get_line_length(plain) == Segment.get_line_length(row)
    assert first_unfit("".join(segment.text for segment in plain)) is None
    untouched = [Segment("Ann 5♥")]
    assert CONTROL_CHARACTER_FILTER.apply(untouched, Color(0, 0, 0)) is untouched
