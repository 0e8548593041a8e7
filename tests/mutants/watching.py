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
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate, chain
from pathlib import Path
from resource import RLIMIT_AS, setrlimit
from time import process_time
from types import FunctionType
from typing import Any

import coverage
import pytest

from tests.mutants.changes import Change
from tests.mutants.in_memory import LoadChanged, functions_under, put_in

# Time of the processor and not of the clock: how busy the machine is does not matter. Only what never ends is ended.
LOADING = 120.0
LONGER = 10
LEAST = 2.0
MEMORY = 4 << 30
# A mutant whose tests take longer meets only the first of them. It meets a few before the many others are collected.
MOST = 40.0
AT_FIRST = 2.0

KILLED, SURVIVED, TIMED_OUT, NOT_REACHED = "killed", "survived", "timed out", "not reached"
BROKEN = 99  # the code with which a fork ends that has no mutant
TOLD = "MUTANTS"
"""The variable that names a file with what is asked of pytest."""


@dataclass(frozen=True)
class Seen:
    """The tests of a room, with the seconds that each took, and which of them run which lines."""

    seconds: dict[str, float]
    by_line: dict[str, dict[int, set[str]]]

    def meeting(self, path: str, change: Change) -> tuple[tuple[str, ...], bool]:
        """The tests that can notice a change, in their order, and whether the line is run on import.

        First come those of the file's own tests, then those of its folder's, the quickest of each first; for a line
        run on import, those that run any other of its file before all others.
        """
        lines = self.by_line.get(path, {})
        for line in (change.line, change.statement):
            if tests := lines.get(line):
                here = tests & self.seconds.keys()
                if "" in tests:
                    here |= set(chain.from_iterable(lines.values())) & self.seconds.keys()
                    return (*self._ordered(here, path), *self._ordered(self.seconds.keys() - here, path)), True
                return self._ordered(here, path), False
        return (), False

    def _ordered(self, tests: set[str], path: str) -> tuple[str, ...]:
        mirrored = path.replace("referee/", "tests/", 1).rpartition("/")
        own = f"{mirrored[0]}/test_{mirrored[2].removesuffix('.py')}"

        def far(test: str) -> int:
            return 0 if test.startswith(own) else 1 if test.startswith(f"{mirrored[0]}/") else 2

        return tuple(sorted(tests, key=lambda test: (far(test), self.seconds[test], test)))

    def within(self, tests: tuple[str, ...], most: float) -> tuple[str, ...]:
        """The first of some tests, that take so many seconds together."""
        return tuple(
            test
            for test, by_then in zip(tests, accumulate(map(self.seconds.__getitem__, tests)), strict=True)
            if by_then - self.seconds[test] < most
        )


class Meeting:
    """Collects the tests of a room once, sees what each runs, and lets mutants meet them in forks."""

    def __init__(self, asked: dict[str, Any]) -> None:
        self.folder = Path(asked["folder"])
        self.mutants = [(path, Change(**change)) for path, change in asked["mutants"]]
        self.number, self.jobs, self.answers = asked["number"], asked["jobs"], asked["answers"]
        self.coverage = coverage.Coverage(
            data_file=self.folder / "lines", include=[str(self.folder / path) for path, _ in self.mutants],
            config_file=False,
        )  # fmt: skip
        self.coverage.start()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return False
        if (child := os.fork()) == 0:
            self._watch(session.items)
        self.coverage.stop()
        os.waitpid(child, 0)
        seen = self._seen()
        self._tell(tests=len(seen.seconds), seconds=sum(seen.seconds.values()))
        self._meet_all({item.nodeid: item for item in session.items}, seen)
        return True

    def _tell(self, **said: object) -> None:
        os.write(self.answers, (json.dumps(said) + "\n").encode())

    def _watch(self, items: Sequence[pytest.Item]) -> None:
        seconds: dict[str, float] = {}
        for item in items:
            self.coverage.switch_context(item.nodeid)
            begun, failed = process_time(), item.session.testsfailed
            _run(item)
            if item.session.testsfailed == failed:
                seconds[item.nodeid] = process_time() - begun
        self.coverage.stop()
        self.coverage.save()
        (self.folder / "seconds.json").write_text(json.dumps(seconds), encoding="utf-8")
        os._exit(0)

    def _seen(self) -> Seen:
        data = coverage.CoverageData(str(self.folder / "lines"))
        data.read()
        by_line = {
            str(Path(name).relative_to(self.folder)): {
                line: set(tests) for line, tests in data.contexts_by_lineno(name).items()
            }
            for name in data.measured_files()
        }
        return Seen(json.loads((self.folder / "seconds.json").read_text(encoding="utf-8")), by_line)

    def _meet_all(self, items: dict[str, pytest.Item], seen: Seen) -> None:
        functions = functions_under(self.folder / "referee")
        children: dict[int, dict[str, Any]] = {}
        met = 0
        for path, change in self.mutants:
            if met == self.number:
                break
            every, on_import = seen.meeting(path, change)
            if not every:
                self._tell(path=path, change=asdict(change), end=NOT_REACHED, met=0, tests=0, took=0)
                continue
            if len(children) == self.jobs:
                self._wait(children)
            met += 1
            tests = seen.within(every, MOST)
            if (child := os.fork()) == 0:
                self._meet(met, path, change, tests, on_import, items, functions, seen)
            children[child] = {
                "path": path, "change": asdict(change), "met": len(tests), "tests": len(every)
            }  # fmt: skip
        while children:
            self._wait(children)

    def _wait(self, children: dict[int, dict[str, Any]]) -> None:
        child, status, usage = os.wait3(0)
        code = os.waitstatus_to_exitcode(status)
        if code == BROKEN:
            raise RuntimeError(f"no mutant was made of {children[child]}")
        end = SURVIVED if code == 0 else TIMED_OUT if code == -signal.SIGPROF else KILLED
        self._tell(**children.pop(child), end=end, took=usage.ru_utime + usage.ru_stime)

    def _meet(
        self, number: int, path: str, change: Change, tests: tuple[str, ...], on_import: bool,
        items: dict[str, pytest.Item], functions: dict[str, list[FunctionType]], seen: Seen,
    ) -> None:  # fmt: skip
        file = self.folder / path
        try:
            if not on_import and put_in(file, change, functions.get(str(file), [])):
                setrlimit(RLIMIT_AS, (MEMORY, MEMORY))
                for test in tests:
                    _run(items[test], seen.seconds[test])
                    if items[test].session.testsfailed:
                        os._exit(1)
                os._exit(0)
            first = seen.within(tests, AT_FIRST)
            for these in filter(None, (first, tests[len(first) :])):
                asked = {"path": path, "change": asdict(change), "tests": {test: seen.seconds[test] for test in these}}
                note = self.folder / f"mutant{number}.json"
                note.write_text(json.dumps(asked), encoding="utf-8")
                if (child := os.fork()) == 0:
                    os.environ[TOLD] = str(note)
                    files = dict.fromkeys(test.split("::")[0] for test in these)
                    os.execv(sys.executable, [sys.executable, *words_for_pytest(files), "-x"])
                code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
                if code == -signal.SIGPROF:
                    os.kill(os.getpid(), signal.SIGPROF)
                if code not in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
                    os._exit(1)
            os._exit(0)
        except Exception:
            traceback.print_exc(file=sys.__stderr__)
            os._exit(BROKEN)


class OnlyThese:
    """Runs some tests in their order against a mutant that is made on import, each for its time."""

    def __init__(self, asked: dict[str, Any], folder: Path) -> None:
        self.seconds: dict[str, float] = asked["tests"]
        sys.meta_path.insert(0, LoadChanged(folder / asked["path"], Change(**asked["change"])))
        setrlimit(RLIMIT_AS, (MEMORY, MEMORY))
        signal.setitimer(signal.ITIMER_PROF, LOADING)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        found = {item.nodeid: item for item in items}
        items[:] = [found[test] for test in self.seconds if test in found]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        signal.setitimer(signal.ITIMER_PROF, LEAST + LONGER * self.seconds[item.nodeid])
        yield
        signal.setitimer(signal.ITIMER_PROF, 0)


def words_for_pytest(paths: Sequence[str] | dict[str, None]) -> list[str]:
    """What Python is started with, so that it runs the tests of some files with this plugin."""
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
    told = Path(name)
    asked = json.loads(told.read_text(encoding="utf-8"))
    return Meeting(asked) if "mutants" in asked else OnlyThese(asked, told.parent)


# Now, as pytest imports the plugins that are installed, and with one of them the project, after those that it is told.
ASKED = _plugin()


def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    if ASKED:
        early_config.pluginmanager.register(ASKED)
