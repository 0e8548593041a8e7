"""Corrections stay as they were written down; older files get the table for them."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlmodel import select

from referee.store import migrations
from referee.store.engine import Store, connect
from referee.store.models import Correction, Member, Season
from referee.store.seals import ITEMS, differing
from tests.store.conftest import AT
from tests.store.test_append_only import stranger

TABLES = ("correction",)
STEP = "remedies_and_penalties"


def write_one_of_each(store: Store) -> None:
    with store.writing() as tx:
        tx.add(Member(id=1, name="Ann", joined_at=AT))
        tx.flush()
        tx.add(Correction(id=1, kind="members", was=1, now=1, reason="one person", mark="", at=AT, by="Eve"))


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {table} SET at = 'then'",
        "DELETE FROM {table}",
        "INSERT OR REPLACE INTO {table} SELECT * FROM {table}",
        "UPDATE OR REPLACE {table} SET id = 1",
        "INSERT INTO {table} SELECT * FROM {table} WHERE true ON CONFLICT (id) DO UPDATE SET \"by\" = 'Gus'",
    ],
)
def test_no_row_is_changed_or_deleted(store: Store, path: Path, table: str, statement: str) -> None:
    write_one_of_each(store)
    with stranger(path) as connection:
        before = connection.execute(f"SELECT * FROM {table}").fetchall()
        assert len(before) == 1
        with pytest.raises(sqlite3.IntegrityError, match=f"{table} is append-only"):
            connection.execute(statement.format(table=table))
        assert connection.execute(f"SELECT * FROM {table}").fetchall() == before


@pytest.mark.parametrize("table", TABLES)
def test_they_are_sealed(store: Store, path: Path, table: str) -> None:
    write_one_of_each(store)
    assert table in ITEMS
    with closing(sqlite3.connect(path)) as raw:
        assert differing(raw, table) == []
        raw.execute(f"DROP TRIGGER {table}_never_update")
        raw.execute(f"UPDATE {table} SET \"by\" = 'Gus'")
        assert [each.row for each in differing(raw, table)] == [1]


@pytest.fixture
def older(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file as it was made before there were corrections."""
    steps = {name: step for name, step in migrations.MIGRATIONS.items() if name != STEP}
    with monkeypatch.context() as then:
        then.setattr(migrations, "MIGRATIONS", steps)
        store = connect(path, create=True)
        with store.writing() as tx:
            tx.add(
                Season(
                    id=1, name="2025-26", starts=AT.date(), ends=AT.date(), best_k=2, min_sessions=1, lot_seed=4,
                    made_at=AT,
                )
            )  # fmt: skip
        store.close()
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT 1 FROM sqlite_master WHERE name = 'correction'").fetchone() is None
    return path


def test_an_older_file_gets_the_tables(older: Path) -> None:
    store = connect(older)
    # What is written at once, by the connection that brought it up to date, is sealed.
    with store.writing() as tx:
        tx.add(Member(id=1, name="Ann", joined_at=AT))
        tx.flush()
        tx.add(Correction(id=1, kind="members", was=1, now=1, reason="one person", mark="", at=AT, by="Eve"))
    with closing(sqlite3.connect(older)) as raw:
        assert [each for kind in ITEMS for each in differing(raw, kind)] == []
        assert raw.execute("SELECT count(*) FROM sealed WHERE kind = 'correction'").fetchone() == (1,)
    store.close()


def add(store: Store, name: str, *, fail: bool = False) -> None:
    with store.writing() as tx:
        tx.add(Member(name=name, joined_at=AT))
        tx.flush()
        if fail:
            raise RuntimeError


def names(store: Store) -> list[str]:
    with store.reading() as tx:
        return list(tx.exec(select(Member.name)))


def test_several_steps_find_what_those_before_wrote_and_are_one_change(store: Store, path: Path) -> None:
    with store.together() as one:
        add(one, "Ann")
        assert names(one) == ["Ann"]
        assert names(store) == []
        with pytest.raises(RuntimeError):
            add(one, "Ben", fail=True)
        add(one, "Cal")
    assert names(store) == ["Ann", "Cal"]
    with closing(sqlite3.connect(path)) as raw:
        assert differing(raw, "member") == []


def test_of_several_steps_none_is_kept_when_one_fails(store: Store) -> None:
    def both() -> None:
        with store.together() as one:
            add(one, "Ann")
            add(one, "Ben", fail=True)

    with pytest.raises(RuntimeError):
        both()
    assert names(store) == []
