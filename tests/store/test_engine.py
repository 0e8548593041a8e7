"""The file under use: locked, read-only, damaged, missing, and written to by a program that is killed."""

import os
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path, PureWindowsPath
from shutil import rmtree
from tempfile import mkdtemp

import pytest

from referee.store import plain_rows
from referee.store.events import sqlite
from referee.store.events.rows import Put, apply_changes
from referee.store.events.sqlite import ClubFile, open_file
from referee.store.faults import StoreBusy, StoreDamaged, StoreFull, StoreMissing, StoreReadOnly
from referee.store.moment import in_utc
from referee.store.transaction import reading
from tests.patience import patience
from tests.store.conftest import AT, add, made, member, names
from tests.systems import MODES, MOUNTS, MOVES_OPEN_FILES


@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("fullfsync", 1),
        ("checkpoint_fullfsync", 1),
        ("foreign_keys", 1),
        ("recursive_triggers", 1),
        ("secure_delete", 1),
    ],
)
def test_the_file_is_opened_durably(
    monkeypatch: pytest.MonkeyPatch, store: ClubFile, pragma: str, value: object
) -> None:
    monkeypatch.setattr(sqlite, "DURABLE_PRAGMAS", sqlite.DURABLE_PRAGMAS[:-1])  # the tests hurry it
    with store.reading() as sql:
        assert sql.rows(f"PRAGMA {pragma}") == [(value,)]


def test_a_file_on_another_computer_is_opened_by_its_path() -> None:
    at_home, at_school = PureWindowsPath(r"C:\clubs\Ann's 50%\club.db"), PureWindowsPath(r"\\school\home\club.db")
    assert sqlite.sqlite_uri(at_home) == "file:///C:/clubs/Ann%27s%2050%25/club.db"
    assert sqlite.sqlite_uri(at_school) == "file:////school/home/club.db"  # SQLite opens none by file://school/home


def test_a_writer_that_fails_changes_nothing(store: ClubFile) -> None:
    def write_and_fail() -> None:
        with store.writing() as sql:
            apply_changes(sql, [Put("member", {"id": 1}, member("Ann"))])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_and_fail()
    assert names(store) == []


def test_a_reader_keeps_nothing(store: ClubFile) -> None:
    with store.reading() as sql:
        apply_changes(sql, [Put("member", {"id": 1}, member("Ann"))])
    assert names(store) == []


def test_a_row_that_refers_to_nothing_is_refused(store: ClubFile) -> None:
    nobody = {"session_id": 99, "member_id": 99}
    with pytest.raises(sqlite3.IntegrityError), store.writing() as sql:
        apply_changes(sql, [Put("attendance", nobody, {"at": in_utc(AT), "by": ""})])


def test_a_reader_does_not_wait_for_a_writer(store: ClubFile, path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        assert names(store) == []  # and is not told that the file is busy


def test_a_file_locked_by_another_program_is_a_fault_after_a_bounded_wait(store: ClubFile, path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        start = time.monotonic()
        with pytest.raises(StoreBusy, match=r"club\.db is busy"):
            add(store, "Ann")
        assert time.monotonic() - start > 0.2
        connection.execute("ROLLBACK")
    add(store, "Ann")
    assert names(store) == ["Ann"]


def test_a_writer_waits_its_turn(path: Path) -> None:
    made(path)
    store = open_file(path, patience=patience())
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        timer = threading.Timer(1.5, connection.execute, ["ROLLBACK"])
        timer.start()
        add(store, "Ann")
        timer.join()
    assert names(store) == ["Ann"]
    store.close()


@MOVES_OPEN_FILES
def test_a_file_that_was_moved_away_is_not_written_to_where_it_went(store: ClubFile, path: Path) -> None:
    add(store, "Ann")
    away = path.with_suffix(".away")
    path.rename(away)
    with pytest.raises(StoreMissing, match=r"There is no club file .*club\.db any more"):
        add(store, "Ben")
    away.rename(path)
    add(store, "Cal")
    assert names(store) == ["Ann", "Cal"]


def test_a_file_that_cannot_be_written_is_a_fault_in_plain_words(store: ClubFile, path: Path) -> None:
    # A real read-only open: permissions would not stop a test that runs as root.
    read_only = open_file(path, read_only=True)
    assert names(read_only) == []
    with pytest.raises(StoreReadOnly, match=r"club\.db cannot be written"):
        add(read_only, "Ann")
    read_only.close()


@pytest.fixture
def guarded() -> Iterator[Path]:
    """A club's file in a folder that may only be read, with nobody about who may do more."""
    folder = Path(mkdtemp())
    path = folder / "club.db"
    made(path)
    with closing(open_file(path)) as store:
        add(store, "Ann")
    path.chmod(0o444)
    folder.chmod(0o555)
    root = os.geteuid() == 0
    try:
        if root:
            os.seteuid(65534)  # permissions do not bind root
        yield path
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)
        rmtree(folder)


@MODES
def test_a_file_in_a_folder_that_may_only_be_read_is_read_all_the_same(guarded: Path) -> None:
    assert sorted(path.name for path in guarded.parent.iterdir()) == ["club.db", "club.db-lock"]
    store = open_file(guarded)
    assert names(store) == ["Ann"]
    assert store.revision() == store.revision()
    with pytest.raises(StoreReadOnly, match=r"club\.db cannot be written"):
        add(store, "Ben")
    store.close()


@pytest.mark.skipif(os.name == "nt" or os.getuid() != 0, reason="only root may write where others may only read")
@pytest.mark.parametrize("read_only", [True, False])
def test_who_may_only_read_sees_what_others_write(guarded: Path, read_only: bool) -> None:
    reader = open_file(guarded, read_only=read_only)
    assert names(reader) == ["Ann"]
    seen = {reader.revision()}
    os.seteuid(0)
    with closing(open_file(guarded)) as writer:
        for name in ("Ben", "Cal"):
            os.seteuid(0)
            add(writer, name)
            os.seteuid(65534)
            assert names(reader)[-1] == name
            assert reader.revision() not in seen
            seen.add(reader.revision())
        os.seteuid(0)
    os.seteuid(65534)
    assert names(reader) == ["Ann", "Ben", "Cal"]
    reader.close()


def test_a_change_is_seen_though_the_file_is_being_watched_at_that_moment(store: ClubFile) -> None:
    before, after = store.revision(), []
    add(store, "Ann")
    with store._watching_lock:
        sql = threading.Thread(target=lambda: after.append(store.revision()))
        sql.start()
        sql.join(0.2)  # it may be answered now, or wait for its turn
    sql.join()
    assert after != [before]


@MOUNTS
@pytest.mark.process
def test_a_file_on_a_disk_that_may_only_be_read_is_read_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "disk" / "club.db"
    path.parent.mkdir()
    made(path)
    process = subprocess.run(
        ["mount", "--bind", "-o", "ro", path.parent, path.parent], capture_output=True, check=False
    )
    if process.returncode:
        pytest.skip("only root may mount a disk so that it is read-only")
    try:
        store = open_file(path)
        assert names(store) == []
        with pytest.raises(StoreReadOnly):
            add(store, "Ann")
        store.close()
    finally:
        subprocess.run(["umount", path.parent], check=True)


def test_a_disk_that_is_full_is_a_fault_in_plain_words(store: ClubFile) -> None:
    with store.reading() as sql:
        [(pages,)] = sql.rows("PRAGMA page_count")
        sql.rows(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreFull, match="no room left on the disk"):
        add(store, *("x" * 50 + str(number) for number in range(1000)))
    assert names(store) == []


def test_a_number_larger_than_the_file_can_hold_is_of_nothing(store: ClubFile) -> None:
    add(store, "Ann")
    with reading(store) as tx:
        assert plain_rows.find_row(tx, plain_rows.Member, 1) is not None
        assert plain_rows.find_row(tx, plain_rows.Member, 10**20) is None
        assert plain_rows.find_row(tx, plain_rows.Member, -(2**63)) is None


def test_what_is_not_a_clubs_file_is_refused(path: Path) -> None:
    with pytest.raises(StoreMissing, match="no club file"):
        open_file(path)
    assert not path.exists()
    path.mkdir()
    with pytest.raises(StoreMissing):
        open_file(path)
    path.rmdir()
    path.write_text("Ann, Ben and Cal played a game of cards on Monday.\n" * 99)
    with pytest.raises(StoreDamaged, match="not a club's file"):
        open_file(path)
    path.write_bytes(b"")
    with pytest.raises(StoreDamaged, match="is empty"):
        open_file(path)


def test_moments_are_kept_in_utc_and_must_say_their_zone() -> None:
    bangkok = timezone(timedelta(hours=7))
    assert in_utc(datetime(2026, 11, 17, 2, 30, tzinfo=bangkok)) == "2026-11-16T19:30:00.000000+00:00"
    with pytest.raises(ValueError, match="no time zone"):
        in_utc(datetime(2026, 11, 16, 19, 30))


def test_a_file_may_be_closed_while_another_thread_asks_whether_it_changed(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    made(path)
    for _ in range(30):
        store = open_file(path)
        revisions: list[tuple[int, ...]] = []
        sql = threading.Thread(
            target=lambda store=store, asked=revisions: asked.extend(store.revision() for _ in range(20))
        )
        sql.start()
        store.close()
        sql.join()
        store.close()
        assert len(revisions) == 20
