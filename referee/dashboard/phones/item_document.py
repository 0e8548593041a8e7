"""The documents about a row of the phones screen: report versions, table codes and calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, TypeAlias

from textual.content import Content

from referee.cards.terminal_width import pad, text_width
from referee.cards.words import capitalise, quantity
from referee.club.folder import Club
from referee.club.match.view import MatchView
from referee.club.phones.codes import format_code
from referee.club.phones.evening_state import OfficerCall, Phone, PhoneEvening, Places, ResultReport, SeatedTable
from referee.club.phones.report_settlement import phones_at
from referee.dashboard.document_screen import Document
from referee.dashboard.phones.phones_view import (
    AgreedResults,
    Item,
    PhonesView,
    WaitingLine,
    item_key,
    list_items,
    load_phones,
    table_number,
)
from referee.dashboard.rendering import QR_STYLE, wrap
from referee.dashboard.table.context import TableContext, context_rows, load_context, ruling_rows
from referee.dashboard.table.settlement import account_rows
from referee.dashboard.widgets.side_panel import heading_rows
from referee.store.moment import in_local_time
from referee.web.qr import half_blocks

MatchWithContext: TypeAlias = tuple[MatchView, TableContext]
"""A match and its context."""
_GAP: Final = "  "
_MIN_TEXT_WIDTH: Final = 24


def item_document(view: PhonesView, item: Item) -> Document[tuple[PhonesView, MatchWithContext | None]]:
    """Return the document about a row, followed by its table's record. It reloads the row's current state."""
    key, table = item_key(item), table_number(view, item)

    def load(club: Club) -> tuple[PhonesView, MatchWithContext | None]:
        state = load_phones(club, earlier=view)
        match = next((match for match in reversed(state.night.matches) if match.table == table), None)
        return state, (match, load_context(club, match, TableContext(), state.night.matches)) if match else None

    def render(data: tuple[PhonesView, MatchWithContext | None], width: int) -> Iterator[Content]:
        state, context = data
        current = next((item for item in list_items(state) if item_key(item) == key), None)
        yield from _item_rows(state, current, width) if current else wrap("This is settled.", width, 0)
        if context:
            yield from heading_rows(context[0].book.title)
            yield from account_rows(context[0], width)
            yield from context_rows(*context, width)

    return Document("phone", load, lambda _: _heading(view, item), render)


def poster_document() -> Document[PhonesView]:
    """Return the document with the server's address as a QR code and every table's code."""
    return Document("phone", load_phones, lambda _: "Phones: the address and the codes", _poster_rows)


def _heading(view: PhonesView, item: Item) -> str:
    if isinstance(item, AgreedResults):
        return "Agreed results"
    if isinstance(item, Phone):
        return f"Table {table_number(view, item)}, phone {item.number}"
    return f"Table {table_number(view, item)}"


def _item_rows(view: PhonesView, item: Item, width: int) -> Iterator[Content]:
    match item:
        case OfficerCall():
            caller = "The tablet" if item.member is None else view.name_of(item.member)
            yield from wrap(f"{item.reason}. {caller} called at {in_local_time(item.at):%H:%M}.", width, 0)
            if item.coming:
                yield from wrap("The table is told that you are coming.", width, 0, "$text-muted")
        case ResultReport():
            yield from _report_rows(view, item, width)
        case AgreedResults():
            for report in (
                (result_report for result_report in map(view.phones.reports.get, item.matches) if result_report)
                if view.phones
                else ()
            ):
                seated_table = view.find_table(report.match)
                prefix = f"Table {seated_table.table}: " if seated_table else ""
                yield from wrap(f"{prefix}{view.result_text(report.places)}", width, 2)
        case WaitingLine():
            yield from ruling_rows(item.line, width, TableContext())
        case SeatedTable():
            yield from _table_rows(view, item.table, width)
        case Phone():
            yield from wrap(f"Paired at {in_local_time(item.at):%H:%M}.", width, 0)
            yield from _table_rows(view, table_number(view, item), width)


# -- a result -------------------------------------------------------------------------------------------------


def _report_rows(view: PhonesView, report: ResultReport, width: int) -> Iterator[Content]:
    """Yield the versions of a result side by side, with the record's result if it differs."""
    yield from wrap(f"{capitalise(view.describe_state(report))}.", width, 0)
    yield Content("")
    columns = [(_reporter_text(view, version.member), version.places) for version in report.versions]
    if of_record := view.recorded_places.get(report.match):
        columns.append(("The record says", of_record))
    yield from _side_by_side([[head, *_place_texts(view, places)] for head, places in columns], width)
    answers = (("Yes from", report.yes), ("No from", report.no))
    for text, members in answers:
        if members:
            yield Content("")
            yield from wrap(f"{text} {', '.join(map(view.name_of, sorted(members)))}.", width, 0)


def _reporter_text(view: PhonesView, member: int | None) -> str:
    return "The tablet says" if member is None else f"{view.name_of(member)} says"


def _place_texts(view: PhonesView, places: Places) -> Iterator[str]:
    rank = 1
    for group in places:
        for member in group:
            yield f"{rank}{'=' if len(group) > 1 else ''} {view.name_of(member)}"
        rank += len(group)


def _side_by_side(columns: Sequence[Sequence[str]], width: int) -> Iterator[Content]:
    """Yield the columns side by side under bold headings, or one below another in a narrow pane."""
    widest = [max(map(text_width, column)) for column in columns]
    if sum(widest) + len(_GAP) * (len(widest) - 1) > width:
        for head, *column_rows in columns:
            yield from wrap(head, width, 0, "bold")
            for place in column_rows:
                yield from wrap(place, width, 2)
        return
    for index, row in enumerate(zip_longest(*columns, fillvalue="")):
        yield Content.styled(_GAP.join(map(pad, row, widest)).rstrip(), "" if index else "bold")


# -- a table and its code -------------------------------------------------------------------------------------


def _table_rows(view: PhonesView, table: int, width: int) -> Iterator[Content]:
    phone_state = view.phones
    if phone_state is None:
        return
    code = phone_state.codes.get(table, "")
    rows = [*_seat_texts(view, phone_state, table)]
    if code:
        yield from _rows_with_code(view, f"/j/{code}", [f"Code: {format_code(code)}", "", *rows], width)
        return
    for line in (*rows, "The table has a code once the phones are served."):
        yield from wrap(line, width, 0)


def _seat_texts(view: PhonesView, phone_state: PhoneEvening, table: int) -> Iterator[str]:
    """Yield each seated player with their phones, and the table's tablet."""
    phones = phones_at(phone_state, table)
    seated_members = next(
        (seated_table.members for seated_table in phone_state.tables if seated_table.table == table), ()
    )
    for member in dict.fromkeys((*seated_members, *(phone.member for phone in phones))):
        seat_reports = [
            f"phone {phone.number} {'writes' if phone.writes else 'reads'}"
            for phone in phones
            if phone.member == member
        ]
        yield f"{capitalise(view.name_of(member))}: {', '.join(seat_reports) or 'no phone'}"


def _poster_rows(view: PhonesView, width: int) -> Iterator[Content]:
    phone_state = view.phones
    if phone_state is None or not view.servers:
        yield from wrap("The phones are not served now.", width, 0)
        return
    tables = [table.table for table in phone_state.tables if not table.finished]
    codes = [f"Table {table}   {format_code(phone_state.codes.get(table, ''))}" for table in tables]
    phones = quantity(sum(not phone.ended for phone in phone_state.phones), "phone is", "phones are")
    instruction = "Players scan this or type the address, and then type the code of their table."
    yield from _rows_with_code(view, "", [*codes, "", f"{phones} paired.", "", instruction], width)


def _rows_with_code(view: PhonesView, path: str, text_rows: Sequence[str], width: int) -> Iterator[Content]:
    """Yield the server's address and the text rows beside its QR code, or above it in a narrow pane."""
    if not view.servers:
        for text_row in (*text_rows, "", "The phones are not served now."):
            yield from wrap(text_row, width, 0) or [Content("")]
        return
    phone_server = view.servers[0]
    lines = [phone_server.url, *text_rows]
    if phone_server.undrawn:
        lines += ["", f"No code to scan: {phone_server.undrawn}"]
    qr_rows = (
        []
        if phone_server.undrawn
        else [Content.styled(row, QR_STYLE) for row in half_blocks(f"{phone_server.url}{path}")]
    )
    code_width = qr_rows[0].cell_length + len(_GAP) if qr_rows else 0
    fits_beside = code_width and width - code_width >= max(_MIN_TEXT_WIDTH, text_width(phone_server.url))
    rows = [
        row for line in lines for row in (wrap(line, width - code_width if fits_beside else width, 0) or [Content("")])
    ]
    if not fits_beside:
        yield from (*rows, Content(""), *qr_rows)
        return
    blank = Content(" " * (code_width - len(_GAP)))
    for code, row in zip_longest(qr_rows, rows):
        yield Content.assemble(code or blank, _GAP, row or "")
