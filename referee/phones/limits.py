"""Access limits: hosts, origins, the phone that a cookie stands for, and how often one phone may ask."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Final

from aiohttp import web

COOKIE: Final = "seat"
WRITES: Final = 30, 60.0
"""How often a phone may write, and in how many seconds."""
JOINS: Final = 120, 60.0
"""How often phones of one address may be paired, as all phones of a club may share an address."""
LOOKS: Final = 60, 10.0
"""How often a phone may ask for a page or a ruling."""
STREAMS: Final = 2
"""The most streams of a phone."""
STREAMS_OF_AN_ADDRESS: Final = 50
"""The most streams of an address for unpaired phones, as all phones of a club may share an address."""
ALL_STREAMS: Final = 200
"""The most streams of officers and paired phones in all."""
ALL_STREAMS_OF_STRANGERS: Final = 100
"""The most streams of unpaired phones in all. They do not count towards those of paired phones."""
_REMEMBERED: Final = 2000


class Rates:
    """A rate limit: how often each client did something lately."""

    def __init__(self, most: int, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self.most, self.seconds, self.now = most, seconds, now
        self._done: dict[str, deque[float]] = {}

    def refuse(self, who: str) -> None:
        """Count one more request of a client. Raises aiohttp's error for the answer (429) if these are too many."""
        done = self._done.pop(who, None) or deque(maxlen=self.most)
        self._done[who] = done
        while len(self._done) > _REMEMBERED:
            del self._done[next(iter(self._done))]
        if len(done) == self.most and self.now() - done[0] < self.seconds:
            wait = max(1, round(self.seconds - (self.now() - done[0])))
            raise web.HTTPTooManyRequests(
                text=f"This phone asks too often. Wait {wait} s, then try again.", headers={"Retry-After": str(wait)}
            )
        done.append(self.now())


def number(text: str, what: str) -> int:
    """Return a number from a form. Raises aiohttp's error for the answer (400) if it is not one."""
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise web.HTTPBadRequest(text=f"The form has no number of {what}. Reload the page, then try again.")
    return int(text)
