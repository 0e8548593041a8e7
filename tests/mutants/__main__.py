"""Makes mutants of a room and says which of them its tests do not notice.

Run it so::

    python -m tests.mutants --room rules --number 100 --seed 1

Each mutant has one comparison, constant, branch or call changed, as many of each kind as can be, in a line that the
room's tests run. It meets those tests that run the line, the quickest first, until one of them fails. What is changed
and what is tested are copies in a folder of their own. A test that takes ten times as long as it did is ended, and its
mutant listed apart.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, zip_longest
from pathlib import Path
from queue import SimpleQueue
from signal import SIGPROF

import coverage

from tests.mutants.changes import Change, Kind, changed, changes

HERE = Path(__file__).parents[2]
COPIED = ("pyproject.toml", "README.md", "referee", "tests", "schedules", "exports")
# A room's tests are those in the folder of its name, and these.
MORE_TESTS = {
    "competition": ["tests/tournaments"],
    "games": ["tests/test_records.py", "referee/conformance", "tests/test_clauses.py"],
}
# What starts a process is not seen at its work, and takes long.
MARKED = "not process and not bench"


class End(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    TIMED_OUT = "timed out"


@dataclass(frozen=True)
class Mutant:
    """One change in one file of the room, and the tests that can notice it."""

    path: Path
    change: Change
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.path}:{self.change.line}: {self.change.kind} {self.change.was} -> {self.change.now}"


@dataclass(frozen=True)
class Seen:
    """The tests of a room, with the seconds that each took, and which of them run which lines."""

    seconds: dict[str, float]
    by_line: dict[Path, dict[int, set[str]]]

    def meeting(self, path: Path, change: Change) -> tuple[str, ...]:
        """The tests that can notice a change, quickest first: for a line run on import, first those of its module."""
        lines = self.by_line.get(path, {})
        for line in (change.line, change.statement):
            if tests := lines.get(line):
                here = tests & self.seconds.keys()
                if "" in tests:
                    here |= set(chain.from_iterable(lines.values())) & self.seconds.keys()
                    return (*self._ordered(here), *self._ordered(self.seconds.keys() - here))
                return self._ordered(here)
        return ()

    def _ordered(self, tests: set[str]) -> tuple[str, ...]:
        return tuple(sorted(tests, key=lambda test: (self.seconds[test], test)))


def copied(folder: Path, into: Path) -> Path:
    """A copy of the project, compiled, with the compiled files that pytest has made."""
    for name in COPIED:
        if (path := folder / name).is_dir():
            shutil.copytree(path, into / name)
        elif path.exists():
            into.mkdir(exist_ok=True)
            shutil.copy2(path, into)
    return into


def run_pytest(folder: Path, *words: str, writes: bool = False) -> int:
    """Run pytest in a copy; below zero is the signal that ended it."""
    alike = {"CI": "true", "PYTHONHASHSEED": "0", "PYTHONPATH": str(folder)}
    kept = {} if writes else {"PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutants.watching", "-p", "no:cacheprovider", *words]
    return subprocess.run(
        [*command, "--override-ini=addopts=--strict-markers --benchmark-disable"],
        cwd=folder, env={**os.environ, **alike, **kept}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        check=False,
    ).returncode  # fmt: skip


def tests_of(folder: Path, room: str) -> list[str]:
    """The paths of a room's tests."""
    return [path for path in (f"tests/{room}", *MORE_TESTS.get(room, [])) if (folder / path).exists()]


def watched(folder: Path, room: str, into: Path) -> Seen:
    """Run the room's tests and see their lines."""
    into.mkdir()
    code = run_pytest(folder, "-m", MARKED, f"--watch={into}", *tests_of(folder, room), writes=True)
    if code not in (0, 1):  # 1: some fail as it is, and are left out
        raise SystemExit(f"the tests of {room} cannot be run: pytest ended with {code}")
    data = coverage.CoverageData(str(into / "lines"))
    data.read()
    seconds = json.loads((into / "tests.json").read_text(encoding="utf-8"))
    by_line = {
        Path(name).relative_to(folder): {line: set(tests) for line, tests in data.contexts_by_lineno(name).items()}
        for name in data.measured_files()
    }
    return Seen(seconds, by_line)


def drawn(folder: Path, room: str, seed: int) -> Iterator[tuple[Path, Change]]:
    """All changes of a room in the order of a seed, one of each kind after another."""
    kinds: dict[Kind, list[tuple[Path, Change]]] = defaultdict(list)
    for path in sorted((folder / "referee" / room).rglob("*.py")):
        for change in changes(path.read_text(encoding="utf-8")):
            kinds[change.kind].append((path.relative_to(folder), change))
    for kind in Kind:
        random.Random(f"{seed} {kind}").shuffle(kinds[kind])
    yield from (each for turn in zip_longest(*(kinds[kind] for kind in Kind)) for each in turn if each)


def meet(folder: Path, mutant: Mutant, seen: Seen) -> End:
    """Let a mutant meet its tests in a copy, which is as before afterwards."""
    path, source = folder / mutant.path, (folder / mutant.path).read_bytes()
    compiled = list((path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"))
    kept = [(each, each.read_bytes()) for each in compiled]
    these = folder / "these.json"
    these.write_text(json.dumps({test: seen.seconds[test] for test in mutant.tests}), encoding="utf-8")
    try:
        path.write_text(changed(source.decode(), mutant.change), encoding="utf-8")
        for each in compiled:
            each.unlink()
        files = dict.fromkeys(test.split("::")[0] for test in mutant.tests)
        code = run_pytest(folder, "-x", f"--only-these={these}", *files)
    finally:
        path.write_bytes(source)
        for each, bytes_ in kept:
            each.write_bytes(bytes_)
    return End.SURVIVED if code == 0 else End.TIMED_OUT if code == -SIGPROF else End.KILLED


def run(folder: Path, room: str, number: int, seed: int, jobs: int) -> int:
    """Make the mutants of a room and print what becomes of them; returns how many survived."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as temporary:
        first = copied(folder, Path(temporary, "0"))
        seen = watched(first, room, Path(temporary, "seen"))
        print(f"{room}: {len(seen.seconds)} tests in {sum(seen.seconds.values()):.0f} s", flush=True)
        mutants, not_reached = list[Mutant](), Counter[str]()
        for path, change in drawn(first, room, seed):
            if len(mutants) == number:
                break
            if tests := seen.meeting(path, change):
                mutants.append(Mutant(path, change, tests))
            else:
                not_reached[str(path)] += 1
        copies = SimpleQueue[Path]()
        copies.put(first)
        for job in range(1, jobs):
            copies.put(copied(first, Path(temporary, str(job))))

        def met(mutant: Mutant) -> End:
            copy = copies.get()
            try:
                return meet(copy, mutant, seen)
            finally:
                copies.put(copy)

        ends = Counter[End]()
        with ThreadPoolExecutor(jobs) as pool:
            for at, (mutant, end) in enumerate(zip(mutants, pool.map(met, mutants), strict=True), 1):
                ends[end] += 1
                print(f"\r{at} of {len(mutants)}, {ends[End.KILLED]} killed", end="", file=sys.stderr, flush=True)
                if end is not End.KILLED:
                    print(f"{end}: {mutant} ({len(mutant.tests)} tests)", flush=True)
    for name, times in sorted(not_reached.items()):
        print(f"not reached: {name} ({times})")
    told = ", ".join(f"{ends[end]} {end}" for end in End)
    judged = ends[End.KILLED] + ends[End.SURVIVED]
    share = f"{ends[End.KILLED] / max(judged, 1):.0%} of {judged} killed"
    print(f"{room}, seed {seed}: {told}, {not_reached.total()} not reached; {share}")
    return ends[End.SURVIVED]


def main() -> None:
    said = argparse.ArgumentParser(
        prog="python -m tests.mutants", description=__doc__.splitlines()[0] if __doc__ else ""
    )
    said.add_argument("--room", required=True, help="a folder of referee/, as rules")
    said.add_argument("--number", type=int, default=100, help="how many mutants")
    said.add_argument("--seed", type=int, default=1, help="which of all mutants")
    said.add_argument("--jobs", type=int, default=2, help="how many at once")
    asked = said.parse_args()
    if not (HERE / "referee" / asked.room).is_dir():
        said.error(f"there is no room {asked.room} in referee/")
    run(HERE, asked.room, asked.number, asked.seed, asked.jobs)


if __name__ == "__main__":
    main()
