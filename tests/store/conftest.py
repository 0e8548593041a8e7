from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from referee.store.events.rows import Put, apply_changes
from referee.store.events.sqlite import ClubFile, create, open_file
from referee.store.moment import in_utc
from referee.store.tables import SHAPE, sqlite_statements

AT = datetime(2026, 11, 16, 19, 30, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


@pytest.fixture
def store(path: Path) -> Iterator[ClubFile]:
    """A club's file with its tables, without waiting for the disk."""
    made(path)
    store = open_file(path, patience=0.3, shape=SHAPE)
    yield store
    store.close()


def made(path: Path) -> None:
    """Make a club's file with its tables."""
    create(path, [*sqlite_statements()], SHAPE).close()


def add(store: ClubFile, *names: str) -> None:
    """Write down members, and nothing else."""
    with store.writing() as sql:
        for name in names:
            [(last,)] = sql.rows("SELECT max(id) FROM member")
            apply_changes(sql, [Put("member", {"id": (last or 0) + 1}, member(name))])


def member(name: str) -> dict[str, object]:
    return {"name": name, "joined_at": in_utc(AT), "guest": False, "shown_as": ""}


def names(store: ClubFile) -> list[str]:
    with store.reading() as sql:
        return [name for (name,) in sql.rows("SELECT name FROM member ORDER BY id")]
