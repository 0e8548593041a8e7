"""Names in any script on every screen: whole, in their columns, and found as they are typed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual import events
from textual.widgets import Input

from referee.club.calendar import checkin, sessions
from referee.club.disputes import opening
from referee.club.folder import Club
from referee.club.match import ending, matches, recording, starting
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from tests.club.conftest import MONDAY, copied
from tests.dashboard.conftest import announced
from tests.dashboard.piloting import LARGE, OPENED, SMALL, Officer, at_the_desk

pytestmark = pytest.mark.screen

ARABIC, HEBREW, THAI, HINDI = "مريم الزهراء", "שרה לוי", "สมชาย ใจดี", "अनन्या क्षत्रिय"
WIDE, MARKED, LONG = "欧阳娜娜", "Ze\u0301\u0323 Ångström", "Wolfeschlegelsteinhausenbergerdorff"
NAMES = (ARABIC, HEBREW, THAI, HINDI, WIDE, MARKED, LONG)


@pytest.fixture(scope="session")
def scripts_folder(monday: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    with copied(monday, tmp_path_factory.mktemp("scripts") / "club") as club:
        roster.add_all(club, NAMES)
        sessions.open_session(club, str(MONDAY))
        checkin.check_in(club, NAMES)
        starting.start(club, "play-or-pay", NAMES[:4])
        for line in (f"deal by {HINDI}", f"{ARABIC} plays 5H", f"{HEBREW} pays", f"{THAI} plays 9H"):
            recording.log(club, 1, line)
        opening.open_on_line(club, 1, 2, claim=f"{HEBREW} had the lead")
        over = starting.start(club, "commune", NAMES[4:7]).number
        ending.result(club, over, places=[[name] for name in NAMES[4:7]])
        ending.finish(club, over)
        announced(club, NAMES[:4])
        return club.folder


@pytest.fixture
def scripts(scripts_folder: Path, tmp_path: Path) -> Iterator[Club]:
    """An evening among people whose names are of seven scripts."""
    with copied(scripts_folder, tmp_path / "club") as club:
        yield club


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=str)
@pytest.mark.parametrize("screen", sorted(OPENED))
def test_every_screen_shows_them_in_its_columns(scripts: Club, screen: str, size: tuple[int, int]) -> None:
    async def play(officer: Officer) -> None:
        await officer.press(*OPENED[screen])
        assert all(cell_len(row) <= size[0] for row in officer.sees().splitlines())
        await officer.press("down", "end", "home")
        await officer.press("escape", "escape", "escape")

    at_the_desk(scripts, play, size=size)


def test_the_list_of_members_has_each_name_whole(scripts: Club) -> None:
    names = [each.name for each in roster.members(scripts)]

    async def play(officer: Officer) -> None:
        await officer.press("M")
        for name in names:
            assert name[:20] in officer.reads(), officer.sees()  # one that is longer goes on beneath

    at_the_desk(scripts, play)


@pytest.mark.parametrize("name", NAMES)
def test_each_is_found_as_it_is_typed(scripts: Club, name: str) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("M", "slash")
        await officer.type(name)
        assert "Nothing matches" not in officer.reads()
        await officer.press("escape", "escape", "ctrl+p")
        await officer.type(name)
        assert isinstance(officer.app.focused, Input)
        assert officer.app.focused.value == name
        assert "Nothing has these words" not in officer.reads()

    at_the_desk(scripts, play)


@pytest.mark.parametrize("name", NAMES[:4])
def test_a_line_is_typed_with_each(scripts: Club, name: str) -> None:
    async def play(officer: Officer) -> None:
        await officer.press("1", "ctrl+u")
        await officer.type(f"{name} pays", "enter", "enter")

    at_the_desk(scripts, play)
    assert len(matches.show(scripts, 1).log) == 5


# An emoji with a joiner, one alone, a mark without a letter, and what turns the direction of a text around.
@pytest.mark.parametrize("name", ["👩‍👩‍👧", "Ann 😀", "\u0301Ann", "Ann\u202e", "\u2066Ann\u2069", "A\u200dnn"])
def test_what_cannot_be_a_name_is_refused_and_kept_in_the_line(scripts: Club, name: str) -> None:
    with pytest.raises(ClubFault):
        roster.add(scripts, name)

    async def play(officer: Officer) -> None:
        await officer.press("M", "n")
        officer.app.post_message(events.Paste(name))
        await officer.press("enter")
        assert isinstance(line := officer.app.focused, Input)
        assert line.value == name
        assert "cannot" in officer.reads()

    at_the_desk(scripts, play)
