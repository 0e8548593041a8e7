"""Names of hosts and addresses, and at which of them this machine is reached."""

import socket

import pytest

from referee.web import hosts


def test_the_address_that_is_printed_is_one_that_another_machine_can_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "own_address", lambda family: "192.168.1.20" if family == socket.AF_INET else "fd00::20")
    assert hosts.reachable_address("http://0.0.0.0:8000", "0.0.0.0") == "http://192.168.1.20:8000"
    assert hosts.reachable_address("https://[::]:8000", "::") == "https://[fd00::20]:8000"
    assert hosts.reachable_address("http://192.168.1.7:8000", "192.168.1.7") == "http://192.168.1.7:8000"
    monkeypatch.setattr(hosts, "own_address", lambda _: None)
    assert hosts.reachable_address("http://0.0.0.0:8000", "0.0.0.0") == "http://127.0.0.1:8000"


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("localhost", True),
        ("LOCALHOST", True),
        ("127.0.0.1", True),
        ("127.8.9.1", True),
        ("::1", True),
        ("localhost.example", False),
        ("127.0.0.1.example", False),
        ("0.0.0.0", False),
        ("", False),
    ],
)
def test_only_this_machine_reaches_its_loopback(host: str, own: bool) -> None:
    assert hosts.is_loopback(host) is own
