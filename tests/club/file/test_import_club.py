"""A whole club is carried elsewhere without loss, or not at all."""

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from referee.club.file import import_club
from referee.club.file.audit import audit
from referee.club.folder import Club, init, open_club
from referee.club.match import ending, recording
from referee.club.people import forgetting, roster
from referee.club.text.faults import ClubFault
from referee.export.exports import ExportRequest, find_export, write_export
from referee.store.events.log import LogWriter
from referee.store.events.rows import no_changes
from referee.store.faults import StoreAltered, StoreNewer
from tests.club.conftest import in_a_file
from tests.store.events.conftest import AT
from tests.systems import MODES


def rows(path: Path) -> dict[str, list[Any]]:
    """Return every row of a file as it is stored."""
    with closing(sqlite3.connect(path)) as raw:
        message = "SELECT name FROM sqlite_master WHERE type = 'table'"
        tables = [name for (name,) in raw.execute(message)]
        return {table: sorted(map(repr, raw.execute(f'SELECT * FROM "{table}"'))) for table in tables}


@pytest.fixture
def told(club: Club, table: int, tmp_path: Path) -> Path:
    recording.log_line(club, table, "Ann holds 3D")
    recording.undo_line(club, table, 2, reason="Ben says that it was a 3H")
    ending.record_result(club, table, places=[["Ann"], ["Ben", "Cal"], ["Dee"]])
    path = tmp_path / "told" / "club.jsonl"
    write_export(find_export("json").make(club, ExportRequest()), path, private=True)
    return path


@in_a_file("it is compared row by row")
def test_a_club_comes_back_row_by_row_and_goes_on(club: Club, told: Path, tmp_path: Path) -> None:
    with import_club.import_log(told, tmp_path / "elsewhere") as imported_club:
        assert rows(imported_club.store.path) == rows(club.store.path)
        assert not audit(imported_club).differences
        roster.add(imported_club, "Gus")
        assert not audit(imported_club).differences
    assert {path.name for path in (tmp_path / "elsewhere").iterdir()} >= {"club.db", "schedules", "exports"}


@in_a_file("it is compared row by row")
def test_it_may_come_into_a_club_in_which_nothing_is_written_yet(told: Path, club: Club, tmp_path: Path) -> None:
    init(tmp_path / "empty", "Another").close()
    with import_club.import_log(told, tmp_path / "empty") as imported_club:
        assert imported_club.name == "Monday Cards"
        assert rows(imported_club.store.path) == rows(club.store.path)


def test_what_is_in_use_is_never_written_over(told: Path, tmp_path: Path) -> None:
    with init(tmp_path / "used", "Another") as used:
        roster.add(used, "Hal")
        before = rows(used.store.path)
        with pytest.raises(ClubFault, match="already in use"):
            import_club.import_log(told, tmp_path / "used")
        assert rows(used.store.path) == before


def lines_changed(change: Callable[[list[str]], object]) -> Callable[[str], str]:
    def make(text: str) -> str:
        lines = text.splitlines(keepends=True)
        change(lines)
        return "".join(lines)

    return make


def swapped(lines: list[str]) -> None:
    lines[3], lines[4] = lines[4], lines[3]


def told_otherwise(number: int, **parts: Any) -> Callable[[str], str]:
    def change(lines: list[str]) -> None:
        lines[number - 1] = json.dumps({**json.loads(lines[number - 1]), **parts}) + "\n"

    return lines_changed(change)


@pytest.mark.parametrize(
    ("make", "fault", "says"),
    [
        (lambda _: "", ClubFault, r":1: the line is empty"),
        (lambda _: "\n", ClubFault, r":1: the line is empty"),
        (lambda _: "[1]", ClubFault, r":1: not an event"),
        (lambda _: "[" * 100_000, ClubFault, r":1: not JSON"),
        (lambda _: "holiday photographs", ClubFault, r":1: not JSON"),
        (lambda text: text[: len(text) // 2], ClubFault, r":\d+: not JSON"),
        (lines_changed(lambda lines: lines.pop()), ClubFault, r"it was cut off"),
        (lines_changed(lambda lines: lines.pop(4)), StoreAltered, r":5: event 5 "),
        (lines_changed(swapped), StoreAltered, r":4: event 4 "),
        (told_otherwise(1, edition=9), StoreNewer, r":1: it was written by a newer version"),
        (told_otherwise(1, club=7), ClubFault, r":1: the club, its number"),
        (told_otherwise(1, head="0" * 64), ClubFault, r"it was cut off"),
        (
            told_otherwise(5, at="2031-05-01T18:30:00.000000+00:00"),
            StoreAltered,
            r":5: event 4 \(member added\) was changed",
        ),
        (told_otherwise(5, n=2**80), StoreAltered, r":5: "),
        (told_otherwise(5, texts=[["name", "\ud800", None, ""]]), ClubFault, r":5: the event cannot be read"),
        (told_otherwise(5, texts=[["name", "Hal", None, ""]]), StoreAltered, r":5: a text of event 4"),
        (lambda text: text.replace("member added", "wings shown", 1), StoreAltered, r"event 2 \(wings shown\)"),
    ],
)
def test_what_is_not_as_it_was_written_is_refused_and_leaves_nothing(
    told: Path, tmp_path: Path, make: Callable[[str], str], fault: type[Exception], says: str
) -> None:
    told.write_text(make(told.read_text()))
    with pytest.raises(fault, match=re.escape(f"{told}") + f".*{says}") as refused:
        import_club.import_log(told, tmp_path / "some" / "where")
    assert ".referee" not in str(refused.value)
    assert not (tmp_path / "some").exists()


def test_a_kind_that_a_newer_program_wrote_is_refused_by_its_name(tmp_path: Path) -> None:
    newer = tmp_path / "newer.jsonl"
    with init(tmp_path / "newer", "Monday Cards") as club:
        with club.writing() as tx:
            LogWriter(tx, tx.club, AT, no_changes).append("wings shown", {})
        write_export(find_export("json").make(club, ExportRequest()), newer, private=True)
    lines = len(newer.read_text().splitlines())
    says = rf"newer\.jsonl:{lines}: event {lines - 1} \(wings shown\) was written by a newer version of referee"
    with pytest.raises(StoreNewer, match=says):
        import_club.import_log(newer, tmp_path / "elsewhere")
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("name", ["a folder", "nothing.jsonl", "cut.jsonl", "endless.jsonl", "half\0.jsonl"])
def test_what_cannot_be_read_is_said_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(import_club, "_LONGEST", 1000)
    (tmp_path / "a folder").mkdir()
    (tmp_path / "cut.jsonl").write_bytes('{"club": "Zo\u00eb'.encode()[:-1])
    (tmp_path / "endless.jsonl").write_bytes(b" " * 2000)
    with pytest.raises(ClubFault, match=r"Use (a whole club|the log of a club)"):
        import_club.import_log(tmp_path / name, tmp_path / "elsewhere")
    assert not (tmp_path / "elsewhere").exists()


@in_a_file("it is compared row by row")
def test_what_was_forgotten_stays_so(club: Club, table: int, tmp_path: Path) -> None:
    forgetting.forget(club, "Eve")
    path = tmp_path / "club.jsonl"
    write_export(find_export("json").make(club, ExportRequest()), path, private=True)
    assert "Eve" not in path.read_text()
    with import_club.import_log(path, tmp_path / "elsewhere") as imported_club:
        assert rows(imported_club.store.path) == rows(club.store.path)
        assert not audit(imported_club).differences


def test_a_log_that_an_editor_has_saved_is_the_same(told: Path, tmp_path: Path) -> None:
    told.write_text(told.read_text().replace("\n", "\r\n"), encoding="utf-8-sig", newline="")
    import_club.import_log(told, tmp_path / "elsewhere").close()


@MODES
def test_nobody_else_may_read_what_has_everybodys_name(told: Path) -> None:
    assert told.stat().st_mode & 0o077 == 0


@in_a_file("it is copied")
def test_a_copy_of_the_folder_tells_the_same(club: Club, told: Path, tmp_path: Path) -> None:
    with open_club(copytree(club.folder, tmp_path / "copy")) as copy:
        write_export(find_export("json").make(copy, ExportRequest()), tmp_path / "copy.json", private=True)
    assert (tmp_path / "copy.json").read_text() == told.read_text()
