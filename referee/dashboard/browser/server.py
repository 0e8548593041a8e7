"""The web server of the desk or the board. Access from other machines needs a password."""

from __future__ import annotations

import asyncio
import ssl
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from aiohttp import WSCloseCode, web
from aiohttp.web_protocol import RequestHandler
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from referee.cards.immutable import frozen
from referee.club.folder import Club
from referee.club.text.faults import ClubFault
from referee.dashboard.browser.desk_process import CloseCode, run_desk
from referee.dashboard.browser.limits import DESKS
from referee.store.plain_rows import Session, select_rows
from referee.web.answers import page
from referee.web.authentication import PASSWORD
from referee.web.error_log import log_faults_without_content
from referee.web.forms import ARRIVING, LONGEST_BODY, fields
from referee.web.headers import security_headers
from referee.web.hosts import host_in_url, is_loopback, reachable_address
from referee.web.limits import GRACE, LONGEST_MESSAGE
from referee.web.logins import Logins, style
from referee.web.origins import local_origin
from referee.web.running import run

_PAGE: Final = Path(__file__).parent / "page"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@frozen
class WebProgram:
    """A program served to browsers: its command, its name, and what an intruder could do with it."""

    command: str
    name: str
    risk: str


DESK: Final = WebProgram("desk", "desk", "change the club's file")
BOARD: Final = WebProgram("board", "board", "read the members' names")


_LOG_IN, _LOG_OUT, _STYLE = "/login", "/logout", "/login.css"
_WATCH_INTERVAL: Final = 1.0
"""The seconds between two checks for closed sessions and expired logins."""


class DeskServer:
    """A web server that starts a desk or board of the same club for every browser."""

    def __init__(
        self,
        club: Club,
        host: str,
        port: int,
        password: str | None = None,
        program: WebProgram = DESK,
        options: Sequence[str] = (),
        *,
        desks: int = DESKS,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        if password is None and not is_loopback(host):
            raise ClubFault(f"Anybody who can reach {host} could {program.risk}. Set {PASSWORD} first.")
        self.command = [sys.executable, "-m", "referee", program.command, *options, "--club", club.address]
        self.host, self.port = host, port
        self.address = f"{'https' if tls else 'http'}://{host_in_url(host)}:{port}"
        self.club = club
        self.program = program
        self.logins = None if password is None else Logins(program.name, f"{program.name}-{port}", password)
        self.desks = desks
        self.tls = tls
        self.open_desks: dict[asyncio.Task[object], _OpenDesk] = {}
        self.active_handlers: set[RequestHandler] = set()

    def serve(self) -> None:
        """Serve until the process is interrupted."""
        log_faults_without_content()
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        def ready() -> None:
            address = reachable_address(self.address, self.host)
            print(f"The {self.program.name} is at {address}. Press Ctrl+C to stop it.", flush=True)

        app = self._make_app()
        watch_task = asyncio.create_task(self._watch(self.logins, self._load_sessions())) if self.logins else None
        try:
            await run(app, self.host, self.port, answering=self.active_handlers, ready=ready, tls=self.tls)
        finally:
            if watch_task:
                watch_task.cancel()

    def _make_app(self) -> web.Application:
        app = web.Application(client_max_size=LONGEST_BODY, middlewares=[self.admit])
        app[ARRIVING] = Counter()
        app.add_routes(
            [
                web.get("/", self.handle_index),
                web.get("/ws", self.handle_websocket),
                web.static("/static", _PAGE / "static"),
            ]
        )
        if self.logins:
            pages = [web.post(_LOG_IN, self.logins.log_in), web.get(_STYLE, style), web.post(_LOG_OUT, self.log_out)]
            app.add_routes(pages)
        app.on_shutdown.append(self.on_shutdown)
        app.on_response_prepare.append(_add_headers)
        return app

    async def on_shutdown(self, app: web.Application) -> None:  # noqa: ARG002 (aiohttp calls it so)
        """Cancel the open desks, so that the server does not wait for their browsers."""
        for task in self.open_desks:
            task.cancel()

    @web.middleware
    async def admit(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Handle a request from this server's own pages. Require a login if the server has a password."""
        self.active_handlers.add(request.protocol)
        try:
            is_public = self.logins is not None
            request["address"] = local_origin(request, self.program.name, everywhere=is_public)
            if self.logins and request.path not in (_LOG_IN, _STYLE) and not self.logins.login_of(request):
                if request.path != "/":
                    raise web.HTTPUnauthorized(text="Log in first.")
                return self.logins.login_page(request)
            return await handler(request)
        finally:
            self.active_handlers.discard(request.protocol)

    async def handle_index(self, request: web.Request) -> web.Response:  # noqa: ARG002 (aiohttp hands it over)
        """Return the page for a desk, or status 503 while all connections are in use."""
        self._refuse_if_full()
        can_log_out = self.logins is not None and self.program is DESK
        return page(_template().render(served=self.program.name, log_out=can_log_out, codes=CloseCode))

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Run a desk until its browser leaves or logs out, or the server stops."""
        self._refuse_if_full()
        task = asyncio.current_task()
        assert task is not None
        websocket = web.WebSocketResponse(heartbeat=15, timeout=GRACE / 2, max_msg_size=LONGEST_MESSAGE)
        self.open_desks[task] = _OpenDesk(self.logins.login_of(request) if self.logins else "", websocket)
        try:
            await websocket.prepare(request)
            window = _parse_number(request.query.get("width"), 80), _parse_number(request.query.get("height"), 24)
            if close_code := await run_desk(self.command, window, websocket):
                await websocket.close(code=close_code)
        except asyncio.CancelledError:
            if websocket.prepared:
                await websocket.close(code=WSCloseCode.GOING_AWAY)
        finally:
            self.open_desks.pop(task, None)
        return websocket

    async def log_out(self, request: web.Request) -> web.Response:
        """End the browser's desks, log the browser out, and return the response."""
        assert self.logins is not None
        await fields(request)
        login = self.logins.login_of(request)
        answer = self.logins.log_out(request)
        await self._end([login])
        return answer

    async def _end(self, logins: Collection[str]) -> None:
        """Close the desks of these logins after they finish saving."""
        closing_desks = [(task, desk.websocket) for task, desk in self.open_desks.items() if desk.login in logins]
        closing = [
            websocket.close(code=CloseCode.LOGGED_OUT) for task, websocket in closing_desks if websocket.prepared
        ]
        for task, websocket in closing_desks:
            if not websocket.prepared:
                task.cancel()
        await asyncio.gather(*closing)
        if closing_desks:
            await asyncio.wait([task for task, _ in closing_desks])

    async def _watch(self, logins: Logins, initial_sessions: Sequence[Session]) -> None:
        """Log everyone out when a session closes, and each login when it expires."""
        open_ids = frozenset(session.id for session in initial_sessions if session.status == "open")
        last_revision: tuple[int, ...] = ()
        while True:
            ended_logins, reason = logins.expired_logins(), "You have been logged out, as you logged in hours ago."
            with suppress(ClubFault):  # a file may be restored at this moment, or a server be away
                revision = await asyncio.to_thread(self.club.revision)
                if revision != last_revision and self.program is DESK:
                    sessions = await asyncio.to_thread(self._load_sessions)
                    last_revision = revision
                    if closed_sessions := [
                        session for session in sessions if session.id in open_ids and session.status == "closed"
                    ]:
                        ended_logins = logins.all_logins()
                        reason = (
                            f"The session of {closed_sessions[0].held_on} has closed, so everybody has been logged out."
                        )
                    open_ids = frozenset(session.id for session in sessions if session.status == "open")
            if ended_logins:
                logins.end_logins(ended_logins, reason)
                await self._end(ended_logins)
            await asyncio.sleep(_WATCH_INTERVAL)

    def _load_sessions(self) -> list[Session]:
        with self.club.reading() as tx:
            return select_rows(tx, Session, "WHERE opened_at IS NOT NULL ORDER BY held_on")

    def _refuse_if_full(self) -> None:
        if len(self.open_desks) >= self.desks:
            text = f"All {self.desks} connections to the {self.program.name} are in use. Close one, then reload."
            raise web.HTTPServiceUnavailable(text=text, headers={"Retry-After": "15"})


class _OpenDesk(NamedTuple):
    """An open desk: the login that started it, and its connection."""

    login: str
    websocket: web.WebSocketResponse


@cache
def _template() -> Template:
    return Environment(loader=FileSystemLoader(_PAGE), autoescape=True, undefined=StrictUndefined).get_template(
        "index.html"
    )


def _parse_number(text: str | None, default: int) -> int:
    """Return the number in a query parameter, or the default if it has none."""
    try:
        return int(text or "")
    except ValueError:
        return default


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    for name, value in security_headers(request.get("address", "")).items():
        response.headers.setdefault(name, value)
    # After an update of the program a browser asks for the files anew.
    response.headers.setdefault("Cache-Control", "no-cache")
