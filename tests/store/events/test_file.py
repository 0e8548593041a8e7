"""A club's file: nobody else may read it, nothing in its log is changed, and it is missed when it is gone."""

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from referee.store.events import log
from referee.store.events.sqlite import create, open_file
from referee.store.events.write_lock import SUFFIX, exclusive_turn
from referee.store.faults import StoreBusy, StoreDamaged, StoreMissing, StoreReadOnly
from tests.patience import patience, wait
from tests.store.events.conftest import appending, in_file
from tests.systems import MODES, MOVES_OPEN_FILES


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@MODES
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_nobody_but_its_owner_may_read_what_lies_in_the_folder(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        with in_file(tmp_path) as club, appending(club) as change:
            change.append("began", {})
            lying = {path.name: mode(path) for path in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert lying == dict.fromkeys(["club.db", "club.db-wal", "club.db-shm", "club.db-lock"], 0o600)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET kind = 'other'",
        "UPDATE OR REPLACE event SET n = 1",
        "DELETE FROM event",
        "INSERT OR REPLACE INTO event SELECT * FROM event WHERE n = 1",
        "INSERT INTO event SELECT * FROM event WHERE n = 2 ON CONFLICT DO UPDATE SET kind = 'other'",
    ],
)
def test_a_stranger_changes_nothing_in_the_log(tmp_path: Path, statement: str) -> None:
    with in_file(tmp_path) as club:
        with appending(club) as change:
            change.append("began", {})
            change.append("closed", {})
        # As another program's would be: recursive triggers are off.
        refused = pytest.raises(sqlite3.IntegrityError, match="event is append-only")
        with closing(sqlite3.connect(tmp_path / "club.db")) as connection, refused:
            connection.execute(statement)
        with club.reading() as sql:
            assert [logged.kind for logged in log.events(sql, club.club)] == ["began", "closed"]


@MOVES_OPEN_FILES
def test_a_file_that_was_put_in_its_place_is_opened_anew_and_one_that_is_gone_is_missed(tmp_path: Path) -> None:
    with in_file(tmp_path) as club:
        with appending(club) as change:
            change.append("began", {})
        with in_file(tmp_path, "other.db"):
            pass
        (tmp_path / "other.db").replace(tmp_path / "club.db")
        for beside in ("-wal", "-shm"):
            (tmp_path / f"club.db{beside}").unlink(missing_ok=True)
        with club.reading() as sql:
            assert list(log.events(sql, club.club)) == []
        (tmp_path / "club.db").unlink()
        with pytest.raises(StoreMissing, match=r"There is no club file .*club\.db any more"), club.reading():
            pass


def test_a_file_is_never_made_over_another(tmp_path: Path) -> None:
    (tmp_path / "club.db").write_text("something else")
    with pytest.raises(FileExistsError):
        create(tmp_path / "club.db")
    assert (tmp_path / "club.db").read_text() == "something else"


@pytest.mark.parametrize("content", ["no database at all, and long enough to be looked at" * 40])
def test_what_is_no_clubs_file_is_said_to_be_none(tmp_path: Path, content: str) -> None:
    (tmp_path / "club.db").write_text(content)
    with pytest.raises(StoreDamaged, match=r"club\.db is not a club's file"):
        open_file(tmp_path / "club.db")
    with pytest.raises(StoreMissing, match=r"There is no club file .*none\.db"):
        open_file(tmp_path / "none.db")


def test_a_reader_does_not_wait_for_a_writer_and_sees_nothing_half_done(tmp_path: Path) -> None:
    with in_file(tmp_path) as club, appending(club) as change:
        change.append("began", {})
        with club.reading() as sql:
            assert log.head(sql, club.club).n == 0


def test_whoever_waits_in_vain_is_told_which_process_is_writing(tmp_path: Path) -> None:
    with in_file(tmp_path) as club, club.writing():
        hurried = open_file(club.path, patience=0.05)  # type: ignore[union-attr]
        refused = pytest.raises(StoreBusy, match=rf"club\.db is busy: process {os.getpid()} .* is writing to it")
        with refused, hurried.writing():
            pass
        hurried.close()


def test_whoever_writes_again_and_again_lets_in_whoever_has_waited_for_long(tmp_path: Path) -> None:
    lock, order = tmp_path / f"club.db{SUFFIX}", list[str]()

    def write(name: str) -> None:
        with exclusive_turn(tmp_path / "club.db", patience()):
            order.append(name)

    for _ in range(50):  # a busy computer may leave the one who waits asleep
        order.clear()
        waiting = Thread(target=write, args=("Ann",))
        with exclusive_turn(tmp_path / "club.db", patience()):
            before = lock.read_bytes()
            waiting.start()
            wait(lambda before=before: lock.read_bytes() != before, lambda: "nobody said that they have waited")
        write("Ben")
        waiting.join()
        if order == ["Ann", "Ben"]:
            break
    else:
        pytest.fail("whoever had just written was always first")


def test_the_threads_of_a_program_write_one_after_the_other(tmp_path: Path) -> None:
    inside, most, turns = list[int](), list[int](), 5

    def write(number: int) -> None:
        for _ in range(turns):
            with exclusive_turn(tmp_path / "club.db", patience()):
                inside.append(number)
                sleep(0)  # whoever else could be in here now would be
                most.append(len(inside))
                inside.remove(number)

    threads = [Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * (turns * len(threads))


@pytest.mark.parametrize("spoiled", [b"", b"x" * 64, b"\0" * 64, b" " * 32 + b"9" * 32, b" " * 32 + b"-5"])
def test_whatever_stands_in_the_lock_the_turn_comes(tmp_path: Path, spoiled: bytes) -> None:
    (tmp_path / f"club.db{SUFFIX}").write_bytes(spoiled)
    for _ in range(2):
        with exclusive_turn(tmp_path / "club.db", patience()):
            refused = pytest.raises(StoreBusy, match=rf"process {os.getpid()} ")
            with refused, exclusive_turn(tmp_path / "club.db", 0.05):
                pass


def test_where_the_lock_cannot_be_opened_nothing_is_written(tmp_path: Path) -> None:
    with in_file(tmp_path) as club:
        (tmp_path / "club.db-lock").mkdir()
        refused = pytest.raises(StoreReadOnly, match=r"club\.db cannot be written: club\.db-lock cannot be opened")
        with refused, club.writing():
            pass
