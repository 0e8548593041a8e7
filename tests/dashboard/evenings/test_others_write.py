"""What another process writes is seen on the screen that is open, and what was marked there stays marked."""

import asyncio
import os
import sys

import pytest
from textual.screen import Screen
from textual.widgets import OptionList

from referee.club.folder import Club
from referee.club.match import starting
from referee.club.people import officers, roster
from referee.dashboard.tonight.table_cards import TableCards
from referee.dashboard.widgets.listing import Listing
from tests.club.conftest import place
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import LARGE, Officer, at_the_desk

pytestmark = [pytest.mark.screen, pytest.mark.process]

LINE = ("log", "m1", "Dee pays")
# The way to each screen, what another process does then, and what is seen of it.
WRITTEN = {
    "tonight": (("down",), ("checkin", "Eve"), "Not seated: 1"),
    "table": (("1", "escape", "up"), LINE, "Dee pays"),
    "checkin": (("c", "down", "down"), ("checkin", "Eve"), "5 checked in"),
    "seating": (("n", "tab", "down"), ("checkin", "Eve"), "Eve"),
    "members": (("M", "down"), ("member", "add", "Zoe"), "Zoe"),
    "evenings": (("C", "down"), ("schedule", "add", "2026-12-07", "--at", "19:00"), "2026-12-07"),
    "evening": (("C", "enter", "down"), ("checkin", "Eve"), "Eve"),
    "officers": (("O",), ("officer", "elect", "Ben", "--as", "secretary"), "secretary"),
    "disputes": (("D",), ("dispute", "open", "m1", "4", "--claim", "it was a six"), "it was a six"),
    "dispute": (
        ("D", "enter"),
        ("dispute", "decide", "1", "uphold", "--reason", "he said so", "--by", "Ann"),
        "he said so",
    ),
    "tournaments": (
        ("T",),
        ("tournament", "new", "Easter Cup", "--format", "swiss", "--game", "big-two", "--rounds", "2"),
        "Easter Cup",
    ),
    "tournament": (("T", "enter"), ("tournament", "enter", "1", "Eve"), "Eve"),
}


async def run(club: Club, *words: str) -> None:
    """Run a command in a process of its own, as on another computer at the tables."""
    env = {**os.environ, "REFEREE_CLUB": str(place(club)), "REFEREE_OFFICER": "Fay"}
    going = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "referee", *words),
        env=env,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        stdin=asyncio.subprocess.DEVNULL,
    )
    out, _ = await going.communicate()
    assert going.returncode in (0, 11), out.decode()


def marked(screen: Screen[object]) -> list[object]:
    """What is marked in each list of a screen, by what it stands for."""
    lists = [each.highlighted_option for each in screen.query(OptionList) if each.display]
    return [
        *(each.marked for each in screen.query(Listing)),
        *(each.id for each in lists if each),
        *(each.at for each in screen.query(TableCards)),
    ]


@pytest.mark.parametrize("name", WRITTEN)
def test_what_another_process_writes_is_seen_and_the_mark_stays(night: Club, name: str) -> None:
    way, words, seen = WRITTEN[name]
    starting.start(night, "play-or-pay", NAMES[:4])
    roster.add(night, "Yan")
    officers.elect(night, "Ann", "treasurer")

    async def play(officer: Officer) -> None:
        await officer.press(*way)
        assert seen not in officer.reads()
        before, front = marked(officer.app.screen), officer.app.screen
        await run(night, *words)
        await officer.until(seen)
        assert officer.app.screen is front
        assert marked(front) == before

    at_the_desk(night, play, size=LARGE)
