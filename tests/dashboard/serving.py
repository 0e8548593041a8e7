"""The desk served to browsers by a process of its own."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from referee.club.folder import Club


@contextmanager
def server(
    club: Club,
    *options: str,
    password: str | None = None,
    command: str = "dashboard",
    said: IO[bytes] | int | None = None,
) -> Iterator[tuple["subprocess.Popen[bytes]", str]]:
    """Start a server of a club's desk or board, and give it with its address on this machine; it may tell a file."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [sys.executable, "-m", "referee", command, "--web", "--port", str(port), *options]
    path = os.pathsep.join(path for path in sys.path if path)
    env = {**os.environ, "PYTHONPATH": path, **({} if password is None else {"REFEREE_PASSWORD": password})}
    streams = {"stdout": said, "stderr": subprocess.STDOUT} if said else {"stdout": subprocess.DEVNULL}
    with subprocess.Popen([*words, "--club", str(club.folder)], env=env, **streams) as process:  # type: ignore[call-overload]
        try:
            while not _reached(port):
                assert process.poll() is None, "the server ended before it could be reached"
                time.sleep(0.05)
            yield process, f"{'https' if '--cert' in options else 'http'}://127.0.0.1:{port}/"
        finally:
            process.terminate()


def _reached(port: int) -> bool:
    with socket.socket() as browser:
        return browser.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def served(club: Club, *options: str, password: str | None = None, command: str = "dashboard") -> Iterator[str]:
    """Serve a desk or a board, and give its address on this machine."""
    with server(club, *options, password=password, command=command) as (_, url):
        yield url


def fetched(url: str, **headers: str) -> tuple[int, str]:
    """Fetch a page, and return its status and its text."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


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
    subprocess.run(words, check=True, capture_output=True, timeout=120)
    return cert, key


def desk_processes(club: Club) -> list[int]:
    """Find the processes that work at a club's desk for a browser."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().decode().split("\0")
        except OSError:  # it has ended meanwhile
            continue
        if "dashboard" in words and "--web" not in words and str(club.folder) in words:
            found.append(int(process.name))
    return found


def desks(club: Club) -> int:
    """Count the processes that work at a club's desk for a browser."""
    return len(desk_processes(club))
