"""A snapshot of a club on a server, as a local file for backups and audits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.club.folder import FILE, Club
from referee.store.events.json_lines import append_lines, dump
from referee.store.events.sqlite import create
from referee.store.projections.handlers import project
from referee.store.tables import SHAPE, sqlite_statements


@contextmanager
def as_local_file(club: Club) -> Iterator[Path]:
    """Yield a local file with the club: its own, or a temporary one with the same log."""
    if club.store.path is not None:
        yield club.store.path
        return
    with TemporaryDirectory() as folder:  # readable only by this user
        path = Path(folder, FILE)
        with club.reading() as tx:
            [(uuid,)] = tx.rows("SELECT uuid FROM club WHERE id = ?", tx.club)
            with (
                closing(create(path, [*sqlite_statements()], SHAPE, uuid=str(uuid))) as snapshot,
                snapshot.writing() as sql,
            ):
                append_lines(sql, sql.club, dump(tx, tx.club), project, club.store.where)
        yield path
