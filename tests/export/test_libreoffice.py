"""What LibreOffice makes of a workbook and of CSV for Excel: numbers, dates, accents, and no formula."""

import csv
import io
import shutil
import subprocess
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from referee.competition.entrants import Sizes
from referee.export.csv_files import csv_bytes
from referee.export.spreadsheet_format import excel_format
from referee.export.workbook import SHEETS, workbook_bytes
from tests.export.test_workbook import FORMULAS, TABLES, row

pytestmark = [
    pytest.mark.process,
    pytest.mark.long,
    pytest.mark.skipif(not shutil.which("soffice"), reason="no LibreOffice"),
]
GERMAN, ENGLISH = 1031, 2057
MISREAD = ("3-5", "3/5", "1.2.2026", "7:30", "5E3", "012", "50%", "3 Mar", "1 1/2")
UTF_8 = 76


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    sizes: Sizes
    score: Fraction
    chips: int
    day: date


def convert(file: Path, target: str, *options: str) -> None:
    """Let LibreOffice write a file in another format beside it."""
    profile = f"-env:UserInstallation={(file.parent / 'profile').as_uri()}"
    command = ["soffice", profile, "--headless", *options, "--convert-to", target, "--outdir", str(file.parent)]
    subprocess.run([*command, str(file)], capture_output=True, check=True, timeout=120)


# LibreOffice writes a truth value that came by way of ods as a formula.
TRUTHS: dict[object, bool] = {"=TRUE()": True, "=FALSE()": False}


def values(sheet: Worksheet) -> list[list[tuple[object, bool]]]:
    """Return the value of each cell, to nine decimals, and whether it is a date."""
    return [
        [
            (
                round(value, 9) if isinstance(value := cell.value, float) else TRUTHS.get(value, value),
                cell.is_date,
            )
            for cell in cells
        ]
        for cells in sheet.iter_rows()
    ]


def test_a_workbook_has_the_same_cells_once_libreoffice_has_saved_it(tmp_path: Path) -> None:
    (tmp_path / "season.xlsx").write_bytes(workbook_bytes(TABLES, "Monday Cards"))
    convert(tmp_path / "season.xlsx", "ods")
    convert(tmp_path / "season.ods", "xlsx")
    before = load_workbook(io.BytesIO(workbook_bytes(TABLES, "Monday Cards")))
    after = load_workbook(tmp_path / "season.xlsx")
    assert tuple(after.sheetnames) == SHEETS
    for name in SHEETS:
        assert values(after[name]) == values(before[name])
        cells = [cell for row_cells in after[name].iter_rows() for cell in row_cells]
        assert "f" not in {cell.data_type for cell in cells if cell.value not in TRUTHS}
    assert row(after["members"], 4)["name"].value == FORMULAS[0]


@pytest.mark.parametrize("language", [GERMAN, ENGLISH])
def test_csv_for_excel_is_read_with_its_numbers_and_dates_and_no_others(language: int, tmp_path: Path) -> None:
    """The texts keep the apostrophe that tells a spreadsheet to take them for nothing else."""
    csv_format = excel_format(decimal_comma=language == GERMAN)
    lines = [
        Line(text, Sizes(3, 5), Fraction(5, 6), -12, date(2026, 11, 16))
        for text in ("Łódź-Ö 李", "=1+1", "@SUM(A1)", *MISREAD)
    ]
    (tmp_path / "lines.csv").write_bytes(csv_bytes(Line, lines, csv_format=csv_format))
    special = "true"  # as Excel does, look for dates and numbers in every cell
    filter_options = f"CSV:{ord(csv_format.delimiter)},34,{UTF_8},1,,{language},false,{special}"
    convert(tmp_path / "lines.csv", "xlsx", f"--infilter={filter_options}")
    sheet = load_workbook(tmp_path / "lines.xlsx").worksheets[0]
    texts = [row(sheet, number)["text"] for number in range(2, sheet.max_row + 1)]
    assert [cell.value for cell in texts] == ["Łódź-Ö 李", "'=1+1", "'@SUM(A1)", *(f"'{text}" for text in MISREAD)]
    assert {cell.data_type for cell in texts} == {"s"}
    first = row(sheet, 2)
    assert first["sizes"].value == "3 to 5"
    assert (first["score"].value, first["chips"].value) == (pytest.approx(5 / 6, abs=1e-6), -12)
    assert first["day"].is_date
    plain = csv.DictReader(io.StringIO((tmp_path / "lines.csv").read_text("utf-8-sig")), delimiter=csv_format.delimiter)
    assert next(plain)["day"] == "2026-11-16"
