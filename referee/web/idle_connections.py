"""Close idle connections, so that other browsers can connect."""

from __future__ import annotations

import asyncio
from collections.abc import Container
from typing import Final

from aiohttp.web import Application, Request, Server, StreamResponse
from aiohttp.web_protocol import RequestHandler

AnswerTimes = dict[RequestHandler, float]
"""The event loop's time of the last response on each connection."""

PATIENCE: Final = 30.0
"""The longest idle time of a connection, in seconds."""

CONNECTIONS: Final = 200
"""The largest number of open connections, as each is an open file."""


def record_answer_times(app: Application) -> AnswerTimes:
    """Return a mapping that will record the time of the last response on each connection."""
    answer_times: AnswerTimes = {}

    async def note(request: Request, _: StreamResponse) -> None:
        answer_times[request.protocol] = asyncio.get_running_loop().time()

    app.on_response_prepare.append(note)
    return answer_times


async def close_idle_connections(
    server: Server,
    answering: Container[RequestHandler],
    answer_times: AnswerTimes,
    *,
    patience: float = PATIENCE,
    max_connections: int = CONNECTIONS,
) -> None:
    """Close connections idle for `patience` seconds, and the longest idle beyond `max_connections`, until cancelled.

    A desk in a browser is one request in progress all the time, and so is never idle.
    """
    idle_since: dict[RequestHandler, float] = {}
    clock = asyncio.get_running_loop().time
    while True:
        open_now = server.connections
        for closed_handler in answer_times.keys() - set(open_now):
            del answer_times[closed_handler]
        idle_handlers = [request_handler for request_handler in open_now if request_handler not in answering]
        idle_since = {
            handler: max(idle_since.get(handler, clock()), answer_times.get(handler, 0.0)) for handler in idle_handlers
        }
        longest_first = sorted(idle_since, key=lambda request_handler: idle_since[request_handler])
        for index, connection in enumerate(longest_first):
            if index < len(open_now) - max_connections or clock() - idle_since[connection] >= patience:
                connection.force_close()
        await asyncio.sleep(min(1.0, patience / 4))
