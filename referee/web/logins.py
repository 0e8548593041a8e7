"""Password logins of officers: the login page, and the cookie that identifies a browser."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable, Collection
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from aiohttp import web

from referee.web.answers import page, see_other
from referee.web.authentication import FailedLogins
from referee.web.forms import fields
from referee.web.headers import headers_of_own_pages
from referee.web.templates import TEMPLATES

if TYPE_CHECKING:
    from jinja2 import Template

_LOGIN_SECONDS: Final = 12 * 3600.0
_MAX_LOGGED_OUT: Final = 200
"""The number of logged-out browsers for which the reason is kept."""


class Logins:
    """The logged-in browsers of a server. Only a hash of each cookie's token is stored.

    `served` is the server's name for the login page. Its pages are below `home_path`. Browsers send cookies to every
    port of a machine, so each server needs its own `cookie`.
    """

    def __init__(
        self, served: str, cookie: str, password: str, home: str = "/", now: Callable[[], float] = time.monotonic
    ) -> None:
        self.served, self.cookie, self.password, self.home_path, self.now = served, cookie, password, home, now
        self.failed = FailedLogins(now)
        self._until: dict[str, float] = {}
        self._why: dict[str, str] = {}

    def login_of(self, request: web.Request) -> str:
        """Return the id of the requesting browser if it is logged in, or ""."""
        session_hash = _hash(request.cookies.get(self.cookie, ""))
        return session_hash if self._until.get(session_hash, 0.0) > self.now() else ""

    def login_page(self, request: web.Request, text: str = "", status: int = 200) -> web.Response:
        """Return the login page, with the reason if the browser was logged out."""
        text = text or self._why.get(_hash(request.cookies.get(self.cookie, "")), "")
        answer = page(_template().render(served=self.served, at=f"{self.home_path.rstrip('/')}/", told=text), status)
        answer.headers.update({**headers_of_own_pages(), "Cache-Control": "no-store"})
        return answer

    async def log_in(self, request: web.Request) -> web.Response:
        """Log the browser in if the password is right, or return the login page with an error."""
        form = await fields(request, "password")
        address = request.remote or ""
        if seconds := self.failed.lockout_seconds(address):
            answer = self.login_page(request, f"Wrong password. Wait {seconds} s, then try again.", 429)
            answer.headers["Retry-After"] = str(seconds)
            return answer
        if not hmac.compare_digest(form["password"].encode(), self.password.encode()):
            self.failed.record_failure(address)
            return self.login_page(request, "Wrong password.", 403)
        self.failed.record_success(address)
        self.end_logins(self.expired_logins(), "")
        token = secrets.token_urlsafe(32)
        self._until[_hash(token)] = self.now() + _LOGIN_SECONDS
        answer = see_other(self.home_path)
        answer.set_cookie(self.cookie, token, httponly=True, samesite="Strict", path="/", secure=request.secure)
        return answer

    def log_out(self, request: web.Request) -> web.Response:
        """Log the requesting browser out."""
        self.end_logins([self.login_of(request)], "")
        answer = see_other(self.home_path)
        answer.del_cookie(self.cookie, path="/")
        return answer

    def all_logins(self) -> list[str]:
        """Return the ids of all browsers that logged in, including expired logins."""
        return [*self._until]

    def expired_logins(self) -> list[str]:
        """Return the ids of browsers with an expired login."""
        return [login for login, until in self._until.items() if until <= self.now()]

    def end_logins(self, logins: Collection[str], reason: str) -> None:
        """Log browsers out. Each sees the reason on its next request."""
        for login in logins:
            if self._until.pop(login, None) is not None and reason:
                self._why[login] = reason
        while len(self._why) > _MAX_LOGGED_OUT:
            del self._why[next(iter(self._why))]


def _hash(token: str) -> str:
    return sha256(token.encode(errors="replace")).hexdigest()


async def style(_request: web.Request) -> web.Response:
    """Return the stylesheet of the login page."""
    return web.Response(body=(TEMPLATES / "login.css").read_bytes(), content_type="text/css", charset="utf-8")


@cache
def _template() -> Template:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined)
    return environment.get_template("login.html")
