"""Many officers at once: no line lost, none recorded twice, and the chain whole."""

import multiprocessing

import pytest

from referee.club.file.audit import audit
from referee.club.folder import Club, open_club
from referee.club.match import matches, recording
from tests.club.conftest import NAMES, in_a_file, place
from tests.patience import patience

pytestmark = pytest.mark.process

# Forked where that can be, with the program loaded, so that they meet all the more.
PROCESSES = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else None)
MANY = 20


def at_once(write: object, folder: str, table: int, count: int) -> list[int]:
    """Run `write` in as many processes, and return how each ended."""
    writers = [PROCESSES.Process(target=write, args=(folder, table, each)) for each in range(count)]  # type: ignore[arg-type]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(patience(120))
    return [writer.exitcode if writer.exitcode is not None else -1 for writer in writers]


def passes(folder: str, table: int, each: int) -> None:
    with open_club(folder, patience=patience()) as club:
        recording.log_line(
            club.with_actor(f"officer {each}"), table, f"{NAMES[each % 4]} passes", key=f"officer {each}"
        )


def passes_with_one_key(folder: str, table: int, each: int) -> None:
    with open_club(folder, patience=patience()) as club:
        assert recording.log_line(club, table, "Ann passes", key="the same").number == 2


@pytest.fixture
def folder(club: Club) -> str:
    # A connection must not be carried into another process.
    club.close()
    return place(club)


def test_many_processes_lose_no_line_and_record_none_twice(club: Club, table: int, folder: str) -> None:
    club.close()
    assert set(at_once(passes, folder, table, MANY)) == {0}
    log = matches.show(club, table).log
    assert [line.number for line in log] == list(range(1, MANY + 2))
    assert sorted(line.by for line in log[1:]) == sorted(f"officer {each}" for each in range(MANY))
    assert all(line.text == f"{NAMES[int(line.by.split()[1]) % 4]} passes" for line in log[1:])
    assert audit(club).differences == ()


def test_one_line_sent_by_many_is_recorded_once(club: Club, table: int, folder: str) -> None:
    club.close()
    assert set(at_once(passes_with_one_key, folder, table, 8)) == {0}
    assert [line.text for line in matches.show(club, table).log] == ["deal by Dee", "Ann passes"]


@in_a_file("it is locked")
def test_a_file_locked_by_another_is_a_fault_for_whoever_writes(club: Club, table: int) -> None:
    import sqlite3
    from contextlib import closing

    from referee.store.faults import StoreBusy

    with open_club(club.folder, patience=0.2) as impatient, closing(sqlite3.connect(club.store.path)) as second_club:
        second_club.isolation_level = None
        second_club.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy):
            recording.log_line(impatient, table, "Ann passes")
        assert len(matches.show(impatient, table).log) == 1
