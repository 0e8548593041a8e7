"""The password of a web server, and limits on guessing it."""

from __future__ import annotations

import ipaddress
import time
from collections import deque
from collections.abc import Callable, Mapping
from math import ceil
from typing import Final

from referee.club.text.faults import ClubFault

PASSWORD: Final = "REFEREE_PASSWORD"
_MAX_LOCKOUT_SECONDS: Final = 60
"""The longest lockout of an address, in seconds."""
_MAX_ADDRESSES: Final = 1000
"""The largest number of addresses to remember."""
MOST_TOGETHER: Final = 30
"""The number of failures of all addresses together in a minute."""


def read_password(environment: Mapping[str, str]) -> str | None:
    """Return the password from the environment, or None if it is not set.

    Raise `ClubFault` for one that is blank or not valid UTF-8.
    """
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
    """The failed logins or wrong codes of each client address. Each failure locks it out for longer.

    A locked-out address is refused even with the right password. Otherwise many parallel guesses would be as fast as
    ever. The first `free_failures` of an address lock nobody out, as people mistype. `max_together` limits the failures
    of all addresses in a minute, as one client may have many addresses. It is None for no such limit.
    """

    def __init__(
        self, now: Callable[[], float] = time.monotonic, *, free: int = 0, together: int | None = MOST_TOGETHER
    ) -> None:
        self.now = now
        self.free_failures = free
        self.max_together = together
        self._failed: dict[str, tuple[int, float]] = {}
        self._together: deque[float] = deque(maxlen=together or 0)

    def lockout_seconds(self, address: str) -> int:
        """Return the number of seconds for which an address is still locked out."""
        _, until = self._failed.get(client_network(address), (0, 0.0))
        if self.max_together and len(self._together) == self.max_together:
            until = max(until, self._together[0] + _MAX_LOCKOUT_SECONDS)
        return max(0, ceil(until - self.now()))

    def failure_count(self, address: str) -> int:
        """Return the number of an address's failures since its last success."""
        times, _ = self._failed.get(client_network(address), (-self.free_failures, 0.0))
        return times + self.free_failures

    def record_failure(self, address: str) -> None:
        """Count a failed login. Lock the address out for 1, 2, 4 and more seconds, at most a minute."""
        self._together.append(self.now())
        times, _ = self._failed.pop(client_network(address), (-self.free_failures, 0.0))
        while len(self._failed) >= _MAX_ADDRESSES:  # drop the oldest, so that many addresses cannot fill the memory
            del self._failed[next(iter(self._failed))]
        seconds = 0 if times < 0 else min(_MAX_LOCKOUT_SECONDS, 2 ** min(times, _MAX_LOCKOUT_SECONDS))
        self._failed[client_network(address)] = times + 1, self.now() + seconds

    def record_success(self, address: str) -> None:
        """Forget the failed logins of an address."""
        self._failed.pop(client_network(address), None)


def client_network(address: str) -> str:
    """Return the network from which one client may have many addresses: the /64 for IPv6, else the address."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(ipaddress.ip_network((parsed, 64), strict=False)) if parsed.version == 6 else address
