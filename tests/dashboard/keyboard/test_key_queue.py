"""What is typed before a screen is laid out is taken by that screen, whole and in order."""

import asyncio

import pytest
from textual.widgets import Input

from referee.club.folder import Club
from referee.club.match import recording, starting
from referee.dashboard.deeds.dialog import Dialog
from referee.dashboard.table.match import MatchScreen
from referee.dashboard.tonight.checkin import CheckInScreen
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import Officer, at_the_desk

pytestmark = pytest.mark.screen


@pytest.mark.parametrize(
    ("before", "key", "opens", "text"),
    [
        (["enter", "escape"], "u", Dialog, "too late"),
        ([], "\n", MatchScreen, "Ann plays 5H"),
        ([], "c", CheckInScreen, "Hal"),
    ],
)
def test_what_is_typed_before_a_screen_is_laid_out_waits_for_it(
    evening: Club, before: list[str], key: str, opens: type, text: str
) -> None:
    number = starting.start(evening, "play-or-pay", NAMES[:4]).number
    recording.log(evening, number, "deal by Dee")

    async def play(officer: Officer) -> None:
        await officer.press(*before)
        officer.send(key)
        while not isinstance(officer.app.screen, opens):
            await asyncio.sleep(0)
        officer.send(text)
        await officer.settle()
        assert officer.app.screen.query_one(Input).value == text

    at_the_desk(evening, play)
