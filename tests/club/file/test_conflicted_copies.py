"""Conflicted copies of a club's file are known by the names that synchronised folders give them."""

from pathlib import Path
from shutil import copyfile

import pytest

from referee.club.file.conflicted_copies import conflicted_copies, describe_conflict
from referee.club.folder import FILE, init
from tests.cli.running import referee

COPIES = (
    "club (Ann's conflicted copy 2026-11-16).db",
    "club (In Konflikt stehende Kopie von Ann 2026-11-16).db",
    "club (conflicted copy 2026-11-16 213000).db",
    "club (1).db",
    "club 2.db",
    "club-LAPTOP-4F2K.db",
    "club-Anns-MacBook-Air.db",
    "club.sync-conflict-20261116-213000-ABCDEFG.db",
    "club (Ann's conflicted copy 2026-11-16).db-wal",
)
OTHERS = (
    "club.db", "club.db-wal", "club.db-lock", "club.replaced-2026-11-16.db", "club.replaced-2026-11-16-2.db",
    "club-2026-11-16.db", "club-old.db", "Monday club (1).db", "club (notes).txt",
)  # fmt: skip


def copy(folder: Path, name: str) -> None:
    """Make a club in a folder, and a copy of its file as a synchronised folder does."""
    if not (folder / FILE).exists():
        init(folder, "Monday Cards").close()
    if name.endswith("-wal"):
        (folder / name).write_bytes(b"\x37\x7f\x06\x82" + bytes(28))
    else:
        copyfile(folder / FILE, folder / name)


@pytest.mark.parametrize("name", COPIES)
def test_a_conflicted_copy_is_named(tmp_path: Path, name: str) -> None:
    copy(tmp_path, name)
    assert describe_conflict(tmp_path).startswith(f"{name} is next to club.db: two computers wrote to the club")


def test_several_are_named_together(tmp_path: Path) -> None:
    for name in COPIES[4:6]:
        copy(tmp_path, name)
    assert describe_conflict(tmp_path).startswith("club 2.db and club-LAPTOP-4F2K.db are next to club.db")


def test_what_else_lies_in_a_clubs_folder_is_no_conflicted_copy(tmp_path: Path) -> None:
    for name in OTHERS:
        (tmp_path / name).touch()
    assert conflicted_copies(tmp_path) == []
    assert describe_conflict(tmp_path) == ""
    assert describe_conflict(tmp_path / "gone") == ""


def test_a_file_that_is_no_copy_of_this_club_is_not_named(tmp_path: Path) -> None:
    for folder in ("club", "another"):
        init(tmp_path / folder, "Monday Cards").close()
    copyfile(tmp_path / "another" / FILE, tmp_path / "club" / "club (1).db")
    (tmp_path / "club" / "club 2.db").write_text("notes")
    (tmp_path / "club" / "club (1).db-wal").touch()
    assert conflicted_copies(tmp_path / "club") == []


@pytest.mark.process
def test_every_command_names_a_copy_once(tmp_path: Path) -> None:
    copy(tmp_path, "club (1).db")
    for command in (["tonight"], ["member", "list"], ["backup"], ["audit"]):
        shown = referee(*command, club=tmp_path)
        assert shown.err.count("club (1).db is next to club.db") == 1, command
        assert "referee audit --compare FILE" in shown.err
    assert [path.name for path in tmp_path.glob("club (1)*")] == ["club (1).db"]
