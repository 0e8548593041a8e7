"""The club's tables as CSV for a website or a spreadsheet, with a manifest to check them by.

The files keep to RFC 4180: UTF-8, commas, CRLF at the end of every line, quotes where they are needed. They begin
with a byte order mark, without which Excel takes UTF-8 for something else. Where a spreadsheet wants it, there are
semicolons or tabs instead of commas, and decimal commas.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from referee.export.files import write_files
from referee.export.tournament_rows import COLUMNS as TOURNAMENT_COLUMNS
from referee.rules.plain_text import shown

if TYPE_CHECKING:
    from referee.store.difference import Difference
    from referee.tournaments.view import TournamentView

Cell: TypeAlias = str | int | float | Fraction | date | time | bool | None
"""What a cell may hold. A datetime is a date."""

SCHEMA_VERSION: Final = 1
"""The edition of `COLUMNS`: it goes up when a column is renamed, moved, removed or changes its meaning."""

COLUMNS: Final = {
    "members": ("member", "name", "guest", "joined_on", "left_on"),
    "sessions": ("session", "date", "starts", "room", "note", "status", "present"),
    "attendance": ("session", "date", "member", "name"),
    "matches": ("match", "session", "date", "game", "players", "status", "options", "chip", "continues"),
    "results": (
        "match",
        "session",
        "date",
        "game",
        "member",
        "name",
        "rank",
        "players",
        "score",
        "chips",
        "hands",
        "guest",
    ),
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
    "scores": ("session", "date", "member", "name", "matches", "score", "penalty", "counted"),
    "ratings": ("game", "member", "name", "rating", "mu", "sigma", "matches", "provisional"),
    "trophies": ("trophy", "clause", "member", "name", "figure"),
    "disputes": (
        "dispute",
        "date",
        "match",
        "line",
        "game",
        "facts",
        "claim",
        "clause",
        "verdict",
        "open",
        "outcome",
        "reason",
        "decided_on",
        "decided_by",
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
        "recorded_by",
    ),
    **TOURNAMENT_COLUMNS,
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

    `head` is the last seal of the club as it was then, and `damage` what in them is not as it was sealed;
    `tournaments` are those of which the tables tell, for a page that draws them.
    """

    tables: tuple[CsvTable, ...]
    head: str = ""
    damage: tuple[Difference, ...] = ()
    tournaments: tuple[TournamentView, ...] = ()

    def __post_init__(self) -> None:
        names = [table.name for table in self.tables]
        if len(set(names)) < len(names):
            raise ValueError(f"two tables have the same name: {', '.join(names)}")


@dataclass(frozen=True, slots=True)
class Spelling:
    """How the cells of a file are parted and numbers spelled: as RFC 4180 has it, or as a spreadsheet elsewhere does.

    With `raw` a text stays as it is that a spreadsheet would run as a formula.
    """

    bom: bool = True
    raw: bool = False
    delimiter: str = ","
    decimal_comma: bool = False


def write_csv(export: Export, folder: Path, spelling: Spelling = Spelling()) -> tuple[Path, ...]:
    """Write every table and, last, the manifest into a folder; return their paths.

    A text that a spreadsheet would run as a formula is preceded by an apostrophe, unless `raw`. As the manifest comes
    last, whoever finds that the files agree with it has a whole export.
    """
    files = {f"{table.name}.csv": csv_bytes(table, spelling) for table in export.tables}
    return write_files(folder, {**files, MANIFEST: _manifest(export, files, spelling)})


def csv_bytes(table: CsvTable, spelling: Spelling = Spelling()) -> bytes:
    """Return a table as the content of a CSV file."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n", delimiter=spelling.delimiter)
    writer.writerow(table.columns)
    writer.writerows([_cell(cell, spelling) for cell in row] for row in table.rows)
    return text.getvalue().encode("utf-8-sig" if spelling.bom else "utf-8", errors="replace")


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


def _cell(cell: Cell, spelling: Spelling) -> str:
    """Print one cell: numbers with a decimal point or comma, dates by ISO 8601, nothing for None."""
    match cell:
        case None:
            return ""
        case bool():
            return str(cell).lower()
        case str():
            return shown(cell if spelling.raw else harmless(cell))
        case Fraction() | float():  # as 7/3 a spreadsheet would take a fraction for a date
            number = f"{float(cell):.6f}" if isinstance(cell, Fraction) else str(cell)
            return number.replace(".", ",") if spelling.decimal_comma else number
        case date() | time():
            return cell.isoformat()
        case _:
            return str(cell)


def _manifest(export: Export, files: dict[str, bytes], spelling: Spelling) -> bytes:
    described = [
        {"name": name, "rows": len(table.rows), "columns": list(table.columns), "sha256": sha256(data).hexdigest()}
        for table, (name, data) in zip(export.tables, files.items(), strict=True)
    ]
    spelled = {"delimiter": spelling.delimiter, "decimal": "," if spelling.decimal_comma else "."}
    content = {
        "schema_version": SCHEMA_VERSION,
        **spelled,
        **({"head": export.head} if export.head else {}),
        "files": described,
    }
    return f"{json.dumps(content, indent=2)}\n".encode()
