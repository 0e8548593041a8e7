"""Close idle connections after a while, so that other browsers can connect."""

from __future__ import annotations

import asyncio
from collections.abc import Container
from typing import Final

from aiohttp.web import Server
from aiohttp.web_protocol import RequestHandler

PATIENCE: Final = 30.0
"""For how many seconds a connection may be idle."""

CONNECTIONS: Final = 200
"""How many connections may be open: each is an open file."""


async def close_idle_connections(
    server: Server,
    answering: Container[RequestHandler],
    *,
    patience: float = PATIENCE,
    most: int = CONNECTIONS,
) -> None:
    """Close connections that wait for a request, until cancelled: after some seconds, and the longest idle of too many.

    A desk is a request that is being answered for as long as it is open.
    """
    since: dict[RequestHandler, float] = {}
    clock = asyncio.get_running_loop().time
    while True:
        open_now = server.connections
        since = {each: since.get(each, clock()) for each in open_now if each not in answering}
        longest_first = sorted(since, key=lambda each: since[each])
        for at, each in enumerate(longest_first):
            if at < len(open_now) - most or clock() - since[each] >= patience:
                each.force_close()
        await asyncio.sleep(min(1.0, patience / 4))
