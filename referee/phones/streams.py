"""Event streams that send changed parts of a page to each phone, and regular heartbeats."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from aiohttp import web

from referee.phones.limits import STREAMS
from referee.phones.state import Phones

BEAT: Final = 5.0
"""The seconds between two heartbeats of a stream."""
Parts = Callable[[], Mapping[str, str]]
Dependencies = Callable[[], tuple[object, ...] | None]


class Streams:
    """The open streams, limited in total and for each client. A new one replaces the client's oldest."""

    def __init__(self, in_all: int) -> None:
        self.max_total = in_all
        self._open: dict[str, list[web.StreamResponse]] = {}

    def begin(self, client: str, stream: web.StreamResponse, most: int = STREAMS) -> None:
        """Register a stream. Raise aiohttp's exception with status 503 if too many are open in total."""
        client_streams = self._open.setdefault(client, [])
        while len(client_streams) >= most:
            client_streams.pop(0)
        if sum(map(len, self._open.values())) >= self.max_total:
            raise web.HTTPServiceUnavailable(
                text="Too many pages are open. Reload this one in a minute.", headers={"Retry-After": "60"}
            )
        client_streams.append(stream)

    def is_registered(self, client: str, stream: web.StreamResponse) -> bool:
        """Return whether a stream is still registered."""
        return stream in self._open.get(client, ())

    def end(self, client: str, stream: web.StreamResponse) -> None:
        """Remove a stream."""
        client_streams = self._open.get(client, [])
        if stream in client_streams:
            client_streams.remove(stream)
        if not client_streams:
            self._open.pop(client, None)


async def stream(
    request: web.Request,
    phones: Phones,
    streams: Streams,
    client: str,
    drawn_from: Dependencies,
    parts: Parts,
    most: int = STREAMS,
) -> web.StreamResponse:
    """Send the parts of a page whenever the value of `drawn_from` changes.

    A value of None means that the reader has lost access, which ends the stream with a notice.
    """
    answer = web.StreamResponse(
        headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    )
    streams.begin(client, answer, most)
    sent_parts: dict[str, str] = {}
    drawn_parts: tuple[object, ...] = ()
    try:
        await answer.prepare(request)
        version = -1
        while not phones.end_event.is_set() and streams.is_registered(client, answer):
            if phones.evening.version != version:
                version = phones.evening.version
                previous_value, new_parts = drawn_parts, drawn_from()
                if new_parts is None:
                    await answer.write(b"event: gone\ndata: \n\n")
                    break
                drawn_parts = new_parts
                current_parts = parts() if drawn_parts != previous_value else {}
                if changed_parts := {
                    name: html for name, html in current_parts.items() if sent_parts.get(name) != html
                }:
                    await answer.write(
                        f"event: now\ndata: {json.dumps(changed_parts, ensure_ascii=False)}\n\n".encode()
                    )
                    sent_parts |= changed_parts
            if not await phones.wait_for_snapshot(version, BEAT):
                await answer.write(b"event: beat\ndata: \n\n")
        if not streams.is_registered(client, answer):  # a page opened later took its place; this one must not reconnect
            await answer.write(b"event: enough\ndata: \n\n")
    finally:
        streams.end(client, answer)
    with suppress(ConnectionError):
        await answer.write_eof()
    return answer
