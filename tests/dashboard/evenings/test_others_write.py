"""What another process writes is seen on the screen that is open, and what was marked there stays marked."""

import asyncio
import os
import sys
from pathlib import Path

import pytest
from textual.screen import Screen
from textual.widgets import Input, OptionList

from referee.club.calendar import checkin, sessions
from referee.club.disputes import opening
from referee.club.file import backups
from referee.club.folder import Club
from referee.club.match import starting
from referee.club.people import officers, roster
from referee.dashboard.app import Dashboard
from referee.dashboard.tonight.table_cards import TableCards
from referee.dashboard.widgets.listing import Listing
from referee.tournaments.deeds import announcing, entering
from referee.tournaments.state.settings import Format, Wanted
from tests.club.conftest import in_a_file, place
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import LARGE, OPENED, Officer, at_the_desk
from tests.patience import come

pytestmark = [pytest.mark.screen, pytest.mark.process]

LINE = ("log", "m1", "Dee pays")
RESULT = ("result", "m1", "Dee", "Cal", "Ben", "Ann", "--yes")
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
    "standings": (("S",), RESULT, "0.500"),
    "member": (("M", "enter"), RESULT, "place 4 of 4"),
    "nights": (("S", "enter"), RESULT, "place 4 of 4"),
    "settlement": (("1", "escape", "p"), RESULT, "Dee > Cal"),
    "files": (("B",), ("backup",), "2026"),
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


# What stands on each screen of what was recorded after the backup, or nothing where nothing there is of that.
LATER = {
    **{"tonight": "Gus (guest)", "checkin": "5 checked in", "evening": "Gus (guest)", "members": "Yan"},
    **{"disputes": "it was a six", "tournament": "Eve", "tournaments": "Easter Cup"},
    **dict.fromkeys(
        ("table", "seating", "evenings", "officers", "dispute", "standings", "nights", "files", "help"), ""
    ),
    **dict.fromkeys(("member", "rulebook", "facts", "past", "precedents", "settlement", "sheet", "rounds"), ""),
}
TYPED = {"table": ("1",), "checkin": ("c",), "facts": ("F",), "rulebook": ("R",), "palette": ("ctrl+p",)}


def later(club: Club) -> None:
    """Do something of which each of the screens shows something."""
    checkin.check_in(club, ["Gus"], guests=True)
    roster.add(club, "Yan")
    opening.open_on_line(club, 1, 3, claim="it was a six")
    entering.enter(club, "1", ["Eve"])
    announcing.new(club, "Easter Cup", Format.SWISS, Wanted("big-two", None, (("rounds", 2),)), seed=1)


def restore(club: Club, file: Path) -> None:
    """Put a backup in place of the club's file, as another program does."""
    with backups.restoring(club.folder, file, club.clock) as found:
        found.carry_out()


async def seen(officer: Officer) -> None:
    """Wait until the desk has seen what was written, and the screen in front shows it."""
    app = officer.app
    assert isinstance(app, Dashboard)
    await come(lambda: app.watch_club._revision == app.desk.club.revision(), officer.sees)
    await officer.settle()


@in_a_file("it is put back")
@pytest.mark.parametrize("name", LATER)
def test_after_a_restore_each_screen_shows_what_the_backup_has_and_the_mark_stays(night: Club, name: str) -> None:
    made = backups.back_up(night).path
    later(night)

    async def play(officer: Officer) -> None:
        await officer.press(
            *{"tournament": ("T", "home", "enter"), "tournaments": ("T", "home")}.get(name, OPENED[name])
        )
        before, front = marked(officer.app.screen), officer.app.screen
        assert LATER[name] in officer.reads()
        restore(night, made)
        await seen(officer)
        assert not LATER[name] or LATER[name] not in officer.reads()
        assert officer.app.screen is front
        gone = {"precedents": "2", "seating": "Gus"}.get(name)
        assert all(now == was or was == gone for now, was in zip(marked(front), before, strict=True))
        await officer.press(*["escape"] * 4)  # and what is behind it
        assert "Gus (guest)" not in officer.reads()

    at_the_desk(night, play, size=LARGE)


@in_a_file("it is put back")
@pytest.mark.parametrize("name", TYPED)
def test_what_is_half_typed_stays_when_a_backup_is_restored(night: Club, name: str) -> None:
    made = backups.back_up(night).path
    later(night)

    async def play(officer: Officer) -> None:
        await officer.press(*TYPED[name])
        line = officer.app.focused
        assert isinstance(line, Input)
        await officer.type("Ann pl")
        before = line.value
        restore(night, made)
        await seen(officer)
        assert (officer.app.focused, line.value) == (line, before)

    at_the_desk(night, play, size=LARGE)


# What each screen shows once another process has closed the session.
CLOSED = {
    **{"tonight": "no session is open", "evening": "closed", "evenings": "closed", "table": "", "checkin": ""},
    **{"seating": "", "members": "", "disputes": "", "standings": "", "tournaments": "", "files": "", "officers": ""},
}


@pytest.mark.parametrize("name", CLOSED)
def test_after_another_closed_the_session_each_screen_shows_it_and_the_mark_stays(night: Club, name: str) -> None:
    async def play(officer: Officer) -> None:
        await officer.press(*OPENED[name])
        before, front = marked(officer.app.screen), officer.app.screen
        sessions.close_session(night, unfinished=True, reason="it was late")
        await seen(officer)
        assert CLOSED[name] in officer.reads()
        assert officer.app.screen is front
        if name != "tonight":  # whose tables are gone with the session
            assert marked(front) == before
        await officer.press(*["escape"] * 3)
        assert "no session is open" in officer.reads()

    at_the_desk(night, play, size=LARGE)


@pytest.mark.parametrize("name", TYPED)
def test_what_is_half_typed_stays_when_another_closed_the_session(night: Club, name: str) -> None:
    async def play(officer: Officer) -> None:
        await officer.press(*TYPED[name])
        line = officer.app.focused
        assert isinstance(line, Input)
        await officer.type("Ann pl")
        before = line.value
        sessions.close_session(night, unfinished=True, reason="it was late")
        await seen(officer)
        assert (officer.app.focused, line.value) == (line, before)

    at_the_desk(night, play, size=LARGE)


@in_a_file("it moves from a folder")
@pytest.mark.parametrize("name", sorted(OPENED.keys() - {"help", "announcing"}))
def test_a_club_that_was_moved_says_on_each_screen_where_it_is(night: Club, tmp_path: Path, name: str) -> None:
    async def play(officer: Officer) -> None:
        await officer.press(*OPENED[name])
        before, front = marked(officer.app.screen), officer.app.screen
        await run(night, "club", "move", str(tmp_path / "elsewhere"), "--yes")
        await officer.until(f"{tmp_path / 'elsewhere'}".rsplit("/", 1)[-1])
        assert officer.app.screen is front
        assert marked(front) == before

    at_the_desk(night, play, size=LARGE)
