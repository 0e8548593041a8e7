"""The desk in a browser: on this machine alone, or behind a password."""

import asyncio
import re
import signal
import subprocess
import sys
from base64 import b64encode

import aiohttp
import pytest

from referee.club.faults import ClubFault
from referee.club.folder import Club
from referee.dashboard.web import DeskServer
from tests.dashboard.serving import desks, fetched, served, server

pytestmark = pytest.mark.process


def test_the_page_is_served_on_this_machine_and_to_no_other_site(club: Club) -> None:
    with served(club) as url:
        status, page = fetched(url)
        assert status == 200
        assert url.replace("http:", "ws:") + "ws" in page
        assert fetched(url + "ws", Origin="http://elsewhere.example")[0] == 403
        assert fetched(url, Host="elsewhere.example")[0] == 403


async def seen(desk: aiohttp.ClientWebSocketResponse, text: bytes) -> bool:
    """Read what comes to a browser until a text is in it, or until the desk is closed."""
    came = b""
    while text not in came:
        message = await desk.receive(timeout=60)
        if message.type is aiohttp.WSMsgType.BINARY:
            came += message.data
        elif message.type is not aiohttp.WSMsgType.TEXT:
            return False
    return True


def test_the_desk_itself_comes_to_the_browser(club: Club) -> None:
    async def opened(url: str) -> bool:
        async with (
            aiohttp.ClientSession() as browser,
            browser.ws_connect(url + "ws?width=80&height=24", origin=url.rstrip("/")) as desk,
        ):
            return await seen(desk, b"Monday Cards")

    with served(club) as url:
        assert asyncio.run(opened(url))


def test_the_page_asks_nothing_of_other_sites(club: Club) -> None:
    with served(club) as url:
        _, page = fetched(url)
        assert set(re.findall(r"\w+://([^/\"']+)", page)) == {url.split("/")[2]}


@pytest.mark.skipif(sys.platform != "linux", reason="processes are counted as Linux shows them")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_is_ended_closes_the_desks_that_are_open(club: Club, how: signal.Signals) -> None:
    async def ended(process: "subprocess.Popen[bytes]", url: str) -> int:
        async with aiohttp.ClientSession() as browser, browser.ws_connect(url + "ws?width=80&height=24") as desk:
            assert await seen(desk, b"Monday Cards")
            assert desks(club) > 0
            process.send_signal(how)
            assert not await seen(desk, b"never on the screen")
        return await asyncio.to_thread(process.wait, 60)

    with server(club) as (process, url):
        assert asyncio.run(ended(process, url)) == 0
        assert desks(club) == 0


def test_a_password_is_asked_for_where_there_is_one(club: Club) -> None:
    with served(club, "--host", "0.0.0.0", password="six of hearts") as url:
        assert fetched(url)[0] == 401
        assert fetched(url, Authorization="Basic " + b64encode(b"fay:wrong").decode())[0] == 401
        assert fetched(url, Authorization="Basic " + b64encode(b"fay:six of hearts").decode())[0] == 200


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.7", "::", "club.example"])
def test_it_listens_nowhere_else_without_a_password(club: Club, host: str) -> None:
    with pytest.raises(ClubFault, match="REFEREE_PASSWORD"):
        DeskServer(club.folder, host, 8000, "")
