"""What was written down stays, whoever asks and however."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlmodel import col, select

from referee.store.chain import first_broken
from referee.store.engine import Store
from referee.store.models import Decision, Entry, Match
from referee.store.schema import APPEND_ONLY


def stranger(path: Path) -> "closing[sqlite3.Connection]":
    """A connection that sets nothing, as another program's would be: recursive triggers are off."""
    return closing(sqlite3.connect(path, isolation_level=None))


@pytest.mark.parametrize("table", APPEND_ONLY)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {table} SET at = 'then'",
        "DELETE FROM {table}",
        "INSERT OR REPLACE INTO {table} SELECT * FROM {table}",
        "REPLACE INTO {table} SELECT * FROM {table} WHERE id = 1",
        "UPDATE OR REPLACE {table} SET id = 1",
        "UPDATE OR IGNORE {table} SET \"by\" = 'Gus'",
        "INSERT INTO {table} SELECT * FROM {table} WHERE true ON CONFLICT (id) DO UPDATE SET \"by\" = 'Gus'",
    ],
)
def test_no_row_is_changed_or_deleted(store: Store, path: Path, table: str, statement: str) -> None:
    with stranger(path) as connection:
        before = connection.execute(f"SELECT * FROM {table}").fetchall()
        assert len(before) == 1
        with pytest.raises(sqlite3.IntegrityError, match=f"{table} is append-only"):
            connection.execute(statement.format(table=table))
        assert connection.execute(f"SELECT * FROM {table}").fetchall() == before


def test_an_entry_is_not_replaced_under_its_key_or_number(store: Store, path: Path) -> None:
    columns = "key, match_id, number, step, kind, text, verdict, word, clause, rule, reason, because, alternatives, at"
    with stranger(path) as connection:
        for key, number, step in [("k1", 2, 3), ("k2", 1, 3), ("k2", 2, 1)]:
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                connection.execute(
                    f"INSERT OR REPLACE INTO entry ({columns}, by, seal) "
                    f"VALUES (?, 1, ?, ?, 'line', 'x', '', '', '', '', '', '[]', '[]', '', '', '')",
                    (key, number, step),
                )
        assert connection.execute("SELECT text FROM entry").fetchall() == [("deal by @1",)]


@pytest.mark.parametrize("column", ["best_k", "min_sessions", "lot_seed", "starts", "ends"])
def test_how_a_season_is_scored_is_frozen(store: Store, path: Path, column: str) -> None:
    with stranger(path) as connection, pytest.raises(sqlite3.IntegrityError, match="frozen"):
        connection.execute(f"UPDATE season SET {column} = 1")


@pytest.mark.parametrize("column", ["game", "options", "edition", "session_id"])
def test_what_a_match_is_played_by_is_frozen(store: Store, path: Path, column: str) -> None:
    with stranger(path) as connection, pytest.raises(sqlite3.IntegrityError, match="frozen"):
        connection.execute(f"UPDATE match SET {column} = 1")


def broken(store: Store) -> Entry | Decision | None:
    with store.reading() as tx:
        match = tx.get_one(Match, 1)
        rows: list[Entry | Decision] = [*tx.exec(select(Entry).where(col(Entry.match_id) == 1))]
        rows += tx.exec(select(Decision).where(col(Decision.match_id) == 1))
        return first_broken(match, sorted(rows, key=lambda row: row.step))


@pytest.mark.parametrize(
    ("statement", "kind", "step"),
    [
        ("UPDATE entry SET text = 'deal by @2'", Entry, 1),
        ("UPDATE entry SET at = '2026-11-16T19:30:01.000000+00:00'", Entry, 1),
        ("UPDATE entry SET because = '[1]'", Entry, 1),
        ("UPDATE decision SET kind = 'taken back'", Decision, 2),
        ("DELETE FROM entry", Decision, 2),
        ('UPDATE match SET options = \'{"royal": "none"}\'', Entry, 1),
    ],
)
def test_a_row_edited_without_the_triggers_breaks_the_chain(
    store: Store, path: Path, statement: str, kind: type, step: int
) -> None:
    assert broken(store) is None
    with stranger(path) as connection:
        for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.execute(statement)
    found = broken(store)
    assert isinstance(found, kind)
    assert found.step == step
