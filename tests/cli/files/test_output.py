"""Nothing that is written for a user takes the place of a club, nor of a file of theirs unless they agree.

Every command with ``--output`` is tried; one that has no words here fails the first test.
"""

import os
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from referee.club.folder import open_club
from tests.cli.printed_commands import PEOPLE, all_commands
from tests.cli.running import RunResult, referee
from tests.cli.scenes import MONDAY, gathered, on_the_monday, run_ok
from tests.systems import LINKS, PIPES_WITH_NAMES

FILES = {
    "rulebook": ("rulebook", "pontoon"),
    "manual": ("manual", "records"),
    "seat print": ("seat", "print"),
    "tournament print": ("tournament", "print", "1"),
    "tournament rules": ("tournament", "rules"),
    "export json": ("export", "json"),
    "export phh": ("export", "phh"),
    "export ics": ("export", "ics"),
    "export xlsx": ("export", "xlsx"),
    "import": ("import", "hands.phh"),
}
"""Commands that write one file, each with words that make it do so."""
FOLDERS = {"export csv": ("export", "csv"), "export html": ("export", "html")}
"""Commands that write files into a folder."""
EACH = pytest.mark.parametrize("words", FILES.values(), ids=FILES)
HAND = """players = ["Gus", "Hal"]
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ["d dh p1 AsKs", "d dh p2 2c3c", "p2 cbr 6", "p1 f"]
"""


@pytest.fixture(scope="module")
def base_club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "club"
    with on_the_monday(folder.parent):
        gathered(folder)
        run_ok(folder, "seat", "draw", "--yes", "--game", "pontoon")
        run_ok(folder, "tournament", "new", "Cup", "-g", "big-two", "-f", "swiss", "--rounds", "2", "--seed", "3")
        run_ok(folder, "tournament", "enter", "1", *PEOPLE)
        run_ok(folder, "tournament", "draw", "1")
        (folder / "hands.phh").write_text(HAND, encoding="utf-8")
        run_ok(folder, "import", "hands.phh", "--on", MONDAY)
        run_ok(folder, "backup")
    return folder


@pytest.fixture
def folder(base_club: Path, tmp_path: Path) -> Path:
    return copytree(base_club, tmp_path / "club")


def run(words: tuple[str, ...], to: str | Path, folder: Path, *more: str) -> RunResult:
    return referee(*words, "--output", str(to), *more, cwd=folder)


def page_for(words: tuple[str, ...]) -> str:
    """Return the name of a file that the command writes; a workbook needs the ending of one."""
    return "page.xlsx" if "xlsx" in words else "page.html"


def contents(folder: Path) -> dict[str, bytes]:
    beside = ("-wal", "-shm", "-lock")
    return {
        str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.suffix[3:] not in beside
    }


def test_every_command_that_writes_a_file_is_tried() -> None:
    writes = {words for words, command in all_commands() if any("--output" in param.opts for param in command.params)}
    assert writes == {*FILES, *FOLDERS}


def backup_of(folder: Path) -> Path:
    return next((folder / "backups").glob("*.db"))


@EACH
def test_no_command_writes_over_a_club(words: tuple[str, ...], folder: Path) -> None:
    refused(words, folder / "club.db", folder)


@pytest.mark.parametrize(
    "club",
    [
        lambda folder: folder / "backups" / ".." / "club.db",
        lambda folder: folder / "CLUB.DB",
        lambda folder: folder / "club.db-wal",
        lambda folder: folder / "club.db-lock",
        backup_of,
        lambda folder: backup_of(folder).rename(folder / "kept.html"),
    ],
    ids=["by way of a folder", "capitals", "log", "lock", "backup", "backup of another name"],
)
def test_nothing_writes_over_what_belongs_to_a_club(club: Callable[[Path], Path], folder: Path) -> None:
    refused(FILES["export json"], club(folder), folder)


def refused(words: tuple[str, ...], there: Path, folder: Path) -> None:
    before = contents(folder)
    result = run(words, there, folder, "--yes")
    assert result.code == 2, result.out
    assert there.name in result.err
    assert contents(folder) == before
    with open_club(folder) as second_club:
        assert second_club.head.n


@LINKS
@EACH
@pytest.mark.parametrize("target", ["club.db", "notes.html"])
def test_nothing_writes_through_a_link(words: tuple[str, ...], target: str, folder: Path) -> None:
    page = page_for(words)
    (folder / "notes.html").write_text("mine", encoding="utf-8")
    (folder / page).symlink_to(folder / target)
    before = contents(folder)
    result = run(words, page, folder, "--yes")
    assert result.code == 2
    assert f"{page} is a link" in result.err
    assert (folder / page).is_symlink()
    assert contents(folder) == before


@PIPES_WITH_NAMES
@EACH
def test_nothing_is_written_to_what_is_no_file(words: tuple[str, ...], folder: Path) -> None:
    page = page_for(words)
    os.mkfifo(folder / page)
    result = run(words, page, folder, "--yes")
    assert result.code == 2
    assert f"{page} is not a file. Use the name of a file, or - for standard output." in result.err
    assert (folder / page).is_fifo()


@EACH
def test_a_file_of_the_users_is_asked_about_and_our_own_is_not(words: tuple[str, ...], folder: Path) -> None:
    page = page_for(words)
    (folder / page).write_text("mine", encoding="utf-8")
    result = run(words, page, folder)
    assert result.code == 2
    assert f"{page} exists, but its contents are not from this program. Overwrite it?" in result.err
    assert "add --yes" in result.err
    assert (folder / page).read_text(encoding="utf-8") == "mine"
    assert run(words, page, folder, "--yes").code != 2
    output = (folder / page).read_bytes()
    assert output != b"mine"
    assert run(words, page, folder).code != 2  # what stands there now is our own
    (folder / page).write_bytes(output + b"a note")
    assert "Overwrite it?" in run(words, page, folder).err
    assert (folder / page).read_bytes() == output + b"a note"


@pytest.mark.parametrize("words", FOLDERS.values(), ids=FOLDERS)
def test_files_of_the_users_in_a_folder_are_asked_about_once(words: tuple[str, ...], folder: Path) -> None:
    assert run(words, "site", folder).code == 0
    files = sorted((folder / "site").iterdir())
    for file in files:
        file.write_text("mine", encoding="utf-8")
    result = run(words, "site", folder)
    assert result.code == 2
    assert f"and {len(files) - 1} other files exist, but their contents are not from this program." in result.err
    assert {file.read_text(encoding="utf-8") for file in files} == {"mine"}
    assert run(words, "site", folder, "--yes").code == 0
    assert run(words, "site", folder).code == 0


@LINKS
@pytest.mark.parametrize("words", FOLDERS.values(), ids=FOLDERS)
def test_a_link_in_a_folder_is_not_written_through(words: tuple[str, ...], folder: Path) -> None:
    assert run(words, "site", folder).code == 0
    first = min((folder / "site").iterdir())
    first.unlink()
    first.symlink_to(folder / "club.db")
    before = contents(folder)
    result = run(words, "site", folder, "--yes")
    assert result.code == 2
    assert f"{first.name} is a link" in result.err
    assert contents(folder) == before
