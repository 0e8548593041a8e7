"""The stand-in for macOS is like it where it matters, and the club's file is written and synced under it."""

import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import patience

HOUSE = Path(__file__).parents[2]
UNDER_IT = {**os.environ, "PYTHONPATH": f"{HOUSE / 'tests' / 'apple'}{os.pathsep}{HOUSE}"}

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="the stand-in for macOS is made for Linux"),
]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *words]
    return subprocess.run(command, env=UNDER_IT, cwd=HOUSE, capture_output=True, text=True, timeout=patience(120))


def test_the_stand_in_reads_a_lock_as_apple_lays_it_out_and_no_other(tmp_path: Path) -> None:
    apples = struct.pack("qqihh", 0, 1, 0, 3, os.SEEK_SET)
    linuxes = struct.pack("hhqqi4x", 3, os.SEEK_SET, 0, 1, 0)
    outcome = run(
        "-c",
        f"""
import fcntl, sys
assert sys.platform == "darwin"
with open({str(tmp_path / "lock")!r}, "wb") as one, open({str(tmp_path / "lock")!r}, "wb") as two:
    fcntl.fcntl(one, fcntl.F_OFD_SETLK, {apples!r})
    for command, asked in [(fcntl.F_OFD_SETLK, {apples!r}), (fcntl.F_OFD_SETLK, {linuxes!r}), (37, {apples!r})]:
        try:
            fcntl.fcntl(two, command, asked)
        except OSError as error:
            print(error.strerror)
""",
    )
    assert (outcome.stdout.splitlines(), outcome.stderr) == (
        ["Resource temporarily unavailable", "Invalid argument", "Invalid argument"],
        "",
    )


def test_a_club_is_written_backed_up_and_exported_on_macos_and_on_its_disk(tmp_path: Path) -> None:
    outcome = run(
        "-c",
        f"""
import fcntl
from pathlib import Path
from referee.club.file.backups import back_up
from referee.club.folder import init
from referee.club.people import roster
from referee.export.files import write_files
with init({str(tmp_path / "club")!r}, "Monday Club") as club:
    roster.add(club, "Ann")
    with club.store.writing() as sql:
        print([sql.rows(f"PRAGMA {{each}}") for each in ("fullfsync", "checkpoint_fullfsync")])
    print(Path(back_up(club).path).parent.name)
    write_files(club.exports, {{"one.csv": b"Ann"}})
print(*(Path(each).name for each in fcntl.SYNCED))
""",
    )
    assert outcome.stderr == ""
    pragmas, folder, synced = outcome.stdout.splitlines()
    assert (pragmas, folder) == ("[[(1,)], [(1,)]]", "backups")
    # The folder of the new club, that of its backup, and the file that was exported, with its folder.
    assert synced.split() == ["club", "backups", "one.csv", "exports"]


def test_what_is_held_of_a_clubs_file_holds_on_macos() -> None:
    test_files = [f"tests/store/events/test_{name}.py" for name in ("file", "writers")]
    outcome = run("-m", "pytest", "-p", "no:cacheprovider", "-n", "0", "-k", "not PostgreSQL", *test_files)
    assert outcome.returncode == 0, outcome.stdout
    assert " passed" in outcome.stdout
