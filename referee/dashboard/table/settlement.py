"""The settlement of a table, line by line, with the clauses that it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from referee.club.match import matches
from referee.club.match.view import MatchView
from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.rendering import drawn, wrapped
from referee.dashboard.screens import foot
from referee.dashboard.widgets.side_panel import Told
from referee.rules import Unit, total, write_amount, write_chips, write_places
from referee.rules.reading.said import said


class SettlementScreen(Screen[None]):
    """What everybody won, lost or took, why, and how the match ends."""

    BINDINGS = keys.bindings("settlement")

    def __init__(self, desk: Desk, match: MatchView) -> None:
        super().__init__()
        self.desk = desk
        self.match = match

    def compose(self) -> ComposeResult:
        """Show the sums, then every item."""
        yield Static(f"Table {self.match.number}   {self.match.book.title}   payments", classes="heading", markup=False)
        with VerticalScroll(classes="read"):
            yield Told("items")
        yield from foot()

    def on_mount(self) -> None:
        """Show the table as it is known already."""
        self._show(self.match)

    def reload(self) -> None:
        """Look again."""
        number = self.match.number
        self.desk.read(self, lambda: matches.show(self.desk.club, number), self._show)

    def _show(self, match: MatchView) -> None:
        self.query_one(Told).show(partial(_rows, match))


def _rows(match: MatchView, width: int) -> Iterator[Content]:
    if match.places:
        so_far = "How it ended" if match.finished_at else "As it stands"
        yield drawn(f"{so_far}: {write_places(match.places)}", "bold")
    if match.chips:
        yield Content(f"Chips: {write_chips(match.chips)}")
    for each in match.lapsed_with() if match.finished_at else ():
        told = f"line {each.number}, {each.text}: it was not decided before the cards were gathered"
        yield from wrapped(told, width, 2, lead=Content.styled("Lapsed: ", "bold $text-warning"))
    for unit in Unit:
        sums = [(name, total(match.sheet.settlement, seat, unit)) for seat, name in enumerate(match.names)]
        if unit is not Unit.PLACE and any(amount for _, amount in sums) and not (unit is Unit.CHIPS and match.chips):
            sign = "+" if unit is Unit.CHIPS else ""
            yield Content(f"{unit.capitalize()}: " + ", ".join(f"{name} {amount:{sign}}" for name, amount in sums))
    if not match.sheet.settlement:
        yield Content("Nothing has been paid, and nobody has taken anything yet.")
        return
    yield Content("")
    for (clause, line, reason), same in groupby(match.sheet.settlement, key=lambda it: (it.clause, it.line, it.reason)):
        who = ", ".join(f"{match.names[item.seat]} {write_amount(item)}" for item in same)
        cite = f"{match.book.slug} {clause}"
        cited = Content.assemble("  ", (cite, "$text-accent"), (f"  line {line}" if line else "", "$text-muted"))
        *rows, last = wrapped(who, width - cited.cell_length, 0, "bold")
        yield from [*rows, Content.assemble(last, cited)]
        yield from wrapped(said(reason, match.names), width, 4)
