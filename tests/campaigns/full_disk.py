"""A disk that runs full while programs write: no confirmed line is lost, and nothing is half written.

It is a small disk of its own if one can be mounted, else a limit on the size of files.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import run as run_program
from tempfile import TemporaryDirectory

from tests.campaigns.campaign import Campaign
from tests.campaigns.clubs.operations import OPERATIONS, Operation, club_with_a_table
from tests.campaigns.kills import kill_and_read, start_process
from tests.patience import patience

LARGE, STEP = 64 * 2**20, 4096
Limit = Callable[[int], None]


def run(seconds: float, seed: int) -> list[Campaign]:
    """Run each operation repeatedly with a random amount of free space."""
    chance = random.Random(seed)
    tried = dict.fromkeys((operation.name for operation in OPERATIONS), 0)
    failed: dict[str, list[str]] = {operation.name: [] for operation in OPERATIONS}
    end = time.monotonic() + seconds
    with TemporaryDirectory() as temporary:
        created = club_with_a_table(Path(temporary) / "made")
        number = 0
        while number < len(OPERATIONS) or time.monotonic() < end:
            operation, room = (
                OPERATIONS[number % len(OPERATIONS)],
                STEP * chance.choice([0, 1, 2, 4, 8, chance.randrange(200)]),
            )
            with _small_disk(Path(temporary) / "disk") as limit:
                # Each at a place of its own: what was seen of a club at one is missed in the next copy there.
                folder = Path(shutil.copytree(created, Path(temporary) / "disk" / f"club {number}"))
                problems = _run_with_room(operation, folder, room, limit, random.Random(f"{seed} {number}"))
            failed[operation.name] += [
                f"seed {seed}, number {number}, room for {room}: {problem}" for problem in problems
            ]
            tried[operation.name] += 1
            number += 1
    return [Campaign(f"full disk in: {name}", tried[name], tuple(failed[name])) for name in tried]


def _run_with_room(
    operation: Operation, folder: Path, room: int, limit: Limit | None, chance: random.Random
) -> list[str]:
    operation.prepare(folder, chance)
    if limit:
        limit(room)
    largest = max(path.stat().st_size for path in folder.rglob("*") if path.is_file())

    def act(report: Callable[[str], object]) -> None:
        if not limit:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest - 40 * STEP + room, largest - 40 * STEP + room))
        operation.run(folder, report)

    pid, pipe = start_process(act)
    end = time.monotonic() + patience()
    while (going := os.waitpid(pid, os.WNOHANG) == (0, 0)) and time.monotonic() < end:
        time.sleep(0.002)
    reports = kill_and_read(pid, pipe)
    problems = [line[1:] for line in reports if line.startswith("!")] + ["it did not end"] * going
    if limit:
        limit(LARGE)  # somebody has made room
    try:
        problems += operation.find_problems(folder, [line for line in reports if not line.startswith("!")])
    except Exception as error:
        problems.append(f"looking at it: {type(error).__name__}: {error}")
    return problems


@contextmanager
def _small_disk(at: Path) -> Iterator[Limit | None]:
    """Mount a small disk; yield a function that sets its free space, or None if none can be mounted."""
    at.mkdir()
    mounted = not _mount("-t", "tmpfs", "-o", f"size={LARGE}", "tmpfs", str(at))

    def limit(room: int) -> None:
        used = shutil.disk_usage(at).used
        assert not _mount("-o", f"remount,size={used + room}", str(at))

    try:
        yield limit if mounted else None
    finally:
        if mounted:
            run_program(["umount", "--lazy", str(at)], check=True)  # who still has a file open is let go
        shutil.rmtree(at)


def _mount(*words: str) -> int:
    return run_program(["mount", *words], capture_output=True, check=False).returncode
