"""Who is let in, to what, and how often: hosts, origins, the phone of a cookie, and limits that one phone has."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Final

from aiohttp import web

COOKIE: Final = "seat"
WRITES: Final = 30, 60.0
"""How often a phone may write, in how many seconds."""
JOINS: Final = 120, 60.0
"""How often phones of one address may be paired: a club's may all have one."""
LOOKS: Final = 60, 10.0
"""How often a phone may ask for a page or a ruling."""
STREAMS: Final = 2
"""How many streams a phone has."""
STREAMS_OF_AN_ADDRESS: Final = 50
"""How many an address has of which no phone is paired: a club's phones may all have one."""
ALL_STREAMS: Final = 200
"""How many streams officers and paired phones have in all."""
ALL_STREAMS_OF_STRANGERS: Final = 100
"""How many there are of pages that are not a paired phone's: they take no place from those that are."""
_REMEMBERED: Final = 2000


class Rates:
    """How often each has done something lately; who does it too often waits."""

    def __init__(self, most: int, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self.most, self.seconds, self.now = most, seconds, now
        self._done: dict[str, deque[float]] = {}

    def refuse(self, who: str) -> None:
        """Note that somebody does it once more. Raises aiohttp's error for the answer (429) where that is too often."""
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
    """Return a number of a form. Raises aiohttp's error for the answer (400) where it is none."""
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise web.HTTPBadRequest(text=f"The form has no number of {what}. Reload the page, then try again.")
    return int(text)
