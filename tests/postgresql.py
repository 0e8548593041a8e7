"""A server of PostgreSQL for the tests: a cluster of its own in a temporary folder, on a socket there."""

import atexit
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import psycopg2

from referee.store.events.address import Server
from tests.patience import wait

# Debian keeps the programs of each version apart, and off the path.
_PLACES = "/usr/lib/postgresql/*/bin"
# No test takes the power away: what is written outlives the program, though the disk is not waited for.
_HURRIED = "fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off"
_number = count(1)


def programs() -> Path | None:
    """The folder with the programs of PostgreSQL, the newest version's, or None where it is not installed."""
    found = shutil.which("initdb")
    places = [Path(found).parent] if found else sorted(Path("/").glob(f"{_PLACES[1:]}"))
    return next((each for each in reversed(places) if (each / "initdb").exists()), None)


@contextmanager
def cluster(*, hurried: bool = True) -> Iterator[Server]:
    """A server of its own, as long as this is open: the address of a database on it, as its owner.

    One that is not `hurried` waits for its disk, as a club's does.
    """
    bin_folder = programs()
    assert bin_folder is not None
    # A socket's path is short, so not in pytest's own folder.
    folder = Path(mkdtemp(prefix="pg"))
    # The server refuses to be root; the package makes a user for it.
    as_user = {"user": "postgres"} if os.geteuid() == 0 else {}
    if as_user:
        shutil.chown(folder, "postgres", "postgres")
    quiet = {"cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    data = folder / "data"
    subprocess.run(
        [bin_folder / "initdb", "-D", data, "-U", "superuser", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
        check=True,
        **as_user,
        **quiet,
    )
    settings = [word for each in (*(_HURRIED if hurried else ()), "max_connections=120") for word in ("-c", each)]
    served = subprocess.Popen(
        [bin_folder / "postgres", "-D", data, "-k", folder, "-c", "listen_addresses=", *settings], **as_user, **quiet
    )
    server = Server("postgres", host=str(folder), user="superuser")
    try:
        wait(lambda: _answers(server), lambda: f"no server came up in {folder}")
        # Whoever may do anything sees every club's rows; who makes a club need not be that.
        asked(server, "CREATE ROLE owner LOGIN CREATEDB CREATEROLE IN ROLE pg_signal_backend")
        yield replace(server, user="owner")
    finally:
        # Fast: by the usual signal it would wait for whoever is still connected, such as a test that failed.
        served.send_signal(signal.SIGINT)
        served.wait()
        shutil.rmtree(folder, ignore_errors=True)


@cache
def shared() -> Server:
    """The server of all tests of this process that ask for none of their own; it goes with the process."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(cluster())


def database(server: Server) -> Server:
    """A new database on a server, with nothing in it."""
    name = f"clubs{next(_number)}"
    asked(server, f"CREATE DATABASE {name}")
    return replace(server, database=name)


def asked(server: Server, sql: str) -> list[tuple[object, ...]]:
    """What a server answers to a statement of whoever the address names."""
    raw = psycopg2.connect(dbname=server.database, host=server.host, user=server.user)
    try:
        raw.autocommit = True
        with raw.cursor() as cursor:
            cursor.execute(sql)
            return cursor.fetchall() if cursor.description else []
    finally:
        raw.close()


def _answers(server: Server) -> bool:
    try:
        return asked(server, "SELECT 1") == [(1,)]
    except psycopg2.OperationalError:
        return False
