"""The settlement of a table by player, with the clauses that it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from referee.cards.cells import cells, padded
from referee.club.match import matches
from referee.club.match.view import MatchView
from referee.dashboard import keys
from referee.dashboard.desk import Desk
from referee.dashboard.rendering import drawn, wrapped
from referee.dashboard.screens import foot
from referee.dashboard.widgets.side_panel import Told
from referee.rules import Item, Unit, total, write_chips, write_places
from referee.rules.reading.accounts import by_hand, by_player
from referee.rules.reading.said import said


class SettlementScreen(Screen[None]):
    """What everybody won, lost or took, why, and how the match ends."""

    BINDINGS = keys.bindings("settlement")

    def __init__(self, desk: Desk, match: MatchView) -> None:
        super().__init__()
        self.desk = desk
        self.match = match

    def compose(self) -> ComposeResult:
        """Show the sums, then each player's account."""
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
        told = f"line {each.number}, {each.text}: it was not decided in time, and stands"
        yield from wrapped(told, width, 2, lead=Content.styled("Lapsed: ", "bold $text-warning"))
    for unit in Unit:
        sums = [(name, total(match.sheet.settlement, seat, unit)) for seat, name in enumerate(match.names)]
        if unit is not Unit.PLACE and any(amount for _, amount in sums) and not (unit is Unit.CHIPS and match.chips):
            sign = "+" if unit is Unit.CHIPS else ""
            yield Content(f"{unit.capitalize()}: " + ", ".join(f"{name} {amount:{sign}}" for name, amount in sums))
    if not match.sheet.settlement:
        yield Content("Nothing has been paid, and nobody has taken anything yet.")
        return
    hands = by_hand(match.sheet)
    for number, items in hands:
        yield Content("")
        if len(hands) > 1:
            yield drawn(f"Hand {number}", "bold")
        yield from _by_player(match, items, width)


def _by_player(match: MatchView, items: Sequence[Item], width: int) -> Iterator[Content]:
    """Yield what each player paid and got in a hand, and why, with the clause and the line."""
    accounts = by_player(items)
    amounts = [[part.amount(match.names) for part in account.parts] for account in accounts]
    wide = max(cells(amount) for each in amounts for amount in each)
    for account, own in zip(accounts, amounts, strict=True):
        chips = any(part.item.unit is Unit.CHIPS for part in account.parts)
        yield drawn(f"{match.names[account.seat]}{f' {account.total:+}' * chips}", "bold")
        for part, amount in zip(account.parts, own, strict=True):
            clause, line = f"{match.book.slug} {part.item.clause}", f"  line {part.item.line}" if part.item.line else ""
            cited = Content.assemble("  ", (clause, "$text-accent"), (line, "$text-muted"))
            lead = Content(f"  {padded(amount, wide)}  ")
            reason = said(part.item.reason, match.names)
            *rows, last = wrapped(reason, width - cited.cell_length, lead.cell_length, lead=lead)
            yield from [*rows, Content.assemble(last, cited)]
