import csv
import io
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.competition.entrants import Sizes
from referee.export.csv_files import MANIFEST, SCHEMA_VERSION, Cell, csv_bytes, escape_formula, write_csv
from referee.export.files import write_files
from referee.export.spreadsheet_format import DECIMAL_COMMA, excel_format
from referee.export.tables.columns import column_names, row_types
from referee.export.tables.rows import SeasonTables
from referee.export.verification import INTERRUPTED, ExportVerification, verify_export
from referee.rules.plain_text import with_signs
from referee.store.faults import ClubFault
from tests.systems import LINKS, MODES


@dataclass(frozen=True)
class Named:
    """Somebody of a table that has nothing but names."""

    name: str


@dataclass(frozen=True)
class Numbered:
    """Somebody of a table of members."""

    member: int
    name: str


@dataclass(frozen=True)
class Result:
    """A row with a cell of every kind."""

    match: int
    date: date | None
    name: str
    rank: float
    score: Fraction | int
    chips: int | None
    won: bool


@dataclass(frozen=True)
class Cells:
    """A row whose cells hold the values of a test case."""

    words: Cell
    number: Cell


@dataclass(frozen=True)
class Members:
    """An export of one table."""

    members: tuple[Named, ...] = (Named("Ann"),)


@dataclass(frozen=True)
class Four:
    """An export of four tables, with the same two in each."""

    members: tuple[Named, ...] = (Named("Ann"), Named("Ben"))
    results: tuple[Named, ...] = members
    rulings: tuple[Named, ...] = members
    kept: tuple[Named, ...] = members


@dataclass(frozen=True)
class Two:
    """An export of two tables."""

    members: tuple[Numbered, ...]
    results: tuple[Result, ...]


MEMBERS = (Numbered(1, "Ann Lee"), Numbered(2, 'Ben "Ace" Ng'), Numbered(3, "Cal, the dealer"))
RESULTS = (
    Result(1, date(2026, 11, 16), "Ann", 1.5, Fraction(1, 2), -12, False),
    Result(1, date(2026, 11, 16), "Zoë", 3, 0, None, True),
)


def strict_rfc_4180(text: str) -> list[list[str]]:
    """Read CSV by the letter of the grammar: every record ends with CRLF, and quotes stand where they may."""
    records, fields, position = [], [], 0
    while position < len(text):
        if text[position] == '"':
            field, position = "", position + 1
            while True:
                end = text.index('"', position)
                field, position = field + text[position:end], end + 1
                if text[position : position + 1] != '"':
                    break
                field, position = field + '"', position + 1
        else:
            start = position
            while text[position] not in ',\r\n"':
                position += 1
            field = text[start:position]
        fields.append(field)
        if text[position] == ",":
            position += 1
            continue
        assert text[position : position + 2] == "\r\n", (
            f"expected a comma or CRLF at {position}, not {text[position : position + 2]!r}"
        )
        records.append(fields)
        fields, position = [], position + 2
    assert not fields
    return records


def written(value: Cell) -> str:
    return strict_rfc_4180(csv_bytes(Cells, [Cells(value, "")]).decode("utf-8-sig"))[1][0]


def test_table_is_utf_8_with_a_byte_order_mark_and_crlf() -> None:
    assert csv_bytes(Numbered, MEMBERS) == (
        b'\xef\xbb\xbfmember,name\r\n1,Ann Lee\r\n2,"Ben ""Ace"" Ng"\r\n3,"Cal, the dealer"\r\n'
    )


def test_numbers_and_dates_are_written_for_any_program_to_read() -> None:
    assert csv_bytes(Result, RESULTS).decode("utf-8-sig") == (
        "match,date,name,rank,score,chips,won\r\n"
        "1,2026-11-16,Ann,1.5,0.500000,-12,false\r\n"
        "1,2026-11-16,Zoë,3,0,,true\r\n"
    )
    assert written(datetime(2026, 11, 16, 15, 45, tzinfo=UTC)) == "2026-11-16T15:45:00+00:00"
    assert written(time(15, 45)) == "15:45:00"
    assert written(Fraction(-7, 3)) == "-2.333333"


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\rhello",
        "\thello",
        "  =1+1",
        "\u00a0=1",
        "\u3000=1",
        "\u200b=1",
        "\ufeff=1",
        "\x00=1",
        "＝1+1",
        "＋1",
        "－1",
        "＠SUM(A1)",
        ' =HYPERLINK("http://example.org","Ann")',
    ],
)
def test_text_that_a_spreadsheet_would_run_is_made_harmless(text: str) -> None:
    assert written(text) == f"'{with_signs(text)}"


@pytest.mark.parametrize("text", ["", " ", "Ann", "Ann-Lee", "3 = 3", "10♥", "Zoë", "'=1", "a@b", "1-0", "¡Hola!"])
def test_other_text_is_left_alone(text: str) -> None:
    assert written(text) == text


@given(st.text(st.sampled_from(' \t\r\n\x0b\x1f\u200e\ufeff=+-@＝＋－＠﹣a1,"'), min_size=1))
def test_no_text_cell_ends_up_beginning_with_a_formula_sign(text: str) -> None:
    plain = escape_formula(text)
    assert plain in (text, f"'{text}")
    visible = plain.translate(dict.fromkeys(map(ord, " \t\r\n\x0b\x1f\u200e\ufeff")))
    assert visible[:1] not in set("=+-@＝＋－＠﹣")


@given(st.lists(st.tuples(st.text(st.characters(exclude_categories=["Cs"])), st.integers()), max_size=5))
def test_what_is_written_is_read_back(rows: list[tuple[str, int]]) -> None:
    text = csv_bytes(Cells, [Cells(*row) for row in rows]).decode("utf-8-sig")
    expected = [["words", "number"], *([with_signs(escape_formula(words)), str(number)] for words, number in rows)]
    assert strict_rfc_4180(text) == expected
    assert list(csv.reader(io.StringIO(text, newline=""), strict=True)) == expected


def test_half_a_character_does_not_stop_an_export() -> None:
    assert csv_bytes(Named, [Named("Ann\ud800")]) == "\ufeffname\r\nAnn\ufffd\r\n".encode()


def test_manifest_tells_rows_and_digest_of_every_file(tmp_path: Path) -> None:
    paths = write_csv(Two(MEMBERS, RESULTS), tmp_path / "exports")
    assert [path.name for path in paths] == ["members.csv", "results.csv", MANIFEST]
    manifest = json.loads((tmp_path / "exports" / MANIFEST).read_bytes())
    assert manifest["schema_version"] == SCHEMA_VERSION
    assert [(entry["name"], entry["rows"]) for entry in manifest["files"]] == [("members.csv", 3), ("results.csv", 2)]
    for file in manifest["files"]:
        data = (tmp_path / "exports" / file["name"]).read_bytes()
        assert sha256(data).hexdigest() == file["sha256"]
        header, *rows = strict_rfc_4180(data.decode("utf-8-sig"))
        assert header == file["columns"]
        assert len(rows) == file["rows"]
    assert {path.name for path in (tmp_path / "exports").iterdir()} == {path.name for path in paths}


def test_a_spreadsheet_that_wants_them_gets_semicolons_and_decimal_commas(tmp_path: Path) -> None:
    """Dates, whole numbers and texts are spelled as ever; what has a semicolon in it is quoted."""
    results = (
        Result(1, date(2026, 11, 16), "Ann, 0.5", 1.5, Fraction(1, 3), -12, True),
        Result(2, None, "a;b", 2.0, Fraction(1), None, False),
    )
    write_csv(Two((), results), tmp_path, csv_format=DECIMAL_COMMA)
    assert (tmp_path / "results.csv").read_bytes().decode("utf-8-sig") == (
        "match;date;name;rank;score;chips;won\r\n"
        '1;2026-11-16;Ann, 0.5;1,5;0,333333;-12;true\r\n2;;"a;b";2,0;1,000000;;false\r\n'
    )
    manifest = json.loads((tmp_path / MANIFEST).read_bytes())
    assert (manifest["delimiter"], manifest["decimal"]) == (";", ",")


MISREAD = "3-5 | 3/5 | 1.2.2026 | 2011-12 | 12-2011 | 7:30 | 7:30 pm | 5E3 | 012 | 50% | May 2026 | 3 Mar | 1 1/2"


@pytest.mark.parametrize("text", MISREAD.split(" | "))
def test_for_excel_a_text_that_it_would_take_for_a_date_is_kept_a_text(text: str) -> None:
    """The sizes of tables are spelled out; what somebody typed keeps its words behind an apostrophe."""
    assert excel_cell(text) == f"'{text}"
    assert written(text) == text


@pytest.mark.parametrize(
    "text", ["2026-27", "Ann L.", "M4", "big-two", "scoring 7.1", "May", "Marina 5", "12", "0", "3 to 5"]
)
def test_for_excel_all_other_text_is_as_ever(text: str) -> None:
    assert excel_cell(text) == text


def test_for_excel_sizes_are_spelled_out_and_numbers_and_dates_are_not_touched() -> None:
    assert [excel_cell(Sizes(3, 5)), excel_cell(Sizes(4, 4)), written(Sizes(3, 5))] == ["3 to 5", "4", "3-5"]
    assert [excel_cell(Fraction(1, 2)), excel_cell(-12), excel_cell(date(2026, 11, 16))] == [
        "0.500000",
        "-12",
        "2026-11-16",
    ]
    assert excel_cell("=1+1") == "'=1+1"


def excel_cell(value: Cell) -> str:
    content = csv_bytes(Cells, [Cells(value, "")], csv_format=excel_format(decimal_comma=False))
    assert content.startswith(b"\xef\xbb\xbf")
    assert not content.decode("utf-8-sig").startswith("sep=")
    return strict_rfc_4180(content.decode("utf-8-sig"))[1][0]


def test_an_empty_table_has_its_header(tmp_path: Path) -> None:
    write_csv(Members(()), tmp_path)
    assert json.loads((tmp_path / MANIFEST).read_bytes())["files"][0]["rows"] == 0
    assert (tmp_path / "members.csv").read_text("utf-8-sig") == "name\n"


def test_a_season_has_a_file_for_each_table_and_its_columns_are_those_of_its_rows(tmp_path: Path) -> None:
    names = [path.stem for path in write_csv(SeasonTables(), tmp_path)]
    assert names == [
        *("members", "sessions", "attendance", "matches", "results"),
        *("standings", "scores", "ratings", "trophies", "disputes", "rulings"),
        *("tournaments", "tournament_standings", "tournament_rounds", "manifest"),
    ]
    header = (tmp_path / "results.csv").read_text("utf-8-sig")
    assert header == "match,table,session,date,game,member,name,rank,players,score,chips,hands,guest\n"
    for row in row_types(SeasonTables).values():
        assert all(re.fullmatch("[a-z]+(_[a-z]+)*", column) for column in column_names(row))


# -- whole files, or none ---------------------------------------------------------------------------------------


def test_a_full_disk_leaves_the_old_files_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, {"one.csv": b"old one", "two.csv": b"old two"})
    synced = os.fsync
    calls = []

    def full(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        synced(descriptor)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_files(tmp_path, {"one.csv": b"new one", "two.csv": b"new two"})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "one.csv": b"old one",
        "two.csv": b"old two",
    }


CRASH = """
import os, sys
from dataclasses import dataclass
from pathlib import Path
from referee.export import csv_files

calls = 0

def dies(function):
    def call(*args, **named):
        global calls
        calls += 1
        if calls == int(sys.argv[2]):
            os._exit(9)
        return function(*args, **named)
    return call

os.fsync = dies(os.fsync)
Path.replace = dies(Path.replace)

@dataclass
class Named:
    name: str

@dataclass
class Two:
    members: tuple[Named, ...]
    results: tuple[Named, ...]

names = (Named("new " * 50_000),)
csv_files.write_csv(Two(names, names), Path(sys.argv[1]))
"""


@pytest.mark.process
def test_a_crash_leaves_each_file_whole_and_the_manifest_tells_of_it(tmp_path: Path) -> None:
    old = Two((Numbered(1, "old"),), ())
    folder = tmp_path / "site"
    write_csv(old, folder)
    (folder / "index.html").write_text("the club's own page")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    crashed_with = []
    for moment in range(1, 30):
        crashed = subprocess.run([sys.executable, "-c", CRASH, str(folder), str(moment)], check=False)
        if crashed.returncode != 9:
            break
        current = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        assert current.keys() == before.keys()
        new = [name for name in current if current[name] != before[name]]
        assert all(current[name].endswith(b"new \r\n") for name in new if name.endswith(".csv"))
        assert current["index.html"] == b"the club's own page"
        differences = verify_export(folder).differences
        assert (differences == ()) == (len(new) in (0, 3))
        assert (INTERRUPTED in differences) == (len(new) in (1, 2))
        crashed_with.append(len(new))
        write_csv(old, folder)  # which asks nobody, and takes away what the crash has left
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert crashed.returncode == 0
    # Three files are made safe, and then put in their places; the third time that puts the manifest there.
    assert crashed_with == [0, 0, 0, 0, 1, 2, 3][: len(crashed_with)]
    assert {0, 1, 2} <= set(crashed_with)


def test_what_else_is_in_the_folder_stays(tmp_path: Path) -> None:
    only_files, with_folders = tmp_path / "files", tmp_path / "folders"
    for folder in (only_files, with_folders):
        write_csv(Members(), folder)
        (folder / "index.html").write_text("the club's own page")
    (with_folders / "pictures").mkdir()
    (with_folders / "pictures" / "cup.png").touch()
    for folder in (only_files, with_folders):
        write_csv(Members((Named("Ben"),)), folder)
        assert (folder / "index.html").read_text() == "the club's own page"
        assert verify_export(folder) == ExportVerification(("members.csv",), ())
    assert (with_folders / "pictures" / "cup.png").exists()
    assert not list(tmp_path.rglob(".*"))


def test_the_folder_that_one_stands_in_is_not_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = tmp_path.stat().st_ino
    for _ in range(2):
        write_csv(Members(), Path())
    assert tmp_path.stat().st_ino == before
    assert sorted(path.name for path in Path().iterdir()) == [MANIFEST, "members.csv"]


@LINKS
def test_a_link_to_a_folder_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "www").mkdir()
    (tmp_path / "site").symlink_to(tmp_path / "www")
    write_csv(Members(), tmp_path / "site")
    assert (tmp_path / "site").is_symlink()
    assert (tmp_path / "www" / "members.csv").is_file()


# -- verified -----------------------------------------------------------------------------------------------------


def test_every_way_in_which_an_export_is_not_as_it_was_written_is_said(tmp_path: Path) -> None:
    write_csv(Four(), tmp_path)
    assert verify_export(tmp_path) == ExportVerification(("members.csv", "results.csv", "rulings.csv", "kept.csv"), ())
    (tmp_path / "members.csv").unlink()
    (tmp_path / "results.csv").write_bytes((tmp_path / "results.csv").read_bytes() + b"Cal\r\n")
    (tmp_path / "rulings.csv").write_bytes((tmp_path / "rulings.csv").read_bytes().replace(b"Ann", b"Eve"))
    (tmp_path / "old.csv").touch()
    assert verify_export(tmp_path).differences == (
        "members.csv is missing",
        "results.csv has 3 rows; the manifest says 2",
        "rulings.csv was changed",
        "old.csv is not in the manifest",
    )


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b"\xff\xfe",
        b"[" * 100_000,
        b"[]",
        b'{"schema_version": 1, "files": {}}',
        b'{"schema_version": 2, "files": []}',
        b'{"schema_version": 1, "files": [{"name": "../members.csv", "rows": 1, "columns": [], "sha256": ""}]}',
        b'{"schema_version": 1, "files": [{"name": "a\\u0000b", "rows": 1, "columns": [], "sha256": ""}]}',
        b'{"schema_version": 1, "files": [{"name": 7}]}',
        b" " * 2_000_000,
    ],
)
def test_what_is_no_manifest_is_refused_plainly(tmp_path: Path, written: bytes) -> None:
    (tmp_path / MANIFEST).write_bytes(written)
    with pytest.raises(ClubFault, match="manifest"):
        verify_export(tmp_path)


def test_a_folder_without_a_manifest_is_refused_plainly(tmp_path: Path) -> None:
    with pytest.raises(ClubFault, match="cannot be read"):
        verify_export(tmp_path / "nowhere")


@MODES
def test_files_can_be_read_by_the_web_server(tmp_path: Path) -> None:
    (path,) = write_files(tmp_path, {"members.csv": b"name\r\n"})
    mask = os.umask(0)
    os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~mask


@pytest.mark.process
def test_the_room_needs_nothing_but_the_standard_library() -> None:
    code = (
        "import sys, referee.export.csv_files, referee.club.people.public_name\n"
        "print(*{name.partition('.')[0] for name in sys.modules} - set(sys.stdlib_module_names))"
    )
    outcome = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path.insert(0, {str(Path(__file__).parents[2])!r})\n{code}",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(outcome.stdout.split()) <= {"referee", "__main__"}
