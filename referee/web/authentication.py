"""Who may make a request: checked by its host, by the page that it comes from, and by the password.

Without a password only requests to this machine's own name are let in, which stops DNS rebinding. The check of `Origin`
stops pages of other sites.
"""

from __future__ import annotations

import hmac
import ipaddress
import time
from collections import deque
from collections.abc import Callable, Mapping
from math import ceil
from typing import Final

from aiohttp import BasicAuth, web

from referee.club.text.faults import ClubFault
from referee.web.hosts import host_and_port, host_name, on_loopback
from referee.web.origins import refuse_other_origins

PASSWORD: Final = "REFEREE_PASSWORD"
_LONGEST: Final = 60
"""For how many seconds an address is locked out at most."""
_REMEMBERED: Final = 1000
"""How many addresses are remembered."""
MOST_TOGETHER: Final = 30
"""How many wrong guesses of all addresses together are looked at in a minute."""


def password_in(environment: Mapping[str, str]) -> str | None:
    """Return the password that is set, or None without one; one that is no secret is a fault."""
    password = environment.get(PASSWORD)
    if password is None:
        return None
    if not password.strip():
        raise ClubFault(f"{PASSWORD} is blank. Set it to a password, or unset it.")
    try:
        password.encode()
    except UnicodeEncodeError:
        raise ClubFault(f"{PASSWORD} is not valid UTF-8. Use another password.") from None
    return password


class FailedLogins:
    """The failed logins, or wrong codes, of each client address: after each of them it is locked out for longer.

    During that time the right one is refused too, or many guesses at once would find it as fast as ever. The first
    `free` guesses of an address lock nobody out, as people mistype. All addresses together have so many a minute: one
    client may have many.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic, *, free: int = 0) -> None:
        self.now = now
        self.free = free
        self._failed: dict[str, tuple[int, float]] = {}
        self._together: deque[float] = deque(maxlen=MOST_TOGETHER)

    def wait(self, address: str) -> int:
        """Return for how many more seconds an address is locked out."""
        _, until = self._failed.get(_network(address), (0, 0.0))
        if len(self._together) == MOST_TOGETHER:
            until = max(until, self._together[0] + _LONGEST)
        return max(0, ceil(until - self.now()))

    def failed(self, address: str) -> None:
        """Note a failed login and lock the address out for 1, 2, 4, ... seconds, a minute at most."""
        self._together.append(self.now())
        times, _ = self._failed.pop(_network(address), (-self.free, 0.0))
        while len(self._failed) >= _REMEMBERED:  # the oldest goes, so that many addresses cannot fill the memory
            del self._failed[next(iter(self._failed))]
        wait = 0 if times < 0 else min(_LONGEST, 2 ** min(times, _LONGEST))
        self._failed[_network(address)] = times + 1, self.now() + wait

    def succeeded(self, address: str) -> None:
        """Forget the failed logins of an address."""
        self._failed.pop(_network(address), None)


def _network(address: str) -> str:
    """Return the network whose addresses one client may choose among: with IPv6 its /64, else the address itself."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else address


class AccessControl:
    """Lets in whoever knows the password; without one, only requests that name this machine as their host.

    `served` is what people call the pages, such as the desk; it stands in the answers.
    """

    def __init__(self, served: str, password: str | None, failed_logins: FailedLogins | None = None) -> None:
        self.served = served
        self.password = password
        self.failed_logins = failed_logins or FailedLogins()

    def admit(self, request: web.Request) -> str:
        """Return the origin by which the browser knows the server, such as ``http://127.0.0.1:8000``.

        Raises aiohttp's error for the answer (400, 401, 403, 429) where the request is not let in.
        """
        host = host_and_port(request)
        own = f"{request.scheme}://{host}"
        # A page of another site, open in the same browser, must not type at the desk.
        refuse_other_origins(request, own, self.served)
        if self.password is not None:
            self._check_password(request, self.password)
        elif not on_loopback(host_name(host)):
            raise web.HTTPForbidden(text=f"Without a password, the {self.served} is open to this machine only.")
        return own

    def _check_password(self, request: web.Request, password: str) -> None:
        given = request.headers.getall("Authorization", ())
        address = request.remote or ""
        if given:
            if wait := self.failed_logins.wait(address):
                raise web.HTTPTooManyRequests(
                    text=f"Wrong password. Wait {wait} s, then reload the page.",
                    headers={"Retry-After": str(wait)},
                )
            if len(given) == 1 and _matches(given[0], password):
                self.failed_logins.succeeded(address)
                return
            self.failed_logins.failed(address)
        raise web.HTTPUnauthorized(headers={"WWW-Authenticate": 'Basic realm="referee", charset="UTF-8"'})


def _matches(given: str, password: str) -> bool:
    """Tell whether an Authorization header has the password; compared in constant time."""
    try:
        typed = BasicAuth.decode(given, encoding="utf-8").password
    except ValueError:
        return False
    return hmac.compare_digest(typed.encode(), password.encode())
