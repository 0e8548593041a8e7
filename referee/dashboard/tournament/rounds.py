"""Read a tournament from the first round to the last: tables, changes, notes and meetings."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import Worker

from referee.dashboard import keys
from referee.dashboard.screens import foot


class TournamentRoundsScreen(Screen[None]):
    """Rows that are laid out by the width that there is, under the name of the tournament."""

    BINDINGS = keys.bindings("rounds")

    def __init__(self, name: str, rows: Callable[[int], Sequence[Content]]) -> None:
        super().__init__()
        self.called = name
        self.rows = rows

    def compose(self) -> ComposeResult:
        """Show everything one under the other."""
        yield Static(self.called, classes="heading", markup=False)
        with VerticalScroll(classes="read"):
            yield Static(id="rounds", markup=False)
        yield from foot()

    def on_resize(self) -> None:
        """Lay everything out by the width that there is."""
        _: Worker[None] = self.run_worker(partial(self._lay_out, max(30, self.size.width - 3)), exclusive=True)

    async def _lay_out(self, width: int) -> None:
        """Lay everything out in a thread: of many players that takes longer than a key may wait."""
        rows = await asyncio.to_thread(lambda: Content("\n").join(self.rows(width)))
        self.query_one("#rounds", Static).update(rows)
