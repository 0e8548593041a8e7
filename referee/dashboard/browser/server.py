"""The web server of the desk or the board: on this machine alone, or behind a password on others."""

from __future__ import annotations

import asyncio
import ssl
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import aiohttp_jinja2
from aiohttp import web
from aiohttp.web_protocol import RequestHandler
from textual_serve.server import Server, to_int

from referee.club.text.faults import ClubFault
from referee.dashboard.browser.desk_process import BrowserDesk, command
from referee.dashboard.browser.limits import DESKS
from referee.web.authentication import PASSWORD, AccessControl
from referee.web.error_log import log_faults_without_content
from referee.web.headers import security_headers
from referee.web.hosts import in_url, on_loopback, reached_at
from referee.web.limits import GRACE, LONGEST_MESSAGE
from referee.web.running import run

# The page around the desk: unlike textual-serve's own it asks nothing of other sites, and takes keys without a click.
_PAGE: Final = Path(__file__).parent / "page"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class Served:
    """What comes to a browser: its command, what people call it, and what a stranger could do with it."""

    command: str
    name: str
    risk: str


DESK: Final = Served("desk", "desk", "change the club's file")
BOARD: Final = Served("board", "board", "read the members' names")


class DeskServer(Server):
    """Serves a desk or a board of its own to every browser; all of them work on one club."""

    def __init__(
        self,
        folder: Path,
        host: str,
        port: int,
        password: str | None = None,
        served: Served = DESK,
        options: Sequence[str] = (),
        *,
        desks: int = DESKS,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        if password is None and not on_loopback(host):
            raise ClubFault(f"Anybody who can reach {host} could {served.risk}. Set {PASSWORD} first.")
        words = [sys.executable, "-m", "referee", served.command, *options, "--club", str(folder)]
        address = f"{'https' if tls else 'http'}://{in_url(host)}:{port}"
        super().__init__(
            command(words), host=host, port=port, title="referee", public_url=address, templates_path=_PAGE
        )
        self.served = served
        self.access = AccessControl(served.name, password)
        self.desks = desks
        self.tls = tls
        self.open: set[asyncio.Task[object]] = set()
        self.answering: set[RequestHandler] = set()

    def serve(self, debug: bool = False) -> None:
        """Serve until somebody ends it."""
        log_faults_without_content()
        asyncio.run(self._serve(), debug=debug)

    async def _serve(self) -> None:
        def ready() -> None:
            at = reached_at(self.public_url, self.host)
            print(f"The {self.served.name} is at {at}. Press Ctrl+C to stop it.", flush=True)

        app = await self._make_app()
        await run(app, self.host, self.port, answering=self.answering, ready=ready, tls=self.tls)

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        aiohttp_jinja2.get_env(app).globals["served"] = self.served.name
        app.middlewares.append(self.admit)
        app.on_response_prepare.append(_protect)
        return app

    async def on_startup(self, app: web.Application) -> None:
        """Say nothing yet: it is not known whether the address can be had."""

    async def on_shutdown(self, app: web.Application) -> None:  # noqa: ARG002 (aiohttp calls it so)
        """Close the desks that are open; the server would wait for their browsers otherwise."""
        for serving in self.open:
            serving.cancel()

    @web.middleware
    async def admit(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let in only requests that access control admits."""
        # The page has to lead back to the address by which the browser found it.
        self.answering.add(request.protocol)
        try:
            self.public_url = request["address"] = self.access.admit(request)
            return await handler(request)
        finally:
            self.answering.discard(request.protocol)

    async def handle_index(self, request: web.Request) -> web.Response:
        """Give out the page, while there is a desk to put in it."""
        self._refuse_if_full()
        page: web.Response = await super().handle_index(request)  # type: ignore[assignment]
        return page

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one desk until its browser goes away, or until the server ends."""
        self._refuse_if_full()
        serving = asyncio.current_task()
        assert serving is not None
        self.open.add(serving)
        websocket = web.WebSocketResponse(heartbeat=15, timeout=GRACE / 2, max_msg_size=LONGEST_MESSAGE)
        try:
            await websocket.prepare(request)
            desk = BrowserDesk(
                self.command,
                write_bytes=websocket.send_bytes,
                write_str=websocket.send_str,
                close=websocket.close,  # type: ignore[arg-type]  # whether it was open is of no interest
                download_manager=self.download_manager,
            )
            try:
                await desk.start(
                    to_int(request.query.get("width", ""), 80), to_int(request.query.get("height", ""), 24)
                )
                await desk.listen(websocket)
            finally:
                await desk.stop()
        except asyncio.CancelledError:
            await websocket.close()
        finally:
            self.open.discard(serving)
        return websocket

    def _refuse_if_full(self) -> None:
        if len(self.open) >= self.desks:
            told = f"All {self.desks} connections to the {self.served.name} are in use. Close one, then reload."
            raise web.HTTPServiceUnavailable(text=told, headers={"Retry-After": "15"})


async def _protect(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(security_headers(request.get("address", "")))
