"""Programs killed at random moments: no confirmed line is lost, and nothing is half written."""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.club.folder import open_club
from tests.campaigns.campaign import Campaign
from tests.campaigns.clubs.club_operations import CLUB_OPERATIONS
from tests.campaigns.clubs.operations import OPERATIONS, Operation, Report, club_with_a_table, reporting_errors
from tests.patience import patience

_OPERATIONS = (*OPERATIONS, *CLUB_OPERATIONS)
_WITHOUT_A_DESK = ("init", "import", "member forget")
"""An open desk keeps the file from being emptied of a name at once, which is said."""


def run(seconds: float, seed: int) -> list[Campaign]:
    """Kill each operation repeatedly, in a fresh copy of a club; half of the time with a desk open on it."""
    chance = random.Random(seed)
    killed = dict.fromkeys((operation.name for operation in _OPERATIONS), 0)
    failed: dict[str, list[str]] = {operation.name: [] for operation in _OPERATIONS}
    takes: dict[str, float] = {}
    end = time.monotonic() + seconds
    with TemporaryDirectory() as temporary:
        created = club_with_a_table(Path(temporary) / "made")
        number = 0
        while not all(killed.values()) or time.monotonic() < end:
            operation = _OPERATIONS[number % len(_OPERATIONS)]
            is_first = operation.name not in takes  # the first one is let be, to know how long it takes
            moment = patience() if is_first else chance.uniform(0, 1.1) * takes[operation.name]
            folder = Path(shutil.copytree(created, Path(temporary) / f"club {number}"))
            took, problems = _run_and_kill(
                operation, folder, moment, random.Random(f"{seed} {number}"), at_a_desk=number % 4 < 2
            )
            if took is None:
                killed[operation.name] += 1
            elif is_first:
                takes[operation.name] = took
            text = "not killed" if is_first else f"killed after {moment:.4f} s"
            failed[operation.name] += [f"seed {seed}, number {number}, {text}: {problem}" for problem in problems]
            shutil.rmtree(folder)
            number += 1
    return [Campaign(f"kill in: {name}", killed[name], tuple(failed[name])) for name in killed]


def _run_and_kill(
    operation: Operation, folder: Path, moment: float, chance: random.Random, *, at_a_desk: bool
) -> tuple[float | None, list[str]]:
    """Run an operation and kill it; return its duration, None if it was killed, and the problems found afterwards."""
    operation.prepare(folder, chance)
    desk, door = (
        start_process(lambda reports: _keep_open(folder, reports))
        if at_a_desk and operation.name not in _WITHOUT_A_DESK
        else (0, 0)
    )
    pid, pipe = start_process(lambda reports: operation.run(folder, reports))
    start = time.monotonic()
    while (alive := os.waitpid(pid, os.WNOHANG) == (0, 0)) and time.monotonic() - start < moment:
        time.sleep(min(0.001, moment))
    took = time.monotonic() - start
    confirmed = kill_and_read(pid, pipe)
    problems = [line[1:] for line in confirmed if line.startswith("!")]
    if desk:
        kill_and_read(desk, door)
    try:
        problems += operation.find_problems(folder, [line for line in confirmed if not line.startswith("!")])
    except Exception as error:
        problems.append(f"looking at it: {type(error).__name__}: {error}")
    return (took if not alive else None), problems


def _keep_open(folder: Path, report: Report) -> None:
    """Keep a club open as a desk does, until the process is killed."""
    try:
        with open_club(folder) as club:
            club.revision()
            report("open")
            while True:
                time.sleep(0.05)
                club.revision()
    except Exception:
        report("closed")  # the file is damaged on purpose, or replaced


def start_process(act: Callable[[Report], None]) -> tuple[int, int]:
    """Run a function in a child process; return its process number, and the pipe with its reports."""
    reads, writes = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writes)
        return pid, reads
    try:
        with reporting_errors(reports := lambda line: os.write(writes, f"{line}\n".encode())):  # type: ignore[misc]
            act(reports)
    finally:
        os._exit(0)


def kill_and_read(pid: int, pipe: int) -> list[str]:
    """Kill a child process, and return its reports; an incomplete one does not count."""
    try:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    except (ChildProcessError, ProcessLookupError):
        pass  # it has ended by itself
    with os.fdopen(pipe, "rb") as report_pipe:
        return report_pipe.read().decode().split("\n")[:-1]
