"""Whatever is usual on a computer, what a club keeps is its owner's alone to read."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.club.file.backups import back_up, restoring
from referee.club.file.take_over import take_over
from referee.club.folder import init
from referee.club.people import roster
from referee.export.exports import Asked, export_of, write

pytestmark = pytest.mark.skipif(os.name == "nt", reason="permissions are another thing there")


@pytest.fixture(params=[0o000, 0o022], ids=oct)
def usual(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    return sorted(
        each.name
        for each in (folder, *folder.rglob("*"))
        if stat.S_IMODE(each.stat().st_mode) != (0o700 if each.is_dir() else 0o600)
    )


@pytest.mark.usefixtures("usual")
def test_only_its_owner_reads_a_club_its_backups_and_what_is_restored(tmp_path: Path) -> None:
    with init(tmp_path / "monday") as club:
        roster.add(club, "Ann")
        assert {each.name for each in club.folder.iterdir()} >= {"club.db", "club.db-wal", "club.db-shm"}
        assert open_to_others(club.folder) == []
        backup = back_up(club).path
        roster.add(club, "Ben")
        with restoring(club.folder, backup) as found:
            found.carry_out()
        assert {each.name for each in club.folder.iterdir()} >= {"backups", "club.db"}
        assert open_to_others(club.folder) == []


@pytest.mark.usefixtures("usual")
def test_only_its_owner_reads_a_club_that_was_taken_over(tmp_path: Path) -> None:
    with init(tmp_path / "monday") as club:
        roster.add(club, "Ann")
        write(export_of("json").make(club, Asked()), tmp_path / "club.jsonl", private=True)
    take_over(tmp_path / "club.jsonl", tmp_path / "tuesday").close()
    assert open_to_others(tmp_path / "tuesday") == []
