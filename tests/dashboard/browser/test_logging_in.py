"""Officers log in to the desk in a browser, and are logged out: by themselves, and when the session closes."""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from referee.club.calendar import sessions
from referee.club.folder import Club
from referee.club.match import starting
from referee.dashboard.browser.desk_process import CloseCode
from tests.cli.running import referee
from tests.dashboard.conftest import NAMES
from tests.dashboard.serving import certificate, desks, fetched, logged_in, posted, served
from tests.patience import patience, wait, wait_async

pytestmark = pytest.mark.process
PASSWORD = "six of hearts"


@asynccontextmanager
async def at_a_desk(url: str, cookie: str) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A browser with a desk open in it, which listens to it as browsers do."""
    async with aiohttp.ClientSession(headers={"Cookie": cookie}) as browser:
        desk = await browser.ws_connect(f"{url}ws?width=80&height=24", max_msg_size=0)
        came = bytearray()

        async def listen() -> None:
            while not desk.closed:
                message = await desk.receive()
                if message.type is aiohttp.WSMsgType.BINARY:
                    came.extend(message.data)

        listening = asyncio.create_task(listen())
        try:
            await wait_async(lambda: b"Monday Cards" in came)
            yield desk
        finally:
            listening.cancel()
            await asyncio.wait([listening])


def test_the_page_asks_for_the_password_and_the_cookie_that_it_gives_lets_in(club: Club) -> None:
    with served(club, "--host", "0.0.0.0", password=PASSWORD) as url:
        status, answer = fetched(url)
        assert (status, "Log in to the desk" in answer, "user" in answer.lower()) == (200, True, False)
        for path in ("ws", "static/xterm/xterm.mjs", "download/x", "logout", "nothing"):
            assert fetched(url + path) == (401, "Log in first.")
        assert posted(f"{url}logout", {})[0] == 401
        status, _, cookie = posted(f"{url}login", {"password": PASSWORD})
        assert status == 303
        assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
        assert "Secure" not in cookie
        token = cookie.partition(";")[0]
        assert "data-served" not in answer
        assert "data-served" in fetched(url, Cookie=token)[1]
        name, _, secret = token.partition("=")
        for text in ("", secret[:-1], f"{secret}x", "\xff", "x" * 7000):
            assert "Log in to the desk" in fetched(url, Cookie=f"{name}={text}")[1]


def test_with_a_certificate_the_cookie_travels_encrypted_only(club: Club, tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    with served(club, "--cert", str(cert), "--key", str(key), password=PASSWORD) as url:
        assert "Secure" in posted(f"{url}login", {"password": PASSWORD})[2].split("; ")


def test_a_page_of_another_site_logs_nobody_in_or_out(club: Club) -> None:
    with served(club, password=PASSWORD) as url:
        cookie = logged_in(url, PASSWORD)
        for origin in ("http://evil.example", "null", url.replace("http:", "https:").rstrip("/")):
            assert posted(f"{url}login", {"password": PASSWORD}, Origin=origin)[0] == 403
            assert posted(f"{url}logout", {}, Origin=origin, Cookie=cookie)[0] == 403
        assert "Log in" not in fetched(url, Cookie=cookie)[1]


def test_a_form_that_is_none_logs_nobody_in(club: Club) -> None:
    forms: list[tuple[dict[str, bytes], int]] = [
        ({}, 400),
        ({"password": b"x" * 9000}, 413),
        ({"password": b"six\xff"}, 400),
        ({"password": b""}, 403),
    ]
    with served(club, password=PASSWORD) as url:
        for sent, status in forms:
            assert posted(f"{url}login", sent)[0] == status


def test_after_a_wrong_password_none_is_looked_at_for_a_while_not_even_the_right_one(club: Club) -> None:
    with served(club, password=PASSWORD) as url:
        in_already = logged_in(url, PASSWORD)

        def locked_out_for_longer_than_a_request_takes() -> bool:
            begun = time.monotonic()
            status, told, _ = posted(f"{url}login", {"password": "wrong"})
            assert status in (403, 429)
            match = re.search(r"Wait (\d+) s", told)
            return match is not None and int(match[1]) - 1 > 3 * (time.monotonic() - begun)

        wait(locked_out_for_longer_than_a_request_takes)
        status, told, cookie = posted(f"{url}login", {"password": PASSWORD})
        assert (status, cookie) == (429, "")
        assert re.search(r"Wrong password\. Wait \d+ s", told)
        assert "Log in" not in fetched(url, Cookie=in_already)[1]
        wait(lambda: posted(f"{url}login", {"password": PASSWORD})[0] == 303)


def test_who_logs_out_ends_every_desk_of_that_browser_and_no_other(club: Club) -> None:
    async def play(url: str) -> None:
        mine, others = logged_in(url, PASSWORD), logged_in(url, PASSWORD)
        async with at_a_desk(url, mine) as first, at_a_desk(url, mine) as second, at_a_desk(url, others) as third:
            assert desks(club) == 3
            assert (await asyncio.to_thread(posted, f"{url}logout", {}, Cookie=mine))[0] == 303
            assert desks(club) == 1  # before the answer came
            await wait_async(
                lambda: (first.close_code, second.close_code) == (CloseCode.LOGGED_OUT, CloseCode.LOGGED_OUT)
            )
            assert not third.closed
        for cookie, asked in ((mine, True), (others, False)):
            assert ("Log in to the desk" in fetched(url, Cookie=cookie)[1]) is asked
        assert fetched(f"{url}ws", Cookie=mine)[0] == 401

    with served(club, password=PASSWORD) as url:
        asyncio.run(play(url))


@pytest.mark.long
def test_when_the_session_closes_everybody_is_logged_out_and_told_why(evening: Club) -> None:
    number = starting.start_table(evening, "play-or-pay", NAMES[:4]).number

    async def play(url: str) -> None:
        cookies = [logged_in(url, PASSWORD) for _ in range(2)]
        async with at_a_desk(url, cookies[0]) as one, at_a_desk(url, cookies[1]) as other:
            # One is in the midst of a line, and one of closing the session.
            await one.send_json(["stdin", "\rdeal by De"])
            await asyncio.to_thread(sessions.close_session, evening, unfinished=True)
            await wait_async(lambda: (one.close_code, other.close_code) == (CloseCode.LOGGED_OUT, CloseCode.LOGGED_OUT))
            await wait_async(lambda: not desks(evening))
        for cookie in cookies:
            answer = fetched(url, Cookie=cookie)[1]
            assert "The session of 2026-11-16 has closed, so everybody has been logged out." in answer
        assert "has closed" not in fetched(url)[1]
        again = logged_in(url, PASSWORD)
        sessions.open_session(evening, "2026-11-16", reason="too early")
        async with at_a_desk(url, again):
            assert desks(evening) == 1

    with served(evening, password=PASSWORD) as url:
        asyncio.run(play(url))
    assert referee("table", "show", str(number), "--json", club=evening.folder).data["log"] == []
    audited = referee("audit", club=evening.folder)
    assert audited.code == 0, audited.out + audited.err


def test_a_desk_that_hears_nothing_is_ended_all_the_same(club: Club) -> None:
    async def play(url: str) -> None:
        mine = logged_in(url, PASSWORD)
        async with aiohttp.ClientSession(headers={"Cookie": mine}) as browser:
            # It neither reads nor answers that its desk is closed.
            await browser.ws_connect(f"{url}ws?width=80&height=24", autoclose=False)
            await wait_async(lambda: desks(club) == 1)
            async with asyncio.timeout(patience()):
                await asyncio.to_thread(posted, f"{url}logout", {}, Cookie=mine)
            assert not desks(club)

    with served(club, password=PASSWORD) as url:
        asyncio.run(play(url))


def test_a_board_stays_when_the_session_closes(evening: Club) -> None:
    with served(evening, command="board", password=PASSWORD) as board, served(evening, password=PASSWORD) as desk:
        cookies = logged_in(board, PASSWORD), logged_in(desk, PASSWORD)
        sessions.close_session(evening)
        wait(lambda: "Log in to the desk" in fetched(desk, Cookie=cookies[1])[1])
        assert "Log in" not in fetched(board, Cookie=cookies[0])[1]
