"""Conflicted copies of a club's file are known by the names that synchronised folders give them."""

from pathlib import Path

import pytest

from referee.club.file.conflicted_copies import conflicted_copies, describe_conflict

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


@pytest.mark.parametrize("name", COPIES)
def test_a_conflicted_copy_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    assert describe_conflict(tmp_path).startswith(f"{name} is next to club.db: two computers wrote to the club")


def test_several_are_named_together(tmp_path: Path) -> None:
    for name in COPIES[4:6]:
        (tmp_path / name).touch()
    assert describe_conflict(tmp_path).startswith("club 2.db and club-LAPTOP-4F2K.db are next to club.db")


def test_what_else_lies_in_a_clubs_folder_is_no_conflicted_copy(tmp_path: Path) -> None:
    for name in OTHERS:
        (tmp_path / name).touch()
    assert conflicted_copies(tmp_path) == []
    assert describe_conflict(tmp_path) == ""
    assert describe_conflict(tmp_path / "gone") == ""
