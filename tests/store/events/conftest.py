"""The contract of the log is the same on both engines: each test that asks for a `club` runs on both."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.store import session_state
from referee.store.events import postgresql, sqlite
from referee.store.events.address import Server
from referee.store.events.event import Event
from referee.store.events.log import LogWriter
from referee.store.events.postgresql_schema import CURRENT_CLUB, separate_by_hidden_column
from referee.store.events.rows import Change, Projection, Put, SqlTransaction, no_changes
from tests.postgresql import cluster, database, programs

AT = "2026-11-16T19:30:00.000000+00:00"
COLUMNS = "member INTEGER NOT NULL, score INTEGER NOT NULL, note TEXT"
POINTS = f"CREATE TABLE points ({COLUMNS}, PRIMARY KEY (member))"
POINTS_OF_CLUBS = (
    f"CREATE TABLE points (club INTEGER NOT NULL DEFAULT {CURRENT_CLUB}, {COLUMNS}, PRIMARY KEY (club, member))",
    *separate_by_hidden_column("points"),
    *session_state.postgresql_statements(),
)
ClubLog = sqlite.ClubFile | postgresql.ClubOnServer

needs_server = pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    if programs() is None:
        pytest.skip("PostgreSQL is not installed")
    with cluster() as served:
        yield database(served)


@pytest.fixture(
    params=["SQLite", pytest.param("PostgreSQL", marks=[needs_server, pytest.mark.process])],
)
def club(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ClubLog]:
    """A club with an empty log and a table of points, on each engine in turn."""
    created = on_server(request.getfixturevalue("server")) if request.param == "PostgreSQL" else in_file(tmp_path)
    with created as opened:
        yield opened


@contextmanager
def in_file(folder: Path, name: str = "club.db") -> Iterator[ClubLog]:
    opened = sqlite.create(folder / name, [POINTS, *session_state.sqlite_statements()], "1")
    yield opened
    opened.close()


@contextmanager
def on_server(server: Server) -> Iterator[ClubLog]:
    """One club of several in a database: what another test wrote there is another club's."""
    opened = postgresql.create_on_server(server, POINTS_OF_CLUBS, "1")
    yield opened
    opened.close()


def scored(event: Event, texts: Mapping[str, str]) -> Iterator[Change]:
    """What follows from somebody's score: a row of theirs, with what was said about it."""
    if event.kind == "scored":
        yield Put("points", {"member": event.data["member"]}, {"score": event.data["score"], "note": texts.get("note")})


@contextmanager
def appending(club: ClubLog, *, by: str = "", via: str = "", fold: Projection = no_changes) -> Iterator[LogWriter]:
    with club.writing() as sql:
        yield LogWriter(sql, club.club, AT, fold, by, via)


@contextmanager
def without_guard(club: ClubLog) -> Iterator[SqlTransaction]:
    """The log as somebody writes to it who owns the file or the database, and takes its guards away."""
    with club.writing() as sql:
        if isinstance(club, sqlite.ClubFile):
            for (trigger,) in sql.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
                sql.do(f"DROP TRIGGER {trigger}")
            yield sql
        else:
            sql.do("ALTER TABLE event DISABLE TRIGGER event_follows")
            yield sql
            sql.do("ALTER TABLE event ENABLE TRIGGER event_follows")
