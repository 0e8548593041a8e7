"""What is typed before a screen is laid out is taken by that screen, whole and in order."""

from typing import Any

import pytest
from textual.screen import Screen
from textual.widgets import Input

from referee.club.folder import Club
from referee.club.match import recording, starting
from referee.dashboard.deeds.dialog import Dialog
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.tonight.checkin import CheckInScreen
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import at_the_desk

pytestmark = pytest.mark.screen


@pytest.mark.parametrize(
    ("before", "key", "opens", "text"),
    [
        (["enter", "escape"], "u", Dialog, "too late"),
        ([], "\n", MatchScreen, "Ann plays 5H"),
        ([], "c", CheckInScreen, "Hal"),
    ],
)
async def test_what_is_typed_before_a_screen_is_laid_out_waits_for_it(
    evening: Club, before: list[str], key: str, opens: type[Screen[Any]], text: str
) -> None:
    number = starting.start_table(evening, "play-or-pay", NAMES[:4]).number
    recording.log_line(evening, number, "deal by Dee")

    async with at_the_desk(evening, *before) as officer:
        await officer.reach(key, opens)
        officer.send(text)
        await officer.settle()
        assert officer.app.screen.query_one(Input).value == text
