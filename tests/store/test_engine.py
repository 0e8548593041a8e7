"""The file under use: locked, read-only, damaged, missing, and written to by a program that is killed."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import pytest
from sqlalchemy.exc import IntegrityError, StatementError
from sqlmodel import col, func, select

from referee.store.engine import Store, connect, row_of, store_at
from referee.store.faults import StoreBusy, StoreDamaged, StoreFault, StoreFull, StoreMissing, StoreReadOnly
from referee.store.models import Attendance, Member, Season
from tests.patience import patience
from tests.store.conftest import AT


def member(name: str, at: datetime = AT) -> Member:
    return Member(name=name, joined_at=at)


def names(store: Store) -> list[str]:
    with store.reading() as tx:
        return list(tx.exec(select(Member.name).order_by(col(Member.id))))


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("recursive_triggers", 1), ("secure_delete", 1)],
)
def test_the_file_is_opened_durably(store: Store, pragma: str, value: object) -> None:
    with closing(store.engine.pool._creator()) as raw:  # as it is opened, before the tests hurry it
        assert raw.execute(f"PRAGMA {pragma}").fetchone() == (value,)


def test_a_writer_that_fails_changes_nothing(store: Store) -> None:
    def write_and_fail() -> None:
        with store.writing() as tx:
            tx.add(member("Ann"))
            tx.flush()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_and_fail()
    assert names(store) == []


def test_a_reader_keeps_nothing(store: Store) -> None:
    with store.reading() as tx:
        tx.add(member("Ann"))
    assert names(store) == []


def test_a_row_that_refers_to_nothing_is_refused(store: Store) -> None:
    with pytest.raises(IntegrityError), store.writing() as tx:
        tx.add(Attendance(session_id=99, member_id=99, at=AT, by=""))


def test_a_reader_does_not_wait_for_a_writer(store: Store, path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert names(store) == []  # and is not told that the file is busy


def test_a_file_locked_by_another_program_is_a_fault_after_a_bounded_wait(store: Store, path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        begun = time.monotonic()
        with pytest.raises(StoreBusy, match=r"club\.db is busy"), store.writing() as tx:
            tx.add(member("Ann"))
        assert time.monotonic() - begun > 0.2
        other.execute("ROLLBACK")
    with store.writing() as tx:
        tx.add(member("Ann"))
    assert names(store) == ["Ann"]


def test_a_writer_waits_its_turn(path: Path) -> None:
    connect(path, create=True).close()
    store = connect(path, patience=patience())
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        timer = threading.Timer(1.5, other.execute, ["ROLLBACK"])
        timer.start()
        with store.writing() as tx:
            tx.add(member("Ann"))
        timer.join()
    assert names(store) == ["Ann"]
    store.close()


def test_a_file_that_was_moved_away_is_not_written_to_where_it_went(store: Store, path: Path) -> None:
    with store.writing() as tx:
        tx.add(member("Ann"))
    away = path.with_suffix(".away")
    path.rename(away)
    with pytest.raises(StoreMissing, match=r"There is no club file .*club\.db any more"), store.writing() as tx:
        tx.add(member("Ben"))
    away.rename(path)
    with store.writing() as tx:
        tx.add(member("Cal"))
    assert names(store) == ["Ann", "Cal"]


def test_a_file_that_cannot_be_written_is_a_fault_in_plain_words(store: Store, path: Path) -> None:
    # A real read-only open: permissions would not stop a test that runs as root.
    read_only = store_at(path, "ro", 0.3)
    assert names(read_only) == []
    with pytest.raises(StoreReadOnly, match=r"club\.db cannot be written"), read_only.writing() as tx:
        tx.add(member("Ann"))
    read_only.close()


@pytest.fixture
def guarded() -> Iterator[Path]:
    """A club's file in a folder that may only be read, with nobody about who may do more."""
    folder = Path(mkdtemp())
    path = folder / "club.db"
    store = connect(path, create=True)
    with store.writing() as tx:
        tx.add(member("Ann"))
    store.close()
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


@pytest.mark.skipif(os.name == "nt", reason="permissions are another thing there")
def test_a_file_in_a_folder_that_may_only_be_read_is_read_all_the_same(guarded: Path) -> None:
    assert sorted(each.name for each in guarded.parent.iterdir()) == ["club.db", "club.db-lock"]
    store = connect(guarded)
    assert names(store) == ["Ann"]
    assert store.revision() == store.revision()
    with pytest.raises(StoreReadOnly, match=r"club\.db cannot be written"), store.writing() as tx:
        tx.add(member("Ben"))
    store.close()


@pytest.mark.skipif(os.name == "nt" or os.getuid() != 0, reason="only root may write where others may only read")
@pytest.mark.parametrize("read_only", [True, False])
def test_who_may_only_read_sees_what_others_write(guarded: Path, read_only: bool) -> None:
    reader = connect(guarded, read_only=read_only)
    assert names(reader) == ["Ann"]
    seen = {reader.revision()}
    os.seteuid(0)
    with closing(connect(guarded)) as writer:
        for name in ("Ben", "Cal"):
            os.seteuid(0)
            with writer.writing() as tx:
                tx.add(member(name))
            os.seteuid(65534)
            assert names(reader)[-1] == name
            assert reader.revision() not in seen
            seen.add(reader.revision())
        os.seteuid(0)
    os.seteuid(65534)
    assert names(reader) == ["Ann", "Ben", "Cal"]
    reader.close()


def test_a_change_is_seen_though_the_file_is_being_watched_at_that_moment(store: Store) -> None:
    before, after = store.revision(), []
    with store.writing() as tx:
        tx.add(member("Ann"))
    with store.watch.connect():
        asking = threading.Thread(target=lambda: after.append(store.revision()))
        asking.start()
        asking.join(0.2)  # it may be answered now, or wait for its turn
    asking.join()
    assert after != [before]


@pytest.mark.process
def test_a_file_on_a_disk_that_may_only_be_read_is_read_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "disk" / "club.db"
    path.parent.mkdir()
    connect(path, create=True).close()
    bound = subprocess.run(["mount", "--bind", "-o", "ro", path.parent, path.parent], capture_output=True, check=False)
    if bound.returncode:
        pytest.skip("only root may mount a disk so that it is read-only")
    try:
        store = connect(path)
        assert names(store) == []
        with pytest.raises(StoreReadOnly), store.writing() as tx:
            tx.add(member("Ann"))
        store.close()
    finally:
        subprocess.run(["umount", path.parent], check=True)


def test_a_disk_that_is_full_is_a_fault_in_plain_words(store: Store) -> None:
    with store.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreFull, match="no room left on the disk"), store.writing() as tx:
        tx.add_all(member("x" * 50 + str(number)) for number in range(1000))
    assert names(store) == []


def test_a_number_larger_than_the_file_can_hold_is_of_nothing(store: Store) -> None:
    with store.reading() as tx:
        assert row_of(tx, Season, 1) is not None
        assert row_of(tx, Season, 10**20) is None
        assert row_of(tx, Season, -(2**63)) is None


def test_what_is_not_a_clubs_file_is_refused(path: Path) -> None:
    with pytest.raises(StoreMissing, match="no club file"):
        connect(path)
    assert not path.exists()
    path.mkdir()
    with pytest.raises(StoreMissing):
        connect(path)
    with pytest.raises(StoreFault, match="cannot be opened"):
        connect(path, create=True)
    path.rmdir()
    path.write_text("Ann, Ben and Cal played a game of cards on Monday.\n" * 99)
    with pytest.raises(StoreDamaged, match="not a club's file"):
        connect(path)
    path.write_bytes(b"")
    with pytest.raises(StoreDamaged, match="is empty"):
        connect(path)


def test_moments_are_kept_in_utc_and_must_say_their_zone(store: Store, path: Path) -> None:
    bangkok = timezone(timedelta(hours=7))
    with store.writing() as tx:
        tx.add(member("Ann", datetime(2026, 11, 17, 2, 30, tzinfo=bangkok)))
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT joined_at FROM member").fetchall() == [("2026-11-16T19:30:00.000000+00:00",)]
    with store.reading() as tx:
        assert tx.exec(select(Member.joined_at)).one() == datetime(2026, 11, 16, 19, 30, tzinfo=UTC)
    with pytest.raises(StatementError, match="no time zone"), store.writing() as tx:
        tx.add(member("Ben", datetime(2026, 11, 16, 19, 30)))


WRITER = """
import sys, time
from datetime import UTC, datetime
from pathlib import Path
from referee.store.engine import connect
from referee.store.models import Member
store = connect(Path(sys.argv[1]))
for number in range(100000):
    with store.writing() as tx:
        tx.add(Member(name=f"{number} first", joined_at=datetime.now(UTC)))
        tx.flush()
        if sys.argv[2] == "halfway" and number == 3:
            print("halfway", flush=True)
            time.sleep(3600)
        tx.add(Member(name=f"{number} second", joined_at=datetime.now(UTC)))
    print(number, flush=True)
"""


def killed_writer(path: Path, mode: str, until: str, delay: float = 0.0) -> list[str]:
    """Start a writer, kill it after it said `until`, and return all that it said."""
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), mode], stdout=subprocess.PIPE, text=True, bufsize=1
    ) as writer:
        assert writer.stdout is not None
        said = []
        for line in writer.stdout:
            said.append(line.strip())
            if said[-1] == until:
                break
        time.sleep(delay)
        os.kill(writer.pid, signal.SIGKILL)
        said.extend(line.strip() for line in writer.stdout if line.endswith("\n"))
    return said


@pytest.mark.process
def test_a_writer_killed_halfway_leaves_no_half(path: Path) -> None:
    connect(path, create=True).close()
    said = killed_writer(path, "halfway", "halfway")
    assert said == ["0", "1", "2", "halfway"]
    store = connect(path, patience=patience())
    assert names(store) == [f"{number} {half}" for number in range(3) for half in ("first", "second")]
    with store.writing() as tx:
        tx.add(member("Ann"))
    assert names(store)[-1] == "Ann"
    store.close()


@pytest.mark.process
@pytest.mark.parametrize("delay", [0.0, 0.0021, 0.013, 0.0307])
def test_nothing_confirmed_is_lost_when_a_writer_is_killed(path: Path, delay: float) -> None:
    connect(path, create=True).close()
    confirmed = killed_writer(path, "on", "5", delay)
    store = connect(path, patience=patience())
    with store.reading() as tx:
        count = tx.exec(select(func.count()).select_from(Member)).one()
    assert count % 2 == 0
    # The last may have been written and not yet said.
    assert count // 2 - len(confirmed) in (0, 1)
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar_one() == "ok"
    store.close()


def test_a_file_may_be_closed_while_another_thread_asks_whether_it_changed(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    connect(path, create=True).close()
    for _ in range(30):
        store = connect(path)
        asked: list[tuple[int, ...]] = []
        asking = threading.Thread(
            target=lambda store=store, asked=asked: asked.extend(store.revision() for _ in range(20))
        )
        asking.start()
        store.close()
        asking.join()
        store.close()
        assert len(asked) == 20
