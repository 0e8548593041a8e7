"""The tables that follow from the log: their shape, and the same rows in them on both engines."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import SQLModel

from referee.store import models
from referee.store.events import postgresql, sqlite
from referee.store.events.json_lines import append_lines, dump
from referee.store.events.log import insert_events
from referee.store.events.rebuild import rebuild_tables, verify_projections
from referee.store.events.rows import apply_changes
from referee.store.events.shapes import shape_version
from referee.store.projections.handlers import PROJECTIONS, project
from referee.store.tables import SHAPE, postgresql_statements, shape_digest, sqlite_statements
from tests.postgresql import asked, cluster, database, programs
from tests.store.long_log import long_log

MANY = 1200
ClubLog = sqlite.ClubFile | postgresql.ClubOnServer


@pytest.fixture
def played(tmp_path: Path) -> Iterator[ClubLog]:
    """A club's file with a log of some evenings, of which no table knows yet."""
    club = sqlite.create(tmp_path / "club.db", list(sqlite_statements()), SHAPE)
    with club.writing() as sql:
        [(uuid,)] = sql.rows("SELECT uuid FROM club")
        insert_events(sql, club.club, long_log(uuid, MANY))
    yield club
    club.close()


@pytest.fixture
def shared(played: ClubLog) -> Iterator[ClubLog]:
    """The same club on a server, with nothing in it yet, beside another club."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed")
    with cluster() as served:
        server = database(served)
        postgresql.create_on_server(server, list(postgresql_statements()), SHAPE).close()
        club = postgresql.create_on_server(server, shape=SHAPE)
        with played.reading() as sql:
            [(uuid,)] = sql.rows("SELECT uuid FROM club")
        asked(server, f"UPDATE referee.club SET uuid = '{uuid}' WHERE id = {club.club}")
        yield club
        club.close()


def differences(club: ClubLog) -> list[object]:
    with club.reading() as sql:
        verification = verify_projections(sql, club.club, project, PROJECTIONS, sqlite_statements())
    assert (verification.altered, verification.failure) == ((), "")
    return list(verification.mismatches)


def test_what_a_shape_is_called_says_what_it_is() -> None:
    assert f"{shape_version(SHAPE)} {shape_digest()}" == SHAPE, (
        "the models have changed: add one to the number, and put the digest"
    )


def test_every_column_of_the_tables_is_in_both_engines() -> None:
    created = "\n".join(postgresql_statements())
    assert models.Member.__tablename__ == "member"
    for table in PROJECTIONS:
        columns = SQLModel.metadata.tables[table].columns.keys()
        [create] = [line for line in created.splitlines() if line.startswith(f'CREATE TABLE "{table}"')]
        assert [name for name in columns if f'"{name}"' not in create] == []


def test_a_log_folded_at_once_is_as_folded_event_by_event(played: ClubLog) -> None:
    with played.writing() as sql:
        for event, texts in long_log(sql.rows("SELECT uuid FROM club")[0][0], MANY):
            apply_changes(sql, project(event, {text.part: text.text for text in texts}))
    assert differences(played) == []
    with played.writing() as sql:
        sql.do("UPDATE session SET note = 'forged'")
        sql.do('DELETE FROM "placing"')
        rebuild_tables(sql, played.club, project, PROJECTIONS)
    assert differences(played) == []


@pytest.mark.process
def test_a_log_taken_in_by_a_server_makes_the_same_tables(played: ClubLog, shared: ClubLog) -> None:
    with played.reading() as sql:
        lines = list(dump(sql, played.club))
    with shared.writing() as sql:
        append_lines(sql, shared.club, lines, project, "lines")
    assert differences(shared) == []
    with shared.writing() as sql:
        assert sql.rows("SELECT count(*) FROM seat") != [(0,)]
        sql.do("UPDATE session SET note = 'forged'")
        sql.do('DELETE FROM "placing"')
    assert len(differences(shared)) > MANY / 100
    with shared.writing() as sql:
        rebuild_tables(sql, shared.club, project, PROJECTIONS)
    assert differences(shared) == []
