"""`referee phones`: what it says when it starts, what it refuses, and what its options leave out."""

import signal
from pathlib import Path

import pytest

from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.phones.server import find_address
from referee.phones.state import ServerSettings
from tests.cli.running import referee
from tests.club.conftest import place
from tests.club.phones.conftest import Evening
from tests.patience import patience, wait
from tests.phones.conftest import ANN, BEN
from tests.phones.serving import Phone, phones, process

pytestmark = pytest.mark.process


def test_on_this_computer_alone_it_serves_draws_no_code_and_says_why(evening: Evening, tmp_path: Path) -> None:
    folder = tmp_path / "told.txt"
    with process(evening.club, told=folder) as (running, phone):
        assert phone.get("/").status == 200
        wait(lambda: "Officers find the codes" in folder.read_text())
        running.send_signal(signal.SIGINT)
        assert running.wait(patience()) == 0
    text = folder.read_text()
    assert f"The phones' pages are at http://127.0.0.1:{phone.port}. Press Ctrl+C to stop." in text
    assert "No code to scan: only this computer can reach 127.0.0.1" in text
    assert "Traceback" not in text


def test_a_code_to_scan_leads_to_an_address_that_phones_have() -> None:
    assert find_address(ServerSettings("192.0.2.7", 8080)).url == "http://192.0.2.7:8080"
    assert find_address(ServerSettings("192.0.2.7", 8080)).undrawn == ""
    assert find_address(ServerSettings("0.0.0.0", 80, "cards.example.org")).url == "http://cards.example.org:80"
    assert find_address(ServerSettings("2001:db8::7", 8080)).url == "http://[2001:db8::7]:8080"
    for text in ("127.0.0.1", "localhost", "::1"):
        assert "only this computer can reach" in find_address(ServerSettings(text, 8080)).undrawn


def test_it_refuses_where_no_session_is_open(club: Club) -> None:
    sessions.close_session(club)
    result = referee("phones", "--club", place(club))
    assert (result.code, result.out) == (2, "")
    assert "No session is open, so phones have no table to join." in result.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--key", "key.pem"), "--key needs --cert"),
        (("--cert", "no.pem"), "no.pem cannot be read"),
        (("--host", "no.such.host.invalid"), "Unknown host"),
        (("--port", "0"), "0"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_sentence(evening: Evening, options: tuple[str, ...], said: str) -> None:
    result = referee("phones", *options, "--club", place(evening.club))
    assert (result.code, said in result.err) == (2, True), result.err
    assert "Traceback" not in result.err


def test_a_port_that_is_taken_is_said(evening: Evening) -> None:
    with phones(evening.club) as blank:
        result = referee("phones", "--host", "127.0.0.1", "--port", str(blank.port), "--club", place(evening.club))
    assert f"Port {blank.port} is in use" in result.err


def test_phones_may_be_let_read_and_call_only(evening: Evening) -> None:
    with phones(evening.club, "--read-only") as blank:
        ann = Phone(blank.port).join(evening.code(), ANN)
        assert "Phones can only read tonight." in ann.get("/t").told
        assert ann.post("/line", {"line": "Ann plays 3D", "key": "k", "steps": "1"}).status == 409
        assert ann.post("/result", {"places": "0.1.2.3"}).status == 409
        assert ann.post("/call", {"reason": "OTHER"}).status == 303
    assert (len(evening.now.calls), evening.now.reports) == (1, {})


def test_results_may_be_left_out(evening: Evening) -> None:
    with phones(evening.club, "--no-results") as blank:
        ben = Phone(blank.port).join(evening.code(), BEN)
        assert 'href="/result"' not in ben.get("/t").text
        assert ben.get("/result").status == 303
        assert ben.post("/result", {"places": "0.1.2.3"}).headers.get("Location") == "/t"
    assert evening.now.reports == {}
