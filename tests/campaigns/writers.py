"""Fifty officers who write at once, each a process of its own, with two desks and a board open on the same club."""

from __future__ import annotations

import contextlib
import fcntl
import multiprocessing
import os
import pty
import queue
import random
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from referee.club.file.audit import audit
from referee.club.folder import Club, open_club
from referee.club.match import matches, recording
from referee.club.text.faults import ClubFault
from tests.campaigns.campaign import Campaign
from tests.cli.running import referee
from tests.patience import patience

OFFICERS = 50
TABLES = 10
# Forked, with the program loaded, so that they meet all the more.
_FORK = multiprocessing.get_context("fork")

Told = tuple[float, str]


def made(folder: Path) -> Path:
    """Make a club with tables to write at."""
    club = folder / "club"
    for words in (
        ["init", "--club", str(club)],
        ["member", "add", "Ann", "Ben", "Cal"],
        ["season", "new", "s", "2026-01-01", "2026-12-31"],
        ["schedule", "add", "2026-11-16", "--at", "15:45"],
        ["session", "open", "2026-11-16"],
        *[["table", "start", "big-two", "Ann", "Ben", "Cal", "--yes"]] * TABLES,
    ):
        done = referee(*words, club=club)
        assert done.code == 0, done
    return club


def officer(club: Path, number: int, lines: int, seed: int, told: multiprocessing.Queue[Told]) -> None:
    """Write some lines, now at one table and now at another, and tell how long each took and what refused it."""
    rng = random.Random(f"{seed} {number}")
    with open_club(club, patience=patience()) as desk:
        for line in range(lines):
            begun, refused = time.monotonic(), ""
            try:
                recording.log(desk.by("Ann"), rng.randrange(TABLES) + 1, "deal", key=f"{seed}-{number}-{line}")
            except ClubFault as fault:
                refused = str(fault)
            except BaseException as error:
                refused = f"{type(error).__name__}: {error}"
            told.put((time.monotonic() - begun, refused))
            time.sleep(rng.random() / 20)


@contextlib.contextmanager
def on_a_screen(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run the program on a terminal of its own that somebody looks at."""
    looks, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    shown = subprocess.Popen(
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
        yield shown
    finally:
        shown.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            shown.wait(patience())
        shown.kill()
        shown.wait()
        os.close(looks)


def night(club: Path, lines: int, seed: int) -> tuple[list[Told], list[str]]:
    """Let all officers write, and return what they told, and what is wrong with what is written down."""
    told: multiprocessing.Queue[Told] = _FORK.Queue()
    writing = [_FORK.Process(target=officer, args=(club, each, lines, seed, told)) for each in range(OFFICERS)]
    with (
        on_a_screen("dashboard", "--club", str(club)) as one,
        on_a_screen("dashboard", "--club", str(club)) as other,
        on_a_screen("board", "--club", str(club)) as board,
    ):
        for each in writing:
            each.start()
        heard: list[Told] = []
        while len(heard) < OFFICERS * lines:
            try:
                heard.append(told.get(timeout=patience()))
            except queue.Empty:
                break
        for each in writing:
            each.join(patience())
            each.kill()
        open_yet = {"a desk": one, "the other desk": other, "the board": board}
        gone = [f"{name} ended by itself" for name, each in open_yet.items() if each.poll() is not None]
    wrong = [*gone, *[refused for _, refused in heard if refused]]
    if len(heard) < OFFICERS * lines:
        wrong.append(f"{OFFICERS * lines - len(heard)} lines were never answered")
    with open_club(club) as desk:
        wrong += _wrong_in(desk, sum(not refused for _, refused in heard))
    return heard, wrong


def _wrong_in(desk: Club, confirmed: int) -> list[str]:
    logs = [matches.show(desk, table + 1).log for table in range(TABLES)]
    wrong = [f"{confirmed} lines confirmed, {kept} kept"] if (kept := sum(map(len, logs))) != confirmed else []
    wrong += [f"a line is numbered twice at table {at}" for at, log in enumerate(logs, 1) if _twice(log)]
    return [*wrong, *map(str, audit(desk).differences)]


def _twice(log: tuple[recording.LineView, ...]) -> bool:
    return any(count > 1 for count in Counter(each.number for each in log).values())


def run(seconds: float, seed: int) -> Campaign:
    """Let nights pass; in a short campaign each officer writes but once or twice."""
    until, tried, failed, waits = time.monotonic() + seconds, 0, list[str](), [0.0]
    lines = 12 if seconds >= 60 else 2
    while not tried or time.monotonic() < until:
        with tempfile.TemporaryDirectory() as folder:
            heard, wrong = night(made(Path(folder)), lines, seed + tried)
        tried += len(heard)
        failed += wrong
        waits += [wait for wait, _ in heard]
    waited = f"the slowest waited {max(waits):.1f} s, half of them {sorted(waits)[len(waits) // 2]:.2f} s"
    return Campaign(f"lines of {OFFICERS} officers at once, two desks and a board open; {waited}", tried, tuple(failed))
