"""The club's tables as CSV for a website or a spreadsheet, with a manifest to check them by.

The files follow RFC 4180: UTF-8, commas, CRLF after every line, quotes where needed. They begin with a byte order mark,
without which Excel misreads UTF-8. With decimal commas, cells are separated by semicolons, as spreadsheets with one
expect the other.
"""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Iterable
from datetime import date, time
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeAlias

from referee.export.files import write_files
from referee.export.tables.columns import column_names, row_types
from referee.rules.plain_text import with_signs

Cell: TypeAlias = str | int | float | Fraction | date | time | bool | None
"""The value of a cell. A datetime counts as a date."""

SCHEMA_VERSION: Final = 1
"""The version of the tables' columns: it increases when a column is renamed, moved, removed or changes its meaning."""

MANIFEST: Final = "manifest.json"

_STARTS_A_FORMULA: Final = frozenset("=+-@")


def write_csv(tables: object, folder: Path, *, decimal_comma: bool = False, head: str = "") -> tuple[Path, ...]:
    """Write a file for each table, then the manifest, into a folder; return their paths. See `csv_file_contents`."""
    return write_files(folder, csv_file_contents(tables, decimal_comma=decimal_comma, head=head))


def csv_file_contents(tables: object, *, decimal_comma: bool = False, head: str = "") -> dict[str, bytes]:
    """Return the contents of the files by name: one for each table, and the manifest last.

    `tables` is a dataclass with a tuple of rows for each table, such as `SeasonTables`; `head` is the head of the
    club's log. A text that a spreadsheet would run as a formula is preceded by an apostrophe. As the manifest is
    written last, an export that agrees with it is complete.
    """
    rows = {name: (row, getattr(tables, name)) for name, row in row_types(type(tables)).items()}
    files = {f"{name}.csv": csv_bytes(*table, decimal_comma=decimal_comma) for name, table in rows.items()}
    described = [
        {"name": name, "rows": len(table), "columns": list(column_names(row)), "sha256": sha256(data).hexdigest()}
        for (name, data), (row, table) in zip(files.items(), rows.values(), strict=True)
    ]
    manifest = {
        "schema_version": SCHEMA_VERSION,
        "delimiter": _delimiter(decimal_comma),
        "decimal": "," if decimal_comma else ".",
        **({"head": head} if head else {}),
        "files": described,
    }
    return {**files, MANIFEST: f"{json.dumps(manifest, indent=2)}\n".encode()}


def csv_bytes(row: type, rows: Iterable[object], *, decimal_comma: bool = False) -> bytes:
    """Return the content of a CSV file. `row` is the class of the rows, whose fields are the columns."""
    head = column_names(row)
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n", delimiter=_delimiter(decimal_comma))
    writer.writerow(head)
    writer.writerows([_cell(getattr(row, name), decimal_comma) for name in head] for row in rows)
    return text.getvalue().encode("utf-8-sig", errors="replace")


def _delimiter(decimal_comma: bool) -> str:
    return ";" if decimal_comma else ","


def escape_formula(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula, with an apostrophe in front if it needs one.

    Spreadsheets skip blanks and invisible characters, and take full-width signs for plain ones.
    """
    if text.startswith(("\t", "\r", "\n")):
        return f"'{text}"
    for char in unicodedata.normalize("NFKC", text):
        if char.isspace() or unicodedata.category(char) in ("Cc", "Cf"):
            continue
        return f"'{text}" if char in _STARTS_A_FORMULA else text
    return text


def _cell(cell: Cell, decimal_comma: bool) -> str:
    """Return the text of a cell: numbers with a decimal point or comma, dates by ISO 8601, nothing for None."""
    match cell:
        case None:
            return ""
        case bool():
            return str(cell).lower()
        case str():
            return with_signs(escape_formula(cell))
        case Fraction() | float():  # a spreadsheet would take 7/3 for a date
            number = f"{float(cell):.6f}" if isinstance(cell, Fraction) else str(cell)
            return number.replace(".", ",") if decimal_comma else number
        case date() | time():
            return cell.isoformat()
        case _:
            return str(cell)
