"""Connections that ask for nothing are closed, and those on which something is answered are not."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from referee.web.idle import send_idle_away

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def looked_after(patience: float, most: int) -> AsyncIterator[int]:
    """Serve one page that is never done with, like a desk, and give the port."""
    answering: set[RequestHandler] = set()

    async def desk(request: web.Request) -> web.StreamResponse:
        answering.add(request.protocol)
        response = web.StreamResponse()
        await response.prepare(request)
        await response.write(b"open")
        await asyncio.Event().wait()
        return response

    app = web.Application()
    app.router.add_get("/", desk)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    assert runner.server is not None
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    looking = asyncio.create_task(send_idle_away(runner.server, answering, patience=patience, most=most))
    try:
        yield runner.addresses[0][1]
    finally:
        looking.cancel()
        await runner.cleanup()


async def at_a_desk(port: int) -> Ends:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    await reader.readuntil(b"open\r\n")
    return reader, writer


async def closed(connection: Ends) -> bool:
    """Wait until the other side closes a connection, for some time."""
    with suppress(TimeoutError, ConnectionError):
        return await asyncio.wait_for(connection[0].read(1000), 20) == b""
    return False


async def still_open(connection: Ends) -> bool:
    with suppress(TimeoutError):
        await asyncio.wait_for(connection[0].read(1000), 0.3)
        return False
    return True


def test_who_asks_for_nothing_is_sent_away_and_a_desk_stays() -> None:
    async def scene() -> None:
        async with looked_after(patience=0.4, most=100) as port:
            desk = await at_a_desk(port)
            silent = await asyncio.open_connection("127.0.0.1", port)
            halting = await asyncio.open_connection("127.0.0.1", port)
            halting[1].write(b"GET / HTTP/1.1\r\nHost:")
            assert await closed(silent)
            assert await closed(halting)
            assert await still_open(desk)

    asyncio.run(scene())


def test_of_too_many_connections_those_idle_longest_go_first() -> None:
    async def scene() -> None:
        async with looked_after(patience=600.0, most=3) as port:
            desk = await at_a_desk(port)
            first = await asyncio.open_connection("127.0.0.1", port)
            await asyncio.sleep(1.2)
            later = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
            assert await closed(first)
            assert [await still_open(each) for each in (desk, *later)] == [True, True, True]

    asyncio.run(scene())
