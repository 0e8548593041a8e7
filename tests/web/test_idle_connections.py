"""Connections that ask for nothing are closed, and those on which something is answered are not."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from referee.web.idle_connections import close_idle_connections, record_answer_times
from tests.patience import patience, wait_async

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Answering:
    """The connections on which something is answered, and all that have been looked at."""

    desks: set[RequestHandler] = field(default_factory=set)
    looked_at: set[RequestHandler] = field(default_factory=set)

    def __contains__(self, connection: object) -> bool:
        assert isinstance(connection, RequestHandler)
        self.looked_at.add(connection)
        return connection in self.desks


@asynccontextmanager
async def looked_after(idle: float, most: int) -> AsyncIterator[tuple[Ends, int, Answering]]:
    """Serve one page that says each time what it is asked to say, like a desk; give an open one, and the port."""
    answering = Answering()

    async def desk(request: web.Request) -> web.StreamResponse:
        answering.desks.add(request.protocol)
        response = web.StreamResponse()
        await response.prepare(request)
        await response.write(b"open")
        await request.content.readexactly(5)
        await response.write(b"still")
        return response

    async def short(_: web.Request) -> web.Response:
        return web.Response(text="short")

    app = web.Application()
    app.router.add_get("/", desk)
    app.router.add_get("/short", short)
    answered = record_answer_times(app)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    assert runner.server is not None
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    opened = await at_a_desk(await asyncio.open_connection("127.0.0.1", port))
    looking = asyncio.create_task(
        close_idle_connections(runner.server, answering, answered, patience=idle, max_connections=most)
    )
    try:
        yield opened, port, answering
    finally:
        looking.cancel()
        await runner.cleanup()


async def at_a_desk(connection: Ends) -> Ends:
    connection[1].write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\n")
    await connection[0].readuntil(b"open\r\n")
    return connection


async def ask(connection: Ends) -> None:
    connection[1].write(b"GET /short HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert b"200" in await connection[0].readuntil(b"short")


async def closed(connection: Ends) -> bool:
    """Wait for the other side to close a connection; return False if it sends data instead."""
    with suppress(ConnectionError):
        return await asyncio.wait_for(connection[0].read(1000), patience()) == b""
    return True


async def still_open(desk: Ends) -> bool:
    desk[1].write(b"hello")
    return b"still" in await asyncio.wait_for(desk[0].readuntil(b"still\r\n"), patience())


def test_who_asks_for_nothing_is_sent_away_and_a_desk_stays() -> None:
    async def scene() -> None:
        async with looked_after(idle=0.4, most=100) as (desk, port, _):
            silent = await asyncio.open_connection("127.0.0.1", port)
            halting = await asyncio.open_connection("127.0.0.1", port)
            halting[1].write(b"GET / HTTP/1.1\r\nHost:")
            assert await closed(silent)
            assert await closed(halting)
            assert await still_open(desk)

    asyncio.run(scene())


def test_a_connection_in_constant_use_stays_though_it_is_at_rest_whenever_it_is_looked_at() -> None:
    async def scene() -> None:
        async with looked_after(idle=4.0 * patience(1.0), most=100) as (_, port, _):
            silent = await asyncio.open_connection("127.0.0.1", port)
            used = await asyncio.open_connection("127.0.0.1", port)
            gone = asyncio.create_task(closed(silent))
            while not gone.done():
                await ask(used)
                await asyncio.sleep(0.05)
            await ask(used)

    asyncio.run(scene())


def test_of_too_many_connections_those_idle_longest_go_first() -> None:
    async def scene() -> None:
        async with looked_after(idle=600.0, most=3) as (desk, port, answering):
            first = await asyncio.open_connection("127.0.0.1", port)
            await wait_async(lambda: len(answering.looked_at) == 2)
            later = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
            assert await closed(first)
            assert [await still_open(await at_a_desk(each)) for each in later] == [True, True]
            assert await still_open(desk)

    asyncio.run(scene())
