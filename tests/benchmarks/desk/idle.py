"""How much of a core the desk takes while nobody presses a key, tonight and at a long table."""

from __future__ import annotations

import asyncio
import gc
import tempfile
import time

from referee.club.folder import Club, init
from referee.dashboard.app import Dashboard
from tests.benchmarks.clubs import TONIGHT, busy_evening, fill
from tests.benchmarks.desk.first_paint import SIZE
from tests.benchmarks.measuring import Measurement

_FIRST = 3.0
"""For how many seconds a screen is left alone first: what it has still to load is no part of being idle."""


def idle(seconds: float = 60.0, first: float = _FIRST, matches: int = 1000) -> list[Measurement]:
    """Measure the desk's processor time while it is idle, against that of a busy core."""
    with tempfile.TemporaryDirectory() as folder, init(folder, "benchmark") as new_club:
        club = Club(new_club.folder, new_club.store, actor="", clock=lambda: TONIGHT)
        fill(club, matches)
        busy_evening(club, disputes=20)
        gc.collect()
        gc.freeze()  # as the command does that opens the desk
        try:
            return asyncio.run(_at_rest(club, seconds, first))
        finally:
            gc.unfreeze()


async def _at_rest(club: Club, seconds: float, first: float) -> list[Measurement]:
    rows = []
    async with Dashboard(club).run_test(size=SIZE) as pilot:
        for where, keys in (("tonight", ()), ("at a table of 500 lines", ("enter",))):
            await pilot.press(*keys)
            await asyncio.sleep(first)
            began = time.process_time()
            await asyncio.sleep(seconds)
            rows.append(Measurement(f"idle, {where}", time.process_time() - began, "a core", seconds, "0.003 x"))
    return rows
