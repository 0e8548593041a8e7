"""How long a line takes at the prompt of ``referee log TABLE``, from when it is typed to the next being asked."""

from __future__ import annotations

import contextlib
import gc
import io
import sys
import tempfile
from itertools import pairwise
from statistics import median
from time import perf_counter
from types import SimpleNamespace
from unittest.mock import patch

from referee.cli.tables.line_prompt import prompt as ask
from referee.club.folder import Club, init
from referee.club.match.log import load_log
from referee.rules import Seats
from tests.benchmarks.clubs import busy_evening, fill, lines_of_play
from tests.benchmarks.measuring import Measurement, best_of, yardstick


class _Typing:
    """An officer who types lines as fast as they are asked for; `asked` are the moments."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = [f"{line}\n".encode() for line in lines]
        self.asked: list[float] = []

    def readline(self, _most: int) -> bytes:
        """Return the next line, or nothing at the end."""
        self.asked.append(perf_counter())
        at = len(self.asked) - 1
        return self.lines[at] if at < len(self.lines) else b""


def prompt(lines: int = 500, more: int = 60, matches: int = 1000) -> list[Measurement]:
    """Measure a line at a table of some lines and at one of many, each the median of some."""
    unit = best_of(5, yardstick)
    rows = []
    with tempfile.TemporaryDirectory() as folder, init(folder, "benchmark") as club:
        fill(club, matches)
        many = busy_evening(club, lines=lines, disputes=min(lines, 20))
        for table, of in ((many + 4, min(lines, 60)), (many, lines)):
            took = median(_typed(club, table, more))
            rows.append(
                Measurement(f"a line at the prompt, table of {of} lines", took, "a million additions", unit, "30 ms")
            )
    return rows


def _typed(club: Club, table: int, many: int) -> list[float]:
    """Type lines of play at a table, from a new deal on; return how long each took."""
    log = load_log(club, table)
    played = lines_of_play(log.book, len(log.names), many, seed=2)
    typing = _Typing([log.book.write(act, Seats(log.names)) for act, _ in played])
    stdin = SimpleNamespace(buffer=typing, isatty=lambda: False)
    try:
        with patch.object(sys, "stdin", stdin), contextlib.redirect_stdout(io.StringIO()):
            ask(club, table)
    finally:
        gc.unfreeze()
    return [later - earlier for earlier, later in pairwise(typing.asked)]
