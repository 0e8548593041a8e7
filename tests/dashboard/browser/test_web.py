"""The desk in a browser: on this machine alone, or behind a password."""

import asyncio
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from hashlib import sha256
from pathlib import Path

import aiohttp
import pytest

import referee.dashboard.browser
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.dashboard.browser.desk_process import CloseCode
from referee.dashboard.browser.server import DeskServer
from tests.cli.running import in_a_process
from tests.club.conftest import copied
from tests.dashboard import serving
from tests.dashboard.serving import desk_processes, desks, fetched, megabytes, served, server, worked
from tests.patience import patience, wait, wait_async

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def shared(monday: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Club, str]]:
    """A club whose desk is served, and its address, for tests that change nothing in it and let the server be."""
    with copied(monday, tmp_path_factory.mktemp("served") / "club") as club, served(club) as url:
        yield club, url


@pytest.fixture
def page(shared: tuple[Club, str]) -> str:
    """The address of a desk that is served."""
    return shared[1]


@pytest.fixture
def alone(shared: tuple[Club, str]) -> Club:
    """The club whose desk is served there; nobody is at its desk any more."""
    wait(lambda: not desks(shared[0]))
    return shared[0]


def test_the_page_is_served_on_this_machine_and_to_no_other_site(page: str) -> None:
    status, text = fetched(page)
    assert status == 200
    assert 'data-served="desk"' in text
    assert fetched(page + "ws", Origin="http://elsewhere.example")[0] == 403
    assert fetched(page, Host="elsewhere.example")[0] == 403


@asynccontextmanager
async def kept(desk: aiohttp.ClientWebSocketResponse) -> AsyncIterator[None]:
    """Listen to a desk meanwhile, as a browser does: where nobody answers, the server takes it for gone."""

    async def listen() -> None:
        while not desk.closed:
            await desk.receive()

    listening = asyncio.create_task(listen())
    try:
        yield
    finally:
        listening.cancel()
        await asyncio.wait([listening])


async def seen(desk: aiohttp.ClientWebSocketResponse, text: bytes) -> bool:
    """Read what comes to a browser until a text is in it, or until the desk is closed."""
    came = b""
    async with asyncio.timeout(patience()):  # for all of it: a page that stands still is pinged
        while text not in came:
            message = await desk.receive()
            if message.type is aiohttp.WSMsgType.BINARY:
                came += message.data
            elif message.type is not aiohttp.WSMsgType.TEXT:
                return False
    return True


def test_the_desk_itself_comes_to_the_browser(page: str) -> None:
    async def opened(url: str) -> bool:
        async with (
            aiohttp.ClientSession() as browser,
            browser.ws_connect(url + "ws?width=80&height=24", origin=url.rstrip("/")) as desk,
        ):
            return await seen(desk, b"Monday Cards")

    assert asyncio.run(opened(page))


def test_the_page_and_its_scripts_ask_nothing_of_other_sites(page: str) -> None:
    """What the page loads is named in it, in its style sheets or in what its script imports."""
    _, text = fetched(page)
    named = re.findall(r'(?:href|src)="(?!data:)([^"]+)"', text)
    for path in named:
        _, loaded = fetched(page + path.lstrip("/"))
        named += re.findall(r'url\("?(?!data:)([^)"]+)', loaded) + re.findall(r'import [^;]+ from "([^"]+)"', loaded)
    assert {"/static/terminal.js", "./xterm/xterm.mjs", "fonts/dejavu-mono-latin-400-normal.woff2"} <= set(named)
    assert not [path for path in named if "//" in path]


def test_what_others_wrote_is_as_they_published_it_and_has_its_licence_beside_it() -> None:
    loaded = Path(referee.dashboard.browser.__file__).parent / "page" / "static"
    table = re.findall(r"^\| `([^`]+)` \| .* \| `(\w{64})` \|$", (loaded / "README.md").read_text(), re.MULTILINE)
    assert {name: sha256((loaded / name).read_bytes()).hexdigest() for name, _ in table} == dict(table)
    others = {path.relative_to(loaded).as_posix() for path in loaded.glob("*/*") if path.name != "LICENSE"}
    assert others == dict(table).keys()
    assert all((loaded / name).with_name("LICENSE").exists() for name in others)


@pytest.mark.parametrize("path", ["", "ws", "static/xterm/xterm.mjs", "nothing", "static/"])
def test_no_other_page_may_hold_anything_of_it_in_a_frame(page: str, path: str) -> None:
    try:
        answer = urllib.request.urlopen(page + path, timeout=patience())
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Frame-Options"] == "DENY"


def test_a_browser_that_goes_away_before_it_has_its_answer_ends_nothing_else(page: str) -> None:
    host, port = page.removeprefix("http://").rstrip("/").split(":")
    message = f"GET /static/xterm/xterm.mjs HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode()
    for _ in range(20):
        with socket.create_connection((host, int(port))) as browser:
            browser.sendall(message * 4)
            browser.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # gone at once
            browser.recv(1)
    assert fetched(page)[0] == 200


async def opened(browser: aiohttp.ClientSession, url: str) -> aiohttp.ClientWebSocketResponse:
    desk = await browser.ws_connect(url + "ws?width=80&height=24", max_msg_size=0)
    assert await seen(desk, b"Monday Cards")
    return desk


@pytest.mark.long
def test_no_more_desks_are_opened_than_there_are_places(club: Club) -> None:
    async def play(url: str) -> None:
        async with aiohttp.ClientSession() as browser:
            first = await opened(browser, url)
            async with kept(first):
                second = await opened(browser, url)
                async with kept(second):
                    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                        await opened(browser, url)
                    assert refused.value.status == 503
                    assert await asyncio.to_thread(fetched, url) == (
                        503,
                        "All 2 connections to the desk are in use. Close one, then reload.",
                    )
                    await first.close()
                    await asyncio.to_thread(wait, lambda: fetched(url)[0] == 200)
                    await opened(browser, url)

    with served(club, "--browsers", "2") as url:
        asyncio.run(play(url))


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at as Linux shows them")


@pytest.mark.long
@LINUX
def test_a_message_that_is_too_long_ends_its_desk_and_no_other(club: Club) -> None:
    async def play(process: "subprocess.Popen[bytes]", url: str) -> None:
        async with aiohttp.ClientSession() as browser:
            other = await opened(browser, url)
            async with kept(other):
                desk = await opened(browser, url)
                with suppress(ConnectionError):  # it may be closed while we still speak
                    await desk.send_json(["stdin", "x" * 4_000_000])
                assert not await seen(desk, b"never on the screen")
            assert megabytes(process.pid) < 200
            await other.send_json(["stdin", "S"])
            assert await seen(other, b"Standings")

    with server(club) as (process, url):
        asyncio.run(play(process, url))


@LINUX
@pytest.mark.parametrize(
    "keys",
    [
        "x" * 60_000,
        pytest.param("\x1b[200~" + "y" * 50_000 + "\x1b[201~", marks=pytest.mark.long),
        pytest.param("\x1b[<35;5;5M\x1b[<35;6;7M" * 2000, marks=pytest.mark.long),
    ],
    ids=["typed", "pasted", "mouse"],
)
def test_a_flood_of_keys_waits_outside_and_takes_no_memory(alone: Club, page: str, keys: str) -> None:
    async def play(url: str) -> None:
        async with aiohttp.ClientSession() as browser:
            desk = await opened(browser, url)
            await desk.send_json(["stdin", "S"])  # all that is loaded after the first screen is there then
            assert await seen(desk, b"Standings")
            await desk.send_json(["stdin", "\x1b"])
            assert await seen(desk, b"Monday Cards")
            [pid] = desk_processes(alone)
            begun, most = worked(pid), [megabytes(pid)]

            def has_worked_at_it() -> bool:
                try:
                    most.append(megabytes(pid))
                    return worked(pid) > begun + 1
                except (FileNotFoundError, ProcessLookupError):  # it had enough of it
                    return True

            flood = asyncio.create_task(flooded(desk, keys))
            async with kept(desk):
                await wait_async(has_worked_at_it)
            flood.cancel()
            with suppress(ProcessLookupError):  # or else it would work off the rest
                os.kill(pid, signal.SIGKILL)
            # Sixty messages were 4 GB when they were let in.
            assert max(most) < most[0] + 25, most[0]

    async def flooded(desk: aiohttp.ClientWebSocketResponse, keys: str) -> None:
        with suppress(ConnectionError):
            for _ in range(60):
                await desk.send_json(["stdin", keys])

    asyncio.run(play(page))


@LINUX
def test_a_paste_of_many_lines_comes_to_the_desk_whole(page: str) -> None:
    async def play(url: str) -> bool:
        async with aiohttp.ClientSession() as browser:
            desk = await opened(browser, url)
            await desk.send_json(["stdin", "R" + "abcdefghij" * 30 + "KLM"])
            return await seen(desk, b"KLM")

    assert asyncio.run(play(page))


@LINUX
@pytest.mark.parametrize(
    "size",
    [
        f"width={'9' * 300}&height={'9' * 300}",
        pytest.param("width=-1&height=0", marks=pytest.mark.long),
        pytest.param("width=x&height=", marks=pytest.mark.long),
    ],
    ids=["too large", "too small", "none"],
)
def test_a_window_of_any_size_that_is_asked_for_is_one_that_can_be(alone: Club, page: str, size: str) -> None:
    async def play(url: str) -> None:
        async with aiohttp.ClientSession() as browser, browser.ws_connect(f"{url}ws?{size}", max_msg_size=0) as desk:
            async with kept(desk):
                await wait_async(lambda: desk_processes(alone))
            [pid] = desk_processes(alone)
            await desk.send_json(["resize", {"width": 10**9, "height": 10**9}])
            await desk.send_json(["stdin", "\x1b[48;99999999;99999999;1;1t"])
            await desk.send_json(["resize", {"width": 80, "height": 24}])
            assert await seen(desk, b"Monday Cards")
            assert megabytes(pid) < 400

    asyncio.run(play(page))


@LINUX
def test_a_server_that_is_killed_takes_its_desks_with_it(club: Club) -> None:
    async def killed(process: "subprocess.Popen[bytes]", url: str) -> None:
        async with aiohttp.ClientSession() as browser:
            await opened(browser, url)
            assert desks(club) == 1
            process.kill()
            await wait_async(lambda: not desks(club))

    with server(club) as (process, url):
        asyncio.run(killed(process, url))


@LINUX
@pytest.mark.parametrize("stopped", [False, True])
def test_a_desk_is_gone_within_eight_seconds_after_its_browser(alone: Club, page: str, *, stopped: bool) -> None:
    """One that hears nothing any more too: it is killed."""

    async def play(url: str) -> None:
        async with aiohttp.ClientSession() as browser:
            desk = await opened(browser, url)
            [pid] = desk_processes(alone)
            if stopped:
                os.kill(pid, signal.SIGSTOP)
            begun = time.monotonic()
            await desk.close()
            await wait_async(lambda: not Path(f"/proc/{pid}").exists())
            assert time.monotonic() - begun < patience(8)

    asyncio.run(play(page))


@LINUX
def test_a_browser_is_told_how_its_desk_ended(alone: Club, page: str) -> None:
    async def play(url: str) -> None:
        async with aiohttp.ClientSession() as browser:
            desk = await opened(browser, url)
            await desk.send_json(["stdin", "q"])
            assert not await seen(desk, b"never on the screen")
            assert desk.close_code == CloseCode.CLOSED
            desk = await opened(browser, url)
            [pid] = desk_processes(alone)
            os.kill(pid, signal.SIGKILL)
            assert not await seen(desk, b"never on the screen")
            assert desk.close_code == CloseCode.FAILED

    asyncio.run(play(page))


@LINUX
@pytest.mark.parametrize("said", [["resize", {"width": "80", "height": 24}], None])
def test_a_browser_that_says_what_the_page_never_does_is_left(alone: Club, page: str, said: object) -> None:
    async def play(url: str) -> None:
        async with aiohttp.ClientSession() as browser:
            desk = await opened(browser, url)
            await desk.send_json(said)
            assert not await seen(desk, b"never on the screen")
            assert desk.close_code == aiohttp.WSCloseCode.POLICY_VIOLATION
            await wait_async(lambda: not desks(alone))

    asyncio.run(play(page))


@LINUX
def test_a_desk_is_started_without_a_shell_whatever_its_clubs_path(monday: Path, tmp_path: Path) -> None:
    async def play(process: "subprocess.Popen[bytes]", url: str, club: Club) -> None:
        async with aiohttp.ClientSession() as browser:
            await opened(browser, url)
            [pid] = desk_processes(club)
            assert f"\nPPid:\t{process.pid}\n" in Path(f"/proc/{pid}/status").read_text()
            words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
            assert words[1:-1] == ["-m", "referee", "desk", "--club", str(club.folder)]

    with (
        copied(monday, tmp_path / """the club's "big" folder; $(exit 1) & 100% `*`""") as club,
        server(club) as (process, url),
    ):
        asyncio.run(play(process, url, club))


@LINUX
def test_escape_reaches_the_desk_though_no_key_follows(page: str) -> None:
    """It may be the start of a longer key, and is told from one by the time."""

    async def play(url: str) -> bool:
        async with aiohttp.ClientSession() as browser:
            desk = await opened(browser, url)
            await desk.send_json(["stdin", "S"])
            assert await seen(desk, b"Standings")
            await desk.send_json(["stdin", "\x1b"])
            return await seen(desk, b"Monday Cards")

    assert asyncio.run(play(page))


@LINUX
@pytest.mark.parametrize(
    "how", [signal.SIGINT, *(pytest.param(each, marks=pytest.mark.long) for each in (signal.SIGTERM, signal.SIGHUP))]
)
def test_a_server_that_is_ended_closes_the_desks_that_are_open(club: Club, how: signal.Signals) -> None:
    if signal.getsignal(how) is signal.SIG_IGN:
        pytest.skip(f"{how.name} is ignored by whatever is started from here, as in the background of a shell")

    async def ended(process: "subprocess.Popen[bytes]", url: str) -> int:
        async with aiohttp.ClientSession() as browser, browser.ws_connect(url + "ws?width=80&height=24") as desk:
            assert await seen(desk, b"Monday Cards")
            assert desks(club) > 0
            process.send_signal(how)
            assert not await seen(desk, b"never on the screen")
        return await asyncio.to_thread(process.wait, patience())

    with server(club) as (process, url):
        assert asyncio.run(ended(process, url)) == 0
        assert desks(club) == 0


@pytest.mark.parametrize(("command", "blank"), [("desk", ""), ("board", "  ")])
def test_a_blank_password_is_refused_before_anything_is_served(club: Club, command: str, blank: str) -> None:
    result = in_a_process(command, "--web", club=club.folder, REFEREE_PASSWORD=blank)
    assert (result.code, result.out) == (2, "")
    assert result.err == "referee: REFEREE_PASSWORD is blank. Set it to a password, or unset it.\n"


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.7", "::", "club.example"])
def test_it_listens_nowhere_else_without_a_password(club: Club, host: str) -> None:
    with pytest.raises(ClubFault, match="REFEREE_PASSWORD"):
        DeskServer(club, host, 8000)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--host", "no-such-host.invalid"), "Unknown host 'no-such-host.invalid'."),
        (("--host", "x" * 300), f"Unknown host '{'x' * 300}'."),
        (("--host", "192.0.2.7"), "This machine has no address 192.0.2.7."),
    ],
)
def test_an_unknown_host_is_one_line_and_nothing_is_announced(club: Club, words: tuple[str, str], told: str) -> None:
    result = in_a_process("desk", "--web", *words, club=club.folder, REFEREE_PASSWORD="six of hearts")
    assert (result.code, result.out) == (2, "")
    assert result.err.splitlines()[-1] == f"referee: {told}"


@pytest.mark.parametrize("command", ["desk", "board"])
def test_a_taken_port_is_one_line_and_nothing_is_announced(club: Club, page: str, command: str) -> None:
    port = int(page.rstrip("/").rsplit(":", 1)[1])
    result = in_a_process(command, "--web", "--port", str(port), club=club.folder)
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        f"referee: Port {port} is in use by another program or desk. Use another port, such as --port {port + 1}.\n"
    )
    assert fetched(page)[0] == 200


@pytest.mark.long
def test_two_desks_and_a_board_run_side_by_side(club: Club) -> None:
    async def play(urls: list[str]) -> None:
        async with aiohttp.ClientSession() as browser, AsyncExitStack() as open_now:
            items = []
            for url in urls:
                items.append(await opened(browser, url))
                await open_now.enter_async_context(kept(items[-1]))
            assert desks(club) == 2
            assert not any(each.closed for each in items)

    with served(club) as one, served(club) as other, served(club, command="board") as board:
        asyncio.run(play([one, other, board]))


CRASHES = """
import typer
from textual.app import App
from referee.cli.shared.serving import run_app

class Desk(App):
    def on_key(self, event):
        typed = event.character
        raise ValueError(f"a fault over {typed}")

typer.run(lambda: run_app(Desk(), "desk"))
"""


def test_a_desk_that_is_ended_by_a_fault_says_where_it_was_and_nothing_of_what_was_typed() -> None:
    driver = "referee.dashboard.browser.driver:BrowserDriver"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), "TEXTUAL_DRIVER": driver}
    with subprocess.Popen(
        [sys.executable, "-c", CRASHES],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=env,
    ) as desk:
        assert desk.stdin is not None
        desk.stdin.write(b"D\x00\x00\x00\x02\xc3\x9f")
        desk.stdin.flush()
        desk.wait(patience())  # while its browser is still there
        _, told = desk.communicate(timeout=patience())
    assert desk.returncode == 1
    said = told.decode()
    assert re.match(r"referee: The desk stopped because of an internal error: ValueError in on_key \(", said)
    assert said.count("\n") == 1
    assert "\N{LATIN SMALL LETTER SHARP S}" not in said


def test_a_server_of_a_test_is_the_one_that_it_started(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """A port that another takes before it is used is left to them, so that no test talks to another's server."""
    with socket.socket() as taken, socket.socket() as free:
        for each in (taken, free):
            each.bind(("127.0.0.1", 0))
        taken.listen()
        ports = [int(socket.getsockname()[1]) for socket in (taken, free)]
        free.close()
        monkeypatch.setattr(serving, "_free_ports", lambda: iter(ports))
        with served(club) as url:
            assert url == f"http://127.0.0.1:{ports[1]}/"
            assert fetched(url)[0] == 200


@pytest.mark.long
def test_a_server_that_listens_everywhere_never_says_that_it_is_at_no_address(club: Club, tmp_path: Path) -> None:
    folder = tmp_path / "said"
    with server(club, "--host", "0.0.0.0", password="six", said=folder):
        wait(lambda: "Press Ctrl+C to stop it" in folder.read_text())
        told = folder.read_text()
    assert re.search(r"The desk is at http://\d+\.\d+\.\d+\.\d+:\d+\.", told)
    assert "0.0.0.0" not in told
