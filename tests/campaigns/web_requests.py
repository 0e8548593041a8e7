"""Requests that no browser sends, to a real server over raw sockets: one behind a password, and one without.

Nobody is let in who should not be, no request is answered with a fault of the program, nothing of a request is in what
the server prints, no desk is left over, and the server goes on and stays small.
"""

from __future__ import annotations

import json
import random
import re
import socket
import struct
import sys
import tempfile
import time
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.campaigns.campaign import Campaign
from tests.club.conftest import copied, monday_club
from tests.dashboard.serving import desks, megabytes, server
from tests.patience import patience, wait

PASSWORD: Final = "zq7-six-of-hearts"
SIGN: Final = "zq7"  # in every request, and in nothing that the server may print
OFFICER: Final = "127.0.0.1"
HEARD: Final = b"so much was heard"
MOST_MEMORY: Final = 250
Make = Callable[[random.Random], bytes]


@dataclass(frozen=True)
class Kind:
    """A kind of hostile requests; some are never ended, and no answer is due to them."""

    what: str
    make: Make
    ended: bool = True


def basic(password: str) -> str:
    """Return how a browser sends a password."""
    return f"Authorization: Basic {b64encode(f'fay:{password}'.encode()).decode()}"


def request(*headers: str, path: str = f"/?{SIGN}", host: str = "127.0.0.1", method: str = "GET") -> bytes:
    """Return a request with a header a line."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", f"X-Sign: {SIGN}", "Connection: close", *headers]
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape")


def noise(chance: random.Random, most: int = 400) -> bytes:
    """Return bytes of any kind."""
    return chance.randbytes(chance.randint(1, most))


def text(chance: random.Random, most: int = 60) -> str:
    """Return letters of any kind that a header may have."""
    signs = "[]:@/\\%.\"'<>{};,\x1b\t aZ09\xe9\u202e" + chr(chance.randint(0x20, 0x2FFF))
    return "".join(chance.choice(signs) for _ in range(chance.randint(1, most)))


_HOSTS: Final = (
    *("[", "]", "[::1", "::1]", "[::1]]", "[[::1]]", "[]", "[v1.a]", "[zq7]", ":", ":80", "@", "a@localhost", ""),
    *("localhost:x", "localhost:999999", "localhost:-1", "localhost/../", "localhost\\", "localhost#", "localhost?x"),
    *("127.0.0.1.zq7.example", "zq7.example", "127.0.0.1, zq7", "127.1", "2130706433", "0x7f.1", "0.0.0.0", "%00"),
    *("localhost\x00", "\x1b]0;X\x07", "<script>", "{ours}", "%s%n", "localhost:80:80", "１２７.0.0.1", "a" * 5000),
)
_ORIGINS: Final = (
    *("null", "[", "http://[", "http://[::1", "http://]", "http://127.0.0.1@zq7.example", "http://zq7.example", ""),
    *("http://127.0.0.1:1", "https://127.0.0.1", "http://127.0.0.1.zq7.example", "//127.0.0.1", "127.0.0.1", "\x00"),
    *("http://127.0.0.1/", "http://127.0.0.1#", "http://127.0.0.1 http://zq7.example", "file://", "javascript:zq7"),
)
_PATHS: Final = (
    *("/static/../../../../etc/passwd", "/static/%2e%2e/%2e%2e/pyvenv.cfg", "/static/..%2f..%2fserver.py", "/ws"),
    *("/static//etc/passwd", "/static/\x00", "/download/zq7", "/download/%00", "/download/" + "a" * 4000),
    *(
        "//zq7.example/",
        "http://zq7.example/",
        "*",
        "zq7",
        "/?fontsize=" + "9" * 5000,
        "/?ping=http://zq7.example",
        "/ws?width=9e9",
    ),
    *("/%", "/%zz", "/\ud800".encode("utf-8", "surrogatepass").decode("latin-1"), "/" + "a" * 9000, "/" + "../" * 900),
)
_METHODS: Final = ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "HEAD", "zq7", "G\x00T", "a" * 9000)
_HANDSHAKE: Final = (
    *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"),
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
)
# What is said to a server behind a password by somebody who does not know it.
_UNKNOWN: Final = (
    Kind("bytes that are no request", noise),
    Kind("a method", lambda chance: request(method=chance.choice(_METHODS))),
    Kind("a path", lambda chance: request(path=chance.choice(_PATHS))),
    Kind("a host", lambda chance: request(host=chance.choice(_HOSTS))),
    Kind("a wrong password", lambda chance: request(basic(f"{SIGN}{chance.random()}"))),
    Kind(
        "what is no password",
        lambda chance: request(
            "Authorization: "
            + chance.choice(
                ("Basic", "Basic ", "Basic Og==", "Basic !!!!", "Basic /w==", "Bearer zq7", "Basic \xe9", "zq7 " * 99)
            )
        ),
    ),
    Kind("two passwords", lambda chance: request(basic(PASSWORD), basic(SIGN))),
    Kind("a handshake", lambda chance: request(*_HANDSHAKE, path="/ws")),
    Kind("a long header", lambda chance: request(f"X-{SIGN}: {'a' * chance.choice((8000, 9000, 70_000))}")),
    Kind("many headers", lambda chance: request(*(f"X-{SIGN}-{each}: {each}" for each in range(3000)))),
    Kind("a header of any letters", lambda chance: request(f"{text(chance)}: {text(chance)}")),
    Kind("lengths", lambda chance: request("Content-Length: 5", "Transfer-Encoding: chunked") + b"0\r\n\r\nGET / zq7"),
    Kind("another length", lambda chance: request(f"Content-Length: {chance.choice(('-1', 'zq7', '9' * 99, '+5'))}")),
    Kind("a chunk", lambda chance: request("Transfer-Encoding: chunked", method="POST") + b"zq7\r\n\r\n"),
    Kind("another protocol", lambda chance: b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + noise(chance)),
    Kind("the beginning of TLS", lambda chance: b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + noise(chance)),
    Kind("half a request", lambda chance: request()[: chance.randint(0, 40)], ended=False),
    Kind("a body that never comes", lambda chance: request("Content-Length: 9", method="POST")[:-2], ended=False),
)
# What is asked of a server without a password, which only this machine may ask by its own name, from its own page.
_FOREIGN: Final = (
    Kind("a foreign host", lambda chance: request(host=chance.choice(_HOSTS))),
    Kind("a host of any letters", lambda chance: request(host=f"{text(chance)}zq7.example")),
    Kind("two hosts", lambda chance: request("Host: zq7.example")),
    Kind("no host", lambda chance: b"GET /zq7 HTTP/1.0\r\n\r\n"),
    Kind("a foreign origin", lambda chance: request(f"Origin: {chance.choice(_ORIGINS)}")),
    Kind("an origin of any letters", lambda chance: request(f"Origin: http://{text(chance)}")),
    Kind("two origins", lambda chance: request("Origin: http://127.0.0.1", "Origin: http://zq7.example")),
    Kind(
        "a foreign page's desk",
        lambda chance: request(f"Origin: {chance.choice(_ORIGINS)}", *_HANDSHAKE, path="/ws"),
    ),
)


def frame(payload: bytes, opcode: int = 1, *, masked: bool = True, first: int = 0x80) -> bytes:
    """Return a frame as a browser sends it."""
    sign = 0x80 if masked else 0
    size = len(payload)
    head = bytes([first | opcode])
    if size < 126:
        head += bytes([sign | size])
    elif size < 65536:
        head += bytes([sign | 126]) + struct.pack("!H", size)
    else:
        head += bytes([sign | 127]) + struct.pack("!Q", size)
    return head + (b"\0\0\0\0" if masked else b"") + payload


def _stdin(keys: str) -> bytes:
    return frame(json.dumps(["stdin", keys]).encode())


def _bomb() -> bytes:
    packed = zlib.compressobj(9, wbits=-15)
    return frame(packed.compress(b"[" * 30_000_000) + packed.flush(zlib.Z_SYNC_FLUSH), first=0xC0)


# What is said to a desk by somebody who was let in.
_SAID: Final = (
    Kind("what is no list", lambda chance: frame(chance.choice((b"{}", b"1", b"null", b"[]", b"zq7", b"", b'"zq7"')))),
    Kind("what is no JSON", lambda chance: frame(noise(chance))),
    Kind("brackets in brackets", lambda chance: frame(b"[" * 60_000)),
    Kind("a number without end", lambda chance: frame(b'["resize",{"width":' + b"9" * 20_000 + b',"height":1}]')),
    Kind("a window", lambda chance: frame(b'["resize",{"width":' + b"9" * 4000 + b',"height":1000000000}]')),
    Kind("another window", lambda chance: frame(b'["resize",{"width":"zq7","height":null}]') + frame(b'["resize"]')),
    Kind("keys that are none", lambda chance: frame(b'["stdin",[1,2]]') + frame(b'["stdin"]')),
    Kind("half a letter", lambda chance: frame(b'["stdin","\\ud83d"]') * 20),
    Kind("any keys", lambda chance: _stdin(noise(chance).decode("latin-1")) * 5),
    Kind("a window told by keys", lambda chance: _stdin("\x1b[48;99999999;99999999;0;0t\x1b[<35;5;5M")),
    Kind("a paste without end", lambda chance: _stdin("\x1b[200~" + "zq7" * 9000)),
    Kind("a long message", lambda chance: _stdin("zq7" * 400_000)),
    Kind("a bomb", lambda chance: _bomb()),
    Kind("a frame without a mask", lambda chance: frame(b'["blur"]', masked=False)),
    Kind("a frame of no kind", lambda chance: frame(b"zq7", opcode=chance.choice((3, 7, 11, 15)))),
    Kind("letters that are none", lambda chance: frame(b"\xff\xfe\xed\xa0\x80")),
    Kind("a message that goes on", lambda chance: frame(b"zq7", first=0) + frame(b"zq7" * 9000, opcode=0, first=0) * 9),
    Kind("a length without end", lambda chance: b"\x81\xff" + struct.pack("!Q", 2**63 - 1) + b"zq7", ended=False),
    Kind("a ping of any length", lambda chance: frame(b"zq7" * 90, opcode=9)),
    Kind("bytes after the handshake", noise, ended=False),
)


def status(port: int, sent: bytes, source: str, seconds: float | None = None) -> int | None:
    """Send a request and return the status of its answer: 0 when the connection was closed, None when nothing came."""
    with socket.create_connection(
        ("127.0.0.1", port), timeout=seconds or patience(), source_address=(source, 0)
    ) as stranger:
        answer = b""
        try:
            stranger.sendall(sent)
            while b"\r\n" not in answer and (came := stranger.recv(4096)):
                answer += came
        except TimeoutError:
            return None
        except ConnectionError:
            pass
    found = re.match(rb"HTTP/1\.[01] (\d+)", answer)
    return int(found[1]) if found else 0


def said_to_a_desk(port: int, sent: bytes, *, ended: bool) -> int | None:
    """Open a desk as an officer does, say something hostile to it, and go once it was heard, or a moment later."""
    with socket.create_connection(("127.0.0.1", port), timeout=patience()) as officer:
        extended = "Sec-WebSocket-Extensions: permessage-deflate"
        officer.sendall(request(*_HANDSHAKE, extended, basic(PASSWORD), path="/ws"))
        answer = officer.recv(4096)
        if not answer.startswith(b"HTTP/1.1 101"):
            return int(answer.split()[1])
        came = b""
        with suppress(OSError):
            officer.sendall(sent + frame(HEARD, opcode=9))
            officer.settimeout(patience() if ended else 0.2)
            while HEARD not in came[-70_000:] and (more := officer.recv(65536)):
                came += more
    return 101


@contextmanager
def _told(folder: Path, failed: list[str]) -> Iterator[Path]:
    """Give a file for what a server prints, and look at the end what of it should not be there."""
    path = folder / "told.txt"
    path.touch()
    yield path
    told = path.read_text(errors="replace")
    for what in (SIGN, "Traceback", "\x1b"):
        if what in told:
            at = told.index(what)
            failed.append(f"{what!r} was printed: {told[max(0, at - 300) : at + 300]!r}")


def run(seconds: float, seed: int) -> list[Campaign]:
    """Try hostile requests for about so many seconds."""
    if sys.platform != "linux":
        return []
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as kept:
        folder = Path(kept)
        monday_club(folder / "monday")
        return [
            _behind_a_password(folder, chance, seconds * 0.4),
            _without_one(folder, chance, seconds * 0.2),
            _at_a_desk(folder, chance, seconds * 0.4),
        ]


def _behind_a_password(folder: Path, chance: random.Random, seconds: float) -> Campaign:
    allowed = {0, *range(400, 500)}
    return _requests(folder, chance, seconds, "requests without the password", _UNKNOWN, allowed, PASSWORD)


def _without_one(folder: Path, chance: random.Random, seconds: float) -> Campaign:
    return _requests(folder, chance, seconds, "requests of other sites", _FOREIGN, {0, 400, 403}, None)


def _requests(
    folder: Path,
    chance: random.Random,
    seconds: float,
    what: str,
    kinds: tuple[Kind, ...],
    allowed: set[int],
    password: str | None,
) -> Campaign:
    tried, failed = 0, []
    good = request(*([basic(password)] if password else []))
    with (
        copied(folder / "monday", folder / what) as club,
        _told(folder / what, failed) as path,
        server(club, password=password, said=path) as (process, url),
    ):
        port = int(url.rstrip("/").rsplit(":", 1)[1])
        end = time.monotonic() + seconds
        while time.monotonic() < end or tried < 2 * len(kinds):
            kind = kinds[tried % len(kinds)]
            sent = kind.make(chance)
            tried += 1
            # Who guessed wrong is not listened to for a while, so that most strangers come from somewhere new.
            source = "127.0.0.2" if kind.what == "a wrong password" else f"127.{chance.randint(1, 254)}.{tried % 251}.7"
            found = status(port, sent, source, None if kind.ended else 0.2)
            if process.poll() is not None:
                failed.append(f"{kind.what}: the server ended with {process.returncode} after {sent[:300]!r}")
                break
            if found not in allowed and not (found is None and not kind.ended):
                failed.append(f"{kind.what}: answered with {found} was {sent[:300]!r}")
            if tried % len(kinds) == 0 and (found := status(port, good, OFFICER)) != 200:
                failed.append(f"after {tried} requests an officer was answered with {found}")
        if process.poll() is None and megabytes(process.pid) > MOST_MEMORY:
            failed.append(f"the server took {megabytes(process.pid)} MB")
    return Campaign(what, tried, tuple(failed))


def _at_a_desk(folder: Path, chance: random.Random, seconds: float) -> Campaign:
    what, tried, failed = "messages to a desk", 0, []
    with (
        copied(folder / "monday", folder / what) as club,
        _told(folder / what, failed) as path,
    ):
        with server(club, password=PASSWORD, said=path) as (process, url):
            port = int(url.rstrip("/").rsplit(":", 1)[1])
            end = time.monotonic() + seconds
            while time.monotonic() < end or tried < len(_SAID):
                kind = _SAID[tried % len(_SAID)]
                sent = kind.make(chance)
                tried += 1
                heard: list[int | None] = [503]

                def was_let_in(sent: bytes = sent, kind: Kind = kind, heard: list[int | None] = heard) -> bool:
                    heard.append(said_to_a_desk(port, sent, ended=kind.ended))
                    return heard[-1] != 503  # while the desks before it are still being closed

                wait(was_let_in)
                if process.poll() is not None:
                    failed.append(f"{kind.what}: the server ended with {process.returncode} after {sent[:300]!r}")
                    break
                if heard[-1] != 101:
                    failed.append(f"{kind.what}: a desk was answered with {heard[-1]}")
            if process.poll() is None and megabytes(process.pid) > MOST_MEMORY:
                failed.append(f"the server took {megabytes(process.pid)} MB")
            process.terminate()
            if process.wait(patience()) != 0:
                failed.append(f"the server ended with {process.returncode}")
        if desks(club):
            failed.append(f"{desks(club)} desks were left over")
    return Campaign(what, tried, tuple(failed))
