"""A club's log on a PostgreSQL server.

The driver is psycopg2, which loads in a third of its successor's time. Readers never wait. Writers queue for a lock of
the club. A commit is on the server's disk.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from io import StringIO
from itertools import chain, count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from referee.cards.immutable import frozen
from referee.store.events.address import Server
from referee.store.events.head_check import forget_place
from referee.store.events.postgresql_schema import CLUB_SETTING, SCHEMA, data_field, schema_statements
from referee.store.events.rows import BulkRows, quote_name
from referee.store.events.shapes import check_not_moved, check_shape, is_elsewhere
from referee.store.faults import (
    ClubFault,
    StoreBusy,
    StoreDamaged,
    StoreFault,
    StoreFull,
    StoreMissing,
    StorePasswordNeeded,
    StoreReadOnly,
    StoreUnreachable,
)

if TYPE_CHECKING:
    from psycopg2.extensions import connection as Connection  # noqa: N812 - it is a class

PATIENCE: Final = 30.0
"""For how many seconds a writer waits for its turn."""
_QUEUE: Final = 77
"""The class of the advisory lock that a club's writers queue for; its number is the club's."""
_BATCH: Final = 10_000
"""How many rows are sent at once."""
_FEW: Final = 50
"""Up to how many rows are sent in one INSERT, which for more would take longer to parse than to run."""
_ESCAPED: Final = str.maketrans({"\\": r"\\", "\n": r"\n", "\t": r"\t", "\r": r"\r"})
_CONNECT_TIMEOUT: Final = 10
"""How many seconds to wait for a server that does not answer."""
_IDLE_TIMEOUT: Final = 60
"""For how many seconds an idle program may hold up the other writers."""
_HOLDERS: Final = """
SELECT a.usename, a.application_name, a.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
WHERE l.locktype = 'advisory' AND l.classid = ? AND l.objid = ? AND l.granted AND a.datname = current_database()
"""
_watches = count(1)


@frozen
class PostgresTransaction:
    """A transaction on a server; see `referee.store.events.rows.SqlTransaction`."""

    raw: Connection
    club: int

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        with self.raw.cursor() as cursor:
            cursor.execute(_with_driver_placeholders(sql), values)
            return cursor.fetchall()

    def do(self, sql: str, *values: object) -> int:
        """Run a statement. Return the number of rows it changed."""
        with self.raw.cursor() as cursor:
            cursor.execute(_with_driver_placeholders(sql), values)
            return cursor.rowcount

    def insert_rows(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Insert many rows into a table, given the values of these columns."""
        quoted_columns, remaining = ", ".join(map(quote_name, columns)), iter(rows)
        while batch := list(islice(remaining, _BATCH)):
            if len(batch) < _FEW:
                row_placeholders = f"({', '.join('?' * len(columns))})"
                placeholders = ", ".join([row_placeholders] * len(batch))
                self.do(
                    f"INSERT INTO {quote_name(table)} ({quoted_columns}) VALUES {placeholders}",
                    *chain.from_iterable(batch),
                )
            else:
                self._copy(table, quoted_columns, batch)

    def _copy(self, table: str, columns: str, rows: Iterable[Sequence[object]]) -> None:
        """Insert rows by COPY through a temporary table, because tables with row level security refuse COPY."""
        with self.raw.cursor() as cursor:
            cursor.execute(f"CREATE TEMP TABLE filled AS SELECT {columns} FROM {quote_name(table)} WITH NO DATA")
            cursor.copy_expert(
                "COPY pg_temp.filled FROM STDIN",
                StringIO("".join("\t".join(map(_copy_text, row)) + "\n" for row in rows)),
            )
            cursor.execute(f"INSERT INTO {quote_name(table)} ({columns}) SELECT * FROM pg_temp.filled")
            cursor.execute("DROP TABLE pg_temp.filled")

    def replace_rows(self, tables: Mapping[str, BulkRows]) -> None:
        """Replace all rows of some tables."""
        for table, (columns, rows) in tables.items():
            self.do(f"DELETE FROM {quote_name(table)}")
            if columns:
                self.insert_rows(table, columns, rows)

    def data_field(self, name: str) -> str:
        """Return the SQL for a field of an event's data, a number or a word, as text."""
        return data_field(name)


@dataclass(slots=True)
class _Watcher:
    """A connection that listens for changes, with its number and the count of changes so far."""

    raw: Connection
    number: int
    heard: int = 0


@frozen
class ClubOnServer:
    """An open club on a server. `club` is its number there.

    A `read_only` club is never changed. A club of another `shape` is refused; an empty `shape` accepts any. A club that
    has moved to another place is refused, unless `allow_moved`.
    """

    server: Server
    club: int
    read_only: bool = False
    patience: float = PATIENCE
    shape: str = ""
    password: str = field(default="", repr=False)
    allow_moved: bool = False
    _spare: list[Connection] = field(default_factory=list, repr=False)
    _watch: list[_Watcher] = field(default_factory=list, repr=False)

    @contextmanager
    def reading(self) -> Iterator[PostgresTransaction]:
        """Open a transaction that reads the club at one moment. Raise a `StoreFault` if the club cannot be read."""
        with translate_errors(self.server), self._transaction(self._begin_reading) as sql:
            yield sql
            sql.do("ROLLBACK")

    @contextmanager
    def writing(self) -> Iterator[PostgresTransaction]:
        """Wait for the write lock and change the club. All changes are committed at the end, or none after an
        exception.

        Raise `StoreBusy` if another program holds the lock for longer than `patience`, and another `StoreFault` if the
        club cannot be written.
        """
        if self.read_only:
            raise StoreReadOnly(f"{self.server} cannot be written here: it was opened for reading only.")
        with translate_errors(self.server), self._transaction(self._begin_writing) as sql:
            yield sql
            self._commit(sql)

    def _begin_reading(self, sql: PostgresTransaction) -> None:
        self._check_shape(sql.rows(f"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; {self._shape}"))

    def _begin_writing(self, sql: PostgresTransaction) -> None:
        """Begin a transaction with the write lock in a single query, because a server may be far away."""
        from psycopg2.errors import LockNotAvailable

        try:
            shape = sql.rows(
                "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit = on; "
                f"SET LOCAL lock_timeout = {int(1000 * self.patience)}; "
                # A laptop that falls asleep in the middle does not hold the others up for long.
                f"SET LOCAL idle_in_transaction_session_timeout = {1000 * _IDLE_TIMEOUT}; "
                f"SELECT pg_advisory_xact_lock({_QUEUE}, {self.club}); {self._shape}"
            )
            self._check_shape(shape)
        except LockNotAvailable:
            sql.do("ROLLBACK")
            holder, ending = self._holder(sql)
            raise StoreBusy(
                f"{self.server} is busy: {holder} is writing to it. "
                f"You have waited{f' for {self.patience:.0f} seconds' if self.patience >= 1 else ''}. "
                f"Try again in a moment.{ending}"
            ) from None

    @property
    def _shape(self) -> str:
        return f"SELECT shape FROM club WHERE id = {self.club}"

    def _check_shape(self, rows: Sequence[tuple[Any, ...]]) -> None:
        if not rows:
            raise StoreMissing(f"There is no club of yours in {self.server} any more.")
        if not self.allow_moved:
            check_not_moved(rows[0][0], self.server)
            check_shape(rows[0][0], self.shape, self.server)

    def _holder(self, sql: PostgresTransaction) -> tuple[str, str]:
        """Return who holds the write lock, as the server knows them, and a sentence on how to end their connection."""
        for login, program, process in sql.rows(_HOLDERS, _QUEUE, self.club):
            ending = f" If it hangs, the server's administrator can end it: SELECT pg_terminate_backend({process});"
            return f"{login} ({program or 'a program'}, process {process} of the server)", ending
        return "another program", ""

    def revision(self) -> tuple[int, ...]:
        """Return a token that changes with every change to the club by any program.

        The server notifies a listening connection of every commit. Raise a `StoreFault` if the server cannot be
        reached.
        """
        with translate_errors(self.server):
            if not self._watch:
                raw = self._new_connection()
                PostgresTransaction(raw, 0).do(f"LISTEN referee_{self.club}")
                self._watch.append(_Watcher(raw, next(_watches)))
            watch = self._watch[0]
            try:
                PostgresTransaction(watch.raw, self.club).rows(
                    "SELECT 1"
                )  # with the answer comes all that was told until now
                notified, watch.raw.notifies[:] = len(watch.raw.notifies), []
                watch.heard += notified
            except BaseException:
                self._watch.clear()  # what happens until it is found again is not heard
                watch.raw.close()
                raise
            return watch.number, watch.heard

    @property
    def where(self) -> str:
        """The name of the club's location, for messages."""
        return str(replace(self.server, user="", club=str(self.club)))

    @property
    def path(self) -> None:
        """None, because the club has no file."""

    def scrub(self) -> bool:
        """Return False, because only the server's administrator can erase remains of deleted data."""
        return False

    def close(self) -> None:
        """Close all connections to the server."""
        while self._spare:
            self._spare.pop().close()
        while self._watch:
            self._watch.pop().raw.close()

    def _new_connection(self) -> Connection:
        raw = connect(self.server, self.password)
        PostgresTransaction(raw, 0).do(f"SET {CLUB_SETTING} = {self.club}")
        return raw

    @contextmanager
    def _transaction(self, begin: Callable[[PostgresTransaction], None]) -> Iterator[PostgresTransaction]:
        """Yield a connection with a started transaction. After an exception, close it, which rolls back.

        If a restart of the server closed the spare connection, open a new one.
        """
        while True:
            spare = self._take_spare()
            raw = spare or self._new_connection()
            sql = PostgresTransaction(raw, self.club)
            try:
                begin(sql)
            except BaseException:
                is_closed = bool(raw.closed)
                raw.close()
                if spare and is_closed:
                    continue
                raise
            break
        try:
            yield sql
        except BaseException:
            raw.close()
            raise
        self._spare.append(raw)

    def _take_spare(self) -> Connection | None:
        try:
            return self._spare.pop()
        except IndexError:  # another thread may take the last
            return None

    def _commit(self, sql: PostgresTransaction) -> None:
        """Commit. Raise `StoreUnreachable` if the answer is lost, because it is then unknown whether the commit
        succeeded.
        """
        from psycopg2 import InterfaceError, OperationalError

        try:
            sql.do("COMMIT")
        except (OperationalError, InterfaceError) as error:
            if not sql.raw.closed:
                raise
            raise StoreUnreachable(
                f"{self.server} disconnected before it confirmed the entry. "
                "When it is back, check what was recorded before you repeat it."
            ) from error


def open_on_server(
    server: Server,
    *,
    read_only: bool = False,
    patience: float = PATIENCE,
    shape: str = "",
    password: str = "",
    allow_moved: bool = False,
) -> ClubOnServer:
    """Open the named club on a server, or the only club visible to the login. Return it.

    Raise `StoreUnreachable` if the server cannot be reached, `StoreMissing` if there is no such club, and another
    `StoreFault` if it cannot be opened.
    """
    with translate_errors(server):
        raw = connect(server, password)
        try:
            club = _find_club(PostgresTransaction(raw, 0), server)
            PostgresTransaction(raw, 0).do(f"SET {CLUB_SETTING} = {club}")
        except BaseException:
            raw.close()
            raise
    server_club = ClubOnServer(server, club, read_only, patience, shape, password, allow_moved, [raw])
    with server_club.reading():
        return server_club


def _find_club(sql: PostgresTransaction, server: Server, *, any_club: bool = False) -> int:
    """Return the number of the club at an address; with `any_club`, of any club."""
    tables = sql.rows("SELECT has_schema_privilege(oid, 'USAGE') FROM pg_namespace WHERE nspname = ?", SCHEMA)
    if not tables:
        raise StoreMissing(f"There is no club in {server}: the database has no schema {SCHEMA}.")
    if tables == [(False,)]:
        raise StoreReadOnly(f"{server} does not let you in. Ask the server's administrator for an officer's login.")
    _check_schema(sql, server)
    clubs = dict(sql.rows("SELECT uuid, id FROM club"))
    numbers = [number for uuid, number in clubs.items() if server.club in ("", uuid, str(number))]
    if not numbers:
        raise StoreMissing(f"There is no club {server.club or 'of yours'} in {server}.")
    if len(numbers) > 1 and not any_club:
        choices = " or ".join(f"?club={number}" for number in sorted(numbers))
        raise ClubFault(f"{server} has {len(numbers)} clubs. End the address with {choices}.")
    return int(numbers[0])


def _check_schema(sql: PostgresTransaction, server: Server) -> None:
    if sql.rows("SELECT to_regclass(?)", f"{SCHEMA}.event") == [(None,)]:
        raise StoreDamaged(f"{server} has a schema {SCHEMA} of another program.")


def create_on_server(
    server: Server,
    tables: Sequence[str] = (),
    shape: str = "",
    *,
    password: str = "",
    uuid: str = "",
    initialize: Callable[[PostgresTransaction], None] | None = None,
) -> ClubOnServer:
    """Create a club in a database, with an empty log and projection `tables` of a `shape`. Open and return it.

    The database may have other clubs. The login that creates one owns the schema, and is no officer's login. `uuid`
    identifies a club that moves here, and may exist already. A new club gets its own, and `initialize` sets it up in
    the same transaction.
    """
    with translate_errors(server):
        raw = connect(server, password)
        try:
            sql = PostgresTransaction(raw, 0)
            sql.do("BEGIN")
            sql.rows("SELECT pg_advisory_xact_lock(?, 0)", _QUEUE)
            if not sql.rows("SELECT 1 FROM pg_namespace WHERE nspname = ?", SCHEMA):
                for statement in (*schema_statements(), *tables):
                    sql.do(statement)
            _check_schema(sql, server)
            for (existing_shape,) in sql.rows("SELECT DISTINCT shape FROM club"):
                if not is_elsewhere(existing_shape) and not is_elsewhere(shape):
                    check_shape(existing_shape, shape, server)
            [(club,)] = sql.rows("SELECT coalesce(min(id), 0) FROM club WHERE uuid = ?", uuid)
            is_new = not club
            if is_new:
                [(club,)] = sql.rows("SELECT coalesce(max(id), 0) + 1 FROM club")
                sql.do("INSERT INTO club (id, uuid, shape) VALUES (?, ?, ?)", club, uuid or str(uuid4()), shape)
            if initialize:
                sql.do(f"SET LOCAL {CLUB_SETTING} = {club}")
                initialize(PostgresTransaction(raw, club))
            sql.do("COMMIT")
        finally:
            raw.close()
    server_club = ClubOnServer(server, club, shape=shape, password=password)
    if is_new:
        forget_place(server_club.where)
    return server_club


@contextmanager
def all_clubs(server: Server, password: str = "") -> Iterator[tuple[PostgresTransaction, list[tuple[int, str]]]]:
    """Yield the number and shape of all clubs of a database in one transaction, as their owner.

    All clubs are locked meanwhile. Raise `StoreReadOnly` for an officer's login, and another `StoreFault` if the server
    cannot be used.
    """
    with translate_errors(server):
        raw = connect(server, password)
        try:
            sql = PostgresTransaction(raw, _find_club(PostgresTransaction(raw, 0), server, any_club=True))
            sql.do(f"BEGIN; SET LOCAL lock_timeout = {int(1000 * PATIENCE)}")
            owner = "SELECT pg_has_role(nspowner, 'USAGE') FROM pg_namespace WHERE nspname = ?"
            if sql.rows(owner, SCHEMA) != [(True,)]:
                raise StoreReadOnly(f"{server} does not let you do that. Use the login that made its clubs.")
            sql.rows(f"SELECT pg_advisory_xact_lock({_QUEUE}, 0)")
            clubs = sql.rows(f"SELECT id, shape, pg_advisory_xact_lock({_QUEUE}, id) FROM club ORDER BY id")
            yield sql, [(club, shape) for club, shape, _ in clubs]
            sql.do("COMMIT")
        finally:
            raw.close()


def connect(server: Server, password: str = "") -> Connection:
    """Return a connection to a server. Errors of the driver are passed on."""
    import psycopg2

    raw = psycopg2.connect(
        dbname=server.database,
        host=server.host or None,
        port=server.port,
        user=server.user or None,
        password=password or None,
        connect_timeout=_CONNECT_TIMEOUT,
        sslmode=sslmode(server),
        application_name="referee",
        # A server that has gone without a word is found out in half a minute.
        keepalives_idle=15,
        keepalives_interval=5,
        keepalives_count=3,
        tcp_user_timeout=30_000,
        options=f"-c search_path={SCHEMA},pg_catalog",
    )
    # Transactions are begun here and nowhere else, by SQL that is the same for every driver.
    raw.autocommit = True
    return raw


def sslmode(server: Server) -> str:
    """Return the TLS mode: PGSSLMODE if set, else a mode that never sends names of people unencrypted."""
    if configured := os.environ.get("PGSSLMODE"):
        return configured
    if not server.is_remote:
        return "prefer"
    with suppress(RuntimeError):  # who has no home has no authorities there either
        default_folder = (
            Path(os.environ.get("APPDATA", ""), "postgresql") if os.name == "nt" else Path.home() / ".postgresql"
        )
        authorities = os.environ.get("PGSSLROOTCERT") or default_folder / "root.crt"
        return "verify-full" if Path(authorities).exists() else "require"
    return "require"


@contextmanager
def translate_errors(server: Server) -> Iterator[None]:
    """Raise store faults in place of the server's errors. A violated constraint is passed on, because it is a bug."""
    import psycopg2

    try:
        yield
    except psycopg2.IntegrityError:
        raise
    except psycopg2.Error as error:
        if fault := _translate_error(server, error.pgcode or "", str(error)):
            raise fault from error
        raise


def _translate_error(server: Server, code: str, message: str) -> StoreFault | None:
    """Return the fault for an error, given its SQLSTATE; None for other errors. The code is empty if no server was
    reached.
    """
    reason = message.strip().partition("\n")[0]
    match code[:2], code:
        case _, "55P03":
            return StoreBusy(f"{server} is busy: another program has been writing to it. Try again in a moment.")
        case "53", _:
            return StoreFull(f"{server} has no room left ({reason}).")
        case _, "42501" if 'policy for table "event"' in message:
            return StoreReadOnly(f"{server} lets your login write only as the member that it acts for.")
        case _, "42501" | "25006":
            return StoreReadOnly(f"{server} does not let you do that ({reason}).")
        case _, "42P01" | "3F000":
            return StoreMissing(f"There is no club of yours in {server} any more, or not in the form of this program.")
        case "XX", _:
            return StoreDamaged(f"{server} is damaged ({reason}).")
        case (("08" | "57" | ""), _):
            # A login that fails has no SQLSTATE, only the server's words.
            if "no password supplied" in message:
                return StorePasswordNeeded(
                    f"{server} asks for a password. Put it into a password file (~/.pgpass), or type it at a terminal."
                )
            if "SSL" in message or "certificate" in message:
                return StoreUnreachable(
                    f"{server} cannot be trusted with names: {reason}. Ask its administrator for TLS, or for "
                    "the certificate that belongs in ~/.postgresql/root.crt."
                )
            if re.search(r'password|authentication failed|role ".*" does not exist|no pg_hba', message):
                return StoreReadOnly(f"{server} does not let you in: wrong login or password.")
            if re.search(r'database ".*" does not exist', message):
                return StoreMissing(f"There is no database {server.database} on the server of {server}.")
            return StoreUnreachable(f"{server} does not answer: {reason or 'the connection was lost'}.")
    return None


def _copy_text(value: object) -> str:
    """Return a value in COPY's text format."""
    return r"\N" if value is None else str(value).translate(_ESCAPED)


def _with_driver_placeholders(sql: str) -> str:
    """Return SQL with the driver's placeholders in place of ``?``."""
    return sql.replace("%", "%%").replace("?", "%s")
