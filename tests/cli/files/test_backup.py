"""``referee backup``, ``referee restore`` and ``referee export verify``, as an officer types them."""

import json
import re
from pathlib import Path
from shutil import copyfile

import pytest

from tests.campaigns.tampering import stranger
from tests.cli.running import referee

ILLEGAL, USAGE, STORE = 10, 2, 3


def lines(club: Path) -> list[str]:
    return [line["text"] for line in referee("table", "show", "1", "--json", club=club).data["log"]]


def test_a_night_is_restored_from_the_backup_that_was_made_when_its_session_closed(table: Path) -> None:
    referee("log", "1", "deal by Dee", "Ann plays 3D", club=table)
    closed = referee("close", "--unfinished", club=table)
    (backup,) = sorted((table / "backups").iterdir())
    output = closed.out.splitlines()
    assert (output[0], output[-1]) == ("The session of 2026-11-16 is closed.", f"Backup: {backup}")
    referee("open", "2026-11-16", "--reason", "Ben came back", club=table)
    referee("log", "1", "Ben plays 5H", club=table)
    result = referee("restore", backup.stem, club=table)
    assert result.code == USAGE
    assert [re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "NOW", line) for line in result.out.splitlines()[1:]] == [
        "  would lose 2026-11-16: session reopened (NOW)",
        "  would lose table 1: line logged (NOW)",
    ]
    assert "the question needs a terminal" in result.err
    assert len(lines(table)) == 3
    done = referee("restore", backup.stem, "--yes", club=table)
    assert done.code == 0
    assert lines(table) == ["deal by Dee", "Ann plays 3D"]
    (old_file,) = table.glob("club.replaced-*.db")
    assert f"Old file: {old_file}. Undo: referee restore {old_file}" in done.out
    second_result = referee("restore", str(old_file), "--yes", "--json", club=table)
    [replaced, restored] = second_result.data["lost"]
    assert replaced.startswith("all events after ")
    assert restored.startswith("backup restored (")
    assert lines(table) == ["deal by Dee", "Ann plays 3D", "Ben plays 5H"]


def test_a_backup_that_cannot_be_made_is_said_and_the_session_is_closed(table: Path) -> None:
    (table / "backups").write_text("in the way")
    closed = referee("close", "--unfinished", club=table)
    assert closed.code == STORE
    assert closed.out.startswith("The session of 2026-11-16 is closed.\n")
    assert "Backup:" not in closed.out
    assert "No backup was made" in closed.err
    assert referee("tonight", "2026-11-16", "--json", club=table).data["session"]["status"] == "closed"


@pytest.mark.parametrize("words", [["tonight"], ["audit"], ["backup"], ["backup", "--list"]])
def test_a_conflicted_copy_beside_the_club_is_named(club: Path, words: list[str]) -> None:
    assert "club 2.db" not in referee(*words, club=club).err
    copyfile(club / "club.db", club / "club 2.db")
    result = referee(*words, club=club)
    assert result.code == 0
    assert "club 2.db is next to club.db: two computers wrote to the club in a synchronised folder" in result.err


def test_backups_are_listed_and_only_the_last_are_kept(club: Path) -> None:
    assert referee("backup", "--list", club=club).out == "0 backups; the newest 30 are kept\n"
    for name in ("Fay", "Gus", "Hal"):
        referee("member", "add", name, club=club)
        assert referee("backup", "--keep", "2", club=club).code == 0
    listed = referee("backup", "--list", "--json", club=club).data
    assert listed["kept"] == 2
    assert len(listed["backups"]) == 2
    output = referee("backup", "--list", club=club).out.splitlines()
    assert len(output) == 4
    assert output[-1] == "2 backups; the newest 2 are kept"
    assert referee("backup", "--keep", "0", club=club).code == USAGE
    assert referee("backup", "--keep", "2", "--list", club=club).code == USAGE


def test_where_the_log_was_tampered_with_the_backup_says_so_by_its_exit_code(table: Path) -> None:
    referee("log", "1", "deal by Dee", "Ann plays 3D", club=table)
    with stranger(table / "club.db") as raw:
        raw.execute("UPDATE event SET data = replace(data, 'plays 3D', 'plays 4D')")
    created = referee("backup", "--json", club=table)
    assert created.code == ILLEGAL
    assert (1, 2) in [(row["table"], row["line"]) for row in created.data["tampered"]]
    assert "match m1, line 2:" in referee("backup", str(table / "again.db"), club=table).err


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["restore", "yesterday"], STORE, "There is no backup yesterday. The folder backups/ is empty"),
        (["restore", "club.db"], USAGE, "is the club's own file"),
        (["backup", "nowhere/monday.db"], USAGE, "nowhere is not a folder"),
        (["backup", "club.db"], USAGE, "already exists"),
        (["restore", "x" * 300], STORE, "There is no backup x"),
        (["restore", "schedules"], STORE, "There is no backup schedules"),
        (["backup", "x" * 300], STORE, "cannot be written"),
        (["export", "verify", "schedules"], USAGE, "cannot be read"),
        (["export", "verify", "nowhere"], USAGE, "cannot be read"),
    ],
)
def test_what_cannot_be_is_one_plain_line(club: Path, words: list[str], code: int, says: str) -> None:
    before = sorted(path.name for path in club.iterdir())
    result = referee(*words, club=club, cwd=club)
    assert result.code == code
    assert says in result.err
    assert len(result.err.splitlines()) == 1
    assert sorted(path.name for path in club.iterdir()) == before


def test_a_club_whose_file_is_gone_is_restored_by_its_folder(table: Path) -> None:
    referee("log", "1", "deal by Dee", club=table)
    backup = Path(referee("backup", club=table).out.strip())
    (table / "club.db").unlink()
    result = referee("restore", backup.stem, "--yes", club=table)
    assert result.code == 0
    assert "Nothing can be lost" in result.err
    assert "What was there" not in result.out
    assert lines(table) == ["deal by Dee"]
    (table / "club.db").write_bytes(b"\xff" * 20_000)
    result = referee("restore", str(backup), "--yes", cwd=table)
    assert result.code == 0
    assert "cannot be read" in result.err
    assert lines(table) == ["deal by Dee"]


def test_an_export_is_verified(table: Path) -> None:
    referee("log", "1", "deal by Dee", club=table)
    assert referee("export", "csv", club=table).code == 0
    result = referee("export", "verify", str(table / "exports"))
    assert (result.code, result.out) == (0, f"{table / 'exports'}: 14 files checked; all match the manifest\n")
    (table / "exports" / "members.csv").write_bytes(b"member,name\r\n1,Mallory\r\n")
    result = referee("export", "verify", str(table / "exports"), "--json")
    assert result.code == ILLEGAL
    assert result.data["differences"] == ["members.csv has 1 rows; the manifest says 5"]
    manifest = json.loads((table / "exports" / "manifest.json").read_text())
    assert result.data["files"] == [row["name"] for row in manifest["files"]]
    assert referee("export", "csv", "--yes", club=table).code == 0
    assert referee("export", "verify", str(table / "exports")).code == 0
