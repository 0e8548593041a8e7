"""Close idle connections, so that other browsers can connect."""

from __future__ import annotations

import asyncio
from collections.abc import Container
from typing import Final

from aiohttp.web import Application, Request, Server, StreamResponse
from aiohttp.web_protocol import RequestHandler

Answered = dict[RequestHandler, float]
"""The event loop's time of the last response on each connection."""

PATIENCE: Final = 30.0
"""The longest idle time of a connection, in seconds."""

CONNECTIONS: Final = 200
"""The largest number of open connections, as each is an open file."""


def noting_answers(app: Application) -> Answered:
    """Return a mapping that will record the time of the last response on each connection."""
    answered: Answered = {}

    async def note(request: Request, _: StreamResponse) -> None:
        answered[request.protocol] = asyncio.get_running_loop().time()

    app.on_response_prepare.append(note)
    return answered


async def close_idle_connections(
    server: Server,
    answering: Container[RequestHandler],
    answered: Answered,
    *,
    patience: float = PATIENCE,
    most: int = CONNECTIONS,
) -> None:
    """Close connections idle for `patience` seconds, and the longest idle beyond `most`, until cancelled.

    A desk in a browser is one request in progress all the time, and so is never idle.
    """
    since: dict[RequestHandler, float] = {}
    clock = asyncio.get_running_loop().time
    while True:
        open_now = server.connections
        for closed in answered.keys() - set(open_now):
            del answered[closed]
        waits = [request_handler for request_handler in open_now if request_handler not in answering]
        since = {wait: max(since.get(wait, clock()), answered.get(wait, 0.0)) for wait in waits}
        longest_first = sorted(since, key=lambda request_handler: since[request_handler])
        for index, connection in enumerate(longest_first):
            if index < len(open_now) - most or clock() - since[connection] >= patience:
                connection.force_close()
        await asyncio.sleep(min(1.0, patience / 4))
