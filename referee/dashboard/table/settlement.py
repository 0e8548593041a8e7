"""The settlement of a table by player, with the clauses that it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from textual.content import Content

from referee.cards.cells import cells, padded
from referee.club.folder import Club
from referee.club.match import matches
from referee.club.match.view import MatchView
from referee.dashboard.desk import Desk
from referee.dashboard.reading import Reading, ReadingScreen
from referee.dashboard.rendering import drawn, recorded, wrapped
from referee.dashboard.widgets.side_panel import titled
from referee.rules import Item, Unit, total, write_chips, write_places
from referee.rules.reading.accounts import by_hand, by_player
from referee.rules.reading.said import said


def settlement(desk: Desk, match: MatchView) -> ReadingScreen[MatchView]:
    """Return what everybody won, lost or took at a table, why, and how the match ends."""
    return ReadingScreen(desk, Reading("settlement", partial(_look, match), _heading, account))


def _look(match: MatchView, club: Club) -> MatchView:
    return matches.show(club, match.number)


def _heading(match: MatchView) -> str:
    return f"Table {match.table}   {match.book.title}   settlement"


def account(match: MatchView, width: int) -> Iterator[Content]:
    """Yield who sits at a table, what everybody won, lost or took there and why, and the record that it comes from."""
    yield from wrapped("   ".join(f"{at} {name}" for at, name in enumerate(match.names, 1)), width, 0)
    yield from settled(match, width)
    if match.log:
        yield from titled("Record")
        yield from recorded(match.log, width)


def settled(match: MatchView, width: int) -> Iterator[Content]:
    """Yield how a match ends or stands, and what everybody won, lost or took in it and why."""
    if match.places:
        so_far = "Result" if match.finished_at else "So far"
        yield drawn(f"{so_far}: {write_places(match.places)}", "bold")
    if match.chips:
        yield Content(f"Chips: {write_chips(match.chips)}")
    for each in match.lapsed_with() if match.finished_at else ():
        told = f"line {each.number}, {each.text}: not decided in time; it stands"
        yield from wrapped(told, width, 2, lead=Content.styled("Lapsed: ", "bold $text-warning"))
    for unit in Unit:
        sums = [(name, total(match.sheet.settlement, seat, unit)) for seat, name in enumerate(match.names)]
        if unit is not Unit.PLACE and any(amount for _, amount in sums) and not (unit is Unit.CHIPS and match.chips):
            sign = "+" if unit is Unit.CHIPS else ""
            yield Content(f"{unit.capitalize()}: " + ", ".join(f"{name} {amount:{sign}}" for name, amount in sums))
    if not match.sheet.settlement:
        yield Content("No payments.")
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
