"""What pytest does for the mutants: see which test runs which line, and run only some tests, in a given order."""

import json
import signal
import sys
from collections.abc import Generator
from pathlib import Path
from resource import RLIMIT_AS, setrlimit
from time import process_time

import coverage
import pytest

# Time of the processor and not of the clock: how busy the machine is does not matter. Only what never ends is ended.
LOADING = 120.0
LONGER = 10
LEAST = 2.0
MEMORY = 4 << 30


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--watch", metavar="FOLDER", help="write which test runs which line, and how long each takes")
    parser.addoption("--only-these", metavar="FILE", help="run these tests in their order, each for its time")


def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    options = early_config.known_args_namespace
    if options.watch:
        early_config.pluginmanager.register(Watching(Path(options.watch)))
    if options.only_these:
        early_config.pluginmanager.register(OnlyThese(Path(options.only_these)))


class Watching:
    """Sees the lines that each test runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.coverage = coverage.Coverage(data_file=folder / "lines", source=["referee"], config_file=False)
        self.coverage.start()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None]:
        _forget_answers()
        self.coverage.switch_context(item.nodeid)
        begun = process_time()
        yield
        self.seconds[item.nodeid] = process_time() - begun
        self.coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.failed.add(report.nodeid)

    def pytest_unconfigure(self) -> None:
        self.coverage.stop()
        self.coverage.save()
        passed = {test: seconds for test, seconds in self.seconds.items() if test not in self.failed}
        (self.folder / "tests.json").write_text(json.dumps(passed), encoding="utf-8")


class OnlyThese:
    """Runs the tests of a file; ended by SIGPROF is one that takes far longer than it did."""

    def __init__(self, path: Path) -> None:
        self.seconds: dict[str, float] = json.loads(path.read_text(encoding="utf-8"))
        setrlimit(RLIMIT_AS, (MEMORY, MEMORY))
        signal.setitimer(signal.ITIMER_PROF, LOADING)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        found = {item.nodeid: item for item in items}
        items[:] = [found[test] for test in self.seconds if test in found]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None]:
        signal.setitimer(signal.ITIMER_PROF, LEAST + LONGER * self.seconds[item.nodeid])
        yield
        signal.setitimer(signal.ITIMER_PROF, 0)


def _forget_answers() -> None:
    """Let each test run the lines that it needs, though a test before it has had the same answer."""
    for name, module in list(sys.modules.items()):
        if name.startswith("referee."):
            for each in list(vars(module).values()):
                if hasattr(each, "cache_clear"):
                    each.cache_clear()
