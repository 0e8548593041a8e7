"""The state of the phone server: the club, the latest snapshot of the evening, and the waiting streams."""

from __future__ import annotations

import asyncio
import logging
import ssl
import threading
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from referee.club.folder import Club
from referee.club.match.log import MatchLog
from referee.club.match.recording import Logged
from referee.club.phones.evening_state import EveningOver, Phone
from referee.club.phones.pairing import id_of
from referee.club.standings.standings import Standings, shown_in_public, standings
from referee.club.text.faults import ClubFault
from referee.phones import evening
from referee.phones.evening import Evening, TableNow
from referee.phones.limits import COOKIE, JOINS, LOOKS, WRITES, CodeTurns, Rates
from referee.web.authentication import FailedLogins
from referee.web.logins import Logins

LOOK: Final = 0.1
"""The seconds between two checks for changes of the club by other programs."""
_FREE_SLIPS: Final = 3
_LOG: Final = logging.getLogger(__name__)
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings with which the server was started."""

    host: str
    port: int
    address: str = ""
    results: bool = True
    read_only: bool = False
    password: str | None = None
    tls: ssl.SSLContext | None = None

    @property
    def scheme(self) -> str:
        """The scheme of its addresses, http or https."""
        return "https" if self.tls else "http"


@dataclass(eq=False)
class Phones:
    """The server of one evening's phones. It serves one snapshot until the next replaces it."""

    club: Club
    asked: ServerSettings
    evening: Evening
    answering: set[RequestHandler] = field(default_factory=set)
    guesses: FailedLogins = field(default_factory=lambda: FailedLogins(free=_FREE_SLIPS, together=None))
    turns: CodeTurns = field(default_factory=CodeTurns)
    writes: Rates = field(default_factory=lambda: Rates(*WRITES))
    joins: Rates = field(default_factory=lambda: Rates(*JOINS))
    looks: Rates = field(default_factory=lambda: Rates(*LOOKS))
    logins: Logins | None = None
    locks: defaultdict[int, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    seen: tuple[int, ...] = ()
    looking: threading.Lock = field(default_factory=threading.Lock)
    written: dict[int, MatchLog] = field(default_factory=dict)
    drawn: dict[tuple[object, ...], str] = field(default_factory=dict)
    standings: Standings | None = None
    _asked_for: int = 0
    _read: int = 0
    _reckoned: Standings | None = None
    _reckoned_at: int = 0

    def phone(self, request: web.Request) -> Phone | None:
        """Return the phone that sent a request, or None if it is not paired."""
        token = request.cookies.get(COOKIE, "")
        phone = self.evening.tonight.phone(id_of(token)) if 0 < len(token) < 100 else None
        return None if phone is None or phone.ended else phone

    def why_not(self, phone: Phone) -> str:
        """Return a sentence that explains why a phone may not write, or "" if it may."""
        return "Phones can only read tonight." if self.asked.read_only else self.evening.tonight.why_not_writing(phone)

    def table_of(self, phone: Phone) -> TableNow | None:
        """Return the table of a phone's player, or None."""
        return self.evening.table_of(phone)

    async def do(self, deed: Callable[[], Answer]) -> Answer:
        """Run a change of the club in a thread, then refresh the snapshot."""
        try:
            return await asyncio.to_thread(deed)
        finally:
            await self.refresh()

    def once(self, draw: Callable[[], str], *keys: object) -> str:
        """Return a part of a page shared by several phones, rendered once for each value of `of`."""
        if keys not in self.drawn:
            self.drawn[keys] = draw()
        return self.drawn[keys]

    def noted(self, logged: Logged) -> int:
        """Return the number of a recorded line, and keep its log so that it needs no replay."""
        self.written[logged.log.match.id] = logged.log
        return logged.effects[0].line.number

    async def refresh(self) -> None:
        """Read a new snapshot and wake all streams. The end of the session ends the server.

        It does nothing if another call started reading after this one was made.
        """
        self._asked_for += 1
        request = self._asked_for
        async with self.changed:
            if self._read >= request:
                return
            request_count = self._asked_for
            try:
                self.seen, self.evening = await asyncio.to_thread(self._now)
            except EveningOver:
                self.ended.set()
            except Exception:  # whatever happens to the club, the last snapshot stays on show
                _LOG.exception("the session cannot be read")
            self._read = request_count
            self.drawn.clear()
            self.changed.notify_all()

    def _now(self) -> tuple[tuple[int, ...], Evening]:
        revision = self._revision()  # read first: changes during the reading are found at the next check
        written_logs, self.written = self.written, {}
        return revision, evening.read(self.club, self.evening.session, self.evening, written_logs)

    async def read_standings(self) -> None:
        """Read the public standings unless nothing has changed."""
        if self._reckoned_at == self.evening.version:
            return
        self._reckoned_at = self.evening.version
        self._reckoned, self.standings = await asyncio.to_thread(self._standings)

    def _standings(self) -> tuple[Standings | None, Standings | None]:
        with self.club.reading() as tx:
            [(season,)] = tx.rows("SELECT name FROM season WHERE id = ?", self.evening.tonight.session.season_id)
        try:
            ranking = standings(self.club, season, before=self._reckoned)
        except ClubFault:  # the standings cannot be read; the tables can
            return None, None
        return ranking, shown_in_public(ranking, self.evening.public)

    async def watch(self) -> None:
        """Refresh whenever another program has changed the club, until cancelled."""
        is_over = threading.Event()
        try:
            while True:
                self.seen = await asyncio.to_thread(self._other_than, self.seen, is_over)
                await self.refresh()
        finally:
            is_over.set()

    def _other_than(self, revision: tuple[int, ...], is_over: threading.Event) -> tuple[int, ...]:
        """Wait in a thread for a revision other than the given one and the last known, and return it.

        The wait ends early when `is_over` is set.
        """
        while not is_over.wait(LOOK):
            try:
                if (current := self._revision()) not in (revision, self.seen):
                    return current
            except Exception:  # the file may be being restored, or the server be down
                if self.seen:
                    _LOG.exception("the club cannot be watched")
                self.seen = revision = ()
        return revision

    def _revision(self) -> tuple[int, ...]:
        with self.looking:
            return self.club.revision()

    async def next_after(self, version: int, seconds: float) -> bool:
        """Wait up to `seconds` for a snapshot other than `version`, or for the end of the server.

        Return whether one of them came in time.
        """
        async with self.changed:
            with_patience = asyncio.timeout(seconds)
            try:
                async with with_patience:
                    await self.changed.wait_for(lambda: self.evening.version != version or self.ended.is_set())
            except TimeoutError:
                return False
            return True


STATE: Final = web.AppKey("phones", Phones)
