"""What a line of a record costs, game by game, from judging to printing: ``python -m tests.benchmarks.lines``."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stdout
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from unittest.mock import patch

import typer

from referee.cli.books.check import check
from referee.rules import Record, replay
from tests.benchmarks.measuring import Measurement, best_of, yardstick
from tests.transcript import DEMO, read, record_paths

ADDITIONS = "a million additions"


def lines(times: int = 15) -> list[Measurement]:
    """Measure a line of each game's example: judged and done, with hindsight too, and read, ruled and printed."""
    unit = best_of(5, yardstick, process_time)
    rows = []
    for label, (work, writers, budget) in WAYS.items():
        took = []
        for path in sorted(DEMO.glob("*.txt")):
            record = read(path)
            with writers():
                best = best_of(times, partial(work, path, record), process_time)
            took.append(best / len(record.lines))
            rows.append(Measurement(f"{label}, {path.stem}", took[-1], ADDITIONS, unit, budget))
        rows.append(Measurement(f"{label}, mean of all", sum(took) / len(took), ADDITIONS, unit, budget))
    return rows


def worst(times: int = 3) -> list[Measurement]:
    """Measure the golden record whose lines cost most with hindsight."""
    unit = best_of(5, yardstick, process_time)
    results = []
    for path in record_paths():
        record = read(path)
        took = best_of(times, partial(replay, record), process_time)
        results.append((took / len(record.lines), f"{path.parent.name}/{path.stem}"))
    took, name = max(results)
    return [Measurement(f"a line of {name}, the worst", took, ADDITIONS, unit, "2 ms")]


def many_matches(matches: int = 160) -> list[Measurement]:
    """Measure the room that is taken at once to check ten times as many matches in one file."""
    with TemporaryDirectory() as folder:
        few, many = Path(folder, "few.txt"), Path(folder, "many.txt")
        texts = [path.read_text(encoding="utf-8") for path in sorted(DEMO.glob("*.txt"))]
        for path, number in ((few, matches), (many, 10 * matches)):
            path.write_text("\n".join(texts[index % len(texts)] for index in range(number)), encoding="utf-8")
        room = [_room(path) for path in (few, many)]
    return [Measurement("room for ten times as many matches", room[1], "the few's", room[0], "1.5 x")]


def printed(path: Path) -> None:
    """Check a file, printing into nothing."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        try:
            check(str(path))
        except typer.Exit:
            return


def without_hindsight() -> AbstractContextManager[object]:
    """Rule without judging open lines again, for the duration of a block."""
    return patch("referee.rules.records.replay._look_back", lambda *_: None)


@contextmanager
def as_in_the_program() -> Iterator[None]:
    """Switch garbage collection off for the duration of a block, as the program does."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _room(path: Path) -> float:
    """Return the most memory that checking a file takes, in millions of bytes."""
    program = subprocess.Popen([sys.executable, "-m", "referee", "check", path], stdout=subprocess.DEVNULL)
    _, _, used = os.wait4(program.pid, 0)
    return used.ru_maxrss / 1000


WAYS: dict[str, tuple[Callable[[Path, Record], object], Callable[[], AbstractContextManager[object]], str]] = {
    "a line judged and done": (lambda _, record: replay(record), without_hindsight, "12 µs"),
    "the same, with hindsight": (lambda _, record: replay(record), nullcontext, "25 µs"),
    "a line read, ruled and printed": (lambda path, _: printed(path), as_in_the_program, "20 µs"),
}


def main() -> None:
    """Print the table."""
    for row in (*lines(), *worst(), *many_matches()):
        print(row)


if __name__ == "__main__":
    main()
