"""Write tables as CSV files with a manifest to verify them.

The files follow RFC 4180: UTF-8, commas, CRLF after every line, quotes where needed. They start with a byte order mark,
without which Excel misreads UTF-8. `CsvFormat` has other separators for spreadsheets that expect them.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterable
from datetime import date, time
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeAlias

from referee.competition.entrants import Sizes
from referee.export.files import write_files
from referee.export.spreadsheet_format import PLAIN, CsvFormat
from referee.export.tables.columns import column_names, row_types
from referee.rules.plain_text import with_signs

Cell: TypeAlias = str | int | float | Fraction | date | time | bool | Sizes | None
"""The value of a cell. A datetime counts as a date."""

SCHEMA_VERSION: Final = 1
"""The version of the tables' columns. It increases when a column is renamed, moved, removed or redefined."""

MANIFEST: Final = "manifest.json"

_FORMULA_SIGNS: Final = frozenset("=+-@")
_MONTHS: Final = 12
_DAYS: Final = 31
_FIRST_YEAR: Final = 1900
_MONTH_NAME: Final = (
    "(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?"
    "|oct(ober)?|nov(ember)?|dec(ember)?)"
)
_MONTH: Final = re.compile(
    rf"\d{{1,2}}[\s-]+{_MONTH_NAME}([\s.-]*\d{{1,4}})?|{_MONTH_NAME}[\s.-]*\d{{1,4}}", re.IGNORECASE
)


def write_csv(tables: object, folder: Path, *, csv_format: CsvFormat = PLAIN, head: str = "") -> tuple[Path, ...]:
    """Write a file for each table and then the manifest into a folder. Return the paths of the files."""
    return write_files(folder, csv_file_contents(tables, csv_format=csv_format, head=head))


def csv_file_contents(tables: object, *, csv_format: CsvFormat = PLAIN, head: str = "") -> dict[str, bytes]:
    """Return the contents of the CSV files by name, with the manifest last.

    `tables` is a dataclass with a tuple of rows for each table, such as `SeasonTables`. `head` is the head of the
    club's log. A text that a spreadsheet would run as a formula is preceded by an apostrophe, and for Excel also one
    that it would take for a date. As the manifest is written last, an export that agrees with it is complete.
    """
    rows = {name: (row, getattr(tables, name)) for name, row in row_types(type(tables)).items()}
    files = {f"{name}.csv": csv_bytes(*table, csv_format=csv_format) for name, table in rows.items()}
    described = [
        {"name": name, "rows": len(table), "columns": list(column_names(row)), "sha256": sha256(data).hexdigest()}
        for (name, data), (row, table) in zip(files.items(), rows.values(), strict=True)
    ]
    manifest = {
        "schema_version": SCHEMA_VERSION,
        "delimiter": csv_format.delimiter,
        "decimal": csv_format.decimal,
        **({"head": head} if head else {}),
        "files": described,
    }
    return {**files, MANIFEST: f"{json.dumps(manifest, indent=2)}\n".encode()}


def csv_bytes(row: type, rows: Iterable[object], *, csv_format: CsvFormat = PLAIN) -> bytes:
    """Return the content of a CSV file. The fields of the dataclass `row` are its columns."""
    head = column_names(row)
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n", delimiter=csv_format.delimiter)
    writer.writerow(head)
    writer.writerows([_cell_text(getattr(row, name), csv_format) for name in head] for row in rows)
    return text.getvalue().encode("utf-8-sig", errors="replace")


def escape_formula(text: str) -> str:
    """Return the text, with an apostrophe in front if a spreadsheet would take it for a formula.

    Spreadsheets skip blanks and invisible characters, and take full-width signs for plain ones.
    """
    if text.startswith(("\t", "\r", "\n")):
        return f"'{text}"
    for char in unicodedata.normalize("NFKC", text):
        if char.isspace() or unicodedata.category(char) in ("Cc", "Cf"):
            continue
        return f"'{text}" if char in _FORMULA_SIGNS else text
    return text


def looks_like_number(text: str) -> bool:
    """Return whether Excel would convert the text to a date, a time or a differently spelled number."""
    if re.fullmatch(r"0\d+|\d+[eE][+-]?\d+|[\d.,]+\s*%|\d+\s+\d+/\d+|\d+(:\d+)+(\s*[ap]\.?m\.?)?", text, re.IGNORECASE):
        return True
    if _MONTH.fullmatch(text):
        return True
    if not (numbers := re.fullmatch(r"(\d{1,4})\s*([-/.])\s*(\d{1,4})(\s*\2\s*\d{1,4})?", text)):
        return False
    smaller, larger = sorted((int(numbers[1]), int(numbers[3])))
    return bool(numbers[4]) or (0 < smaller <= _MONTHS and (larger <= _DAYS or larger >= _FIRST_YEAR))


def _cell_text(cell: Cell, csv_format: CsvFormat) -> str:
    """Return the text of a cell: numbers with the format's decimal sign, dates by ISO 8601, "" for None."""
    match cell:
        case None:
            return ""
        case bool():
            return str(cell).lower()
        case str():
            text = escape_formula(cell)
            return with_signs(f"'{text}" if csv_format.for_excel and looks_like_number(text.strip()) else text)
        case Fraction() | float():  # a spreadsheet would take 7/3 for a date
            number = f"{float(cell):.6f}" if isinstance(cell, Fraction) else str(cell)
            return number.replace(".", csv_format.decimal)
        case date() | time():
            return cell.isoformat()
        case Sizes():
            return cell.spelled_out if csv_format.for_excel else str(cell)
        case _:
            return str(cell)
