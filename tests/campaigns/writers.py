"""Fifty officers who write at once, each a process of its own, in a file and on a server.

Nobody is to be refused, nobody is to wait for long, and a line is not to cost much more than where one writes alone:
quietly, beside eight programs that only compute, and with two desks and a board open on the same club.
"""

from __future__ import annotations

import contextlib
import fcntl
import multiprocessing
import os
import pty
import queue
import random
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

from referee.club.file.audit import audit
from referee.club.folder import Club, open_club
from referee.club.match import matches, recording
from referee.club.text.faults import ClubFault
from tests.campaigns.campaign import Campaign
from tests.campaigns.clubs.places import Place, on_each_engine
from tests.cli.running import referee
from tests.patience import patience

OFFICERS = 50
TABLES = 10
LOOPS = 8
LONGEST = 5.0
"""For how many seconds a line may wait, from asking for the lock to being written down."""
DEARER = 2.0
"""How many times as much of the processor a line may take as where one officer writes alone."""
# Forked, with the program loaded, so that they meet all the more.
_FORK = multiprocessing.get_context("fork")


@dataclass(frozen=True)
class OfficerReport:
    """An officer's report: the waiting time of each line, the refusals, and the processor time of all lines."""

    waited: tuple[float, ...]
    refused: tuple[str, ...]
    worked: float


@dataclass
class Timed:
    """A club's engine that also measures each write, from asking for the lock to the end."""

    store: Any
    waited: list[float] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    @contextlib.contextmanager
    def writing(self) -> Iterator[Any]:
        start = time.monotonic()
        with self.store.writing() as sql:
            yield sql
        self.waited.append(time.monotonic() - start)


@dataclass(frozen=True)
class Night:
    """A setting: how many officers write, and what else the computer does."""

    name: str
    officers: int = OFFICERS
    loops: int = 0
    screens: bool = False


NIGHTS = (
    Night("quiet"),
    Night(f"beside {LOOPS} busy loops", loops=LOOPS),
    Night("two desks and a board open", screens=True),
)
# In a short campaign all of them are there on the quiet night; on the others as many as meet at the lock all the same.
SHORT = (NIGHTS[0], Night("beside 2 busy loops", 16, loops=2), Night(NIGHTS[2].name, 16, screens=True))


def make_club(club: Place) -> str:
    """Make a club with tables to write at."""
    for words in (
        ["member", "add", "Ann", "Ben", "Cal"],
        ["season", "new", "s", "2026-01-01", "2026-12-31"],
        ["schedule", "add", "2026-11-16", "--at", "15:45"],
        ["open", "2026-11-16"],
        *[["start", "big-two", "Ann", "Ben", "Cal", "--yes"]] * TABLES,
    ):
        outcome = referee(*words, club=club.address)
        assert outcome.code == 0, outcome
    return club.address


def officer(
    club: str, number: int, lines: int, seed: int, begin: Barrier, reports: multiprocessing.Queue[OfficerReport]
) -> None:
    """Write lines at random tables as soon as all officers are ready, and report on them."""
    rng = random.Random(f"{seed} {number}")
    refused = list[str]()
    with open_club(club) as second_club:
        timed = Timed(second_club.store)
        desk = replace(second_club, store=timed).with_actor("Ann")
        # What is loaded and looked up once is no part of a line.
        recording.log_line(desk, number % TABLES + 1, "deal", key=f"{seed}-{number}-ready")
        timed.waited.clear()
        begin.wait()
        start = time.process_time()
        for line in range(lines):
            try:
                recording.log_line(desk, rng.randrange(TABLES) + 1, "deal", key=f"{seed}-{number}-{line}")
            except ClubFault as fault:
                refused.append(str(fault))
            except Exception as error:
                refused.append(f"{type(error).__name__}: {error}")
        worked = time.process_time() - start
    reports.put(OfficerReport(tuple(timed.waited), tuple(refused), worked))


@contextlib.contextmanager
def run_on_terminal(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run the program on a terminal of its own that somebody looks at."""
    looks, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    screens = subprocess.Popen(
        [sys.executable, "-m", "referee", *words],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env={**os.environ, "TERM": "xterm-256color", "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        start_new_session=True,
    )
    os.close(terminal)

    def look() -> None:
        with contextlib.suppress(OSError):
            while os.read(looks, 65536):
                pass

    threading.Thread(target=look, daemon=True).start()
    try:
        yield screens
    finally:
        screens.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            screens.wait(patience())
        screens.kill()
        screens.wait()
        os.close(looks)


@contextlib.contextmanager
def _busy(loops: int) -> Iterator[None]:
    """Let so many programs compute and do nothing else."""
    computing = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        yield
    finally:
        for process in computing:
            process.send_signal(signal.SIGKILL)
            process.wait()


def night(club: str, how: Night, lines: int, seed: int) -> tuple[list[OfficerReport], list[str]]:
    """Let all officers write; return their reports, and what is wrong with the log afterwards."""
    reports: multiprocessing.Queue[OfficerReport] = _FORK.Queue()
    begin = _FORK.Barrier(how.officers)
    writing = [
        _FORK.Process(target=officer, args=(club, number, lines, seed, begin, reports))
        for number in range(how.officers)
    ]
    screens = [["desk"], ["desk"], ["board"]] if how.screens else []
    with contextlib.ExitStack() as beside:
        terminals = [beside.enter_context(run_on_terminal(*words, "--club", club)) for words in screens]
        beside.enter_context(_busy(how.loops))
        for process in writing:
            process.start()
        officer_reports: list[OfficerReport] = []
        while len(officer_reports) < how.officers:
            try:
                officer_reports.append(reports.get(timeout=patience()))
            except queue.Empty:
                break
        for process in writing:
            process.join(patience())
            process.kill()
        wrong = [
            f"screen {number} ended by itself"
            for number, screen in enumerate(terminals, 1)
            if screen.poll() is not None
        ]
    wrong += [refused for officer in officer_reports for refused in officer.refused]
    if len(officer_reports) < how.officers:
        wrong.append(f"{how.officers - len(officer_reports)} officers were never answered")
    else:
        with open_club(club) as desk:
            wrong += _find_faults(desk, sum(len(officer.waited) + 1 for officer in officer_reports))
    return officer_reports, wrong


def _find_faults(desk: Club, confirmed: int) -> list[str]:
    logs = [matches.show(desk, table + 1).log for table in range(TABLES)]
    wrong = [f"{confirmed} lines confirmed, {stored} kept"] if (stored := sum(map(len, logs))) != confirmed else []
    wrong += [f"a line is numbered twice at table {index}" for index, log in enumerate(logs, 1) if _has_duplicates(log)]
    return [*wrong, *map(str, audit(desk).differences)]


def _has_duplicates(log: tuple[recording.LineView, ...]) -> bool:
    return any(count > 1 for count in Counter(entry.number for entry in log).values())


def run(seconds: float, seed: int) -> list[Campaign]:
    """Let each kind of night pass on each engine; in a short campaign each officer writes but twice, by no clock."""
    lines, nights, timed = (12, NIGHTS, True) if seconds >= 60 else (2, SHORT, False)
    campaigns: list[Campaign] = []
    with tempfile.TemporaryDirectory() as folder, on_each_engine(Path(folder)) as engines:
        for engine in engines:
            single, _ = night(
                make_club(engine.new()), Night("alone", officers=1), OFFICERS * lines if timed else 1, seed
            )
            for how in nights:
                reports, wrong = night(make_club(engine.new()), how, lines, seed)
                campaigns.append(
                    _summarise(
                        f"{how.officers} writers, {engine.name}, {how.name}", reports, wrong, single, timed=timed
                    )
                )
    return campaigns


def _summarise(
    label: str, reports: list[OfficerReport], wrong: list[str], single: list[OfficerReport], *, timed: bool
) -> Campaign:
    waits, usual = sorted(wait for officer in reports for wait in officer.waited), _a_line(single)
    slowest, middle, cost = max(waits, default=0.0), waits[len(waits) // 2] if waits else 0.0, _a_line(reports)
    if timed and slowest > LONGEST:
        wrong.append(f"the slowest line waited {slowest:.1f} s")
    if timed and cost > DEARER * usual:
        wrong.append(f"a line took {1000 * cost:.1f} ms of the processor, and {1000 * usual:.1f} ms alone")
    figures = f"slowest {slowest:.2f} s, half within {middle:.2f} s, CPU a line {1000 * cost:.1f} ms"
    return Campaign(
        f"{label}: {figures} ({1000 * usual:.1f} ms alone)",
        sum(len(officer.waited) + len(officer.refused) for officer in reports),
        tuple(wrong),
    )


def _a_line(reports: list[OfficerReport]) -> float:
    return sum(officer.worked for officer in reports) / max(1, sum(len(officer.waited) for officer in reports))
