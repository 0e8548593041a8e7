"""``referee backup``, ``referee restore`` and ``referee export verify``, as an officer types them."""

import json
import re
from pathlib import Path

import pytest

from tests.campaigns.tampering import stranger
from tests.cli.running import referee

ILLEGAL, USAGE, STORE = 10, 2, 3


def lines(club: Path) -> list[str]:
    return [each["text"] for each in referee("table", "show", "1", "--json", club=club).data["log"]]


def test_a_night_is_restored_from_the_backup_that_was_made_when_its_session_closed(table: Path) -> None:
    referee("log", "1", "deal by Dee", "Ann plays 3D", club=table)
    closed = referee("close", "--unfinished", club=table)
    (backup,) = sorted((table / "backups").iterdir())
    said = closed.out.splitlines()
    assert (said[0], said[-1]) == ("The session of 2026-11-16 is closed.", f"Backup: {backup}")
    referee("open", "2026-11-16", "--reason", "Ben came back", club=table)
    referee("log", "1", "Ben plays 5H", club=table)
    asked = referee("restore", backup.stem, club=table)
    assert asked.code == USAGE
    assert [re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "NOW", line) for line in asked.out.splitlines()[1:]] == [
        "  would lose 2026-11-16: session reopened (NOW)",
        "  would lose table 1: line logged (NOW)",
    ]
    assert "there is no terminal to ask on" in asked.err
    assert len(lines(table)) == 3
    done = referee("restore", backup.stem, "--yes", club=table)
    assert done.code == 0
    assert lines(table) == ["deal by Dee", "Ann plays 3D"]
    (aside,) = table.glob("club.replaced-*.db")
    assert f"Old file: {aside}. Undo: referee restore {aside}" in done.out
    back = referee("restore", str(aside), "--yes", "--json", club=table)
    [parted, restored] = back.data["lost"]
    assert parted.startswith("all events after ")
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
    (club / "club 2.db").touch()
    done = referee(*words, club=club)
    assert done.code == 0
    assert "club 2.db is next to club.db: two computers wrote to the club in a synchronised folder" in done.err


def test_backups_are_listed_and_only_the_last_are_kept(club: Path) -> None:
    assert referee("backup", "--list", club=club).out == "0 backups; the last 30 are kept\n"
    for name in ("Fay", "Gus", "Hal"):
        referee("member", "add", name, club=club)
        assert referee("backup", "--keep", "2", club=club).code == 0
    listed = referee("backup", "--list", "--json", club=club).data
    assert listed["kept"] == 2
    assert len(listed["backups"]) == 2
    shown = referee("backup", "--list", club=club).out.splitlines()
    assert len(shown) == 4
    assert shown[-1] == "2 backups; the last 2 are kept"
    assert referee("backup", "--keep", "0", club=club).code == USAGE
    assert referee("backup", "--keep", "2", "--list", club=club).code == USAGE


def test_where_the_log_was_tampered_with_the_backup_says_so_by_its_exit_code(table: Path) -> None:
    referee("log", "1", "deal by Dee", "Ann plays 3D", club=table)
    with stranger(table / "club.db") as raw:
        raw.execute("UPDATE event SET data = replace(data, 'plays 3D', 'plays 4D')")
    made = referee("backup", "--json", club=table)
    assert made.code == ILLEGAL
    assert (1, 2) in [(each["table"], each["line"]) for each in made.data["tampered"]]
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
    before = sorted(each.name for each in club.iterdir())
    done = referee(*words, club=club, cwd=club)
    assert done.code == code
    assert says in done.err
    assert len(done.err.splitlines()) == 1
    assert sorted(each.name for each in club.iterdir()) == before


def test_a_club_whose_file_is_gone_is_restored_by_its_folder(table: Path) -> None:
    referee("log", "1", "deal by Dee", club=table)
    backup = Path(referee("backup", club=table).out.strip())
    (table / "club.db").unlink()
    done = referee("restore", backup.stem, "--yes", club=table)
    assert done.code == 0
    assert "Nothing can be lost" in done.err
    assert "What was there" not in done.out
    assert lines(table) == ["deal by Dee"]
    (table / "club.db").write_bytes(b"\xff" * 20_000)
    done = referee("restore", str(backup), "--yes", cwd=table)
    assert done.code == 0
    assert "cannot be read" in done.err
    assert lines(table) == ["deal by Dee"]


def test_an_export_is_verified(table: Path) -> None:
    referee("log", "1", "deal by Dee", club=table)
    assert referee("export", "csv", club=table).code == 0
    done = referee("export", "verify", str(table / "exports"))
    assert (done.code, done.out) == (0, f"{table / 'exports'}: 14 files as in the manifest\n")
    (table / "exports" / "members.csv").write_bytes(b"member,name\r\n1,Mallory\r\n")
    done = referee("export", "verify", str(table / "exports"), "--json")
    assert done.code == ILLEGAL
    assert done.data["differences"] == ["members.csv has 1 rows; the manifest says 5"]
    manifest = json.loads((table / "exports" / "manifest.json").read_text())
    assert done.data["files"] == [each["name"] for each in manifest["files"]]
    assert referee("export", "csv", "--yes", club=table).code == 0
    assert referee("export", "verify", str(table / "exports")).code == 0
