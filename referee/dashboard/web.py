"""The same desk in a browser: served on this machine alone, or elsewhere behind a password."""

from __future__ import annotations

import hmac
import ipaddress
import shlex
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from aiohttp import BasicAuth, web
from textual_serve.server import Server

from referee.club.faults import ClubFault

PASSWORD: Final = "REFEREE_PASSWORD"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def on_loopback(host: str) -> bool:
    """Tell whether only this machine can reach a host."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class DeskServer(Server):
    """Serves a desk of its own to every browser; all of them work on one club."""

    def __init__(self, folder: Path, host: str, port: int, password: str) -> None:
        if not password and not on_loopback(host):
            raise ClubFault(f"Whoever reaches {host} could write in the club's file. Set {PASSWORD} first.")
        command = shlex.join([sys.executable, "-m", "referee", "dashboard", "--club", str(folder)])
        super().__init__(command, host=host, port=port, title="referee")
        self.password = password

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self.admit)
        return app

    async def on_startup(self, app: web.Application) -> None:  # noqa: ARG002 (aiohttp calls it so)
        """Say where the desk is."""
        print(f"The desk is at {self.public_url}; Ctrl+C ends it.", flush=True)

    @web.middleware
    async def admit(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let in whoever knows the password; without one, only pages that this machine asked for by its own name."""
        if self.password and not _knows(request, self.password):
            raise web.HTTPUnauthorized(headers={"WWW-Authenticate": 'Basic realm="referee", charset="UTF-8"'})
        # A page of another site, open in the same browser, must not type at the desk.
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != request.host:
            raise web.HTTPForbidden(text="The desk is not open to pages of other sites.")
        if not self.password and not on_loopback(urlsplit(f"//{request.host}").hostname or ""):
            raise web.HTTPForbidden(text="Without a password the desk is open to this machine only.")
        # The page has to lead back to the address by which the browser found it.
        self.public_url = f"{request.scheme}://{request.host}"
        return await handler(request)


def _knows(request: web.Request, password: str) -> bool:
    try:
        given = BasicAuth.decode(request.headers.get("Authorization", ""), encoding="utf-8").password
    except ValueError:
        return False
    return hmac.compare_digest(given.encode(), password.encode())
