"""Warns of tests that take more processor time than a test may that is not marked `long`.

The README's command runs all tests that are not marked so, within five minutes. A test is measured with the processes
that it started and waited for. On a busy machine everything takes longer, and nothing is said.
"""

import os
import time
from collections.abc import Generator
from types import ModuleType

import pytest

from tests.patience import slowness

resource: ModuleType | None
try:
    import resource
except ImportError:  # Windows
    resource = None

SECONDS = 3.0
# What a test took, among the properties of its report.
_TAKEN = "processor seconds"
# How many times longer things may take than on a quiet machine for this one to be quiet.
_QUIET = 1.5


def processor_time() -> float:
    """Return the seconds of processor time that this process took, and its children that have ended."""
    own = time.process_time()
    if resource is None:
        return own
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own + children.ru_utime + children.ru_stime


class Budget:
    """Plugin that measures each test where it runs, and warns where the run is summed up."""

    def __init__(self) -> None:
        self.begun = processor_time()
        self.is_quiet = slowness() < _QUIET

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        self.begun = processor_time()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.when == "teardown" and not any(map(item.get_closest_marker, ("long", "bench"))):
            report.user_properties.append((_TAKEN, processor_time() - self.begun))
        return report

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
        workers = int(getattr(config.option, "numprocesses", None) or 1)
        other_load = (os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0) - workers
        if not self.is_quiet or other_load > 1:
            return
        reports = [report for report in terminalreporter.getreports("") if report.when == "teardown"]
        taken = {report.nodeid: dict(report.user_properties).get(_TAKEN, 0.0) for report in reports}
        over = sorted((seconds, test) for test, seconds in taken.items() if seconds > SECONDS)
        if over:
            terminalreporter.section("over budget", yellow=True)
            terminalreporter.line(f"More than {SECONDS:.0f} s of processor time; mark them long, or make them quicker:")
            for seconds, test in reversed(over):
                terminalreporter.line(f"{seconds:5.1f} s  {test}")
