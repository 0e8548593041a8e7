"""Limits on phones: the cookie's name, the rate of requests, and the rate at which codes are checked."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from aiohttp import web

COOKIE: Final = "seat"
WRITES: Final = 30, 60.0
"""The number of writes of a phone in a number of seconds."""
JOINS: Final = 120, 60.0
"""The number of pairings from one address in a number of seconds, as a club's phones may share an address."""
LOOKS: Final = 60, 10.0
"""The number of pages or rulings for a phone in a number of seconds."""
STREAMS: Final = 2
"""The number of streams of a phone."""
STREAMS_OF_AN_ADDRESS: Final = 50
"""The number of an address's streams for unpaired phones, as a club's phones may share an address."""
ALL_STREAMS: Final = 200
"""The total number of streams for officers and paired phones."""
ALL_STREAMS_OF_STRANGERS: Final = 100
"""The total number of streams for unpaired phones, which do not count towards those of paired ones."""
_REMEMBERED: Final = 2000

# All addresses together have 5 codes a second looked up: 72,000 in 4 hours, and 60 more at the start. There are 27^6 =
# 387,420,489 codes. With ten tables, who guesses all evening finds one of their codes with a probability of 0.2 %.
LOOKED_UP_A_SECOND: Final = 5
"""The number of codes checked in a second while many are wrong."""
BURST: Final = 60
"""The number of wrong codes before further ones wait for their turn."""
_LONGEST_TURN: Final = 10.0
"""The longest time that a code waits for its turn, in seconds."""


class RateLimit:
    """A rate limit on the requests of each client."""

    def __init__(self, most: int, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self.most, self.seconds, self.now = most, seconds, now
        self._done: dict[str, deque[float]] = {}

    def refuse(self, client: str) -> None:
        """Count one more request of a client. Raise aiohttp's exception with status 429 if there are too many."""
        moments = self._done.pop(client, None) or deque(maxlen=self.most)
        self._done[client] = moments
        while len(self._done) > _REMEMBERED:
            del self._done[next(iter(self._done))]
        if len(moments) == self.most and self.now() - moments[0] < self.seconds:
            seconds = max(1, round(self.seconds - (self.now() - moments[0])))
            raise web.HTTPTooManyRequests(
                text=f"This phone asks too often. Wait {seconds} s, then try again.",
                headers={"Retry-After": str(seconds)},
            )
        moments.append(self.now())


@dataclass(frozen=True, slots=True, eq=False)
class _WaitingCode:
    """A code that waits for its turn, with the number of wrong codes from its address."""

    wrong_count: int
    turn: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class CodeTurns:
    """A queue that limits the rate at which codes are checked, over all addresses.

    The address with the fewest wrong codes has the next turn, so that guesses delay only each other.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self._free_turns, self._counted_at = float(BURST), now()
        self._waiting: list[_WaitingCode] = []
        self._next_turn: asyncio.TimerHandle | None = None

    async def take(self, wrong_count: int) -> None:
        """Wait for the turn of a code from an address with `wrong_count` wrong codes.

        Raise aiohttp's exception with status 429 after 10 seconds.
        """
        self._add_free_turns()
        if self._free_turns >= 1 and not self._waiting:
            self._free_turns -= 1
            return
        code = _WaitingCode(wrong_count)
        self._waiting.append(code)
        self._plan()
        try:
            async with asyncio.timeout(_LONGEST_TURN):
                await code.turn
        except TimeoutError:
            raise web.HTTPTooManyRequests(
                text="Too many wrong codes are being typed. Try again.", headers={"Retry-After": "1"}
            ) from None
        finally:
            if code in self._waiting:
                self._waiting.remove(code)

    def give_back(self) -> None:
        """Return an unused turn, for a code that was right or was not checked."""
        self._add_free_turns()
        self._free_turns = min(self._free_turns + 1, BURST)
        if self._waiting and self._next_turn:
            self._next_turn.cancel()
            self._plan(replaces=True)

    def _add_free_turns(self) -> None:
        now = self.now()
        self._free_turns = min(self._free_turns + (now - self._counted_at) * LOOKED_UP_A_SECOND, BURST)
        self._counted_at = now

    def _plan(self, *, replaces: bool = False) -> None:
        """Schedule the next turn."""
        if self._next_turn is None or replaces:
            seconds = max(0.0, 1 - self._free_turns) / LOOKED_UP_A_SECOND
            self._next_turn = asyncio.get_running_loop().call_later(seconds, self._give_turns)

    def _give_turns(self) -> None:
        self._next_turn = None
        self._add_free_turns()
        while self._waiting and self._free_turns >= 1:
            # Of those with equally few wrong codes, the last: the others may have been sent all at once by one program.
            code = min(reversed(self._waiting), key=lambda code: code.wrong_count)
            self._waiting.remove(code)
            if not code.turn.done():
                self._free_turns -= 1
                code.turn.set_result(None)
        if self._waiting:
            self._plan()


def parse_number(text: str, description: str) -> int:
    """Return the number in a form's field. Raise aiohttp's exception with status 400 for any other text."""
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise web.HTTPBadRequest(text=f"The form has no number of {description}. Reload the page, then try again.")
    return int(text)
