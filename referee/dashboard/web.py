"""The same desk, or the board, in a browser: served on this machine alone, or elsewhere behind a password."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import shlex
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from aiohttp import BasicAuth, web
from textual_serve.server import Server

from referee.club.faults import ClubFault

PASSWORD: Final = "REFEREE_PASSWORD"
# The page around the desk: unlike textual-serve's own it asks nothing of other sites, and takes keys without a click.
_PAGE: Final = Path(__file__).parent / "page"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class Served:
    """What comes to a browser: its command, what people call it, and what a stranger could do with it."""

    command: str
    name: str
    risk: str


DESK: Final = Served("dashboard", "desk", "write in the club's file")
BOARD: Final = Served("board", "board", "read the members' names")


def on_loopback(host: str) -> bool:
    """Tell whether only this machine can reach a host."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class DeskServer(Server):
    """Serves a desk or a board of its own to every browser; all of them work on one club."""

    def __init__(
        self, folder: Path, host: str, port: int, password: str, served: Served = DESK, options: Sequence[str] = ()
    ) -> None:
        if not password and not on_loopback(host):
            raise ClubFault(f"Whoever reaches {host} could {served.risk}. Set {PASSWORD} first.")
        command = shlex.join([sys.executable, "-m", "referee", served.command, *options, "--club", str(folder)])
        super().__init__(command, host=host, port=port, title="referee", templates_path=_PAGE)
        self.password = password
        self.served = served
        self.open: set[asyncio.Task[object]] = set()

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self.admit)
        return app

    async def on_startup(self, app: web.Application) -> None:  # noqa: ARG002 (aiohttp calls it so)
        """Say where it is."""
        print(f"The {self.served.name} is at {self.public_url}; Ctrl+C ends it.", flush=True)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one desk until its browser goes away, or until the server ends."""
        serving = asyncio.current_task()
        assert serving is not None
        self.open.add(serving)
        try:
            return await super().handle_websocket(request)
        finally:
            self.open.discard(serving)

    async def on_shutdown(self, app: web.Application) -> None:  # noqa: ARG002 (aiohttp calls it so)
        """Close the desks that are open; the server would wait for their browsers otherwise."""
        for serving in self.open:
            serving.cancel()

    @web.middleware
    async def admit(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let in whoever knows the password; without one, only pages that this machine asked for by its own name."""
        if self.password and not _knows(request, self.password):
            raise web.HTTPUnauthorized(headers={"WWW-Authenticate": 'Basic realm="referee", charset="UTF-8"'})
        # A page of another site, open in the same browser, must not type at the desk.
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != request.host:
            raise web.HTTPForbidden(text=f"The {self.served.name} is not open to pages of other sites.")
        if not self.password and not on_loopback(urlsplit(f"//{request.host}").hostname or ""):
            raise web.HTTPForbidden(text=f"Without a password the {self.served.name} is open to this machine only.")
        # The page has to lead back to the address by which the browser found it.
        self.public_url = f"{request.scheme}://{request.host}"
        return await handler(request)


def _knows(request: web.Request, password: str) -> bool:
    try:
        given = BasicAuth.decode(request.headers.get("Authorization", ""), encoding="utf-8").password
    except ValueError:
        return False
    return hmac.compare_digest(given.encode(), password.encode())
