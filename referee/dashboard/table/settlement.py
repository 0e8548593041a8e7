"""Render a match's settlement by player, with the clause of each payment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content

from referee.cards.terminal_width import pad, text_width
from referee.club.match.view import MatchView
from referee.dashboard.rendering import draw_cards, record_rows, wrap
from referee.dashboard.widgets.side_panel import heading_rows
from referee.rules import LedgerItem, Unit, total, write_chips, write_places
from referee.rules.records.accounts import accounts_by_player, settlement_by_hand
from referee.rules.records.messages import render_text


def account_rows(match: MatchView, width: int) -> Iterator[Content]:
    """Yield the rows of a match's seats, settlement and record."""
    seats = "   ".join(f"{number} {name}" for number, name in enumerate(match.names, 1))
    yield from wrap(seats, width, 2, lead=Content("Seats: "))
    yield from settlement_rows(match, width)
    if match.log:
        yield from heading_rows("Record")
        yield from record_rows(match.log, width)


def settlement_rows(match: MatchView, width: int, *, last: bool = False) -> Iterator[Content]:
    """Yield the result and each player's payments with reasons. `last` limits them to the last hand."""
    if match.places:
        so_far = "Result" if match.finished_at else "So far"
        yield from wrap(f"{so_far}: {write_places(match.places)}", width, 2, "bold", lead=Content(""))
    if match.chips:
        yield from wrap(f"Chips: {write_chips(match.chips)}", width, 2, lead=Content(""))
    for line in match.lapsed_with() if match.finished_at else ():
        text = f"line {line.number}, {line.text}: not decided in time; it stands"
        yield from wrap(text, width, 2, lead=Content.styled("Lapsed: ", "bold $text-warning"))
    for unit in Unit:
        sums = [(name, total(match.sheet.settlement, seat, unit)) for seat, name in enumerate(match.names)]
        if unit is not Unit.PLACE and any(amount for _, amount in sums) and not (unit is Unit.CHIPS and match.chips):
            sign = "+" if unit is Unit.CHIPS else ""
            text = ", ".join(f"{name} {amount:{sign}}" for name, amount in sums)
            yield from wrap(text, width, 2, lead=Content(f"{unit.capitalize()}: "))
    if not match.sheet.settlement:
        yield Content("No payments.")
        return
    hands = settlement_by_hand(match.sheet)
    for number, items in hands[-1:] if last else hands:
        yield Content("")
        if len(hands) > 1:
            yield draw_cards(f"Hand {number}", "bold")
        yield from _player_rows(match, items, width)


def _player_rows(match: MatchView, items: Sequence[LedgerItem], width: int) -> Iterator[Content]:
    """Yield each player's payments in a hand, with reasons, clauses and lines."""
    accounts = accounts_by_player(items)
    amounts = [[part.amount(match.names) for part in account.entries] for account in accounts]
    amount_width = max(text_width(amount) for column in amounts for amount in column)
    for account, player_amount in zip(accounts, amounts, strict=True):
        chips = any(part.item.unit is Unit.CHIPS for part in account.entries)
        yield draw_cards(f"{match.names[account.seat]}{f' {account.total:+}' * chips}", "bold")
        for part, amount in zip(account.entries, player_amount, strict=True):
            clause, line = f"{match.book.slug} {part.item.clause}", f"  line {part.item.line}" if part.item.line else ""
            citation = Content.assemble("  ", (clause, "$text-accent"), (line, "$text-muted"))
            lead = Content(f"  {pad(amount, amount_width)}  ")
            *rows, last = wrap(render_text(part.item.reason, match.names), width, lead.cell_length, lead=lead)
            fits_beside = last.cell_length + citation.cell_length <= width
            yield from (
                [*rows, Content.assemble(last, citation)]
                if fits_beside
                else [*rows, last, citation.pad_left(lead.cell_length)]
            )
