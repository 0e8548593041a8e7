"""Requests that no browser sends, to a real server over raw sockets: one behind a password, and one without.

Nobody is let in who should not be, or sees more than the page that asks for the password; who logged in stays in. No
request is answered with a fault of the program, nothing of a request is in what the server prints, no desk is left
over, and the server goes on and stays small.
"""

from __future__ import annotations

import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Final

from tests.campaigns.campaign import Campaign
from tests.campaigns.strangers.logins import login_requests
from tests.campaigns.strangers.messages import SAID, frame
from tests.campaigns.strangers.requests import FOREIGN, HANDSHAKE, PASSWORD, SIGN, UNKNOWN, RequestKind, request
from tests.club.conftest import copied, monday_club
from tests.dashboard.serving import desks, logged_in, megabytes, posted, server
from tests.patience import patience, wait

OFFICER: Final = "127.0.0.1"
DESK: Final = b"static/terminal.js"  # on the page with a desk, and on no other
OF_THE_CLUB: Final = (DESK, b"Monday", b"Ann")
HEARD: Final = b"so much was heard"
MOST_MEMORY: Final = 250


@dataclass(frozen=True)
class Answer:
    """A response: its status, 0 if the connection was closed, the promised length of its body, and the body."""

    status: int
    promised: int = 0
    body: bytes = b""


def answer(port: int, sent: bytes, source: str, seconds: float | None = None) -> Answer | None:
    """Send a request and return the response, or None if there was none."""
    with socket.create_connection(
        ("127.0.0.1", port), timeout=seconds or patience(), source_address=(source, 0)
    ) as stranger:
        response = HTTPResponse(stranger, method="HEAD" if sent.startswith(b"HEAD ") else "GET")
        try:
            stranger.sendall(sent)
            response.begin()
            return Answer(response.status, int(response.getheader("Content-Length", "0")), response.read())
        except TimeoutError:
            return None
        except (ConnectionError, HTTPException):
            return Answer(0)


def leaks(response: Answer, everybodys: tuple[bytes, ...]) -> bool:
    """Tell whether a response shows or promises more than the public pages, or anything of the club."""
    if any(sign in response.body for sign in OF_THE_CLUB):
        return True
    if response.status != 200:
        return False
    return response.body not in everybodys if response.body else response.promised not in map(len, everybodys)


def send_to_desk(port: int, sent: bytes, cookie: str, *, closes: bool) -> int | None:
    """Open a desk as an officer, send it something hostile, and leave once it was handled, or a moment later."""
    with socket.create_connection(("127.0.0.1", port), timeout=patience()) as officer:
        extended = "Sec-WebSocket-Extensions: permessage-deflate"
        officer.sendall(request(*HANDSHAKE, extended, f"Cookie: {cookie}", path="/ws"))
        opened = officer.recv(4096)
        if not opened.startswith(b"HTTP/1.1 101"):
            return int(opened.split()[1])
        received = b""
        with suppress(OSError):
            officer.sendall(sent + frame(HEARD, opcode=9))
            officer.settimeout(patience() if closes else 0.2)
            while HEARD not in received[-70_000:] and (more := officer.recv(65536)):
                received += more
    return 101


@contextmanager
def _watched_output(folder: Path, failed: list[str]) -> Iterator[Path]:
    """Yield a file for a server's output, and report at the end what should not be in it."""
    path = folder / "told.txt"
    path.touch()
    yield path
    text = path.read_text(errors="replace")
    for leak in (SIGN, "Traceback", "\x1b"):
        if leak in text:
            at = text.index(leak)
            failed.append(f"{leak!r} was printed: {text[max(0, at - 300) : at + 300]!r}")


def run(seconds: float, seed: int) -> list[Campaign]:
    """Try hostile requests for about so many seconds."""
    if sys.platform != "linux":
        return []
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        monday_club(folder / "monday")
        return [
            _behind_a_password(folder, chance, seconds * 0.4),
            _without_one(folder, chance, seconds * 0.2),
            _at_a_desk(folder, chance, seconds * 0.4),
        ]


def _behind_a_password(folder: Path, chance: random.Random, seconds: float) -> Campaign:
    label = "requests without the password"
    with copied(folder / "monday", folder / label) as club:
        failed: list[str] = []
        with server(club, password=PASSWORD, command="board") as (_, board):
            other = logged_in(board, PASSWORD)
        with (
            _watched_output(folder / label, failed) as path,
            server(club, password=PASSWORD, said=path) as (process, url),
        ):
            officer, other_login = logged_in(url, PASSWORD), logged_in(url, PASSWORD)
            posted(f"{url}logout", {}, Cookie=other_login)
            port = _port(url)
            everybodys = tuple(_page(port, path) for path in ("/", "/login.css"))
            if b"Log in to the desk" not in everybodys[0]:
                failed.append(f"who has not logged in was shown {everybodys[0]!r}")

            def is_in() -> str:
                """Say what is wrong with who is in, and with logging in, if anything is."""
                status, page, new_cookie = posted(f"{url}login", {"password": PASSWORD})
                if status != 303:
                    return f"who logged in was answered with {status}: {page}"
                in_by = {"at first": officer, "now": new_cookie.partition(";")[0]}
                wrong = [when for when, cookie in in_by.items() if DESK not in _page(port, "/", f"Cookie: {cookie}")]
                rows = [f"{desks(club)} desks were opened"] if desks(club) else []
                return "; ".join([*(f"who logged in {when} was shown no desk" for when in wrong), *rows])

            kinds = (*UNKNOWN, *login_requests(officer, other_login, other))
            # Who is not let in is not even told what is not there.
            allowed = {0, 200, *range(400, 500)} - {404}
            tried = _requests(process, port, chance, seconds, kinds, allowed, everybodys, is_in, failed)
    return Campaign(label, tried, tuple(failed))


def _without_one(folder: Path, chance: random.Random, seconds: float) -> Campaign:
    label, failed = "requests of other sites", []
    with (
        copied(folder / "monday", folder / label) as club,
        _watched_output(folder / label, failed) as path,
        server(club, said=path) as (process, url),
    ):
        port = _port(url)

        def is_in() -> str:
            return "" if DESK in _page(port, "/") else "an officer was shown no desk"

        tried = _requests(process, port, chance, seconds, FOREIGN, {0, 400, 403}, (), is_in, failed)
    return Campaign(label, tried, tuple(failed))


def _port(url: str) -> int:
    return int(url.rstrip("/").rsplit(":", 1)[1])


def _page(port: int, path: str, *headers: str) -> bytes:
    """Return what an officer's browser is shown, if anything is."""
    response = answer(port, request(*headers, path=path), OFFICER)
    return response.body if response and response.status == 200 else b""


def _requests(
    process: subprocess.Popen[bytes],
    port: int,
    chance: random.Random,
    seconds: float,
    kinds: tuple[RequestKind, ...],
    allowed: set[int],
    everybodys: tuple[bytes, ...],
    is_in: Callable[[], str],
    failed: list[str],
) -> int:
    """Try each kind of requests for so many seconds, twice at least; return how many were tried."""
    tried = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end or tried < 2 * len(kinds):
        kind = kinds[tried % len(kinds)]
        sent = kind.make(chance)
        tried += 1
        # Who guessed wrong is not listened to for a while, and nobody is when many did: each wrong guess is heard once.
        source = f"127.{chance.randint(1, 254)}.{tried % 251}.7"
        if kind.guesses and tried > len(kinds):
            source = "127.0.0.2"
        response = answer(port, sent, source, None if kind.is_complete else 0.2)
        if process.poll() is not None:
            failed.append(f"{kind.name}: the server ended with {process.returncode} after {sent[:300]!r}")
            return tried
        if response is None:
            if kind.is_complete:
                failed.append(f"{kind.name}: nothing answered {sent[:300]!r}")
        elif response.status not in allowed or leaks(response, everybodys):
            failed.append(f"{kind.name}: answered with {response.status}, {response.body[:300]!r}, was {sent[:300]!r}")
        if tried % len(kinds) == 0 and (wrong := is_in()):
            failed.append(f"after {tried} requests {wrong}")
    if megabytes(process.pid) > MOST_MEMORY:
        failed.append(f"the server took {megabytes(process.pid)} MB")
    return tried


def _at_a_desk(folder: Path, chance: random.Random, seconds: float) -> Campaign:
    label, tried, failed = "messages to a desk", 0, []
    with (
        copied(folder / "monday", folder / label) as club,
        _watched_output(folder / label, failed) as path,
    ):
        with server(club, password=PASSWORD, said=path) as (process, url):
            port, cookie = _port(url), logged_in(url, PASSWORD)
            end = time.monotonic() + seconds
            while time.monotonic() < end or tried < len(SAID):
                kind = SAID[tried % len(SAID)]
                sent = kind.make(chance)
                tried += 1
                statuses: list[int | None] = [503]

                def was_let_in(
                    sent: bytes = sent, kind: RequestKind = kind, heard: list[int | None] = statuses
                ) -> bool:
                    heard.append(send_to_desk(port, sent, cookie, closes=kind.is_complete))
                    return heard[-1] != 503  # while the desks before it are still being closed

                wait(was_let_in)
                if process.poll() is not None:
                    failed.append(f"{kind.name}: the server ended with {process.returncode} after {sent[:300]!r}")
                    break
                if statuses[-1] != 101:
                    failed.append(f"{kind.name}: a desk was answered with {statuses[-1]}")
            if process.poll() is None and megabytes(process.pid) > MOST_MEMORY:
                failed.append(f"the server took {megabytes(process.pid)} MB")
            process.terminate()
            if process.wait(patience()) != 0:
                failed.append(f"the server ended with {process.returncode}")
        if desks(club):
            failed.append(f"{desks(club)} desks were left over")
    return Campaign(label, tried, tuple(failed))
