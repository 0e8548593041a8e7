"""How long a test waits for a thing before it gives up: longer, the slower the machine is.

No test waits for a time. What is waited for comes, or the test fails once patience is at an end; on a machine that is
busy with other things everything comes later, and patience is greater by as much.
"""

import asyncio
import os
import time
from collections.abc import Callable
from functools import cache

# For anything that a program does by itself, on a machine that does nothing else.
LONG = 60.0
# What `_work` takes on such a machine.
_NOMINAL = 0.0045


def patience(seconds: float = LONG) -> float:
    """Return how many seconds to wait here for what takes up to `seconds` on an idle machine."""
    return seconds * slowness()


def slowness() -> float:
    """Return how many times slower than an idle machine this one is now; 1 at least."""
    busy = os.getloadavg()[0] / (os.cpu_count() or 1) if hasattr(os, "getloadavg") else 1.0
    return max(1.0, _at_first(), busy)


@cache
def _at_first() -> float:
    """Return how many times slower a small task runs now than when this was first asked."""
    start = time.perf_counter()
    for _ in range(5):
        sum(number * number for number in range(100_000))
    return (time.perf_counter() - start) / (5 * _NOMINAL)


def wait(
    until: Callable[[], object], describe: Callable[[], object] = str, *, look: Callable[[float], object] = time.sleep
) -> None:
    """Wait until a condition holds; else fail with the description. Between two checks, `look` waits for 20 ms."""
    end = time.monotonic() + patience()
    while not until():
        assert time.monotonic() < end, describe()
        look(0.02)


async def wait_async(until: Callable[[], object], describe: Callable[[], object] = str) -> None:
    """Wait as `wait` does, without blocking the event loop."""
    end = time.monotonic() + patience()
    while not until():
        assert time.monotonic() < end, describe()
        await asyncio.sleep(0.02)
