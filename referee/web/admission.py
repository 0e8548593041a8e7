"""Who is let in: by the name that a browser knows the server by, the page that asks, and the password."""

from __future__ import annotations

import hmac
import ipaddress
import re
import time
from collections.abc import Callable, Mapping
from math import ceil
from typing import Final

from aiohttp import BasicAuth, web

from referee.club.text.faults import ClubFault

PASSWORD: Final = "REFEREE_PASSWORD"
_HOST: Final = re.compile(r"(?P<name>[0-9a-z._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.IGNORECASE)
_LONGEST: Final = 60
_REMEMBERED: Final = 1000


def password_in(environment: Mapping[str, str]) -> str | None:
    """Return the password that is set, or None without one; one that is no secret is a fault."""
    password = environment.get(PASSWORD)
    if password is None:
        return None
    if not password.strip():
        raise ClubFault(f"{PASSWORD} is set, but blank. Set it to a password, or unset it.")
    try:
        password.encode()
    except UnicodeEncodeError:
        raise ClubFault(f"{PASSWORD} is not UTF-8, so that no browser could send it. Choose another.") from None
    return password


def on_loopback(host: str) -> bool:
    """Tell whether only this machine can reach a host."""
    try:
        return host.lower() == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Guesses:
    """Counts the wrong passwords that came from an address: after each of them it is not listened to for longer.

    Until then a right one is refused too, or many guesses at once would find it as fast as ever.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self._wrong: dict[str, tuple[int, float]] = {}

    def wait(self, address: str) -> int:
        """Return for how many more seconds an address is not listened to."""
        _, until = self._wrong.get(_neighbourhood(address), (0, 0.0))
        return max(0, ceil(until - self.now()))

    def wrong(self, address: str) -> None:
        """Take note of a wrong password."""
        times, _ = self._wrong.pop(_neighbourhood(address), (0, 0.0))
        while len(self._wrong) >= _REMEMBERED:  # the oldest is forgotten, so that many addresses cannot fill us up
            del self._wrong[next(iter(self._wrong))]
        wait = min(_LONGEST, 2**times) if times < _LONGEST else _LONGEST
        self._wrong[_neighbourhood(address)] = times + 1, self.now() + wait

    def right(self, address: str) -> None:
        """Take note of the right password."""
        self._wrong.pop(_neighbourhood(address), None)


def _neighbourhood(address: str) -> str:
    """Return the addresses among which one machine may choose its own: with IPv6 they are many."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else address


class Door:
    """Lets in whoever knows the password; without one, only what this machine asked for by its own name."""

    def __init__(self, name: str, password: str | None, guesses: Guesses | None = None) -> None:
        self.name = name
        self.password = password
        self.guesses = guesses or Guesses()

    def address(self, request: web.Request) -> str:
        """Return the address by which the server is known to a browser that may come in, or refuse the request."""
        host = _host(request)
        own = f"{request.scheme}://{host}"
        # A page of another site, open in the same browser, must not type at the desk.
        if any(origin.lower() != own for origin in request.headers.getall("Origin", ())):
            raise web.HTTPForbidden(text=f"The {self.name} is not open to pages of other sites.")
        if self.password is not None:
            self._ask(request, self.password)
        elif not on_loopback(_name(host)):
            raise web.HTTPForbidden(text=f"Without a password the {self.name} is open to this machine only.")
        return own

    def _ask(self, request: web.Request, password: str) -> None:
        given = request.headers.getall("Authorization", ())
        address = request.remote or ""
        if given:
            if wait := self.guesses.wait(address):
                raise web.HTTPTooManyRequests(
                    text=f"The password was wrong. Wait {wait} s, then load the page again.",
                    headers={"Retry-After": str(wait)},
                )
            if len(given) == 1 and _is(given[0], password):
                self.guesses.right(address)
                return
            self.guesses.wrong(address)
        raise web.HTTPUnauthorized(headers={"WWW-Authenticate": 'Basic realm="referee", charset="UTF-8"'})


def _host(request: web.Request) -> str:
    """Return the host and port that a browser asked for; whatever is not one is refused, as it goes into the page."""
    hosts = request.headers.getall("Host", ())
    if len(hosts) != 1 or not _HOST.fullmatch(hosts[0]):
        raise web.HTTPBadRequest(text="The request does not name one host.")
    return hosts[0].lower()


def _name(host: str) -> str:
    match = _HOST.fullmatch(host)
    return match["name"].strip("[]") if match else ""


def _is(given: str, password: str) -> bool:
    try:
        typed = BasicAuth.decode(given, encoding="utf-8").password
    except ValueError:
        return False
    return hmac.compare_digest(typed.encode(), password.encode())
