"""Keys held down, so that they come again and again without a pause: the desk stands, and is left as ever."""

import pytest

from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.dashboard.key_actions import KEY_ACTIONS
from referee.dashboard.tonight.tonight import TonightScreen
from referee.dashboard.widgets.message_line import MessageLine
from tests.dashboard.piloting import OPENED, Officer, at_the_desk

pytestmark = [pytest.mark.screen, pytest.mark.long]

QUITS = {"ctrl+q", "q"}
KEYS = sorted({key for meaning in KEY_ACTIONS for key in meaning.keys.split(",")} - QUITS)
# Held where most can go wrong; the campaign of random keys holds every key everywhere.
LONG = {"tonight": ("enter", "n", "s", "c", "U"), "table": ("u", "right_square_bracket", "m"), "checkin": ("enter",)}
MOST_SCREENS = 16


async def held(officer: Officer, screen: str, key: str, times: int) -> None:
    """Hold a key on a screen, and go back to tonight."""
    await officer.press(*OPENED[screen])
    officer.hold(key, times)
    await officer.settle()
    text = f"{key} held on {screen}"
    assert officer.app.is_running, text
    assert len(officer.app.screen_stack) <= MOST_SCREENS, text
    assert not [
        message_line.message
        for message_line in officer.app.screen.query(MessageLine)
        if "Internal error" in message_line.message
    ], text
    for _ in range(MOST_SCREENS):
        if isinstance(officer.app.screen, TonightScreen):
            return
        await officer.press("escape")
    raise AssertionError(f"{text}, and there is no way back:\n{officer.sees()}")


@pytest.mark.parametrize(("screen", "key"), [(screen, key) for screen, keys in LONG.items() for key in keys])
async def test_a_key_is_held_for_long(night: Club, screen: str, key: str) -> None:
    async with at_the_desk(night) as officer:
        await held(officer, screen, key, 200)
    assert not audit(night).differences


@pytest.mark.parametrize("screen", ["tonight", "table"])
async def test_each_key_is_held_on_a_screen(night: Club, screen: str) -> None:
    async with at_the_desk(night) as officer:
        for key in KEYS:
            await held(officer, screen, key, 8)
    assert not audit(night).differences
