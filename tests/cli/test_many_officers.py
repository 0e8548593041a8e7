"""Fifty officers at once, each a process of its own."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.cli.running import referee

OFFICERS = 50


def test_fifty_processes_lose_no_line_and_record_none_twice(tmp_path: Path) -> None:
    club = tmp_path / "club"
    referee("init", "--club", str(club))
    referee("member", "add", "Ann", "Ben", "Cal", club=club)
    referee("season", "new", "s", "2026-01-01", "2026-12-31", club=club)
    referee("schedule", "add", "2026-11-16", "--at", "15:45", "--season", "s", club=club)
    referee("session", "open", "2026-11-16", club=club)
    for _ in range(5):
        assert referee("table", "start", "big-two", "Ann", "Ben", "Cal", club=club).code == 0
    # Half of them send again what another has sent, under the same key.
    sent = [(1 + number % 5, f"key-{number}") for number in range(OFFICERS // 2)] * 2
    env = {**os.environ, "REFEREE_CLUB": str(club), "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "referee", "table", "log", str(table), "Ann holds 3D", "--key", key],
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for table, key in sent
    ]
    for process in running:
        _, complaint = process.communicate(timeout=120)
        assert process.returncode == 0, complaint
    logged = Counter(
        table for table in range(1, 6) for _ in referee("table", "show", str(table), "--json", club=club).data["log"]
    )
    assert logged == Counter(table for table, _ in set(sent))
