"""Fifty officers at once, each a process of its own."""

import multiprocessing
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.running import Done, in_a_process, referee
from tests.patience import patience, wait

pytestmark = pytest.mark.process

OFFICERS = 50
# Not started anew, but forked: without the time that each takes to load the program they meet all the more.
PROCESSES = multiprocessing.get_context("fork")


def log(club: Path, table: int, key: str, *, anew: bool) -> None:
    """Log a line, again for as long as the file is said to be busy, and leave with the code of the program."""
    sent: list[Done] = []

    def answered() -> bool:
        words = ("table", "log", str(table), "Ann holds 3D", "--key", key)
        sent.append((in_a_process if anew else referee)(*words, club=club))
        return "is busy: another program has been writing to it" not in sent[-1].err

    wait(answered)
    sys.stderr.write(sent[-1].err)
    sys.exit(sent[-1].code)


def test_fifty_processes_lose_no_line_and_record_none_twice(tmp_path: Path) -> None:
    club = tmp_path / "club"
    referee("init", "--club", str(club))
    referee("member", "add", "Ann", "Ben", "Cal", club=club)
    referee("season", "new", "s", "2026-01-01", "2026-12-31", club=club)
    referee("schedule", "add", "2026-11-16", "--at", "15:45", "--season", "s", club=club)
    referee("session", "open", "2026-11-16", club=club)
    for _ in range(5):
        assert referee("table", "start", "big-two", "Ann", "Ben", "Cal", "--yes", club=club).code == 0
    # Half of them send again what another has sent, under the same key.
    sent = [(1 + number % 5, f"key-{number}") for number in range(OFFICERS // 2)] * 2
    running = [
        PROCESSES.Process(target=log, args=(club, table, key), kwargs={"anew": number % 10 == 0})
        for number, (table, key) in enumerate(sent)
    ]
    for process in running:
        process.start()
    for process in running:
        process.join(patience(120))
        assert process.exitcode == 0
    logged = Counter(
        table for table in range(1, 6) for _ in referee("table", "show", str(table), "--json", club=club).data["log"]
    )
    assert logged == Counter(table for table, _ in set(sent))
