"""Who is let in, to what, and how often: hosts, origins, the phone of a cookie, and limits that one phone has."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from aiohttp import web

COOKIE: Final = "seat"
LONGEST_BODY: Final = 8 * 1024
"""Bytes of a form: a line and a few fields."""
SLOWEST_BODY: Final = 10.0
"""Seconds that a form may take to arrive: who sends it letter by letter holds a connection."""
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
"""How many streams there are in all."""
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


async def fields(request: web.Request, *names: str) -> dict[str, str]:
    """Return the fields of a form, each of which it has once.

    Raises aiohttp's error for the answer: 400 for fields that no form of ours has, 408 for what does not arrive, and
    413 for what is too large.
    """
    try:
        async with asyncio.timeout(SLOWEST_BODY):
            form = await request.post()
    except TimeoutError:
        raise web.HTTPRequestTimeout(text="The form did not arrive. Try again.") from None
    except (ValueError, LookupError, UnicodeError):
        raise web.HTTPBadRequest(text="The form cannot be read. Reload the page, then try again.") from None
    found: dict[str, str] = {}
    for name in names:
        given = form.getall(name, [])
        if len(given) != 1 or not isinstance(given[0], str):
            raise web.HTTPBadRequest(text=f"The form has no single {name!r}. Reload the page, then try again.")
        found[name] = given[0]
    if any("\ufffd" in text for text in found.values()):
        raise web.HTTPBadRequest(text="The form is not UTF-8. Reload the page, then try again.")
    return found


def number(text: str, what: str) -> int:
    """Return a number of a form. Raises aiohttp's error for the answer (400) where it is none."""
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise web.HTTPBadRequest(text=f"The form has no number of {what}. Reload the page, then try again.")
    return int(text)
