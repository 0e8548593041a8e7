"""What pytest does for the mutants: see which test runs which line, and let each mutant meet its tests.

Tests are collected once. Each mutant that changes only what a function does is made in a fork of the process that has
collected them, and runs those that run its line. What runs when a file is imported is changed before it is, in a
process of its own that collects the files it needs.
"""

import json
import os
import signal
import sys
import traceback
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate
from pathlib import Path
from resource import RLIMIT_AS, setrlimit
from time import process_time
from types import FunctionType
from typing import Any

import coverage
import pytest

from tests.mutants.changes import Change
from tests.mutants.in_memory import LoadChanged, forget_answers, functions_under, mark, replace_functions

# Time of the processor and not of the clock: how busy the machine is does not matter. Only what never ends is ended.
LOADING = 120.0
LONGER = 10
LEAST = 2.0
MEMORY = 4 << 30
# A mutant whose tests take longer meets only the first of them. It meets a few before the many others are collected.
MOST = 40.0
AT_FIRST = 2.0

KILLED, SURVIVED, TIMED_OUT, NOT_REACHED = "killed", "survived", "timed out", "not reached"
# No mutant was made of a change, or pytest itself ended with an error; no test has judged it.
BROKEN_OFF = "broken off"
BROKEN = 99  # the code with which its fork ends
TOLD = "MUTANTS"
"""The variable that names a file with what is asked of pytest."""


@dataclass(frozen=True)
class Coverage:
    """The tests of a package: their durations, and which of them reach a mutant or another line of its file."""

    seconds: dict[str, float]
    reaching: dict[int, set[str]]
    by_file: dict[str, set[str]]

    def meeting(self, number: int, path: str, *, on_import: bool) -> tuple[str, ...]:
        """The tests that can notice a change, in their order.

        First come those of the file's own tests, then those of its folder's, the quickest of each first; for a line
        run on import, those that run any other of its file before all others.
        """
        if not on_import:
            return self._ordered(self.reaching.get(number, set()), path)
        meeting = self.by_file.get(path, set())
        return (*self._ordered(meeting, path), *self._ordered(self.seconds.keys() - meeting, path))

    def _ordered(self, tests: set[str], path: str) -> tuple[str, ...]:
        mirrored = path.replace("referee/", "tests/", 1).rpartition("/")
        own = f"{mirrored[0]}/test_{mirrored[2].removesuffix('.py')}"

        def far(test: str) -> int:
            return 0 if test.startswith(own) else 1 if test.startswith(f"{mirrored[0]}/") else 2

        return tuple(sorted(tests, key=lambda test: (far(test), self.seconds[test], test)))

    def first_within(self, tests: tuple[str, ...], most: float) -> tuple[str, ...]:
        """The first of some tests, that take so many seconds together."""
        return tuple(
            test
            for test, by_then in zip(tests, accumulate(map(self.seconds.__getitem__, tests)), strict=True)
            if by_then - self.seconds[test] < most
        )


class Meeting:
    """Collects the tests of a package once, sees what each runs, and lets mutants meet them in forks."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.folder = Path(request["folder"])
        self.mutants = [(path, Change(**change)) for path, change in request["mutants"]]
        self.number, self.jobs, self.answers = request["number"], request["jobs"], request["answers"]
        # What is run before any test; which test runs what is seen without it, as that takes far longer.
        self.coverage = coverage.Coverage(
            data_file=None, include=[str(self.folder / path) for path, _ in self.mutants], config_file=False
        )
        self.coverage.start()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return False
        self.coverage.stop()
        imported = self.coverage.get_data()
        functions = functions_under(self.folder / "referee")
        if (child := os.fork()) == 0:
            self._watch(session.items, functions)
        os.waitpid(child, 0)
        content = json.loads((self.folder / "seen.json").read_text(encoding="utf-8"))
        seen = Coverage(
            content["seconds"],
            {int(number): set(tests) for number, tests in content["reaching"].items()},
            {path: set(tests) for path, tests in content["of_file"].items()},
        )
        self._tell(tests=len(seen.seconds), seconds=sum(seen.seconds.values()))
        self._meet_all({item.nodeid: item for item in session.items}, functions, seen, imported)
        return True

    def _tell(self, **fields: object) -> None:
        os.write(self.answers, (json.dumps(fields) + "\n").encode())

    def _watch(self, items: Sequence[pytest.Item], functions: dict[str, list[FunctionType]]) -> None:
        """Run every test once, with marks where the mutants will be."""
        reached: dict[str, set[int]] = {path: set() for path, _ in self.mutants}
        for path, into in reached.items():
            file = self.folder / path
            in_file = {number: change for number, (where, change) in enumerate(self.mutants) if where == path}
            mark(file, in_file, functions.get(str(file), []), into)
        seconds: dict[str, float] = {}
        reaching, of_file = defaultdict[int, list[str]](list), defaultdict[str, list[str]](list)
        for item in items:
            forget_answers()
            start, failed = process_time(), item.session.testsfailed
            _run(item)
            for path, numbers in reached.items():
                if numbers:
                    of_file[path].append(item.nodeid)
                for number in numbers:
                    reaching[number].append(item.nodeid)
                numbers.clear()
            if item.session.testsfailed == failed:
                seconds[item.nodeid] = process_time() - start
        ran = {
            "seconds": seconds,
            "reaching": {number: [test for test in tests if test in seconds] for number, tests in reaching.items()},
            "of_file": {path: [test for test in tests if test in seconds] for path, tests in of_file.items()},
        }
        (self.folder / "seen.json").write_text(json.dumps(ran), encoding="utf-8")
        os._exit(0)

    def _meet_all(
        self, items: dict[str, pytest.Item], functions: dict[str, list[FunctionType]], seen: Coverage,
        imported: coverage.CoverageData,
    ) -> None:  # fmt: skip
        children: dict[int, dict[str, Any]] = {}
        met = 0
        for number, (path, change) in enumerate(self.mutants):
            if met == self.number:
                break
            on_import = not {change.line, change.statement}.isdisjoint(imported.lines(str(self.folder / path)) or ())
            changes = seen.meeting(number, path, on_import=on_import)
            if not changes:
                self._tell(path=path, change=asdict(change), end=NOT_REACHED, met=0, tests=0, took=0)
                continue
            if len(children) == self.jobs:
                self._wait(children)
            met += 1
            tests = seen.first_within(changes, MOST)
            if (child := os.fork()) == 0:
                self._meet(met, path, change, tests, on_import, items, functions, seen)
            children[child] = {
                "path": path, "change": asdict(change), "met": len(tests), "tests": len(changes)
            }  # fmt: skip
        while children:
            self._wait(children)

    def _wait(self, children: dict[int, dict[str, Any]]) -> None:
        child, status, usage = os.wait3(0)
        code = os.waitstatus_to_exitcode(status)
        end = {0: SURVIVED, -signal.SIGPROF: TIMED_OUT, BROKEN: BROKEN_OFF}.get(code, KILLED)
        self._tell(**children.pop(child), end=end, took=usage.ru_utime + usage.ru_stime)

    def _meet(
        self, number: int, path: str, change: Change, tests: tuple[str, ...], on_import: bool,
        items: dict[str, pytest.Item], functions: dict[str, list[FunctionType]], seen: Coverage,
    ) -> None:  # fmt: skip
        file = self.folder / path
        try:
            if not on_import and replace_functions(file, change, functions.get(str(file), [])):
                setrlimit(RLIMIT_AS, (MEMORY, MEMORY))
                for test in tests:
                    _run(items[test], seen.seconds[test])
                    if items[test].session.testsfailed:
                        os._exit(1)
                os._exit(0)
            first = seen.first_within(tests, AT_FIRST)
            for these in filter(None, (first, tests[len(first) :])):
                request = {
                    "path": path,
                    "change": asdict(change),
                    "tests": {test: seen.seconds[test] for test in these},
                }
                note = self.folder / f"mutant{number}.json"
                note.write_text(json.dumps(request), encoding="utf-8")
                if (child := os.fork()) == 0:
                    os.environ[TOLD] = str(note)
                    files = dict.fromkeys(test.split("::")[0] for test in these)
                    os.execv(sys.executable, [sys.executable, *words_for_pytest(files), "-x"])
                code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
                if code == -signal.SIGPROF:
                    os.kill(os.getpid(), signal.SIGPROF)
                if code in (pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR):
                    os._exit(BROKEN)
                if code not in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
                    os._exit(1)
            os._exit(0)
        except Exception:
            traceback.print_exc(file=sys.__stderr__)
            os._exit(BROKEN)


class OnlyThese:
    """Runs some tests in their order against a mutant that is made on import, each for its time."""

    def __init__(self, request: dict[str, Any], folder: Path) -> None:
        self.seconds: dict[str, float] = request["tests"]
        sys.meta_path.insert(0, LoadChanged(folder / request["path"], Change(**request["change"])))
        setrlimit(RLIMIT_AS, (MEMORY, MEMORY))
        signal.setitimer(signal.ITIMER_PROF, LOADING)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        by_id = {item.nodeid: item for item in items}
        items[:] = [by_id[test] for test in self.seconds if test in by_id]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        signal.setitimer(signal.ITIMER_PROF, LEAST + LONGER * self.seconds[item.nodeid])
        yield
        signal.setitimer(signal.ITIMER_PROF, 0)


def words_for_pytest(paths: Sequence[str] | dict[str, None]) -> list[str]:
    """Return the arguments of a Python that runs the tests of some files with this plugin."""
    return [
        "-m", "pytest", "-q", "-p", "tests.mutants.watching", "-p", "no:cacheprovider", "--capture=sys",
        "--override-ini=addopts=--strict-markers --benchmark-disable", "-o", "tmp_path_retention_policy=failed", *paths,
    ]  # fmt: skip


def _run(item: pytest.Item, seconds: float | None = None) -> None:
    """Run a test, for ten times as long as it took; SIGPROF ends the process of one that takes longer."""
    if seconds is not None:
        signal.setitimer(signal.ITIMER_PROF, LEAST + LONGER * seconds)
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    signal.setitimer(signal.ITIMER_PROF, 0)


def _plugin() -> Meeting | OnlyThese | None:
    if not (name := os.environ.get(TOLD)):
        return None
    path = Path(name)
    request = json.loads(path.read_text(encoding="utf-8"))
    return Meeting(request) if "mutants" in request else OnlyThese(request, path.parent)


# Now, as pytest imports the plugins that are installed, and with one of them the project, after those that it is told.
ASKED = _plugin()


def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    if ASKED:
        early_config.pluginmanager.register(ASKED)
