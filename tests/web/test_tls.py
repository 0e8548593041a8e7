"""The desk over https, with a certificate of the club's own."""

import asyncio
import os
import socket
import ssl
import urllib.error
import urllib.request
from pathlib import Path

import aiohttp
import pytest

from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.web.tls import tls_context
from tests.cli.running import in_a_process
from tests.dashboard.serving import certificate, server
from tests.patience import patience

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return certificate(tmp_path_factory.mktemp("tls"))


async def opened(url: str, trusted: ssl.SSLContext) -> bytes:
    async with aiohttp.ClientSession() as browser, browser.ws_connect(url + "ws", ssl=trusted) as desk:
        return await desk.receive_bytes(timeout=patience())


def test_the_page_and_the_desk_come_encrypted_by_the_clubs_certificate(
    club: Club, made: tuple[Path, Path], tmp_path: Path
) -> None:
    cert, key = made
    trusted = ssl.create_default_context(cafile=str(cert))
    told = tmp_path / "told.txt"
    with server(club, "--cert", str(cert), "--key", str(key), said=told) as (process, url):
        with urllib.request.urlopen(url, context=trusted, timeout=patience()) as answer:
            page = answer.read().decode()
        assert "static/terminal.js" in page  # which opens the desk at the page's own address
        assert asyncio.run(opened(url, trusted))
        # Who comes without it gets nothing, and leaves the server as it was.
        port = int(url.rstrip("/").rsplit(":", 1)[1])
        for sent in (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", os.urandom(300), b""):
            with socket.create_connection(("127.0.0.1", port), timeout=patience()) as stranger:
                stranger.sendall(sent)
                stranger.shutdown(socket.SHUT_WR)
                assert b"200 OK" not in stranger.recv(4096)
        with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
            urllib.request.urlopen(url, timeout=patience())
        assert urllib.request.urlopen(url, context=trusted, timeout=patience()).status == 200
        assert process.poll() is None
    assert told.read_text() == f"The desk is at {url.rstrip('/')}. Press Ctrl+C to stop it.\n"


def test_the_key_may_stand_in_the_file_of_the_certificate(made: tuple[Path, Path], tmp_path: Path) -> None:
    both = tmp_path / "both.pem"
    both.write_bytes(b"".join(path.read_bytes() for path in made))
    assert tls_context(both, None) is not None
    assert tls_context(None, None) is None


def test_a_certificate_that_cannot_be_used_is_one_line(club: Club, made: tuple[Path, Path], tmp_path: Path) -> None:
    cert, key = made
    _, another = certificate(tmp_path, name="another")
    garbage = tmp_path / "garbage.pem"
    garbage.write_bytes(b"-----BEGIN CERTIFICATE-----\n\xff\n")
    locked_cert, locked = certificate(tmp_path, name="locked", passphrase="six of hearts")
    for words, told in (
        ((cert, tmp_path / "gone.key"), f"{tmp_path / 'gone.key'} cannot be read: No such file or directory."),
        ((tmp_path, key), f"{tmp_path} cannot be read: Is a directory."),
        ((cert, another), f"{cert} and {another} are not a certificate and its key in PEM"),
        ((cert, None), f"{cert} is not a certificate and its key in PEM"),
        ((garbage, key), f"{garbage} and {key} are not a certificate and its key in PEM"),
        ((locked_cert, locked), f"{locked_cert} and {locked} are not a certificate and its key in PEM"),
        ((None, key), "--key needs --cert. Give both."),
    ):
        with pytest.raises(ClubFault) as refused:
            tls_context(*words)
        assert str(refused.value).startswith(told)
    done = in_a_process("board", "--web", "--cert", str(cert), "--key", str(another), club=club.folder)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)


def test_without_a_certificate_a_password_is_said_to_travel_unencrypted(club: Club, tmp_path: Path) -> None:
    told = tmp_path / "told.txt"
    with server(club, "--host", "0.0.0.0", password="six of hearts", said=told):
        pass
    assert "Add --cert to encrypt them" in told.read_text()
