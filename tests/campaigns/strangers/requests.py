"""Requests that no browser sends."""

from __future__ import annotations

import random
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

PASSWORD: Final = "zq7-six-of-hearts"
SIGN: Final = "zq7"  # in every request, and in nothing that the server may print
ORIGIN: Final = "http://127.0.0.1"
Make = Callable[[random.Random], bytes]


@dataclass(frozen=True)
class RequestKind:
    """A kind of hostile requests; some are never ended, and no answer is due to them; some guess the password."""

    name: str
    make: Make
    is_complete: bool = True
    guesses: bool = False


def basic(password: str, user: str = "fay") -> str:
    """Return a header by which a browser sends a password that a server asks for by HTTP."""
    return f"Authorization: Basic {b64encode(f'{user}:{password}'.encode()).decode()}"


def request(*headers: str, path: str = f"/?{SIGN}", host: str = "127.0.0.1", method: str = "GET") -> bytes:
    """Return a request with a header a line."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", f"X-Sign: {SIGN}", "Connection: close", *headers]
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape")


def form(password: str, *headers: str, origin: str | None = ORIGIN, path: str = "/login") -> bytes:
    """Return the request that the login page sends."""
    kind = ("Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(password.encode())}")
    of = () if origin is None else (f"Origin: {origin}",)
    return request(*kind, *of, *headers, path=path, method="POST") + password.encode()


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
ORIGINS: Final = (
    *("null", "[", "http://[", "http://[::1", "http://]", "http://127.0.0.1@zq7.example", "http://zq7.example", ""),
    *("http://127.0.0.1:1", "https://127.0.0.1", "http://127.0.0.1.zq7.example", "//127.0.0.1", "127.0.0.1", "\x00"),
    *("http://127.0.0.1/", "http://127.0.0.1#", "http://127.0.0.1 http://zq7.example", "file://", "javascript:zq7"),
)
_PATHS: Final = (
    *("/static/../../../../etc/passwd", "/static/%2e%2e/%2e%2e/pyvenv.cfg", "/static/..%2f..%2fserver.py", "/ws"),
    *("/static/../login", "/login/../ws", "/login.css/../ws", "/login/ws", "/ws/login.css", "/%6cogin.css", "//login"),
    *("/static/js/textual.js", "/login", "/login?zq7", "/LOGIN.CSS", "/ws#/login", "/ws?/login.css", "/ws;/login.css"),
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
HANDSHAKE: Final = (
    *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"),
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
)
# What is said to a server behind a password by somebody who does not know it.
UNKNOWN: Final = (
    RequestKind("bytes that are no request", noise),
    RequestKind("a method", lambda chance: request(method=chance.choice(_METHODS))),
    RequestKind("a path", lambda chance: request(path=chance.choice(_PATHS))),
    RequestKind("a host", lambda chance: request(host=chance.choice(_HOSTS))),
    RequestKind("a handshake", lambda chance: request(*HANDSHAKE, path="/ws")),
    RequestKind("a long header", lambda chance: request(f"X-{SIGN}: {'a' * chance.choice((8000, 9000, 70_000))}")),
    RequestKind("many headers", lambda chance: request(*(f"X-{SIGN}-{at}: {at}" for at in range(3000)))),
    RequestKind("a header of any letters", lambda chance: request(f"{text(chance)}: {text(chance)}")),
    RequestKind(
        "lengths", lambda chance: request("Content-Length: 5", "Transfer-Encoding: chunked") + b"0\r\n\r\nGET / zq7"
    ),
    RequestKind(
        "another length", lambda chance: request(f"Content-Length: {chance.choice(('-1', 'zq7', '9' * 99, '+5'))}")
    ),
    RequestKind("a chunk", lambda chance: request("Transfer-Encoding: chunked", method="POST") + b"zq7\r\n\r\n"),
    RequestKind("another protocol", lambda chance: b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + noise(chance)),
    RequestKind("the beginning of TLS", lambda chance: b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + noise(chance)),
    RequestKind("half a request", lambda chance: request()[: chance.randint(0, 40)], is_complete=False),
    RequestKind(
        "a body that never comes", lambda chance: request("Content-Length: 9", method="POST")[:-2], is_complete=False
    ),
    RequestKind(
        "half a password",
        lambda chance: form(urlencode({"password": PASSWORD}))[: -chance.randint(1, 9)],
        is_complete=False,
    ),
)


# What is asked of a server without a password, which only this machine may ask by its own name, from its own page.
FOREIGN: Final = (
    RequestKind("a foreign host", lambda chance: request(host=chance.choice(_HOSTS))),
    RequestKind("a host of any letters", lambda chance: request(host=f"{text(chance)}zq7.example")),
    RequestKind("two hosts", lambda chance: request("Host: zq7.example")),
    RequestKind("no host", lambda chance: b"GET /zq7 HTTP/1.0\r\n\r\n"),
    RequestKind("a foreign origin", lambda chance: request(f"Origin: {chance.choice(ORIGINS)}")),
    RequestKind("an origin of any letters", lambda chance: request(f"Origin: http://{text(chance)}")),
    RequestKind("two origins", lambda chance: request("Origin: http://127.0.0.1", "Origin: http://zq7.example")),
    RequestKind(
        "a foreign page's desk",
        lambda chance: request(f"Origin: {chance.choice(ORIGINS)}", *HANDSHAKE, path="/ws"),
    ),
)
