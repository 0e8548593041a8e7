"""Phones as they reach the server over a network, by its address or name; officers only on the computer itself."""

import socket
from collections.abc import Iterator
from http.client import HTTPConnection

import pytest

from referee.web.hosts import own_address
from tests.club.phones.conftest import Evening
from tests.patience import patience
from tests.phones.serving import Answer, Phone, phones

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(own_address(socket.AF_INET) in (None, "127.0.0.1"), reason="this machine is in no network"),
]


class Far(Phone):
    """A phone that asks over the network."""

    @property
    def origin(self) -> str:
        return f"http://{self.host}:{self.port}"

    host = own_address(socket.AF_INET) or ""

    def ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        connection = HTTPConnection(self.host, self.port, timeout=patience())
        try:
            connection.request(method, path, body, {**({"Cookie": self.cookie} if self.cookie else {}), **headers})
            answer = connection.getresponse()
            if made := answer.getheader("Set-Cookie"):
                self.cookie = made.partition(";")[0]
            return Answer(answer.status, answer.read().decode(), dict(answer.getheaders()))
        finally:
            connection.close()


@pytest.fixture
def near(evening: Evening) -> Iterator[Phone]:
    """A browser on the computer that serves the network."""
    with phones(evening.club, "--host", "0.0.0.0", "--address", "cards.example.org") as blank:
        yield blank


def test_a_phone_joins_by_the_address_in_the_network_and_by_the_name(evening: Evening, near: Phone) -> None:
    far = Far(near.port)
    assert far.join(evening.code(), 0).get("/t").status == 200
    name = {"Host": f"cards.example.org:{near.port}"}
    assert far.get("/e", **name).status == 200
    answer = {**name, "Origin": f"http://cards.example.org:{near.port}"}
    assert far.post("/line", {"line": "Ann plays 3D", "key": "k", "steps": "1"}, **answer).status == 303
    for host in ("evil.example", "127.0.0.1", "localhost", "192.0.2.1"):
        assert far.get("/e", Host=f"{host}:{near.port}").status == 403


def test_officers_have_their_page_on_the_computer_alone_while_nothing_is_encrypted(
    evening: Evening, near: Phone
) -> None:
    far = Far(near.port)
    for answer in (
        far.get("/officer"),
        far.get("/qr/1.svg"),
        far.get("/officer/cards"),
        far.get("/events?of=officer"),
        far.post("/officer/login", {"password": "x"}),
        far.post("/officer/do", {"do": "off", "table": "", "id": "", "version": "0"}),
    ):
        assert answer.status == 403, answer.told
        assert evening.code() not in answer.text
    assert near.get("/officer").status == 200
    assert not evening.now.off


def test_the_code_of_a_table_is_drawn_to_scan_for_the_name(evening: Evening, near: Phone) -> None:
    drawn = near.get("/qr/1.svg")
    assert drawn.headers["Content-Type"].startswith("image/svg+xml")
    assert "<path" in drawn.text
    assert "style=" not in drawn.text
    cards = near.get("/officer/cards")
    assert (cards.text.count("<svg"), "style=" in cards.text) == (2, False)
    assert f"Code to scan at table 1 {evening.code()[:3]} {evening.code()[3:]}" in cards.told
    assert f"http://cards.example.org:{near.port}" in cards.told
    assert [near.get(f"/qr/{table}.svg").status for table in ("9", "x", "1000000")] == [404] * 3
