"""Write a season as a workbook for Excel and LibreOffice, and read members from a workbook."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable
from datetime import date, time
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, ZipFile

from referee.competition.entrants import Sizes
from referee.export.csv_files import Cell, escape_formula
from referee.export.tables.columns import column_names, row_types
from referee.rules.plain_text import with_signs
from referee.store.faults import ClubFault

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from referee.export.tables.rows import SeasonTables

SHEETS: Final = ("standings", "results", "attendance", "members")
SUFFIX: Final = ".xlsx"
_DAY: Final = "yyyy-mm-dd"
_TIME: Final = "hh:mm"
_FRACTION: Final = "0.000"
_MIN_WIDTH: Final = 6
_MAX_WIDTH: Final = 40
_MAX_CELL_LENGTH: Final = 32_767
_MAX_UNPACKED_BYTES: Final = 20_000_000
"""The largest total size of a workbook's unpacked parts, in bytes."""
_MAX_ROWS: Final = 20_000
_ARCHIVE: Final = b"PK\x03\x04"


def workbook_bytes(tables: SeasonTables, title: str) -> bytes:
    """Return an .xlsx file with a sheet for each of `SHEETS`. The first row of a sheet stays in view.

    Numbers, dates and times keep their types in the spreadsheet. Texts stay texts, whatever they start with.
    """
    from openpyxl import Workbook

    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    workbook.properties.creator = "referee"
    workbook.properties.title = _fit_cell(title)
    rows = row_types(type(tables))
    for name in SHEETS:
        _fill_sheet(workbook.create_sheet(name), rows[name], getattr(tables, name))
    file = io.BytesIO()
    workbook.save(file)
    return file.getvalue()


def _fill_sheet(sheet: Worksheet, row: type, rows: Iterable[object]) -> None:
    """Write a table into an empty sheet, and fit the columns to their contents."""
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    names = column_names(row)
    widths = [len(name) for name in names]
    for column, name in enumerate(names, 1):
        _write_cell(sheet, 1, column, name)
        sheet.cell(1, column).font = Font(bold=True)
    for number, values in enumerate(rows, 2):
        for column, name in enumerate(names, 1):
            value = getattr(values, name)
            _write_cell(sheet, number, column, value)
            widths[column - 1] = max(widths[column - 1], _display_width(value))
    for column, width in enumerate(widths, 1):
        sheet.column_dimensions[get_column_letter(column)].width = min(max(width, _MIN_WIDTH), _MAX_WIDTH) + 2
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = sheet.dimensions


def _write_cell(sheet: Worksheet, row: int, column: int, value: Cell) -> None:
    """Write a value into a cell, unless it is empty."""
    if value is None or value == "":
        return
    cell = sheet.cell(row, column)
    match value:
        case str() | Sizes():
            cell.value = _fit_cell(value.spelled_out if isinstance(value, Sizes) else value)
            cell.data_type = "s"  # a text with = in front would be a formula
            cell.quotePrefix = escape_formula(cell.value) != cell.value  # and it stays a text when somebody edits it
        case Fraction():
            cell.value, cell.number_format = float(value), _FRACTION
        case float():
            cell.value, cell.number_format = value, "General" if value.is_integer() else _FRACTION
        case date():
            cell.value, cell.number_format = value, _DAY
        case time():
            cell.value, cell.number_format = value, _TIME
        case _:
            cell.value = value


def _fit_cell(text: str) -> str:
    """Return a text shortened to the length that a cell can hold."""
    return with_signs(text)[:_MAX_CELL_LENGTH]


def _display_width(value: Cell) -> int:
    """Return the display width of a value. Chinese, Japanese and Korean characters count as two."""
    match value:
        case None:
            return 0
        case str():
            return sum(1 + (unicodedata.east_asian_width(char) in "WF") for char in value)
        case Fraction() | float():
            return len(f"{float(value):.3f}")
        case _:
            return len(str(value))


def member_list_csv(data: bytes) -> bytes:
    """Return the sheet `members` of a workbook, or its first sheet, as CSV with a line for each row.

    Data that is not an archive, such as CSV, is returned unchanged. Raise `ClubFault` for an archive that is not a
    workbook or is too large.
    """
    if not data.startswith(_ARCHIVE):
        return data
    from openpyxl import load_workbook

    try:
        with ZipFile(io.BytesIO(data)) as parts:
            if sum(part.file_size for part in parts.infolist()) > _MAX_UNPACKED_BYTES:
                raise ClubFault(
                    f"The workbook has more than {_MAX_UNPACKED_BYTES // 10**6} MB. Save its members as CSV UTF-8."
                )
            if "xl/workbook.xml" not in parts.namelist():
                raise ClubFault("This is not a workbook in .xlsx. Save it as .xlsx or as CSV UTF-8.")
        workbook = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheet = workbook["members"] if "members" in workbook.sheetnames else workbook.worksheets[0]
        rows = [
            [_cell_text(value) for value in row] for row in sheet.iter_rows(max_row=_MAX_ROWS + 1, values_only=True)
        ]
    except (BadZipFile, ParseError, KeyError, IndexError, ValueError, TypeError, AttributeError, EOFError) as error:
        raise ClubFault("The workbook cannot be read. Open it, and save it as CSV UTF-8.") from error
    if len(rows) > _MAX_ROWS:
        raise ClubFault(f"The sheet {sheet.title} has more than {_MAX_ROWS} rows.")
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode(errors="replace")


def _cell_text(value: Any) -> str:
    """Return the value of a workbook's cell as text on one line."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float() if value.is_integer():
            return str(int(value))
        case date():
            return value.isoformat()[:10]
        case _:
            return " ".join(str(value).split("\n"))
