"""The desk served to browsers by a process of its own."""

import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from random import SystemRandom

import pytest

from referee.club.folder import Club
from tests.patience import patience, wait


@contextmanager
def server(
    club: Club,
    *options: str,
    password: str | None = None,
    command: str = "desk",
    said: Path | None = None,
) -> Iterator[tuple["subprocess.Popen[bytes]", str]]:
    """Start a server of a club's desk or board, and give it with its address on this machine; it tells a file."""
    path = os.pathsep.join(path for path in sys.path if path)
    env = {**os.environ, "PYTHONPATH": path, **({} if password is None else {"REFEREE_PASSWORD": password})}
    with tempfile.TemporaryDirectory() as folder:
        told = said or Path(folder) / "told.txt"
        for port in _free_ports():
            words = [sys.executable, "-m", "referee", command, "--web", "--port", str(port), *options]
            with (
                told.open("wb") as out,
                subprocess.Popen(
                    [*words, "--club", str(club.folder)], env=env, stdout=out, stderr=subprocess.STDOUT
                ) as process,
            ):
                try:
                    if _serves(process, told):
                        yield process, f"{'https' if '--cert' in options else 'http'}://127.0.0.1:{port}/"
                        return
                finally:
                    process.terminate()
            assert f"Port {port} is in use".encode() in told.read_bytes(), told.read_text()


def _free_ports() -> Iterator[int]:
    """Yield ports that are free now; another test may still be quicker to take one."""
    for _ in range(20):
        yield free_port()
    raise AssertionError("no port stayed free for long enough")


def free_port() -> int:
    """Return a port that is free now, and that nobody is given who connects to another, or asks for any."""
    for port in SystemRandom().sample(range(20_000, 32_000), 1000):
        with suppress(OSError), socket.socket() as free:
            free.bind(("", port))
            return port
    raise AssertionError("no port is free")


def _serves(process: "subprocess.Popen[bytes]", told: Path) -> bool:
    """Wait until a server says that it has its port, which is then nobody else's; or until it has ended."""
    wait(lambda: b" is at http" in told.read_bytes() or process.poll() is not None)
    return b" is at http" in told.read_bytes()


@contextmanager
def served(club: Club, *options: str, password: str | None = None, command: str = "desk") -> Iterator[str]:
    """Serve a desk or a board, and give its address on this machine."""
    with server(club, *options, password=password, command=command) as (_, url):
        yield url


def fetched(url: str, **headers: str) -> tuple[int, str]:
    """Fetch a page, and return its status and its text."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=patience()) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def posted(url: str, given: Mapping[str, str | bytes], **headers: str) -> tuple[int, str, str]:
    """Send a form of the page at an address; return the status, the text and the cookies of the answer."""
    where = urllib.parse.urlsplit(url)
    to = http.client.HTTPSConnection if where.scheme == "https" else http.client.HTTPConnection
    context = {"context": ssl._create_unverified_context()} if where.scheme == "https" else {}
    connection = to(where.netloc, timeout=patience(), **context)
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"{where.scheme}://{where.netloc}"}
    try:
        connection.request("POST", where.path, urllib.parse.urlencode(given), {**kind, **headers})
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.getheader("Set-Cookie") or ""
    finally:
        connection.close()


def logged_in(url: str, password: str) -> str:
    """Log in to a desk, and return the cookie by which its browser is known."""
    status, told, cookie = posted(f"{url}login", {"password": password})
    assert status == 303, told
    return cookie.partition(";")[0]


def certificate(folder: Path, *, passphrase: str = "", name: str = "club") -> tuple[Path, Path]:
    """Make a certificate for this machine, and its key."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not installed, to make a certificate with")
    cert, key = folder / f"{name}.crt", folder / f"{name}.key"
    words = [
        *(openssl, "req", "-x509", "-newkey", "rsa:2048", "-days", "2", "-subj", f"/CN={name}"),
        *("-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-out", cert, "-keyout", key),
        *(("-passout", f"pass:{passphrase}") if passphrase else ("-nodes",)),
    ]
    subprocess.run(words, check=True, capture_output=True, timeout=patience(120))
    return cert, key


def desk_processes(club: Club) -> list[int]:
    """Find the processes that work at a club's desk for a browser."""
    items = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:  # it has ended meanwhile
            continue
        if "desk" in words and "--web" not in words and str(club.folder) in words:
            items.append(int(process.name))
    return items


def desks(club: Club) -> int:
    """Count the processes that work at a club's desk for a browser."""
    return len(desk_processes(club))


def megabytes(pid: int) -> int:
    """Return how much memory a process had at most."""
    match = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(match[1]) // 1024 if match else 0


def worked(pid: int) -> float:
    """Return for how many seconds a process has worked, however long that took beside others."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
