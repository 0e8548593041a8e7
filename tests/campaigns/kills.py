"""Programs killed in the middle of what they do, at random moments: no confirmed line is lost, and nothing is half."""

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
from tests.campaigns.clubs.deeds import DEEDS, Deed, Told, club_with_a_table, ends_with_a_report
from tests.campaigns.clubs.deeds_of_clubs import DEEDS_OF_CLUBS
from tests.patience import patience

_ALL = (*DEEDS, *DEEDS_OF_CLUBS)
_WITHOUT_A_DESK = ("init", "import", "member forget")
"""An open desk keeps the file from being emptied of a name at once, which is said."""


def run(seconds: float, seed: int) -> list[Campaign]:
    """Kill each deed again and again, in a fresh copy of a club; half of the time with a desk open on it."""
    chance = random.Random(seed)
    killed = dict.fromkeys((deed.name for deed in _ALL), 0)
    failed: dict[str, list[str]] = {deed.name: [] for deed in _ALL}
    takes: dict[str, float] = {}
    end = time.monotonic() + seconds
    with TemporaryDirectory() as temporary:
        created = club_with_a_table(Path(temporary) / "made")
        number = 0
        while not all(killed.values()) or time.monotonic() < end:
            deed = _ALL[number % len(_ALL)]
            is_first = deed.name not in takes  # the first one is let be, to know how long it takes
            moment = patience() if is_first else chance.uniform(0, 1.1) * takes[deed.name]
            folder = Path(shutil.copytree(created, Path(temporary) / f"club {number}"))
            took, problems = _tried(deed, folder, moment, random.Random(f"{seed} {number}"), at_a_desk=number % 4 < 2)
            if took is None:
                killed[deed.name] += 1
            elif is_first:
                takes[deed.name] = took
            where = "not killed" if is_first else f"killed after {moment:.4f} s"
            failed[deed.name] += [f"seed {seed}, number {number}, {where}: {problem}" for problem in problems]
            shutil.rmtree(folder)
            number += 1
    return [Campaign(f"kill in: {name}", killed[name], tuple(failed[name])) for name in killed]


def _tried(
    deed: Deed, folder: Path, moment: float, chance: random.Random, *, at_a_desk: bool
) -> tuple[float | None, list[str]]:
    """Do a deed and kill it; return how long it took if it had ended before, and what is wrong afterwards."""
    deed.prepare(folder, chance)
    desk, door = (
        begun(lambda reports: _sit_at(folder, reports)) if at_a_desk and deed.name not in _WITHOUT_A_DESK else (0, 0)
    )
    pid, pipe = begun(lambda reports: deed.act(folder, reports))
    start = time.monotonic()
    while (alive := os.waitpid(pid, os.WNOHANG) == (0, 0)) and time.monotonic() - start < moment:
        time.sleep(min(0.001, moment))
    took = time.monotonic() - start
    told = ended(pid, pipe)
    problems = [line[1:] for line in told if line.startswith("!")]
    if desk:
        ended(desk, door)
    try:
        problems += deed.look(folder, [line for line in told if not line.startswith("!")])
    except Exception as error:
        problems.append(f"looking at it: {type(error).__name__}: {error}")
    return (took if not alive else None), problems


def _sit_at(folder: Path, report: Told) -> None:
    """Have a club open as a desk has, until somebody ends it."""
    try:
        with open_club(folder) as club:
            club.revision()
            report("open")
            while True:
                time.sleep(0.05)
                club.revision()
    except Exception:
        report("closed")  # the file is damaged on purpose, or replaced


def begun(act: Callable[[Told], None]) -> tuple[int, int]:
    """Begin something in a process of its own; return its number, and where it tells what it was told."""
    reads, writes = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writes)
        return pid, reads
    try:
        with ends_with_a_report(reports := lambda line: os.write(writes, f"{line}\n".encode())):  # type: ignore[misc]
            act(reports)
    finally:
        os._exit(0)


def ended(pid: int, pipe: int) -> list[str]:
    """Kill a process where it is, and return what it has told. What is half told was not told."""
    try:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    except (ChildProcessError, ProcessLookupError):
        pass  # it has ended by itself
    with os.fdopen(pipe, "rb") as told:
        return told.read().decode().split("\n")[:-1]
