"""What others write is seen on the screen that is open and what is marked there stays marked; so with a restore."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.screen import Screen
from textual.widgets import Input, OptionList

from referee.club.calendar import sessions
from referee.club.file import backups
from referee.club.folder import Club
from referee.club.match import starting
from referee.club.people import officers, roster
from referee.dashboard import club_watcher
from referee.dashboard.tonight.table_cards import TableCards
from referee.dashboard.widgets.listing import Listing
from tests.cli.running import referee
from tests.club.conftest import in_a_file, place
from tests.dashboard.conftest import NAMES
from tests.dashboard.piloting import LARGE, OPENED, Officer, at_the_desk
from tests.dashboard.walk.ways import WAYS, Way, back, first, parts, walk

pytestmark = pytest.mark.screen

LINE = ("log", "m1", "Dee pays")
RESULT = ("result", "m1", "Dee", "Cal", "Ben", "Ann", "--yes")
CUP = ("tournament", "new", "Easter Cup", "--format", "swiss", "--game", "big-two", "--rounds", "2")
# The way to each screen, what somebody else writes then, and what is seen of it.
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
        ("dispute", "decide", "1", "uphold", "--reason", "he said so", "--by", "Fay"),
        "he said so",
    ),
    "tournaments": (("T",), CUP, "Easter Cup"),
    "tournament": (("T", "enter"), ("tournament", "enter", "1", "Eve"), "Eve"),
    "standings": (("S",), RESULT, "0.500"),
    "member": (("M", "enter"), RESULT, "place 4 of 4"),
    "nights": (("S", "enter"), RESULT, "place 4 of 4"),
    "settlement": (("1", "escape", "p"), RESULT, "Dee > Cal"),
    # Nothing of what others write stands on these, but behind them.
    **{
        name: (OPENED[name], ("checkin", "Eve"), "")
        for name in ("rulebook", "facts", "past", "precedents", "sheet", "rounds", "help", "phones")
    },
}
# What each screen shows once somebody else has closed the session.
CLOSED = {
    **{"tonight": "no session is open", "evening": "closed", "evenings": "closed"},
    **dict.fromkeys(("table", "checkin", "seating", "members", "disputes", "standings", "tournaments", "officers"), ""),
}
TYPED = ("a table, typing", "checkin", "facts", "rulebook", "palette")


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at the file so often that no test has to wait for it."""
    monkeypatch.setattr(club_watcher, "_INTERVAL", 0.03)


@pytest.fixture
def busy(night: Club) -> Club:
    """The night with something on every screen that can be marked."""
    starting.start_table(night, "play-or-pay", NAMES[:4])
    roster.add(night, "Fay")
    officers.elect(night, "Fay", "treasurer")
    return night


def write(club: Club, *words: str) -> None:
    """Write something as somebody at another computer does."""
    result = referee(*words, club=place(club), REFEREE_OFFICER="Fay")
    assert result.code in (0, 11), result.err


def restore(club: Club, file: Path) -> None:
    """Put a backup in place of the club's file, as another program does."""
    with backups.preview_restore(club.folder, file, club.clock, sign=lambda made: replace(made, actor="Fay")) as found:
        found.carry_out()


def marked(screen: Screen[object]) -> list[object]:
    """What is marked in each list of a screen, by what it stands for."""
    lists = [option_list.highlighted_option for option_list in screen.query(OptionList) if option_list.display]
    return [
        *(listing.marked_key for listing in screen.query(Listing)),
        *(each.id for each in lists if each),
        *(table_cards.marked_number for table_cards in screen.query(TableCards)),
    ]


@in_a_file("it is put back")
@pytest.mark.parametrize("part", parts({name: Way("", way) for name, (way, *_) in WRITTEN.items()}, 4), ids=first)
async def test_each_screen_shows_what_others_write_and_what_a_backup_has_not(busy: Club, part: dict[str, Way]) -> None:
    backup = backups.back_up(busy).path

    async def what_others_write_is_seen_and_gone_after_a_restore_and_the_mark_stays(
        officer: Officer, name: str
    ) -> None:
        _, words, seen = WRITTEN[name]
        before, front = marked(officer.app.screen), officer.app.screen
        assert not seen or seen not in officer.reads()
        write(busy, *words)
        await officer.catch_up()
        assert seen in officer.reads()
        assert (officer.app.screen, marked(front)) == (front, before)
        restore(busy, backup)
        await officer.catch_up()
        assert not seen or seen not in officer.reads()
        assert (officer.app.screen, marked(front)) == (front, before)

    async def a_session_that_others_close_is_shown_closed_and_the_mark_stays(officer: Officer, name: str) -> None:
        before, front = marked(officer.app.screen), officer.app.screen
        if name in CLOSED:
            sessions.close_session(busy, unfinished=True, reason="it was late")
            await officer.catch_up()
            assert CLOSED[name] in officer.reads()
            assert officer.app.screen is front
            assert name == "tonight" or marked(front) == before  # whose tables are gone with the session

    async def what_is_behind_it_is_up_to_date_too(officer: Officer, name: str) -> None:
        await back(officer)
        assert ("no session is open" in officer.reads()) is (name in CLOSED)
        assert "Not seated: 1" not in officer.reads()
        if name in CLOSED:
            restore(busy, backup)
            await officer.catch_up()
            assert "no session is open" not in officer.reads()

    questions = (
        what_others_write_is_seen_and_gone_after_a_restore_and_the_mark_stays,
        a_session_that_others_close_is_shown_closed_and_the_mark_stays,
        what_is_behind_it_is_up_to_date_too,
    )
    await walk(busy, LARGE, part, questions)


@in_a_file("it is put back")
async def test_what_is_half_typed_stays_whatever_others_do(busy: Club) -> None:
    backup = backups.back_up(busy).path

    async def what_is_half_typed_stays(officer: Officer, name: str) -> None:
        line = officer.app.focused
        assert isinstance(line, Input)
        await officer.type("Ann pl")
        before = line.value

        async def kept() -> None:
            await officer.catch_up()
            assert (officer.app.focused, line.value) == (line, before)

        write(busy, "checkin", "Eve")
        await kept()
        sessions.close_session(busy, unfinished=True, reason="it was late")
        await kept()
        restore(busy, backup)
        await kept()

    await walk(busy, LARGE, {name: WAYS[name] for name in TYPED}, [what_is_half_typed_stays])


async def test_a_backup_that_others_make_is_listed(night: Club) -> None:
    async with at_the_desk(night, "B", size=LARGE) as officer:
        assert "2026" not in officer.reads()
        write(night, "backup")
        await officer.until("2026")


@in_a_file("it moves from a folder")
@pytest.mark.parametrize("name", ["tonight", "table", "members"])
async def test_a_club_that_was_moved_says_where_it_is(night: Club, tmp_path: Path, name: str) -> None:
    async with at_the_desk(night, *OPENED[name], size=LARGE) as officer:
        before, front = marked(officer.app.screen), officer.app.screen
        write(night, "club", "move", str(tmp_path / "elsewhere"), "--yes")
        await officer.until("elsewhere")
        assert (officer.app.screen, marked(front)) == (front, before)
