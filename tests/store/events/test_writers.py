"""Several programs that write at once: nobody is refused, nothing confirmed is lost, and nothing is half done."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from referee.store.events import log
from referee.store.events.sqlite import ClubFile
from referee.store.events.write_lock import exclusive_turn
from referee.store.faults import StoreBusy
from tests.patience import patience
from tests.store.events.conftest import ClubLog

pytestmark = pytest.mark.process


def writer(club: ClubLog, count: int, name: str) -> "subprocess.Popen[str]":
    where = str(club.path) if isinstance(club, ClubFile) else str(replace(club.server, club=str(club.club)))
    command = [sys.executable, "-m", "tests.store.events.writer", where, str(count), name]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def written(club: ClubLog) -> Counter[tuple[str, int]]:
    with club.reading() as sql:
        return Counter((logged.data["who"], logged.data["number"]) for logged in log.events(sql, club.club))


def test_all_who_write_at_once_get_their_turn(club: ClubLog) -> None:
    writers = [writer(club, 12, name) for name in ("Ann", "Ben", "Cal", "Dee")]
    output = [process.communicate() for process in writers]
    assert [process.returncode for process in writers] == [0] * 4, output
    assert written(club) == dict.fromkeys(((name, n) for name in ("Ann", "Ben", "Cal", "Dee") for n in range(12)), 2)


def test_a_writer_that_is_killed_loses_nothing_that_it_confirmed_and_leaves_the_queue(club: ClubLog) -> None:
    killed = writer(club, 10_000, "Ann")
    assert killed.stdout is not None
    confirmed = [killed.stdout.readline() for _ in range(5)]
    killed.kill()
    confirmed += killed.stdout.read().splitlines(keepends=True)
    killed.wait()
    after = writer(club, 1, "Ben")
    assert after.communicate() == ("0\n", "")
    stored = written(club)
    complete = [number for number in confirmed if number.endswith("\n")]
    assert {("Ann", int(number)) for number in complete} <= set(stored)
    assert set(stored.values()) == {2}  # each with its other half
    assert stored["Ben", 0] == 2


def test_whoever_is_killed_during_a_turn_leaves_it_to_the_next(tmp_path: Path) -> None:
    club = tmp_path / "club.db"
    module = "referee.store.events.write_lock"
    holding = (
        f"from pathlib import Path; from {module} import exclusive_turn; t = exclusive_turn(Path({str(club)!r}), 1)"
    )
    command = [sys.executable, "-c", f"{holding}; t.__enter__(); print('mine', flush=True); input()"]
    holder = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "mine\n"
    with pytest.raises(StoreBusy, match=f"process {holder.pid} "), exclusive_turn(club, 0.0):
        pass
    holder.kill()
    holder.communicate()
    with exclusive_turn(club, patience()):
        pass
