"""The phones' server as a process of its own, and phones that ask it by hand, one request at a time."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

from referee.club.folder import Club
from tests.club.conftest import place
from tests.dashboard.serving import free_port
from tests.patience import patience, wait


@dataclass
class Answer:
    """What came back."""

    status: int
    text: str
    headers: dict[str, str]

    @property
    def told(self) -> str:
        """What is said on it, without its marks."""
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", self.text)).split())


@dataclass
class Phone:
    """A browser by hand: it keeps its cookie, and says where its pages are from."""

    port: int
    cookie: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def token(self) -> str:
        return self.cookie.partition("=")[2]

    def connection(self) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self.port, timeout=patience())

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, None, headers)

    def post(self, path: str, given: dict[str, str] | bytes | list[tuple[str, str]], **headers: str) -> Answer:
        body = given if isinstance(given, bytes) else urlencode(given).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.origin}
        return self.ask("POST", path, body, {**kind, **headers})

    def ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        connection = self.connection()
        cookie = {"Cookie": self.cookie} if self.cookie else {}
        try:
            sent = {name: value for name, value in {**cookie, **self.headers, **headers}.items() if value != "-"}
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            text = answer.read().decode()
            if made := answer.getheader("Set-Cookie"):
                self.cookie = made.partition(";")[0]
            return Answer(answer.status, text, dict(answer.getheaders()))
        finally:
            connection.close()

    def join(self, code: str, seat: int | str) -> "Phone":
        answer = self.post("/j", {"code": code, "seat": str(seat)})
        assert (answer.status, answer.headers.get("Location")) == (303, "/t"), answer.told
        return self

    def preview(self, line: str) -> dict[str, str]:
        """Ask for the ruling on a line; return the form by which it would be recorded."""
        return form(self.get(f"/t?{urlencode({'line': line})}").text)

    def record(self, line: str) -> Answer:
        return self.post("/line", self.preview(line))

    def result(self, order: str) -> Answer:
        return self.post("/result", {"places": order})


def form(html: str, action: str = "/line") -> dict[str, str]:
    """Return the fields of a form of a page."""
    [found] = re.findall(rf'<form action="{action}".*?</form>', html, re.DOTALL) or [""]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', found))


class Stream:
    """A stream of a phone, read event by event."""

    def __init__(self, phone: Phone, path: str = "/events") -> None:
        self.connection = phone.connection()
        self.connection.request("GET", path, headers={"Cookie": phone.cookie})
        self.answer: HTTPResponse = self.connection.getresponse()
        self.status = self.answer.status

    def next(self, kind: str = "now") -> dict[str, str]:
        """Return the next event of a kind. Raises `EOFError` where the stream has ended."""
        found = ""
        while line := self.answer.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if name == "event":
                found = value
            elif name == "data" and found == kind:
                return json.loads(value) if value else {}
        raise EOFError

    def until_its_end(self) -> None:
        """Read on until the server ends it."""
        while self.answer.readline():
            pass

    def close(self) -> None:
        self.connection.close()


@contextmanager
def phones(club: Club, *options: str, password: str | None = None, port: int = 0) -> Iterator[Phone]:
    """Serve the phones of a club by a process, and give one that has asked for nothing yet."""
    with process(club, *options, password=password, port=port) as (_, phone):
        yield phone


@contextmanager
def process(
    club: Club,
    *options: str,
    password: str | None = None,
    port: int = 0,
    told: Path | None = None,
    program: Sequence[str] = ("-m", "referee"),
) -> Iterator[tuple["subprocess.Popen[bytes]", Phone]]:
    path = os.pathsep.join(path for path in sys.path if path)
    env = {**os.environ, "PYTHONPATH": path, **({} if password is None else {"REFEREE_PASSWORD": password})}
    port = port or free_port()
    said = told or club.folder / "phones.txt"
    host = () if "--host" in options else ("--host", "127.0.0.1")
    words = [sys.executable, *program, "phones", *host, "--port", str(port), *options]
    with (
        said.open("wb") as out,
        subprocess.Popen([*words, "--club", place(club)], env=env, stdout=out, stderr=subprocess.STDOUT) as running,
    ):
        try:
            wait(lambda: b" are at http" in said.read_bytes() or running.poll() is not None, said.read_text)
            assert running.poll() is None, said.read_text()
            yield running, Phone(port)
        finally:
            running.terminate()
            running.wait(patience())
