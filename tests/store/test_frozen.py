"""How a season is scored stays, whoever asks and however."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.store.engine import Store


def stranger(path: Path) -> "closing[sqlite3.Connection]":
    """A connection that sets nothing, as another program's would be: recursive triggers are off."""
    return closing(sqlite3.connect(path, isolation_level=None))


@pytest.mark.parametrize("column", ["best_k", "min_sessions", "lot_seed", "starts", "ends"])
def test_how_a_season_is_scored_is_frozen(store: Store, path: Path, column: str) -> None:
    with stranger(path) as connection, pytest.raises(sqlite3.IntegrityError, match="frozen"):
        connection.execute(f"UPDATE season SET {column} = 1")
