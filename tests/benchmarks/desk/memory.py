"""How much memory the desk keeps once many screens were opened and closed: what a screen leaves behind is a leak."""

from __future__ import annotations

import asyncio
import gc
import tempfile
from itertools import cycle, pairwise
from pathlib import Path
from typing import Final

from textual.widget import Widget

from referee.club.folder import Club, init
from referee.dashboard.app import Dashboard
from tests.benchmarks.clubs import TONIGHT, busy_evening, fill
from tests.benchmarks.measuring import Measurement
from tests.dashboard.piloting import SMALL, Officer, nobody_looking_on

OPENS: Final = (
    ("enter", "escape"),
    ("c",),
    ("n",),
    ("D",),
    ("S",),
    ("R",),
    ("C", "enter"),
    ("M", "enter"),
    ("T",),
    ("F",),
    ("ctrl+p",),
    ("question_mark",),
)
"""Keys that open a screen each from tonight, and of some another in front of it."""


def memory(counts: tuple[int, ...] = (100, 300, 500), matches: int = 300) -> list[Measurement]:
    """Measure the growth in widgets, objects and memory from one number of screens to the next."""
    with tempfile.TemporaryDirectory() as folder, init(folder, "benchmark") as new_club:
        club = Club(new_club.folder, new_club.store, actor="", clock=lambda: TONIGHT)
        fill(club, matches)
        busy_evening(club, lines=40, disputes=10)
        with nobody_looking_on():
            samples = asyncio.run(_opened(club, counts))
    return [
        Measurement(
            f"{name} after {more} screens", after[name] / 1e6, f"after {less} screens", before[name] / 1e6, "1 x"
        )
        for (less, before), (more, after) in pairwise(zip(counts, samples, strict=True))
        for name in after
    ]


async def _opened(club: Club, counts: tuple[int, ...]) -> list[dict[str, int]]:
    results = []
    async with Dashboard(club).run_test(size=SMALL) as pilot:
        officer, opened = Officer(pilot), 0
        await officer.settle()
        for keys in cycle(OPENS):
            await officer.press(*keys)
            opened += len(officer.app.screen_stack) - 2  # beside what is always there, and tonight
            while len(officer.app.screen_stack) > 2:
                await officer.press("escape")
            if opened >= counts[len(results)]:
                results.append(_count_objects())
                if len(results) == len(counts):
                    break
    return results


def _count_objects() -> dict[str, int]:
    """Return how many widgets and objects there are, and how many pages of memory the process has."""
    for _ in range(3):
        gc.collect()
    objects = gc.get_objects()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return {"widgets": sum(isinstance(thing, Widget) for thing in objects), "objects": len(objects), "pages": pages}
