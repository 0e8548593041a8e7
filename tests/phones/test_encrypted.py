"""Phones over https: cookies that no other connection carries, and the officers' page for the whole network."""

import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path

import pytest

from referee.club.match import matches
from tests.club.phones.conftest import Evening
from tests.dashboard.serving import certificate
from tests.patience import patience
from tests.phones.serving import Answer, Phone, phones

pytestmark = pytest.mark.process


@dataclass
class Encrypted(Phone):
    """A phone that trusts the club's certificate."""

    trusted: ssl.SSLContext | None = None

    @property
    def origin(self) -> str:
        return f"https://127.0.0.1:{self.port}"

    def connection(self) -> HTTPConnection:
        return HTTPSConnection("127.0.0.1", self.port, timeout=patience(), context=self.trusted)


@pytest.fixture
def phone(evening: Evening, tmp_path: Path) -> Iterator[Encrypted]:
    cert, key = certificate(tmp_path)
    with phones(evening.club, "--cert", str(cert), "--key", str(key), password="six of hearts") as blank:
        yield Encrypted(blank.port, trusted=ssl.create_default_context(cafile=cert))


def record(evening: Evening) -> list[str]:
    return [line.text for line in matches.show(evening.club, 1).log]


def kept(answer: Answer) -> set[str]:
    """Return how a cookie is to be kept."""
    return set(answer.headers["Set-Cookie"].split("; ")[1:])


def test_what_a_phone_is_paired_by_is_sent_over_https_alone(evening: Evening, phone: Encrypted) -> None:
    joined = phone.post("/j", {"code": evening.code(), "seat": "0"})
    assert joined.status == 303
    assert {"Secure", "HttpOnly", "SameSite=Strict", "Path=/"} <= kept(joined)
    assert phone.record("Ann plays 3D").status == 303
    assert record(evening) == ["deal by Dee", "Ann plays 3D"]


def test_officers_log_in_over_https_and_their_cookie_is_sent_over_it_alone(phone: Encrypted) -> None:
    assert "Log out" not in phone.get("/officer").told
    let_in = phone.post("/officer/login", {"password": "six of hearts"})
    assert {"Secure", "HttpOnly", "SameSite=Strict"} <= kept(let_in)
    assert "Log out" in phone.get("/officer").told


def test_a_page_that_came_unencrypted_sends_nothing_and_there_is_none(evening: Evening, phone: Encrypted) -> None:
    phone.join(evening.code(), 0)
    form = phone.preview("Ann plays 3D")
    assert phone.post("/line", form, Origin=f"http://127.0.0.1:{phone.port}").status == 403
    with pytest.raises((HTTPException, OSError)):
        Phone(phone.port).get("/")
    assert record(evening) == ["deal by Dee"]
