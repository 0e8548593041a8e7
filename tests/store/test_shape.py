"""The shape of the file: made once, and refused where it is another program's."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.store.events.sqlite import ClubFile, open_file
from referee.store.faults import StoreDamaged, StoreNewer
from referee.store.inspection import EXPECTED_SHAPE, expected_schema, schema_digest
from referee.store.tables import SHAPE
from tests.store.conftest import add
from tests.systems import MOVES_OPEN_FILES


def test_a_file_newer_than_the_program_is_refused_plainly(store: ClubFile, path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE club SET shape = '9 holograms'")
    with pytest.raises(StoreNewer, match=r"newer version of referee \(shape '9 holograms'\)"):
        open_file(path, shape=SHAPE)


def test_a_file_that_becomes_newer_while_it_is_open_is_not_written_to(store: ClubFile, path: Path) -> None:
    with closing(sqlite3.connect(path)) as newer:
        with newer:
            newer.execute("UPDATE club SET shape = '9 holograms'")
        with pytest.raises(StoreNewer, match="newer version of referee"):
            store.revision()
        with pytest.raises(StoreNewer, match="newer version of referee"):
            add(store, "Ann")
        assert newer.execute("SELECT count(*) FROM member").fetchone() == (0,)


@MOVES_OPEN_FILES
def test_a_file_that_is_emptied_while_it_is_open_is_said_to_be(store: ClubFile, path: Path) -> None:
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
        open_file(path, shape=SHAPE)


def test_the_shape_that_is_known_without_the_models_is_that_of_the_models() -> None:
    assert schema_digest(expected_schema()) == EXPECTED_SHAPE
