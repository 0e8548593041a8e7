"""Connections that nobody asks anything on: they are closed after a while, so that others can be had."""

from __future__ import annotations

import asyncio
from collections.abc import Container
from typing import Final

from aiohttp.web import Server
from aiohttp.web_protocol import RequestHandler

# How many seconds a browser may have to ask for something, and how many may have a connection: each is an open file.
PATIENCE: Final = 30.0
CONNECTIONS: Final = 200


async def send_idle_away(
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
