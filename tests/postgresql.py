"""A server of PostgreSQL for the tests: a cluster of its own in a temporary folder, on a socket there."""

import atexit
import os
import select
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache, partial
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
    """The folder with the programs of PostgreSQL, the newest version's, or None where it is not installed.

    So it is on Windows, where there is no socket in a folder for a server of the tests' own.
    """
    if not hasattr(socket, "AF_UNIX"):
        return None
    path = shutil.which("initdb")
    places = [Path(path).parent] if path else sorted(Path("/").glob(f"{_PLACES[1:]}"))
    return next((place for place in reversed(places) if (place / "initdb").exists()), None)


@dataclass(slots=True)
class Cluster:
    """A server of its own, which can be stopped and started again; `server` is a database on it, as its owner."""

    server: Server
    begin: Callable[[], "subprocess.Popen[bytes]"]
    served: "subprocess.Popen[bytes]"

    def start(self) -> None:
        """Start it, and wait for it to answer."""
        self.served = self.begin()
        wait(lambda: _answers(self.server), lambda: f"no server came up in {self.server.host}")

    def stop(self) -> None:
        """Stop it, and end all that it has in hand."""
        # Fast: by the usual signal it would wait for whoever is still connected, such as a test that failed.
        self.served.send_signal(signal.SIGINT)
        self.served.wait()


@contextmanager
def cluster(*, hurried: bool = True) -> Iterator[Server]:
    """A server of its own, as long as this is open: the address of a database on it, as its owner.

    One that is not `hurried` waits for its disk, as a club's does.
    """
    with stoppable(hurried=hurried) as own:
        yield own.server


@contextmanager
def stoppable(*, hurried: bool = True) -> Iterator[Cluster]:
    """A server of its own, which may be stopped and started again as long as this is open."""
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
    settings = [word for setting in (*(_HURRIED if hurried else ()), "max_connections=120") for word in ("-c", setting)]
    words = [bin_folder / "postgres", "-D", data, "-k", folder, "-c", "listen_addresses=", *settings]
    begin = partial(subprocess.Popen, words, **as_user, **quiet)
    server = Server("postgres", host=str(folder), user="superuser")
    own = Cluster(server, begin, begin())
    try:
        wait(lambda: _answers(server), lambda: f"no server came up in {folder}")
        # Whoever may do anything sees every club's rows; who makes a club need not be that.
        asked(server, "CREATE ROLE owner LOGIN CREATEDB CREATEROLE IN ROLE pg_signal_backend")
        own.server = replace(server, user="owner")
        yield own
    finally:
        own.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def losing_the_answer(server: Server, to: bytes) -> Iterator[Server]:
    """A way to a server by which what the server answers to the first question with such bytes is lost on the way.

    So is the connection. The question has been carried out by then.
    """
    folder = Path(mkdtemp(prefix="pg"))
    answer_lost = threading.Event()
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(folder / ".s.PGSQL.5432"))
        door.listen()

        def carry(client: socket.socket) -> None:
            with suppress(ConnectionError), client, socket.socket(socket.AF_UNIX) as there:
                there.connect(f"{server.host}/.s.PGSQL.5432")
                other = {client: there, there: client}
                while True:
                    for source in select.select([client, there], [], [])[0]:
                        if not (data := source.recv(65536)):
                            return
                        other[source].sendall(data)
                        if source is client and to in data and not answer_lost.is_set():
                            answer_lost.set()
                            there.recv(65536)
                            return

        def serve() -> None:
            with suppress(OSError):  # until the door is shut
                while True:
                    threading.Thread(target=carry, args=door.accept()[:1], daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        try:
            yield replace(server, host=str(folder))
        finally:
            door.shutdown(socket.SHUT_RDWR)
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
