"""How long the desk takes until its first screen is painted, against a Textual program that shows nothing.

Each is a process of its own, from its first import to what it paints, in seconds of processor: run as
``python -m tests.benchmarks.desk.first_paint FOLDER``, with no folder for the empty one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from textual.app import App

from tests.benchmarks.measuring import Measurement, best_of, processor_of_children

SIZE = (140, 45)


def first_paint(times: int = 7, matches: int = 1000) -> list[Measurement]:
    """Measure the first paint of the desk of a club in mid-season, with a session open and disputes to decide."""
    from referee.club.folder import init
    from tests.benchmarks.clubs import busy_evening, fill

    with tempfile.TemporaryDirectory() as compiled, tempfile.TemporaryDirectory() as folder:
        # The program as it is once it has run, also where this is begun with PYTHONDONTWRITEBYTECODE.
        settings = {**os.environ, "PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}

        def paint(*folder: str) -> float:
            command = [sys.executable, "-m", "tests.benchmarks.desk.first_paint", *folder]
            return best_of(times, lambda: subprocess.run(command, env=settings, check=True), processor_of_children)

        with init(folder, "benchmark") as club:
            fill(club, matches)
            busy_evening(club, lines=20, disputes=20)
        return [Measurement("first paint of the desk", paint(folder), "an empty Textual app", paint(), "3 x")]


class Empty(App[None]):
    """An application that shows nothing, and ends after its first paint."""

    def on_ready(self) -> None:
        """End when the screen was painted."""
        self.call_after_refresh(self.exit)


def show(folder: str) -> None:
    """Open the desk of a club, and end once tonight was painted."""
    from referee.club.folder import open_club
    from referee.dashboard.app import Dashboard
    from referee.dashboard.tonight import tonight
    from referee.dashboard.tonight.tonight import TonightScreen

    def painted(screen: TonightScreen, *_: object) -> None:
        screen.call_after_refresh(screen.app.exit)

    display = TonightScreen._show
    TonightScreen._show = lambda self, night: (display(self, night), painted(self))[0]  # type: ignore[method-assign]
    tonight.preload_screens = lambda: None  # what other screens need is loaded once this one was painted
    with open_club(folder) as club:
        Dashboard(club).run(headless=True, size=SIZE)


if __name__ == "__main__":
    if sys.argv[1:]:
        show(sys.argv[1])
    else:
        Empty().run(headless=True, size=SIZE)
