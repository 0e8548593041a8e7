"""The tests of the program, run there: how many passed, and which failed, each with its reason."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Final
from xml.etree import ElementTree

from tests.campaigns.campaign import Campaign
from tests.campaigns.windows.computer import CHECKOUT, Windows, windows_path

PACKAGES: Final = (
    "cards",
    "rules",
    "games",
    "store",
    "club",
    "histories",
    "competition",
    "tournaments",
    "export",
    "cli",
)
QUICK: Final = ("cards", "store")
_LONGEST: Final = 3600.0
"""For how many seconds the tests of a package may take: one that never ends there ends the package."""


def tried(windows: Windows, packages: tuple[str, ...], workers: int) -> Iterator[Campaign]:
    """Run the tests of some packages, and say of each package what came of it; one failure for each test."""
    for package in packages:
        report = windows.folder / "reports" / f"{package}.xml"
        report.parent.mkdir(exist_ok=True)
        report.unlink(missing_ok=True)
        words = ["-m", "pytest", "-vv", "--tb=short", "-p", "no:cacheprovider", f"--junitxml={windows_path(report)}"]
        several = ["-n", str(workers)] if workers > 1 else []
        ran = windows.started(
            *words,
            *several,
            f"tests/{package}",
            cwd=CHECKOUT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert ran.stdout is not None
        too_long = Timer(_LONGEST, windows.end)
        too_long.start()
        output = report.with_suffix(".txt")
        with output.open("wb", buffering=0) as file:
            for line in ran.stdout:
                file.write(line)
        too_long.cancel()
        ran.wait()
        if report.is_file():
            yield count_results(f"tests/{package}", report)
        else:
            last = output.read_text(encoding="utf-8", errors="replace")[-2000:]
            yield Campaign(f"tests/{package}", 0, (f"pytest ended with {ran.returncode}: {last}",))


def count_results(name: str, report: Path) -> Campaign:
    """Return the results in a report: the number of tests, of skipped ones, and the failures."""
    tests = list(ElementTree.parse(report).iter("testcase"))
    skipped = sum(test.find("skipped") is not None for test in tests)
    failed = tuple(
        f"{test.get('classname')}::{test.get('name')}: {' '.join((wrong.get('message') or '').split())[:300]}"
        for test in tests
        for wrong in (*test.findall("failure"), *test.findall("error"))
    )
    passed = len(tests) - skipped - len(failed)
    return Campaign(f"{name}: {passed} passed, {skipped} skipped", len(tests), failed)
