from pathlib import Path

import pytest
from sqlmodel import select

from referee.store.backup import back_up, restore
from referee.store.engine import Store, connect
from referee.store.faults import ClubFault, StoreDamaged, StoreMissing
from referee.store.models import Member
from tests.store.conftest import AT


def add(store: Store, name: str) -> None:
    with store.writing() as tx:
        tx.add(Member(name=name, joined_at=AT))


def names(path: Path) -> list[str]:
    store = connect(path)
    with store.reading() as tx:
        found = list(tx.exec(select(Member.name)))
    store.close()
    return found


def test_a_backup_of_a_file_in_use_can_be_put_back(store: Store, path: Path, tmp_path: Path) -> None:
    add(store, "Ann")
    copy = back_up(path, tmp_path / "monday.db")
    add(store, "Ben")
    restore(copy, path, tmp_path / "before.db")
    assert names(path) == ["Ann"]
    assert names(tmp_path / "before.db") == ["Ann", "Ben"]
    assert sorted(each.name for each in tmp_path.iterdir() if "club" not in each.name) == ["before.db", "monday.db"]


def test_a_backup_overwrites_nothing(store: Store, path: Path, tmp_path: Path) -> None:
    taken = tmp_path / "taken.db"
    taken.write_text("holiday photographs")
    with pytest.raises(ClubFault, match="never overwrites"):
        back_up(path, taken)
    assert taken.read_text() == "holiday photographs"
    with pytest.raises(StoreMissing):
        back_up(tmp_path / "nothing.db", tmp_path / "copy.db")


def test_what_is_no_backup_is_not_put_back(store: Store, path: Path, tmp_path: Path) -> None:
    add(store, "Ann")
    empty = tmp_path / "empty.db"
    empty.touch()
    with pytest.raises(StoreDamaged):
        restore(empty, path, tmp_path / "before.db")
    assert names(path) == ["Ann"]
    assert not (tmp_path / "before.db").exists()
