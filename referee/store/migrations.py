"""How a club's file came to have its present shape: named steps, each applied once and written down.

A step that has been released is never changed; what comes later is another step.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from sqlalchemy.engine import Connection, Engine

from referee.store.append_only import keep_what_is_written
from referee.store.drawn_seats import keep_draws
from referee.store.events.sqlite import TABLES
from referee.store.faults import StoreDamaged, StoreNewer, StoreReadOnly
from referee.store.hints import Do
from referee.store.moment import in_utc
from referee.store.remedies import keep_remedies_and_penalties
from referee.store.schema import create_schema
from referee.store.seals import note_changes, seal_changes, seal_found
from referee.store.tournaments_schema import keep_tournaments
from referee.store.turns_schema import let_people_come_and_go


def keep_worth_of_chips(connection: Connection) -> None:
    """Keep with a match what one of its chips is worth."""
    connection.exec_driver_sql("ALTER TABLE \"match\" ADD COLUMN chip VARCHAR NOT NULL DEFAULT ''")


def keep_count_of_backups(connection: Connection) -> None:
    """Say in the charter how many backups are kept."""
    connection.exec_driver_sql("ALTER TABLE charter ADD COLUMN backups INTEGER NOT NULL DEFAULT 30")


def seal_the_club(connection: Connection) -> None:
    """Begin one chain of seals over all that a standing rests on, and seal what the file has."""
    connection.exec_driver_sql(
        "CREATE TABLE seal (id INTEGER NOT NULL PRIMARY KEY, kind VARCHAR NOT NULL, changes JSON NOT NULL, "
        'at VARCHAR(32) NOT NULL, "key" VARCHAR NOT NULL, seal VARCHAR NOT NULL)'
    )
    connection.exec_driver_sql(
        'CREATE TABLE sealed (kind VARCHAR NOT NULL, "row" INTEGER NOT NULL, salt VARCHAR NOT NULL, '
        'digest VARCHAR NOT NULL, PRIMARY KEY (kind, "row"))'
    )
    keep_what_is_written(connection, "seal")
    seal_found(raw_of(connection))


def keep_how_names_are_shown(connection: Connection) -> None:
    """Say of each member and of the club how names are shown in public."""
    for table in ("member", "charter"):
        connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN shown_as VARCHAR NOT NULL DEFAULT ''")


def keep_ties(connection: Connection) -> None:
    """Keep with a season the order of its tie-breaks, frozen as the rest of how it is scored."""
    connection.exec_driver_sql("ALTER TABLE season ADD COLUMN ties VARCHAR NOT NULL DEFAULT ''")
    connection.exec_driver_sql(
        "CREATE TRIGGER season_ties_stay_frozen BEFORE UPDATE OF ties ON season "
        "BEGIN SELECT RAISE(ABORT, 'season is frozen: ties'); END"
    )


def keep_the_log(connection: Connection) -> None:
    """Make room for the log of events, of a club that is yet to be founded."""
    for statement in TABLES:
        connection.exec_driver_sql(statement)


MIGRATIONS: Final[dict[str, Callable[[Connection], None]]] = {
    "foundation": create_schema,
    "worth_of_chips": keep_worth_of_chips,
    "backups_kept": keep_count_of_backups,
    "seal_of_the_club": seal_the_club,
    "drawn_seats": keep_draws,
    "remedies_and_penalties": keep_remedies_and_penalties,
    "ties": keep_ties,
    "shown_in_public": keep_how_names_are_shown,
    "people_come_and_go": let_people_come_and_go,
    "tournaments": keep_tournaments,
    "log": keep_the_log,
}


def bring_up_to_date(
    engine: Engine,
    path: Path,
    back_up: Callable[[Path], object],
    *,
    create: bool = False,
    read_only: bool = False,
    key: bytes | None = None,
) -> None:
    """Apply the steps that a file lacks, all or none, once one that holds something was backed up.

    Raises `StoreNewer` when it has one unknown here, and `StoreReadOnly` when one is lacking that may not be applied.
    """
    with engine.connect() as reader:
        applied = _applied(reader, path)
    if applied == list(MIGRATIONS):
        return
    if not applied and not create:
        raise StoreDamaged(f"{path} is empty.", Do.RESTORE("Put a backup in its place"))
    if read_only:
        raise StoreReadOnly(
            f"{path} was written by an older version of referee, and is only read here.",
            Do.SEASONS("Any command that may write brings it up to date, such as"),
        )
    if applied:
        back_up(path)
    with engine.execution_options(writes=True).begin() as writer:
        # Another process may have been faster since we looked.
        applied = _applied(writer, path)
        writer.exec_driver_sql("CREATE TABLE IF NOT EXISTS migration (name VARCHAR PRIMARY KEY, at VARCHAR NOT NULL)")
        for name, step in MIGRATIONS.items():
            if name not in applied:
                step(writer)
                row = (name, in_utc(datetime.now(UTC)))
                writer.exec_driver_sql("INSERT INTO migration (name, at) VALUES (?, ?)", row)
        note_changes(raw_of(writer))  # the connection is kept, and has tables now that it could not note before
        seal_changes(raw_of(writer), partial(as_it_was, engine), key)
    engine.dispose()  # a connection notes the changes of the tables that there were when it was opened


def refuse_unless_known(connection: Connection, path: Path) -> None:
    """Raise a fault when a file in use has become one that this program does not know."""
    if not _applied(connection, path):
        raise StoreDamaged(f"{path} has been emptied. Restore it from a backup.")


def raw_of(connection: Connection) -> sqlite3.Connection:
    """Return SQLite's own connection under one of the engine's."""
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw


@contextmanager
def as_it_was(engine: Engine) -> Iterator[sqlite3.Connection]:
    """Read a file as it is to all but a transaction that goes on."""
    with engine.connect() as other:
        yield raw_of(other)


def _applied(connection: Connection, path: Path) -> list[str]:
    tables = {row[0] for row in connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return []
    if "migration" not in tables:
        raise StoreDamaged(f"{path} is a database, but not a club's file.")
    applied = [str(row[0]) for row in connection.exec_driver_sql("SELECT name FROM migration ORDER BY rowid")]
    if unknown := [name for name in applied if name not in MIGRATIONS]:
        raise StoreNewer(
            f"{path} was written by a newer version of referee (it has {unknown[0]!r}). Update referee to use it."
        )
    return applied
