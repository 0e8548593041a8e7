"""A whole club is carried elsewhere without loss, or not at all."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from referee.club.file import take_over
from referee.club.file.audit import audit
from referee.club.folder import Club, init, open_club
from referee.club.match import ending, recording
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from referee.export.exports import Asked, export_of, write
from referee.store.faults import StoreAltered, StoreNewer


def rows(path: Path) -> dict[str, list[Any]]:
    """Return every row of a file as it is stored, but for when its shape was made."""
    with closing(sqlite3.connect(path)) as raw:
        asked = "SELECT name FROM sqlite_master WHERE type = 'table'"
        tables = [name for (name,) in raw.execute(asked)]
        return {each: sorted(map(repr, raw.execute(f'SELECT * FROM "{each}"'))) for each in tables}


@pytest.fixture
def told(club: Club, table: int, tmp_path: Path) -> Path:
    recording.log(club, table, "Ann holds 3D")
    recording.undo(club, table, 2, reason="Ben says that it was a 3H")
    ending.result(club, table, places=[["Ann"], ["Ben", "Cal"], ["Dee"]])
    path = tmp_path / "told" / "club.json"
    write(export_of("json").make(club, Asked()), path, private=True)
    return path


def test_a_club_comes_back_row_by_row_and_goes_on(club: Club, told: Path, tmp_path: Path) -> None:
    with take_over.take_over(told, tmp_path / "elsewhere") as again:
        assert rows(again.store.path) == rows(club.store.path)
        assert again.head == club.head
        assert not audit(again).differences
        roster.add(again, "Gus")
        assert not audit(again).differences
    assert {each.name for each in (tmp_path / "elsewhere").iterdir()} >= {"club.db", "schedules", "exports"}


def test_it_may_come_into_a_club_in_which_nothing_is_written_yet(told: Path, club: Club, tmp_path: Path) -> None:
    init(tmp_path / "empty", "Another").close()
    with take_over.take_over(told, tmp_path / "empty") as again:
        assert again.name == "Monday Cards"
        assert rows(again.store.path) == rows(club.store.path)


def test_what_is_in_use_is_never_written_over(told: Path, tmp_path: Path) -> None:
    with init(tmp_path / "used", "Another") as used:
        roster.add(used, "Hal")
        before = rows(used.store.path)
        with pytest.raises(ClubFault, match="in use already"):
            take_over.take_over(told, tmp_path / "used")
        assert rows(used.store.path) == before


def altered(change: Callable[[Any], object]) -> Callable[[str], str]:
    def make(text: str) -> str:
        content = json.loads(text)
        change(content)
        return json.dumps(content)

    return make


@pytest.mark.parametrize(
    ("make", "fault", "says"),
    [
        (lambda text: text[: len(text) // 2], ClubFault, "not JSON"),
        (lambda text: "[1]", ClubFault, "not a club"),
        (lambda text: "[" * 100_000, ClubFault, "no JSON that can be read"),
        (altered(lambda club: club.update(edition=9)), StoreNewer, "newer version"),
        (altered(lambda club: club.update(shape="wings")), StoreNewer, "wings"),
        (altered(lambda club: club.update(shape=None)), ClubFault, "no shape"),
        (altered(lambda club: club["tables"].update(wings=[])), ClubFault, "no table 'wings'"),
        (
            altered(lambda club: club["tables"]["member"][0].pop("name")),
            ClubFault,
            "member, row 1: expected the columns",
        ),
        (altered(lambda club: club["tables"]["member"][0].update(name=["Ann"])), ClubFault, "texts and numbers"),
        (altered(lambda club: club["tables"]["member"][0].update(name="Hal")), StoreAltered, "member 1"),
        (altered(lambda club: club["tables"]["entry"].pop()), StoreAltered, "not as it was written"),
        (altered(lambda club: club["tables"]["seal"].pop()), StoreAltered, "not as it was written"),
        (altered(lambda club: club["tables"]["member"].append(club["tables"]["member"][0])), ClubFault, "row 6"),
    ],
)
def test_what_is_not_as_it_was_written_is_refused_and_leaves_nothing(
    told: Path, tmp_path: Path, make: Callable[[str], str], fault: type[Exception], says: str
) -> None:
    told.write_text(make(told.read_text()))
    with pytest.raises(fault, match=says):
        take_over.take_over(told, tmp_path / "elsewhere")
    assert not (tmp_path / "elsewhere").exists()


def test_nobody_else_may_read_what_has_everybodys_name(told: Path) -> None:
    assert told.stat().st_mode & 0o077 == 0


def test_a_copy_of_the_folder_tells_the_same(club: Club, told: Path, tmp_path: Path) -> None:
    with open_club(copytree(club.folder, tmp_path / "copy")) as copy:
        write(export_of("json").make(copy, Asked()), tmp_path / "copy.json", private=True)
    assert (tmp_path / "copy.json").read_text() == told.read_text()
