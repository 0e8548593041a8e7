"""A copy of a file in use, and putting it back, with whatever lies beside the file and whoever has it open."""

import os
import shutil
import sqlite3
import threading
from contextlib import closing, nullcontext
from datetime import date
from errno import ENOLCK
from functools import partial
from pathlib import Path

import pytest

from referee.store import restoring
from referee.store.backup import (
    FOLDER,
    HeadMark,
    copy_checked,
    dated_backups,
    open_database,
    parse_head_mark,
    place_backup,
    place_dated_backup,
    remove_oldest,
)
from referee.store.events.log import Head
from referee.store.events.sqlite import ClubFile, open_file
from referee.store.faults import ClubFault, StoreBusy, StoreDamaged, StoreMissing
from referee.store.files import atomic_files
from referee.store.files.atomic_files import staging_folder
from referee.store.restoring import find_head, replace_club_file
from tests.patience import patience, wait
from tests.store.conftest import add

DAY = date(2026, 11, 16)


def names(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as file:
        return [name for (name,) in file.execute("SELECT name FROM member ORDER BY id")]


def copied(path: Path, to: Path) -> Path:
    copy_checked(path, to)
    return to


def test_a_copy_of_a_file_in_use_has_all_that_was_confirmed_in_one_file(store: ClubFile, tmp_path: Path) -> None:
    add(store, "Ann")
    copy = copied(store.path, tmp_path / "copy.db")
    add(store, "Ben")
    assert not list(tmp_path.glob("copy.db-*"))
    assert names(copy) == ["Ann"]


def test_what_is_damaged_or_no_clubs_file_is_not_copied(store: ClubFile, tmp_path: Path) -> None:
    with pytest.raises(StoreMissing):
        copy_checked(tmp_path / "nothing.db", tmp_path / "copy.db")
    (tmp_path / "note.db").write_text("holiday photographs " * 400)
    (tmp_path / "empty.db").touch()
    with closing(sqlite3.connect(tmp_path / "recipes.db")) as connection, connection:
        connection.execute("CREATE TABLE recipes (name)")
    for name in ("note.db", "empty.db", "recipes.db"):
        with pytest.raises(StoreDamaged):
            copy_checked(tmp_path / name, tmp_path / f"copy of {name}")
    store.close()
    with store.path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 8192)
    with pytest.raises(StoreDamaged):
        copy_checked(store.path, tmp_path / "copy of damage.db")


def test_a_backup_overwrites_nothing(store: ClubFile, tmp_path: Path) -> None:
    part = copied(store.path, tmp_path / "part.db")
    existing = tmp_path / "taken.db"
    existing.write_text("holiday photographs")
    with pytest.raises(ClubFault, match="never overwrites"):
        place_backup(part, existing)
    assert existing.read_text() == "holiday photographs"


def test_backups_are_named_by_their_day_and_their_head_and_the_last_are_kept(store: ClubFile, tmp_path: Path) -> None:
    folder = tmp_path / FOLDER
    created = []
    for number in range(12):
        add(store, f"Guest {number}")
        day = date(2026, 11, 9) if number < 1 else DAY
        end = Head(400 - number, f"{number:064x}")  # as where an older one was restored in between
        copied(store.path, tmp_path / f"part {number}")
        created.append(place_dated_backup(tmp_path / f"part {number}", folder, day, end))
    assert created[0].name == "2026-11-09-e400-000000000000.db"
    (folder / "2026-11-16 by hand.db").touch()
    (folder / "2026-13-45-e12-0123456789ab.db").touch()
    assert [backup.path for backup in dated_backups(folder)] == created
    remove_oldest(folder, 3)
    assert [backup.path for backup in dated_backups(folder)] == created[-3:]
    assert names(created[-1])[-1] == "Guest 11"
    assert {"2026-11-16 by hand.db", "2026-13-45-e12-0123456789ab.db"} <= {path.name for path in folder.iterdir()}


def test_two_backups_with_the_same_head_are_both_kept(store: ClubFile, tmp_path: Path) -> None:
    end = Head(7, "3f2a9c0185de" + "0" * 52)
    created = [
        place_dated_backup(copied(store.path, tmp_path / name), tmp_path / FOLDER, DAY, end) for name in ("one", "two")
    ]
    assert [path.name for path in created] == ["2026-11-16-e7-3f2a9c0185de.db", "2026-11-16-e7-3f2a9c0185de-2.db"]
    assert [backup.anchor for backup in dated_backups(tmp_path / FOLDER)] == [HeadMark(7, "3f2a9c0185de")] * 2


@pytest.mark.parametrize(
    "name",
    [
        "2026-11-16-e412-3f2a9c0185de.db",
        "2026-11-16-e412-3f2a9c0185de",
        "2026-11-16-e412-3f2a9c0185de-2.db",
        " backups/2026-11-16-e412-3f2a9c0185de.db\n",
        r"backups\2026-11-16-e412-3f2a9c0185de.db",
        r"E:\stick\2026-11-16-e412-3f2a9c0185de-2.db",
        "E:2026-11-16-e412-3f2a9c0185de.db",
        r"\\school\home\2026-11-16-e412-3f2a9c0185de.db",
    ],
)
def test_the_name_of_a_backup_says_the_head_of_its_log(name: str) -> None:
    assert parse_head_mark(name) == HeadMark(412, "3f2a9c0185de")


@pytest.mark.parametrize(
    "name", ["", "2026-11-16.db", "2026-11-16-e412-3f2a.db", "e412-3f2a9c0185de", "2026-11-16-e412-3F2A9C0185DE.db"]
)
def test_another_name_says_nothing(name: str) -> None:
    assert parse_head_mark(name) is None


# -- putting one back ---------------------------------------------------------------------------------------------


def test_a_desk_that_is_open_sees_the_backup_and_what_it_had_is_kept(
    store: ClubFile, path: Path, tmp_path: Path
) -> None:
    add(store, "Ann")
    fresh = copied(path, tmp_path / "fresh.db")
    add(store, "Ben")
    before = store.revision()
    assert replace_club_file(fresh, path, tmp_path / "kept.db")
    assert store.revision() != before
    assert names(store.path) == ["Ann"]
    add(store, "Cal")
    store.close()
    assert names(path) == ["Ann", "Cal"]
    assert names(tmp_path / "kept.db") == ["Ann", "Ben"]


def test_a_line_confirmed_while_the_backup_is_put_back_is_in_one_file_or_the_other(
    store: ClubFile, path: Path, tmp_path: Path
) -> None:
    fresh = copied(path, tmp_path / "fresh.db")
    confirmed: list[str] = []
    outcome = threading.Event()

    def write() -> None:
        other = open_file(path, patience=patience())
        while not outcome.is_set():
            name = f"Guest {len(confirmed)}"
            add(other, name)
            confirmed.append(name)
        other.close()

    writer = threading.Thread(target=write)
    writer.start()
    stored = []
    for number in range(5):
        wait(lambda number=number: len(confirmed) >= 10 * (number + 1))
        stored.append(tmp_path / f"kept {number}.db")
        replace_club_file(copied(fresh, tmp_path / f"fresh {number}.db"), path, stored[-1], patience=patience())
    outcome.set()
    writer.join(patience())
    assert set(confirmed) == {name for file in (*stored, path) for name in names(file)}
    assert find_head(path)


def test_a_file_that_another_program_keeps_to_itself_is_not_taken_for_a_damaged_one(
    store: ClubFile, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(store, "Ann")
    fresh = copied(path, tmp_path / "fresh.db")
    store.close()
    monkeypatch.setattr(restoring, "open_database", partial(open_database, patience=0.05))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy):
            replace_club_file(fresh, path, tmp_path / "kept.db")
    assert names(path) == ["Ann"]
    assert not (tmp_path / "kept.db").exists()


@pytest.mark.parametrize("damage", ["overwritten", "cut", "gone", "emptied"])
def test_a_file_that_cannot_be_read_is_moved_aside_with_its_log(
    store: ClubFile, path: Path, tmp_path: Path, damage: str
) -> None:
    add(store, "Ann")
    fresh = copied(path, tmp_path / "fresh.db")
    add(store, "Ben")
    # What a laptop leaves that fell off the table: the file, and the log beside it.
    folder = tmp_path / "left"
    folder.mkdir()
    for beside in ("", "-wal"):
        shutil.copy(path.with_name(path.name + beside), folder)
    store.close()
    damaged, log = folder / "club.db", folder / "club.db-wal"
    bytes_of_log = log.read_bytes()
    assert bytes_of_log
    match damage:
        case "overwritten":
            damaged.write_bytes(b"\xff" * damaged.stat().st_size)
        case "cut":
            damaged.write_bytes(damaged.read_bytes()[:6000])
            log.write_bytes(bytes_of_log := b"\0" * 64 + bytes_of_log[64:])
        case "gone":
            damaged.unlink()
        case "emptied":
            damaged.write_bytes(b"")
            log.write_bytes(bytes_of_log := bytes_of_log[:4000])
    copy = folder / "kept.db"
    assert replace_club_file(fresh, damaged, copy)
    assert names(damaged) == ["Ann"]
    assert find_head(damaged)
    assert (folder / "kept.db-wal").read_bytes() == bytes_of_log
    assert copy.exists() is (damage != "gone")
    with closing(sqlite3.connect(damaged)) as file:
        assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.parametrize("windows", [True, False])
def test_a_file_that_windows_does_not_move_while_it_is_open_stays(
    store: ClubFile, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, windows: bool
) -> None:
    fresh = copied(path, tmp_path / "fresh.db")
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"\xff" * 4096)

    def refuse(_new: Path, _place: Path) -> None:
        error = PermissionError(13, "Permission denied")
        if windows:
            error.winerror = 32  # a sharing violation
        raise error

    monkeypatch.setattr(restoring, "place_new", refuse)
    with pytest.raises(StoreBusy if windows else PermissionError) as fault:
        replace_club_file(fresh, damaged, tmp_path / "kept.db")
    assert ("Close the desk, board and phones" in str(fault.value)) is windows
    assert damaged.read_bytes() == b"\xff" * 4096
    assert not (tmp_path / "kept.db").exists()


def test_a_damaged_file_that_a_program_has_open_is_moved_aside_where_the_system_lets_it(
    store: ClubFile, path: Path, tmp_path: Path
) -> None:
    add(store, "Ann")
    fresh = copied(path, tmp_path / "fresh.db")
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"\xff" * 4096)
    with damaged.open("rb"), nullcontext() if os.name != "nt" else pytest.raises(StoreBusy, match="Close the desk"):
        replace_club_file(fresh, damaged, tmp_path / "kept.db")
    replace_club_file(
        fresh if os.name == "nt" else copied(path, tmp_path / "again.db"), damaged, tmp_path / "kept too.db"
    )
    assert names(damaged) == ["Ann"]


def test_a_file_that_another_program_holds_is_a_fault_and_stays(store: ClubFile, path: Path, tmp_path: Path) -> None:
    add(store, "Ann")
    fresh = copied(path, tmp_path / "fresh.db")
    add(store, "Ben")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match="busy"):
            replace_club_file(fresh, path, tmp_path / "kept.db", patience=0.3)
    assert names(path) == ["Ann", "Ben"]
    assert not (tmp_path / "kept.db").exists()


def test_a_backup_with_pages_of_another_size_can_be_put_back(store: ClubFile, path: Path, tmp_path: Path) -> None:
    add(store, "Ann")
    fresh = copied(path, tmp_path / "fresh.db")
    with closing(sqlite3.connect(fresh, isolation_level=None)) as file:
        file.execute("PRAGMA page_size = 8192")
        file.execute("VACUUM")
    add(store, "Ben")
    replace_club_file(fresh, path, tmp_path / "kept.db")
    assert names(path) == ["Ann"]


def test_a_file_without_a_log_of_its_own_gets_one(store: ClubFile, path: Path, tmp_path: Path) -> None:
    add(store, "Ann")
    fresh = copied(path, tmp_path / "fresh.db")
    store.close()
    replace_club_file(fresh, plain := copied(path, tmp_path / "plain.db"), tmp_path / "kept.db")
    assert names(plain) == ["Ann"]


# -- a plain copy, as people make them ----------------------------------------------------------------------------


def test_a_plain_copy_made_while_desks_are_open_is_a_few_lines_short_at_most(
    store: ClubFile, path: Path, tmp_path: Path
) -> None:
    desk = open_file(path)
    desk.revision()
    short = []
    for number in range(60):
        add(store, f"Guest {number}")
        shutil.copy(path, tmp_path / "plain.db")
        short.append(number + 1 - len(names(tmp_path / "plain.db")))
    assert max(short) <= 12  # rows of a page each; a line of a table is several
    store.close()
    shutil.copy(path, tmp_path / "plain.db")
    assert len(names(tmp_path / "plain.db")) == 60
    desk.close()


# -- leftovers ----------------------------------------------------------------------------------------------------


def test_what_is_being_made_is_never_swept_and_what_was_left_is(tmp_path: Path) -> None:
    folder = tmp_path / ".monday.db.0a1b2c3d.referee"
    folder.mkdir()
    (folder / "part.db").touch()
    killed = tmp_path / ".friday.db.0a1b2c3d.referee"  # its maker held the lock
    killed.mkdir()
    (killed / ".lock").touch()
    unfinished = tmp_path / ".sunday.db.0a1b2c3d.referee"
    unfinished.mkdir()
    (tmp_path / ".notes.referee").mkdir()
    with staging_folder(tmp_path / "one.db") as one:
        with staging_folder(tmp_path / "two.db") as two:
            assert one.is_dir()
            assert two.is_dir()
        assert not folder.exists()
    assert [path.name for path in tmp_path.iterdir()] == [".notes.referee"]


def test_on_a_disk_without_locks_nothing_is_swept_and_what_is_made_is_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_opened: int) -> bool:
        raise OSError(ENOLCK, "No locks available")

    monkeypatch.setattr(atomic_files, "try_lock", refused)
    with staging_folder(tmp_path / "one.db") as one, staging_folder(tmp_path / "two.db"):
        assert one.is_dir()
    assert list(tmp_path.iterdir()) == []
