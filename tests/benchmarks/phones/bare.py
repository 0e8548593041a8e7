"""A server that rules on nothing: ``python -m tests.benchmarks.phones.bare PORT FOLDER``.

It answers with the same bytes as the server of the phones, which lie in the folder, appends each line to a table of
SQLite, and sends the newest lines to all phones of the table: what is left of the work when nothing is known of cards.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import sqlite3
import sys
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

from aiohttp import web

_SHOWN = 15


class Bare:
    """A server that rules on nothing: the lines of each table, and the streams that wait for them."""

    def __init__(self, folder: Path) -> None:
        self.page, self.part = ((folder / name).read_text(encoding="utf-8") for name in ("page.html", "part.html"))
        self.like = json.loads((folder / "event.json").read_text(encoding="utf-8"))
        self.first = max(map(int, re.findall(r'<li value="(\d+)"', self.page)), default=0)
        self.lines = sqlite3.connect(folder / "bare.db", isolation_level=None, check_same_thread=False)
        self.lines.execute("PRAGMA journal_mode=WAL")
        self.lines.execute("CREATE TABLE line (code TEXT, key TEXT UNIQUE, said TEXT)")
        self.streams: defaultdict[str, set[asyncio.Queue[bytes]]] = defaultdict(set)
        self.numbers: defaultdict[str, int] = defaultdict(int)

    async def join(self, request: web.Request) -> web.Response:
        """Let a phone sit at the table of its code."""
        answer = web.Response(status=303, headers={"Location": "/t"})
        answer.set_cookie("seat", str((await request.post())["code"]))
        return answer

    async def table(self, request: web.Request) -> web.Response:
        """Answer with the page or with a preview, each with a new key."""
        html = self.part.replace("KEY", secrets.token_urlsafe(12)) if "X-Part" in request.headers else self.page
        return web.Response(text=html, content_type="text/html")

    async def line(self, request: web.Request) -> web.Response:
        """Append a line, once for each key, and send it to the table's phones."""
        fields, code = await request.post(), request.cookies["seat"]
        row = (code, fields["key"], fields["line"])
        await asyncio.to_thread(self.lines.execute, "INSERT OR IGNORE INTO line VALUES (?, ?, ?)", row)
        [(lines,)] = self.lines.execute("SELECT count(*) FROM line WHERE code = ?", [code])
        number = self.first + lines
        if number > self.numbers[code]:
            self.numbers[code] = number
            for stream in self.streams[code]:
                stream.put_nowait(self.event(number))
        return web.Response(text=self.like["say"], content_type="text/html")

    def event(self, number: int) -> bytes:
        """Return what a table's phones are sent, as long as the one that lies in the folder."""
        text = "x" * (len(self.like["record"]) // _SHOWN)
        newest = range(number, max(0, number - _SHOWN), -1)
        record = "".join(f'<li value="{number}">{text}</li>' for number in newest)
        return f"event: now\ndata: {json.dumps({**self.like, 'record': f'<ol>{record}</ol>'})}\n\n".encode()

    async def events(self, request: web.Request) -> web.StreamResponse:
        """Send a phone the lines of its table."""
        answer = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await answer.prepare(request)
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        self.streams[request.cookies["seat"]].add(queue)
        with suppress(ConnectionError):  # the phone has gone
            while True:
                await answer.write(await queue.get())
        return answer


def main(port: int, folder: Path) -> None:
    """Serve until somebody ends it."""
    bare, app = Bare(folder), web.Application()
    app.add_routes(
        [
            web.post("/j", bare.join),
            web.get("/t", bare.table),
            web.post("/line", bare.line),
            web.get("/events", bare.events),
            web.static("/static", folder / "static"),
        ]
    )
    web.run_app(app, host="127.0.0.1", port=port, print=lambda *_: print("ready", flush=True), access_log=None)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
