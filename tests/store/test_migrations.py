"""The shape of the file: as the models say, brought up to date step by step, refused when it is too new."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import inspect
from sqlalchemy.engine import Connection
from sqlmodel import SQLModel

from referee.store import migrations
from referee.store.engine import Store, connect
from referee.store.faults import StoreDamaged, StoreNewer
from referee.store.models import Member
from tests.store.conftest import AT


def shape(connection: Connection) -> dict[str, Any]:
    found = inspect(connection)
    return {
        table: (
            {each["name"]: (str(each["type"]), each["nullable"]) for each in found.get_columns(table)},
            found.get_pk_constraint(table)["constrained_columns"],
            sorted(
                (each["constrained_columns"], each["referred_table"], each["referred_columns"])
                for each in found.get_foreign_keys(table)
            ),
            sorted(each["column_names"] for each in found.get_unique_constraints(table)),
            sorted(each["column_names"] for each in found.get_indexes(table)),
        )
        for table in found.get_table_names()
        if table not in ("migration", "club", "event", "private")
    }


def test_migrations_make_what_the_models_describe(store: Store, tmp_path: Path) -> None:
    from sqlmodel import create_engine

    described = create_engine(f"sqlite:///{tmp_path / 'described.db'}")
    SQLModel.metadata.create_all(described)
    with store.engine.connect() as made, described.connect() as wanted:
        assert shape(made) == shape(wanted)
    described.dispose()


def test_steps_are_written_down_and_not_repeated(store: Store, path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        before = connection.execute("SELECT name, at FROM migration").fetchall()
        assert [name for name, _ in before] == list(migrations.MIGRATIONS)
        connect(path).close()
        assert connection.execute("SELECT name, at FROM migration").fetchall() == before


def test_an_older_file_is_brought_up_to_date(store: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def add_a_colour(connection: Connection) -> None:
        connection.exec_driver_sql("ALTER TABLE member ADD COLUMN colour VARCHAR")

    monkeypatch.setitem(migrations.MIGRATIONS, "colours", add_a_colour)
    newer = connect(path)
    with newer.engine.connect() as connection:
        assert "colour" in {each["name"] for each in inspect(connection).get_columns("member")}
    newer.close()


def test_a_step_that_fails_leaves_the_file_as_it_was(store: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(connection: Connection) -> None:
        connection.exec_driver_sql("ALTER TABLE member ADD COLUMN colour VARCHAR")
        raise RuntimeError

    monkeypatch.setitem(migrations.MIGRATIONS, "colours", fail)
    with pytest.raises(RuntimeError):
        connect(path)
    monkeypatch.undo()
    with store.engine.connect() as connection:
        assert "colour" not in {each["name"] for each in inspect(connection).get_columns("member")}
    connect(path).close()


def test_a_file_newer_than_the_program_is_refused_plainly(store: Store, path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO migration VALUES ('holograms', '2031-01-01T00:00:00.000000+00:00')")
    with pytest.raises(StoreNewer, match=r"newer version of referee \(it has 'holograms'\)"):
        connect(path)


def test_a_file_that_becomes_newer_while_it_is_open_is_not_written_to(store: Store, path: Path) -> None:
    with closing(sqlite3.connect(path)) as newer:
        with newer:
            newer.execute("INSERT INTO migration VALUES ('holograms', '2031-01-01T00:00:00.000000+00:00')")
        with pytest.raises(StoreNewer, match="newer version of referee"):
            store.revision()
        with pytest.raises(StoreNewer, match="newer version of referee"), store.writing() as tx:
            tx.add(Member(name="Ann", joined_at=AT))
        assert newer.execute("SELECT count(*) FROM member").fetchone() == (0,)


def test_a_file_that_is_emptied_while_it_is_open_is_said_to_be(store: Store, path: Path) -> None:
    empty = path.with_suffix(".empty")
    empty.touch()
    for beside in ("-wal", "-shm"):
        path.with_name(path.name + beside).unlink(missing_ok=True)
    empty.replace(path)
    with pytest.raises(StoreDamaged, match="has been emptied"):
        store.revision()
    with pytest.raises(StoreDamaged, match="has been emptied"), store.writing():
        pass


def test_another_programs_database_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE recipes (name)")
    with pytest.raises(StoreDamaged, match="not a club's file"):
        connect(path)
    with pytest.raises(StoreDamaged, match="not a club's file"):
        connect(path, create=True)
