"""Names in any script, as long as can be, and texts that look like markup: whole on every screen, found as typed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from textual import events
from textual.widgets import Input

from referee.club.calendar import checkin, sessions
from referee.club.disputes import opening
from referee.club.folder import Club
from referee.club.match import matches, recording, starting
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from tests.club.conftest import MONDAY, copied, write_down
from tests.dashboard.conftest import announced, end
from tests.dashboard.piloting import LARGE, OPENED, SMALL, Officer, at_the_desk
from tests.dashboard.walk.test_every_screen import (
    no_row_is_wider_than_the_terminal,
    one_key_has_one_word,
    the_mark_goes_about,
)
from tests.dashboard.walk.ways import WAYS, Way, first, parts, walk
from tests.making import made_once

pytestmark = pytest.mark.screen

WIDE = ("山田太郎", "김철수", "e\u0301lodie", "A" * 40)
SCRIPTS = ("مريم الزهراء", "שרה לוי", "สมชาย ใจดี", "अनन्या क्षत्रिय")
NAMES = (*WIDE, *SCRIPTS, "欧阳娜娜", "Ze\u0301\u0323 Ångström", "Wolfeschlegelsteinhausenbergerdorff")
MARKUP = "[/] [bold]x[/bold] [red"
# The screens of which everybody's name is the point, and those on which what was typed by somebody is.
NAMED = ("tonight", "checkin", "seating", "table", "standings", "nights", "tournament")
CLAIMED = ("tonight", "disputes", "dispute")


@pytest.fixture(scope="session")
def any_names(monday: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An evening among such people: a line taken back, one in dispute, a match that is over, one in other scripts."""

    def make(folder: Path) -> None:
        with copied(monday, folder / "club") as club:
            roster.add_all(club, NAMES)
            sessions.open_session(club, str(MONDAY))
            checkin.check_in(club, NAMES)
            starting.start_table(club, "play-or-pay", WIDE)
            write_down(club, 1, (f"deal by {WIDE[3]}", f"{WIDE[0]} plays 5H", f"{WIDE[2]} plays 6H"))
            opening.open_on_line(club, 1, 2, claim=f"{MARKUP} {'a very long reason ' * 40}")
            recording.undo_line(club, 1, 3, reason=f"{MARKUP} {'a very long reason ' * 20}")
            number = starting.start_table(club, "play-or-pay", WIDE).number
            end(club, number, *WIDE)
            starting.start_table(club, "play-or-pay", SCRIPTS)
            write_down(club, 3, (f"deal by {SCRIPTS[3]}", f"{SCRIPTS[0]} plays 5H", f"{SCRIPTS[1]} pays"))
            announced(club, WIDE)
            # What the club and a room are called is up to the club.
            with closing(sqlite3.connect(club.store.path)) as connection, connection:
                connection.execute("UPDATE charter SET name = ?", (MARKUP,))
                connection.execute("UPDATE session SET room = ?", (MARKUP,))

    return made_once(tmp_path_factory, "any-names", make)


@pytest.fixture
def named(any_names: Path, tmp_path: Path) -> Iterator[Club]:
    with copied(any_names / "club", tmp_path / "club") as club:
        yield club


async def names_and_claims_are_read_as_they_were_typed(officer: Officer, name: str) -> None:
    size = officer.app.size
    await officer.resize(40, 10)
    await officer.resize(*size)
    # In the list of a new table the last name of the alphabet comes first in a small terminal.
    assert name not in NAMED or {"seating": NAMES[-1][:16]}.get(name, WIDE[0]) in officer.reads()
    assert name not in CLAIMED or MARKUP in officer.reads()


@pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.long)], ids=first)
@pytest.mark.parametrize("part", parts({name: WAYS[name] for name in (*OPENED, "undoing")}, 3), ids=first)
async def test_every_screen_shows_them_in_its_columns(named: Club, part: dict[str, Way], size: tuple[int, int]) -> None:
    questions = (no_row_is_wider_than_the_terminal, one_key_has_one_word, names_and_claims_are_read_as_they_were_typed)
    await walk(named, size, part, (*questions, the_mark_goes_about))


async def test_each_is_whole_in_the_list_found_as_it_is_typed_and_typed_at_a_table(named: Club) -> None:
    async with at_the_desk(named, "M") as officer:
        for name in [member.name for member in roster.members(named)]:
            assert name[:20] in officer.reads(), officer.sees()  # one that is longer goes on beneath
        for name in NAMES:
            await officer.press("slash")
            await officer.type(name)
            assert "Nothing matches" not in officer.reads()
            await officer.press("ctrl+u", "escape", "ctrl+p")
            await officer.type(name)
            assert isinstance(officer.app.focused, Input)
            assert officer.app.focused.value == name
            assert "Nothing has these words" not in officer.reads()
            await officer.press("escape")
        await officer.press("escape", "3")
        for name in SCRIPTS:
            await officer.press("ctrl+u")
            await officer.type(f"{name} pays", "enter", "enter")
    assert len(matches.show(named, 3).log) == 3 + len(SCRIPTS)


# An emoji with a joiner, one alone, a mark without a letter, and what turns the direction of a text around.
REFUSED = ("👩‍👩‍👧", "Ann 😀", "\u0301Ann", "Ann\u202e", "\u2066Ann\u2069", "A\u200dnn")


async def test_what_cannot_be_a_name_is_refused_and_kept_in_the_line(named: Club) -> None:
    async with at_the_desk(named, "M", "n") as officer:
        for name in REFUSED:
            with pytest.raises(ClubFault):
                roster.add(named, name)
            await officer.press("ctrl+u")
            officer.app.post_message(events.Paste(name))
            await officer.press("enter")
            assert isinstance(line := officer.app.focused, Input)
            assert line.value == name
            assert "cannot" in officer.reads()
