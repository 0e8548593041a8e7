"""Keys pressed at random: the desk stands, and what it said was written down is in the club's file."""

import asyncio
import random
import re

import pytest
from textual import events
from textual.widgets import Input

from referee.club.folder import Club
from referee.club.match import matches, starting
from referee.dashboard.app import Dashboard
from referee.dashboard.meanings import MEANINGS
from referee.dashboard.tonight.tonight import TonightScreen
from referee.dashboard.widgets.field import LineField
from referee.dashboard.widgets.message_line import MessageLine
from referee.games import SLUGS, rulebook
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import SMALL, Officer

pytestmark = pytest.mark.screen

KEYS = sorted(
    {key for each in MEANINGS for key in each.keys.split(",")}
    | {"up", "down", "left", "right", "home", "end", "pageup", "pagedown", "backspace", "delete", "space", "shift+tab"}
)
TYPED = (
    "Ann plays 5H",
    "deal by Dee",
    "Ben passes",
    "Cal pays",
    "[/bold]",
    "Gus",
    "yes",
    "no reason",
    "5H 6H",
    "Dee > Ann",
)
Written = dict[tuple[int, int], str]  # what was said of the lines of tables
SIZES = (SMALL, (40, 10), (140, 45))


async def wander(officer: Officer, at_random: random.Random, steps: int) -> tuple[Written, int]:
    """Press keys, type, paste and turn the window until the desk is left; return what was said, and the steps left."""
    app, said = officer.app, {}
    while steps > 0:
        steps -= 1
        what = at_random.random()
        if what < 0.4 and isinstance(app.screen, TonightScreen):
            await officer.hurry(*at_random.choice([["enter"], ["down", "enter"], ["c"], ["n"], ["D"]]))
        elif what < 0.4 and isinstance(app.focused, LineField):
            await officer.press("ctrl+u", "tab", "enter")  # whatever is offered
        elif what < 0.8:
            await officer.hurry(at_random.choice(KEYS))
        elif what < 0.88:
            await officer.type(at_random.choice(TYPED), *at_random.choice([(), ("enter",), ("tab", "enter")]))
        elif what < 0.91:
            await officer.hurry(at_random.choice("abcdefghijklmnoprstuvwxyz0123456789"))
        elif what < 0.95 and isinstance(app.focused, Input):
            app.focused.post_message(events.Paste(at_random.choice(TYPED) * 3 + "\nmore"))
        else:
            await officer.resize(*at_random.choice(SIZES))
        await officer.settle()
        if not app.is_running:
            break
        for found in app.screen.query(MessageLine):
            if done := re.match(r"Line (\d+) recorded", found.told):
                said[app.screen.number, int(done[1])] = found.told
    return said, steps


def let_loose(club: Club, seed: int, steps: int) -> Written:
    """Begin a table of every game, and wander; again from the start when the desk was left."""

    async def run() -> Written:
        at_random = random.Random(seed)
        said: Written = {}
        left = steps
        while left > 0:
            async with Dashboard(club).run_test(size=SMALL) as pilot:
                officer = Officer(pilot)
                await officer.settle()
                came, left = await wander(officer, at_random, left)
                said |= came
        return said

    for slug in SLUGS:
        starting.start(club, slug, NAMES[: min(4, rulebook(slug).players[-1])])
    return asyncio.run(run())


@pytest.mark.parametrize("seed", [703])
def test_whatever_is_pressed_the_desk_stands_and_lost_nothing(evening: Club, seed: int) -> None:
    said = let_loose(evening, seed, 100)
    assert said
    for number, line in said:
        assert len(matches.show(evening, number).log) >= line
