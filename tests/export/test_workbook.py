"""A workbook has numbers as numbers and dates as dates, and nothing in it is a formula."""

import io
import re
import zipfile
from collections.abc import Sequence
from datetime import date, datetime, time
from fractions import Fraction
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet

import referee
from referee.export.tables.rows import AttendanceRow, MemberRow, ResultRow, SeasonTables, StandingRow
from referee.export.workbook import SHEETS, member_list_csv, workbook_bytes
from referee.store.faults import ClubFault

MONDAY = date(2026, 11, 16)
FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("http://example.org")', "\t=1", "＝1+1")


def member(number: int, name: str, left: date | None = None) -> MemberRow:
    return MemberRow(number, name, number == 2, date(2026, 9, 1), left)


TABLES = SeasonTables(
    members=(member(1, "Ann Łódź-Ö."), member(2, "李小龍", MONDAY), *(member(3, text) for text in FORMULAS)),
    attendance=(AttendanceRow(7, MONDAY, 1, "Ann Łódź-Ö."),),
    results=(
        ResultRow(1, 2, 7, MONDAY, "3-5", 1, "Ann Łódź-Ö.", 1.5, 4, Fraction(5, 6), -12, None, False),
        ResultRow(None, None, 7, MONDAY, "big-two", 2, "李小龍", 3.0, 4, Fraction(1, 3), None, 2, True),
    ),
    standings=(StandingRow(1, 1, "Ann Łódź-Ö.", Fraction(29, 6), 3, 0, 5, 2, 1, "head-to-head"),),
)


def sheets(tables: SeasonTables = TABLES) -> dict[str, Worksheet]:
    workbook = load_workbook(io.BytesIO(workbook_bytes(tables, "Monday Cards")))
    return {sheet.title: sheet for sheet in workbook.worksheets}


def row(sheet: Worksheet, number: int) -> dict[str, Cell]:
    return {str(head.value): cell for head, cell in zip(sheet[1], sheet[number], strict=True)}


def test_no_other_module_imports_the_library_of_workbooks() -> None:
    package = Path(referee.__file__).parent
    importing = [
        path.relative_to(package)
        for path in package.rglob("*.py")
        if re.search(r"^\s*(import|from) openpyxl", path.read_text("utf-8"), re.MULTILINE)
    ]
    assert importing == [Path("export/workbook.py")]


def test_each_table_has_a_sheet_whose_first_row_stays_in_view() -> None:
    found = sheets()
    assert tuple(found) == SHEETS == ("standings", "results", "attendance", "members")
    for name, sheet in found.items():
        assert sheet.freeze_panes == "A2"
        assert sheet.max_row == 1 + len(getattr(TABLES, name))
        assert all(sheet.column_dimensions[cell.column_letter].width > len(cell.value) for cell in sheet[1])
    widths = found["members"].column_dimensions
    assert widths["B"].width > len(FORMULAS[4])


def test_numbers_dates_and_empty_cells_are_such_for_a_spreadsheet() -> None:
    first, second = row(sheets()["results"], 2), row(sheets()["results"], 3)
    assert (first["rank"].value, first["players"].value, first["chips"].value) == (1.5, 4, -12)
    assert first["score"].value == pytest.approx(5 / 6)
    assert first["score"].number_format == "0.000"
    assert (first["date"].value, first["date"].is_date) == (datetime(2026, 11, 16), True)
    assert first["date"].number_format == "yyyy-mm-dd"
    assert (first["guest"].value, second["guest"].value) == (False, True)
    assert (second["match"].value, second["chips"].value, first["hands"].value) == (None, None, None)
    assert {cell.data_type for cell in first.values()} <= {"n", "d", "s", "b"}


def test_texts_stay_texts_with_their_accents_whatever_they_begin_with() -> None:
    names = [row(sheets()["members"], number)["name"] for number in range(2, 4 + len(FORMULAS))]
    assert [cell.value for cell in names[:2]] == ["Ann Łódź-Ö.", "李小龍"]
    assert [cell.value for cell in names[2:]] == [text.replace("\t", "␉") for text in FORMULAS]
    assert {cell.data_type for cell in names} == {"s"}
    assert all(cell.quotePrefix for cell in names[2:7])
    assert row(sheets()["results"], 2)["game"].value == "3-5"


def test_a_text_that_no_cell_can_hold_stops_no_export() -> None:
    name = "\x00\ud800\x1b" + "A" * 40_000
    written = row(sheets(SeasonTables(members=(member(1, name),)))["members"], 2)["name"].value
    assert written == ("␀\N{REPLACEMENT CHARACTER}␛" + "A" * 40_000)[:32_767]


def test_an_empty_season_has_the_heads() -> None:
    found = sheets(SeasonTables())
    assert [sheet.max_row for sheet in found.values()] == [1, 1, 1, 1]
    assert [cell.value for cell in found["members"][1]] == ["member", "name", "guest", "joined_on", "left_on"]


# -- read back ------------------------------------------------------------------------------------------------------


def workbook(*rows: Sequence[object], title: str = "Sheet1") -> bytes:
    made, file = Workbook(), io.BytesIO()
    made.worksheets[0].title = title
    for each in rows:
        made.worksheets[0].append(each)
    made.save(file)
    return file.getvalue()


def test_the_members_of_a_workbook_are_read_as_csv() -> None:
    lines = member_list_csv(workbook_bytes(TABLES, "Monday Cards")).decode().splitlines()
    assert lines[:3] == [
        "member,name,guest,joined_on,left_on",
        "1,Ann Łódź-Ö.,no,2026-09-01,",
        "2,李小龍,yes,2026-09-01,2026-11-16",
    ]


def test_of_another_workbook_the_first_sheet_is_read() -> None:
    data = workbook(
        ["Name", "Joined"], ["Ann\nLee", datetime(2026, 9, 1, 12)], [], ["Ben", "1.9.2026"], [7.0, time(12)]
    )
    assert member_list_csv(data).decode().splitlines() == [
        "Name,Joined", "Ann Lee,2026-09-01", ",", "Ben,1.9.2026", "7,12:00:00",
    ]  # fmt: skip


def packed(**parts: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name.replace("__", "/").replace("_xml", ".xml"), data)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"PK\x03\x04...", "cannot be read"),
        (packed(mimetype=b"application/vnd.oasis.opendocument.spreadsheet"), r"not a workbook in \.xlsx"),
        (packed(xl__workbook_xml=b"<"), "cannot be read"),
        (packed(xl__workbook_xml=b" " * 21_000_000), "more than 20 MB"),
        (workbook(*(["Ann"] for _ in range(20_001))), "more than 20000 rows"),
    ],
    ids=["cut off", "OpenDocument", "no XML", "a bomb", "many rows"],
)
def test_what_is_no_workbook_is_refused_plainly(data: bytes, reason: str) -> None:
    with pytest.raises(ClubFault, match=reason):
        member_list_csv(data)


def test_csv_is_left_as_it_is() -> None:
    assert member_list_csv(b"name\nFay\n") == b"name\nFay\n"
