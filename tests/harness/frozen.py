"""One Monday on which the tests of some packages run, whatever day it is.

So do the programs that they start (`tests/children`). Whatever reads a monotonic clock sees what time has passed.
"""

import os
import time
from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine

from referee.club.folder import Club, init

MONDAY = datetime(2026, 11, 16, 17, tzinfo=UTC)
PACKAGES = ("cli", "club", "competition", "export", "histories", "manual", "store", "tournaments")
_BEGUN = time.monotonic()


def frozen_at(moment: datetime, *, tick: bool = True) -> time_machine.travel:
    """Return a context in which it is a moment, from which the clock goes on or where it stands still."""
    return time_machine.travel(moment, tick=tick)


def on_the_monday() -> time_machine.travel:
    """Return a context in which it is five o'clock on the Monday, and later for each test that runs after others."""
    return frozen_at(MONDAY + timedelta(seconds=time.monotonic() - _BEGUN))


def init_at(moment: datetime, folder: Path, name: str) -> Club:
    """Make a club at a moment, and open it with the clock of this computer."""
    with frozen_at(moment):
        return init(folder, name)


class OneMonday:
    """Runs the tests of those packages, with all that is made for them, on that Monday."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        folder = Path(__file__).parents[1]
        if not any(folder / package in item.path.parents for package in PACKAGES):
            return (yield)
        with on_the_monday():
            os.environ["MOMENT_OF_CHILDREN"] = datetime.now(UTC).isoformat()
            try:
                return (yield)
            finally:
                del os.environ["MOMENT_OF_CHILDREN"]
