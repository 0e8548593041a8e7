import csv
import io
import json
import os
import subprocess
import sys
from datetime import UTC, date, datetime, time
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.export.csv_files import (
    COLUMNS,
    MANIFEST,
    SCHEMA_VERSION,
    Cell,
    CsvTable,
    Export,
    Spelling,
    csv_bytes,
    harmless,
    write_csv,
)
from referee.export.files import write_file, write_files
from referee.export.verifying import Verified, verified
from referee.rules.plain_text import shown
from referee.store.faults import ClubFault

NO_MARK = Spelling(bom=False)
MEMBERS = CsvTable("members", ("member", "name"), [(1, "Ann Lee"), (2, 'Ben "Ace" Ng'), (3, "Cal, the dealer")])
RESULTS = CsvTable(
    "results",
    ("match", "date", "name", "rank", "score", "chips", "won"),
    [(1, date(2026, 11, 16), "Ann", 1.5, Fraction(1, 2), -12, False), (1, date(2026, 11, 16), "Zoë", 3, 0, None, True)],
)


def strict_rfc_4180(text: str) -> list[list[str]]:
    """Read CSV by the letter of the grammar: every record ends with CRLF, and quotes stand where they may."""
    records, fields, at = [], [], 0
    while at < len(text):
        if text[at] == '"':
            field, at = "", at + 1
            while True:
                end = text.index('"', at)
                field, at = field + text[at:end], end + 1
                if text[at : at + 1] != '"':
                    break
                field, at = field + '"', at + 1
        else:
            start = at
            while text[at] not in ',\r\n"':
                at += 1
            field = text[start:at]
        fields.append(field)
        if text[at] == ",":
            at += 1
            continue
        assert text[at : at + 2] == "\r\n", f"expected a comma or CRLF at {at}, not {text[at : at + 2]!r}"
        records.append(fields)
        fields, at = [], at + 2
    assert not fields
    return records


def written(value: Cell, *, raw: bool = False) -> str:
    data = csv_bytes(CsvTable("cells", ("cell", "end"), [(value, "")]), Spelling(bom=False, raw=raw))
    return strict_rfc_4180(data.decode())[1][0]


def test_table_is_utf_8_with_a_byte_order_mark_and_crlf() -> None:
    assert csv_bytes(MEMBERS) == (
        b'\xef\xbb\xbfmember,name\r\n1,Ann Lee\r\n2,"Ben ""Ace"" Ng"\r\n3,"Cal, the dealer"\r\n'
    )
    assert csv_bytes(MEMBERS, NO_MARK) == csv_bytes(MEMBERS).removeprefix(b"\xef\xbb\xbf")


def test_numbers_and_dates_are_written_for_any_program_to_read() -> None:
    assert csv_bytes(RESULTS, NO_MARK).decode() == (
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
    assert written(text) == f"'{shown(text)}"
    assert written(text, raw=True) == shown(text)


@pytest.mark.parametrize("text", ["", " ", "Ann", "Ann-Lee", "3 = 3", "10♥", "Zoë", "'=1", "a@b", "1-0", "¡Hola!"])
def test_other_text_is_left_alone(text: str) -> None:
    assert written(text) == text


@given(st.text(st.sampled_from(' \t\r\n\x0b\x1f\u200e\ufeff=+-@＝＋－＠﹣a1,"'), min_size=1))
def test_no_text_cell_ends_up_beginning_with_a_formula_sign(text: str) -> None:
    plain = harmless(text)
    assert plain in (text, f"'{text}")
    visible = plain.translate(dict.fromkeys(map(ord, " \t\r\n\x0b\x1f\u200e\ufeff")))
    assert visible[:1] not in set("=+-@＝＋－＠﹣")


@given(st.lists(st.tuples(st.text(st.characters(exclude_categories=["Cs"])), st.integers()), max_size=5))
def test_what_is_written_is_read_back(rows: list[tuple[str, int]]) -> None:
    text = csv_bytes(CsvTable("cells", ("words", "number"), rows), Spelling(raw=True)).decode("utf-8-sig")
    expected = [["words", "number"], *([shown(words), str(number)] for words, number in rows)]
    assert strict_rfc_4180(text) == expected
    assert list(csv.reader(io.StringIO(text, newline=""), strict=True)) == expected


def test_half_a_character_does_not_stop_an_export() -> None:
    assert csv_bytes(CsvTable("cells", ("name",), [("Ann\ud800",)]), NO_MARK) == "name\r\nAnn\ufffd\r\n".encode()


def test_manifest_tells_rows_and_digest_of_every_file(tmp_path: Path) -> None:
    paths = write_csv(Export((MEMBERS, RESULTS)), tmp_path / "exports")
    assert [path.name for path in paths] == ["members.csv", "results.csv", MANIFEST]
    manifest = json.loads((tmp_path / "exports" / MANIFEST).read_bytes())
    assert manifest["schema_version"] == SCHEMA_VERSION
    assert [(each["name"], each["rows"]) for each in manifest["files"]] == [("members.csv", 3), ("results.csv", 2)]
    for each in manifest["files"]:
        data = (tmp_path / "exports" / each["name"]).read_bytes()
        assert sha256(data).hexdigest() == each["sha256"]
        header, *rows = strict_rfc_4180(data.decode("utf-8-sig"))
        assert header == each["columns"]
        assert len(rows) == each["rows"]
    assert {path.name for path in (tmp_path / "exports").iterdir()} == {path.name for path in paths}


def test_a_spreadsheet_that_wants_them_gets_semicolons_and_decimal_commas(tmp_path: Path) -> None:
    """Dates, whole numbers and texts are spelled as ever; what has a semicolon in it is quoted."""
    table = CsvTable(
        "results",
        ("date", "rank", "score", "chips", "name"),
        [(date(2026, 11, 16), 1.5, Fraction(1, 3), -12, "Ann, 0.5"), (None, 2.0, Fraction(1), None, "a;b")],
    )
    write_csv(Export((table,)), tmp_path, Spelling(bom=False, delimiter=";", decimal_comma=True))
    assert (tmp_path / "results.csv").read_bytes().decode() == (
        'date;rank;score;chips;name\r\n2026-11-16;1,5;0,333333;-12;Ann, 0.5\r\n;2,0;1,000000;;"a;b"\r\n'
    )
    manifest = json.loads((tmp_path / MANIFEST).read_bytes())
    assert (manifest["delimiter"], manifest["decimal"]) == (";", ",")


def test_export_without_mark_and_raw(tmp_path: Path) -> None:
    write_csv(Export((CsvTable("members", ("name",), [("=Ann",)]),)), tmp_path, Spelling(bom=False, raw=True))
    assert (tmp_path / "members.csv").read_bytes() == b"name\r\n=Ann\r\n"


def test_an_empty_table_has_its_header(tmp_path: Path) -> None:
    write_csv(Export((CsvTable("rulings", COLUMNS["rulings"], []),)), tmp_path)
    assert json.loads((tmp_path / MANIFEST).read_bytes())["files"][0]["rows"] == 0
    assert (tmp_path / "rulings.csv").read_text("utf-8-sig") == ",".join(COLUMNS["rulings"]) + "\n"


def test_the_published_columns_make_tables() -> None:
    assert list(COLUMNS) == [
        *("members", "sessions", "attendance", "matches", "results"),
        *("standings", "scores", "ratings", "trophies", "disputes", "rulings"),
        *("tournaments", "tournament_standings", "tournament_rounds"),
    ]
    for name, columns in COLUMNS.items():
        assert CsvTable(name, columns, []).columns == columns


@pytest.mark.parametrize(
    ("name", "columns", "rows", "said"),
    [
        ("Members", ("member",), [], "'Members' is not in snake case"),
        ("../members", ("member",), [], "is not in snake case"),
        ("members", ("Member id",), [], "'Member id' is not in snake case"),
        ("members", ("name", "name"), [], "not all different: name, name"),
        ("members", (), [], "not all different"),
        ("members", ("member", "name"), [(1, "Ann"), (2,)], "row 2 of members has 1 cells for 2 columns"),
    ],
)
def test_a_table_out_of_shape_is_refused(name: str, columns: tuple[str, ...], rows: list[Cell], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        CsvTable(name, columns, rows)  # type: ignore[arg-type]


def test_two_tables_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="the same name: members, members"):
        Export((MEMBERS, MEMBERS))


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
from pathlib import Path
from referee.export import csv_files, files

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
os.link = dies(os.link)
Path.rename = dies(Path.rename)
if sys.argv[3] == "at once":
    files._exchange_at_once = dies(files._exchange_at_once)
else:
    files._exchange_at_once = lambda *_: False
files._bring_what_came_late = dies(files._bring_what_came_late)
tables = tuple(csv_files.CsvTable(name, ("name",), [("new " * 50_000,)]) for name in ("members", "results"))
csv_files.write_csv(csv_files.Export(tables), Path(sys.argv[1]))
"""


@pytest.mark.process
@pytest.mark.parametrize("exchange", ["at once", "one after the other"])
def test_a_crash_leaves_the_old_export_or_the_new_one(tmp_path: Path, exchange: str) -> None:
    old = tuple(CsvTable(name, ("name",), [("old",)]) for name in ("members", "results"))
    folder = tmp_path / "site"
    write_csv(Export(old), folder)
    (folder / "index.html").write_text("the club's own page")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    ended = []
    for moment in range(1, 30):
        crashed = subprocess.run([sys.executable, "-c", CRASH, str(folder), str(moment), exchange], check=False)
        if crashed.returncode != 9:
            break
        # Between two renamings there is none; whoever writes next finds the old one in its place.
        write_csv(Export(old), tmp_path / "elsewhere")
        now = {path.name: path.read_bytes() for path in folder.iterdir()}
        new = verified(folder).differences == () and now["members.csv"].endswith(b"new \r\n")
        assert new or now == before
        assert now["index.html"] == b"the club's own page"
        ended.append(new)
        assert sorted(path.name for path in tmp_path.iterdir()) == ["elsewhere", "site"]
        write_csv(Export(old), folder)
    assert True in ended
    assert False in ended
    assert crashed.returncode == 0


def test_what_else_is_in_the_folder_stays(tmp_path: Path) -> None:
    table = (CsvTable("members", ("name",), [("Ann",)]),)
    only_files, with_folders = tmp_path / "files", tmp_path / "folders"
    for folder in (only_files, with_folders):
        write_csv(Export(table), folder)
        (folder / "index.html").write_text("the club's own page")
        (folder / ".members.csv.0a1b2c3d.part").write_text("left by an older version that was killed")
    (with_folders / "pictures").mkdir()
    (with_folders / "pictures" / "cup.png").touch()
    table = (CsvTable("members", ("name",), [("Ben",)]),)
    for folder in (only_files, with_folders):
        write_csv(Export(table), folder)
        assert (folder / "index.html").read_text() == "the club's own page"
        assert verified(folder) == Verified(("members.csv",), ())
    assert (with_folders / "pictures" / "cup.png").exists()
    assert not list(only_files.glob(".*"))


def test_the_folder_that_one_stands_in_is_not_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = (CsvTable("members", ("name",), [("Ann",)]),)
    monkeypatch.chdir(tmp_path)
    before = tmp_path.stat().st_ino
    for _ in range(2):
        write_csv(Export(table), Path())
    assert tmp_path.stat().st_ino == before
    assert sorted(each.name for each in Path().iterdir()) == [MANIFEST, "members.csv"]


def test_a_link_to_a_folder_stays_a_link(tmp_path: Path) -> None:
    table = (CsvTable("members", ("name",), [("Ann",)]),)
    (tmp_path / "www").mkdir()
    (tmp_path / "site").symlink_to(tmp_path / "www")
    write_csv(Export(table), tmp_path / "site")
    assert (tmp_path / "site").is_symlink()
    assert (tmp_path / "www" / "members.csv").is_file()


# -- verified -----------------------------------------------------------------------------------------------------


def test_every_way_in_which_an_export_is_not_as_it_was_written_is_said(tmp_path: Path) -> None:
    tables = tuple(
        CsvTable(name, ("name",), [("Ann",), ("Ben",)]) for name in ("members", "results", "rulings", "kept")
    )
    write_csv(Export(tables), tmp_path)
    assert verified(tmp_path) == Verified(("members.csv", "results.csv", "rulings.csv", "kept.csv"), ())
    (tmp_path / "members.csv").unlink()
    (tmp_path / "results.csv").write_bytes((tmp_path / "results.csv").read_bytes() + b"Cal\r\n")
    (tmp_path / "rulings.csv").write_bytes((tmp_path / "rulings.csv").read_bytes().replace(b"Ann", b"Eve"))
    (tmp_path / "old.csv").touch()
    assert verified(tmp_path).differences == (
        "members.csv is missing",
        "results.csv has 3 rows; the manifest says 2",
        "rulings.csv is not as it was written",
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
        verified(tmp_path)


def test_a_folder_without_a_manifest_is_refused_plainly(tmp_path: Path) -> None:
    with pytest.raises(ClubFault, match="cannot be read"):
        verified(tmp_path / "nowhere")


def test_files_can_be_read_by_the_web_server(tmp_path: Path) -> None:
    (path,) = write_files(tmp_path, {"members.csv": b"name\r\n"})
    mask = os.umask(0)
    os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~mask


@pytest.mark.process
def test_the_room_needs_nothing_but_the_standard_library() -> None:
    code = (
        "import sys, referee.export.csv_files, referee.club.shown_as\n"
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


def test_what_is_no_file_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_file(pipe, b"a page")
        assert os.read(reader, 100) == b"a page"
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    real, link = tmp_path / "real.html", tmp_path / "link.html"
    real.write_bytes(b"old")
    link.symlink_to(real)
    write_file(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
