"""The club's tables as CSV for a website or a spreadsheet, with a manifest to check them by.

The files keep to RFC 4180: UTF-8, commas, CRLF at the end of every line, quotes where they are needed. They begin
with a byte order mark, without which Excel takes UTF-8 for something else.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, time
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from referee.export.files import write_files
from referee.rules.plain_text import shown

if TYPE_CHECKING:
    from referee.store.difference import Difference

Cell: TypeAlias = str | int | float | Fraction | date | time | bool | None
"""What a cell may hold. A datetime is a date."""

SCHEMA_VERSION: Final = 1
"""The edition of `COLUMNS`: it goes up when a column is renamed, moved, removed or changes its meaning."""

COLUMNS: Final = {
    "members": ("member", "name", "guest", "joined_on", "left_on"),
    "sessions": ("session", "date", "starts", "room", "note", "status", "present"),
    "matches": ("match", "session", "date", "game", "players", "status", "options", "chip", "continues"),
    "results": ("match", "session", "date", "game", "member", "name", "rank", "players", "score", "chips", "hands"),
    "standings": (
        "place",
        "member",
        "name",
        "score",
        "sessions_counted",
        "sessions_dropped",
        "matches",
        "wins",
        "seconds",
        "tie_break",
    ),
    "rulings": (
        "match",
        "line",
        "dispute",
        "date",
        "game",
        "text",
        "verdict",
        "word",
        "clause",
        "reason",
        "decision",
        "decided_by",
    ),
}
"""The tables of a whole export, in order, and their columns."""

MANIFEST: Final = "manifest.json"

_SNAKE_CASE: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_STARTS_A_FORMULA: Final = frozenset("=+-@")


@dataclass(frozen=True, slots=True)
class CsvTable:
    """A table to be written as ``NAME.csv``: its columns in snake case, and rows of as many cells."""

    name: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]

    def __post_init__(self) -> None:
        for name in (self.name, *self.columns):
            if not _SNAKE_CASE.fullmatch(name):
                raise ValueError(f"{name!r} is not in snake case")
        if not self.columns or len(set(self.columns)) < len(self.columns):
            raise ValueError(f"the columns of {self.name} are not all different: {', '.join(self.columns)}")
        for number, row in enumerate(self.rows, 1):
            if len(row) != len(self.columns):
                raise ValueError(f"row {number} of {self.name} has {len(row)} cells for {len(self.columns)} columns")


@dataclass(frozen=True, slots=True)
class Export:
    """The tables that are written together.

    `head` is the last seal of the club as it was then, and `damage` what in them is not as it was sealed.
    """

    tables: tuple[CsvTable, ...]
    head: str = ""
    damage: tuple[Difference, ...] = ()

    def __post_init__(self) -> None:
        names = [table.name for table in self.tables]
        if len(set(names)) < len(names):
            raise ValueError(f"two tables have the same name: {', '.join(names)}")


def write_csv(export: Export, folder: Path, *, bom: bool = True, raw: bool = False) -> tuple[Path, ...]:
    """Write every table and, last, the manifest into a folder; return their paths.

    A text that a spreadsheet would run as a formula is preceded by an apostrophe, unless `raw`. As the manifest comes
    last, whoever finds that the files agree with it has a whole export.
    """
    files = {f"{table.name}.csv": csv_bytes(table, bom=bom, raw=raw) for table in export.tables}
    return write_files(folder, {**files, MANIFEST: _manifest(export, files)})


def csv_bytes(table: CsvTable, *, bom: bool = True, raw: bool = False) -> bytes:
    """Return a table as the content of a CSV file."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(table.columns)
    writer.writerows(_written(row, raw) for row in table.rows)
    return text.getvalue().encode("utf-8-sig" if bom else "utf-8", errors="replace")


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula, by an apostrophe in front if it needs one.

    A spreadsheet looks past blanks and what cannot be seen, and takes full-width signs for plain ones.
    """
    if text.startswith(("\t", "\r", "\n")):
        return f"'{text}"
    for char in unicodedata.normalize("NFKC", text):
        if char.isspace() or unicodedata.category(char) in ("Cc", "Cf"):
            continue
        return f"'{text}" if char in _STARTS_A_FORMULA else text
    return text


def _written(row: Iterable[Cell], raw: bool) -> list[str]:
    return [_cell(cell, raw) for cell in row]


def _cell(cell: Cell, raw: bool) -> str:
    """Print one cell: numbers with a decimal point, dates by ISO 8601, nothing for None."""
    match cell:
        case None:
            return ""
        case bool():
            return str(cell).lower()
        case str():
            return shown(cell if raw else harmless(cell))
        case Fraction():  # as 7/3 a spreadsheet would take it for a date
            return f"{float(cell):.6f}"
        case date() | time():
            return cell.isoformat()
        case _:
            return str(cell)


def _manifest(export: Export, files: dict[str, bytes]) -> bytes:
    described = [
        {"name": name, "rows": len(table.rows), "columns": list(table.columns), "sha256": sha256(data).hexdigest()}
        for table, (name, data) in zip(export.tables, files.items(), strict=True)
    ]
    content = {"schema_version": SCHEMA_VERSION, **({"head": export.head} if export.head else {}), "files": described}
    return f"{json.dumps(content, indent=2)}\n".encode()
