"""The settlement of a table, line by line, with the clauses that it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from referee.club import tables
from referee.club.logbook import Table
from referee.dashboard import keys
from referee.dashboard.drawn import drawn, wrapped
from referee.dashboard.said import Said
from referee.dashboard.work import Desk
from referee.rules import Unit, total, write_amount, write_chips, write_places


class Settlement(Screen[None]):
    """What everybody won, lost or took, why, and how the match ends."""

    BINDINGS = keys.bindings("settlement")

    def __init__(self, desk: Desk, table: Table) -> None:
        super().__init__()
        self.desk = desk
        self.table = table

    def compose(self) -> ComposeResult:
        """Show the sums, then every item."""
        yield Static(f"Table {self.table.number}   {self.table.book.title}   payments", classes="heading", markup=False)
        with VerticalScroll(classes="read"):
            yield Static(id="items", markup=False)
        yield Said()
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Begin at the top, with the keys for reading on."""
        self.query_one(VerticalScroll).focus()

    def on_resize(self) -> None:
        """Wrap the reasons to the room that there is."""
        self._show(self.table)

    def reload(self) -> None:
        """Look again."""
        number = self.table.number
        self.desk.read(self, lambda: tables.show(self.desk.club, number), self._show)

    def _show(self, table: Table) -> None:
        self.table = table
        self.query_one("#items", Static).update(Content("\n").join(_rows(table, self.size.width - 4)))

    def action_leave(self) -> None:
        """Go back to the table."""
        self.dismiss()


def _rows(table: Table, width: int) -> Iterator[Content]:
    if table.places:
        so_far = "How it ended" if table.finished_at else "As it stands"
        yield drawn(f"{so_far}: {write_places(table.places)}", "bold")
    if table.chips:
        yield Content(f"Chips: {write_chips(table.chips)}")
    for unit in Unit:
        sums = [(name, total(table.sheet.settlement, seat, unit)) for seat, name in enumerate(table.names)]
        if unit is not Unit.PLACE and any(amount for _, amount in sums) and not (unit is Unit.CHIPS and table.chips):
            sign = "+" if unit is Unit.CHIPS else ""
            yield Content(f"{unit.capitalize()}: " + ", ".join(f"{name} {amount:{sign}}" for name, amount in sums))
    if not table.sheet.settlement:
        yield Content("Nothing has been paid, and nobody has taken anything yet.")
        return
    yield Content("")
    for (clause, line, reason), same in groupby(table.sheet.settlement, key=lambda it: (it.clause, it.line, it.reason)):
        who = ", ".join(f"{table.names[item.seat]} {write_amount(item)}" for item in same)
        cite = f"{table.book.slug} {clause}"
        cited = Content.assemble("  ", (cite, "$text-accent"), (f"  line {line}" if line else "", "$text-muted"))
        *rows, last = wrapped(who, width - cited.cell_length, 0, "bold")
        yield from [*rows, Content.assemble(last, cited)]
        yield from wrapped(reason, width, 4)
