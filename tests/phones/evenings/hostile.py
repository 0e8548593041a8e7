"""A phone of somebody who attacks all evening, from an address of its own, and writes down what it got."""

from __future__ import annotations

import random
import re
import socket
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from threading import Event, Thread
from urllib.parse import urlencode

from referee.club.phones.codes import SIGNS
from tests.phones.evenings.windows import NAME

ADDRESS = "127.0.0.66"
FORM = "application/x-www-form-urlencoded"


class Hostile:
    """It is paired with a seat of its own, knows all names, and wants lines, results and pages of other tables.

    `got` counts the answers by attack and status, of which 0 is none; `done` has the attacks that were not refused, and
    `leaked` what came that was not for it.
    """

    def __init__(self, port: int, code: str, seat: int, secrets: Sequence[str], seed: int) -> None:
        self.port, self.code, self.seat, self.secrets = port, code, seat, secrets
        self.got: Counter[tuple[str, int]] = Counter()
        self.done: set[str] = set()
        self.leaked: list[str] = []
        self.cookie = ""
        self._chance = random.Random(seed)
        self._over = Event()
        self._thread = Thread(target=self._attack, daemon=True)

    def __enter__(self) -> Hostile:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    @property
    def statuses(self) -> set[int]:
        return {status for _, status in self.got}

    def told(self) -> str:
        return "\n".join(
            f"{what:24} {status or 'cut off'} {times:6}" for (what, status), times in sorted(self.got.items())
        )

    def _attack(self) -> None:
        attacks: list[Callable[[], None]] = [
            *(self._guess, self._write, self._replay, self._elsewhere, self._preview, self._huge, self._streams),
            *(self._officer, self._names, self._paths, self._flood, self._fields, self._results),
        ]
        while not self._over.is_set():
            self._join()
            for attack in self._chance.sample(attacks, len(attacks)):
                if not self._over.wait(0.02):
                    attack()

    def _ask(
        self, what: str, method: str, path: str, body: bytes | None = None, *, public: bool = False, **headers: str
    ) -> int:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=20, source_address=(ADDRESS, 0))
        usual = {"Host": f"{NAME}:{self.port}", "Origin": f"http://{NAME}:{self.port}", "Content-Type": FORM}
        if self.cookie:
            usual["Cookie"] = self.cookie
        status, text = 0, ""
        try:
            connection.request(method, path, body, {**usual, **headers})
            answer = connection.getresponse()
            status = answer.status
            if status < 300 or (status < 400 and answer.getheader("Location") != "/"):
                self.done.add(what)
            text = answer.read(20_000 if path.startswith("/events") else None).decode("utf-8", "replace")
            if what == "join" and (made := answer.getheader("Set-Cookie")):
                self.cookie = made.partition(";")[0]
        except (OSError, HTTPException):
            pass  # cut off, or the server was killed: nothing came
        finally:
            connection.close()
        self.got[what, status] += 1
        if not public:
            self.leaked += [f"{what}: {secret}" for secret in self.secrets if re.search(rf"\b{secret}\b", text)]
        return status

    def _post(self, what: str, path: str, given: dict[str, str] | bytes, **headers: str) -> int:
        return self._ask(
            what, "POST", path, given if isinstance(given, bytes) else urlencode(given).encode(), **headers
        )

    def _key(self) -> str:
        return f"k{self._chance.getrandbits(60):x}"

    def _join(self) -> None:
        if not self.cookie:
            self._post("join", "/j", {"code": self.code, "seat": str(self.seat)})

    def _guess(self) -> None:
        code = "".join(self._chance.choice(SIGNS) for _ in range(6))
        self._ask("guess", "GET", f"/j/{code}")
        self._post("guess", "/j", {"code": code, "seat": "0"})

    def _write(self) -> None:
        for line in ("Ann plays 2S", "Eve bets 99", "deal by Joe", "Ann holds 2S"):
            self._post("line elsewhere", "/line", {"line": line, "key": self._key(), "steps": "1"})
        self._post("undo elsewhere", "/undo", {"line": str(self._chance.randint(1, 9)), "how": "mistake"})

    def _replay(self) -> None:
        for _ in range(3):
            self._post("replay", "/line", {"line": "Ann passes", "key": "always the same", "steps": "3"})

    def _results(self) -> None:
        self._post("answers nobody asked for", "/answer", {"places": "0.1.2", "yes": "yes"})
        self._post("result elsewhere", "/result", {"places": "3.2.1.0"})

    def _elsewhere(self) -> None:
        line = {"line": "Ann passes", "key": self._key(), "steps": "2"}
        for origin in ("http://evil.example", "null", "http://127.0.0.1"):
            self._post("foreign origin", "/line", line, Origin=origin)
            self._post(
                "foreign origin", "/officer/do", {"do": "off", "table": "", "id": "", "version": "0"}, Origin=origin
            )

    def _preview(self) -> None:
        for card in ("AS", "KH", "2D"):
            self._ask("preview", "GET", f"/t?{urlencode({'line': f'Ann plays {card}'})}")
        self._ask("completion", "GET", "/t?say=Ann+plays")

    def _huge(self) -> None:
        self._post("huge body", "/line", b"line=" + b"x" * 1_000_000)
        self._ask("huge address", "GET", "/t?line=" + "x" * 7000)

    def _streams(self) -> None:
        items = []
        for _ in range(30):
            with suppress(OSError):
                one = socket.create_connection(("127.0.0.1", self.port), timeout=20, source_address=(ADDRESS, 0))
                one.sendall(f"GET /events?of=tonight HTTP/1.1\r\nHost: {NAME}:{self.port}\r\n\r\n".encode())
                items.append(one)
        self._ask("stream of officers", "GET", "/events?of=officer")
        self._ask("stream of nobody", "GET", "/events", Cookie="seat=abcdefgh")
        for one in items:
            one.close()
        self.got["streams opened", 0] += len(items)

    def _officer(self) -> None:
        for path in ("/officer", "/officer/cards", "/qr/1.svg"):
            self._ask("officer's page", "GET", path)
        for do in ("off", "unpair", "new code", "finish all"):
            self._post("officer's deed", "/officer/do", {"do": do, "table": "1", "id": "1", "version": "0"})
        self._post("password", "/officer/login", {"password": self._chance.choice(("12345", "officer", "Fay"))})

    def _names(self) -> None:
        for host in ("evil.example", "127.0.0.1.evil.example", "[::1"):
            self._ask("foreign host", "GET", "/t", Host=host)
        for cookie in ("seat=x", "seat=" + "0" * 64, "officer=1; seat=1"):
            self._ask("forged cookie", "GET", "/t", Cookie=cookie)
            self._post("forged cookie", "/line", {"line": "Ann passes", "key": "k", "steps": "1"}, Cookie=cookie)

    def _paths(self) -> None:
        for path in ("/static/..%2fserver.py", "/t/1", "/e/rules/999", "/club.db", "/%00", "/result?o=9.9"):
            self._ask("paths", "GET", path)
        self._ask("public page", "GET", "/e", public=True)

    def _flood(self) -> None:
        for _ in range(40):
            self._ask("flood", "GET", "/t")

    def _fields(self) -> None:
        for body in (b"", b"line=%ff%fe&key=k&steps=1", b"line=a&line=b&key=k&steps=1", b"<script>alert(1)</script>"):
            self._post("odd fields", "/line", body)
