"""The desk in a browser: on this machine alone, or behind a password."""

import asyncio
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import pytest

from referee.club.faults import ClubFault
from referee.club.folder import Club
from referee.dashboard.web import DeskServer


@contextmanager
def served(club: Club, *options: str, password: str = "") -> Iterator[str]:
    """Serve a desk, and give its address on this machine."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "referee", "dashboard", "--web", "--port", str(port), *options]
    env = {**os.environ, "REFEREE_PASSWORD": password}
    with subprocess.Popen([*command, "--club", str(club.folder)], env=env, stdout=subprocess.DEVNULL) as server:
        try:
            for _ in range(200):
                with socket.socket() as reached:
                    if reached.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.05)
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.terminate()


def fetched(url: str, **headers: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_the_page_is_served_on_this_machine_and_to_no_other_site(club: Club) -> None:
    with served(club) as url:
        status, page = fetched(url)
        assert status == 200
        assert url.replace("http:", "ws:") + "ws" in page
        assert fetched(url + "ws", Origin="http://elsewhere.example")[0] == 403
        assert fetched(url, Host="elsewhere.example")[0] == 403


def test_the_desk_itself_comes_to_the_browser(club: Club) -> None:
    async def opened(url: str) -> bytes:
        seen = b""
        async with (
            aiohttp.ClientSession() as browser,
            browser.ws_connect(url + "ws?width=80&height=24", origin=url.rstrip("/")) as desk,
        ):
            while b"Monday Cards" not in seen:
                message = await desk.receive(timeout=20)
                if message.type is aiohttp.WSMsgType.BINARY:
                    seen += message.data
                elif message.type is not aiohttp.WSMsgType.TEXT:
                    break
        return seen

    with served(club) as url:
        assert b"Monday Cards" in asyncio.run(opened(url))


def test_a_password_is_asked_for_where_there_is_one(club: Club) -> None:
    with served(club, "--host", "0.0.0.0", password="six of hearts") as url:
        assert fetched(url)[0] == 401
        assert fetched(url, Authorization="Basic " + b64encode(b"fay:wrong").decode())[0] == 401
        assert fetched(url, Authorization="Basic " + b64encode(b"fay:six of hearts").decode())[0] == 200


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.7", "::", "club.example"])
def test_it_listens_nowhere_else_without_a_password(club: Club, host: str) -> None:
    with pytest.raises(ClubFault, match="REFEREE_PASSWORD"):
        DeskServer(club.folder, host, 8000, "")
