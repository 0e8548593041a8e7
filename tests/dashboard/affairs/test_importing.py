"""Files imported from the desk: members, hands of other programs, a sheet of paper, whole clubs."""

from pathlib import Path

import pytest

from referee.club.file import backups
from referee.club.folder import FILE, Club
from referee.club.match import matches
from referee.club.people import roster
from referee.dashboard.document_screen import DocumentScreen
from referee.export.exports import find_export, write_to_club
from referee.store.progress import no_progress
from tests.club.conftest import in_a_file
from tests.dashboard.affairs.conftest import answer, begun, found, kept
from tests.dashboard.piloting import LARGE, at_the_desk
from tests.histories.hands import hand
from tests.patience import wait_async

pytestmark = [pytest.mark.screen, pytest.mark.long]

FIRST = hand([50, 50, 50], "d dh p1 AcAd; p3 f; p1 f", players=["Cal", "Ann", "Ben"])
SECOND = hand([51, 50, 49], "p3 f; p1 f", players=["Ann", "Ben", "Cal"])
OMAHA = hand([50, 50], "p1 f", variant="PO")
SHEET = """game: texas-holdem
seats: Ann, Ben, Ida
options: forced_bets=both, preflop_betting=true

Ann has 50
Ben has 50
Ida has 50
blinds 1 2
deal by Ida
Ann posts 1
Ben posts 2
Ida raises to 3, stands
Ann folds
Ben folds
"""


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    """Two hands that follow one another, and one of another game."""
    path = tmp_path / "evening.phhs"
    texts = [FIRST.data, SECOND.data, OMAHA.data]
    path.write_bytes(b"".join(b"[%d]\n%s\n" % (number, text) for number, text in enumerate(texts, 1)))
    return path


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A record as it stood on a sheet of paper, with somebody who is on no roster."""
    path = tmp_path / "table-3.txt"
    path.write_text(SHEET, encoding="utf-8")
    return path


async def test_hands_of_another_program_become_a_table_once_they_were_shown(evening: Club, hands: Path) -> None:
    async with at_the_desk(evening, size=LARGE) as officer:
        await found(officer, "import")
        await answer(officer, f"{hands.parent}/none.phhs", shows="No such file or directory")
        await answer(officer, f"{hands}", shows="Make 1 table of evening.phhs in the session that is open?")
        officer.shows("hand 3 is left out: variant 'PO'", "2 hands")
        assert not matches.matches(evening)
        await officer.press("enter", shows="Table 1 is made of evening.phhs.")
        await found(officer, "import")
        await answer(officer, f"{hands}")
        await officer.press("enter", shows="is already table 1")
    [match] = matches.matches(evening)
    assert match.finished_at
    assert match.book.slug == "texas-holdem"


async def test_a_sheet_of_paper_is_ruled_on_and_becomes_a_table(evening: Club, sheet: Path) -> None:
    async with at_the_desk(evening, size=LARGE) as officer:
        await found(officer, "rule on a file")
        await answer(officer, f"{sheet}")
        assert isinstance(officer.app.screen, DocumentScreen)
        assert "Ida raises to 3, stands: illegal" in officer.reads()
        await officer.press("escape")
        await found(officer, "import")
        await answer(officer, f"{sheet}", shows=("Ida raises to 3: illegal", "Ida is not on the roster"))
        await officer.press("enter", shows="Table 1 is made of table-3.txt.")
    [match] = matches.matches(evening)
    assert match.names == ("Ann", "Ben", "Ida")
    assert [member.name for member in roster.members(evening) if member.guest] == ["Ida"]


async def test_a_sheet_that_cannot_be_read_is_refused_with_its_line(evening: Club, sheet: Path) -> None:
    sheet.write_text(SHEET.replace("Ann folds", "Ann sings"), encoding="utf-8")

    async with at_the_desk(evening, size=LARGE) as officer:
        await found(officer, "import")
        await answer(officer, f"{sheet}", shows="line 13")
        assert not matches.matches(evening)


@pytest.mark.usefixtures("held")
async def test_an_import_is_stopped_while_its_tables_are_made(evening: Club, sheet: Path) -> None:
    before = evening.head

    async with at_the_desk(evening, size=LARGE) as officer:
        await found(officer, "import")
        await answer(officer, f"{sheet}")
        await officer.hurry("enter")
        await wait_async(lambda: "Importing" in officer.reads(), officer.sees)
        await officer.press("escape", shows="Stopped. Nothing was changed.")
    assert evening.head == before
    assert not matches.matches(evening)


@pytest.mark.usefixtures("held")
async def test_reading_a_long_file_is_stopped(evening: Club, hands: Path) -> None:
    before = evening.head

    async with at_the_desk(evening, size=LARGE) as officer:
        await begun(officer, "import")
        officer.send(f"{hands}")
        await officer.calm()
        await officer.hurry("enter")
        await wait_async(lambda: "Reading the file" in officer.reads(), officer.sees)
        await officer.press("escape", shows="Stopped. Nothing was changed.")
    assert evening.head == before


@in_a_file("a whole club is imported into a folder")
@pytest.mark.parametrize("kind", ["jsonl", "db"])
async def test_a_whole_club_is_imported_into_a_folder_and_the_desk_goes_there(
    night: Club, tmp_path: Path, kind: str
) -> None:
    if kind == "db":
        file = backups.back_up(night).path
    else:
        write_to_club(night, find_export("json"), no_progress)
        file = night.exports / "club.jsonl"
    roster.add(night, "Gus")
    folder = tmp_path / "there"

    async with at_the_desk(night, "M", size=LARGE, shows="Gus") as officer:
        await found(officer, "import")
        await answer(officer, f"{file}", f"{night.folder}")
        await officer.press("enter", shows="is already in use.")
        await answer(officer, f"{folder}", shows="The desk works on that club from then on.")
        await officer.press("enter", shows="and so is the desk")
        await officer.until("Gus", gone=True)
        assert officer.app.desk.club.folder == folder
    assert (folder / FILE).exists()
    assert "Gus" in [member.name for member in roster.members(night)]


@in_a_file("a whole club is imported into a folder")
@pytest.mark.parametrize("kind", ["jsonl", "db"])
async def test_importing_a_whole_club_is_stopped_and_leaves_no_folder(
    night: Club, tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    if kind == "db":
        file = backups.back_up(night).path
    else:
        write_to_club(night, find_export("json"), no_progress)
        file = night.exports / "club.jsonl"
    request.getfixturevalue("held")
    files, to = kept(night.folder), tmp_path / "there"

    async with at_the_desk(night, size=LARGE) as officer:
        await found(officer, "import")
        await answer(officer, f"{file}", f"{to}")
        await officer.hurry("enter")
        await wait_async(lambda: "Importing" in officer.reads(), officer.sees)
        await officer.press("escape", shows="Stopped. Nothing was changed.")
    assert not to.exists()
    assert kept(night.folder) == files
