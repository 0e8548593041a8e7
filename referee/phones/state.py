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

from referee.cards.immutable import frozen
from referee.club.folder import Club
from referee.club.match.log import MatchLog
from referee.club.match.recording import LoggedLines
from referee.club.phones.evening_state import Phone, SessionEnded
from referee.club.phones.pairing import id_of
from referee.club.standings.standings import Standings, shown_in_public, standings
from referee.club.text.faults import ClubFault
from referee.phones import evening
from referee.phones.evening import Evening, TableNow
from referee.phones.limits import COOKIE, JOINS, LOOKS, WRITES, CodeTurns, RateLimit
from referee.web.authentication import FailedLogins
from referee.web.logins import Logins

LOOK: Final = 0.1
"""The seconds between two checks for changes of the club by other programs."""
_FREE_SLIPS: Final = 3
_LOG: Final = logging.getLogger(__name__)
Answer = TypeVar("Answer")


@frozen
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
    settings: ServerSettings
    evening: Evening
    active_handlers: set[RequestHandler] = field(default_factory=set)
    failed_codes: FailedLogins = field(default_factory=lambda: FailedLogins(free=_FREE_SLIPS, together=None))
    turns: CodeTurns = field(default_factory=CodeTurns)
    write_rate: RateLimit = field(default_factory=lambda: RateLimit(*WRITES))
    join_rate: RateLimit = field(default_factory=lambda: RateLimit(*JOINS))
    page_rate: RateLimit = field(default_factory=lambda: RateLimit(*LOOKS))
    logins: Logins | None = None
    locks: defaultdict[int, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    end_event: asyncio.Event = field(default_factory=asyncio.Event)
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    known_revision: tuple[int, ...] = ()
    revision_lock: threading.Lock = field(default_factory=threading.Lock)
    written_logs: dict[int, MatchLog] = field(default_factory=dict)
    rendered_parts: dict[tuple[object, ...], str] = field(default_factory=dict)
    standings: Standings | None = None
    _request_count: int = 0
    _answered_count: int = 0
    _internal_standings: Standings | None = None
    _standings_version: int = 0

    def phone(self, request: web.Request) -> Phone | None:
        """Return the phone that sent a request, or None if it is not paired."""
        token = request.cookies.get(COOKIE, "")
        phone = self.evening.tonight.phone(id_of(token)) if 0 < len(token) < 100 else None
        return None if phone is None or phone.ended else phone

    def why_not(self, phone: Phone) -> str:
        """Return a sentence that explains why a phone may not write, or "" if it may."""
        return (
            "Phones can only read tonight." if self.settings.read_only else self.evening.tonight.why_not_writing(phone)
        )

    def table_of(self, phone: Phone) -> TableNow | None:
        """Return the table of a phone's player, or None."""
        return self.evening.table_of(phone)

    async def run_change(self, deed: Callable[[], Answer]) -> Answer:
        """Run a change of the club in a thread, then refresh the snapshot."""
        try:
            return await asyncio.to_thread(deed)
        finally:
            await self.refresh()

    def render_once(self, draw: Callable[[], str], *keys: object) -> str:
        """Return a part of a page shared by several phones, rendered once for each value of `keys`."""
        if keys not in self.rendered_parts:
            self.rendered_parts[keys] = draw()
        return self.rendered_parts[keys]

    def keep_log(self, logged: LoggedLines) -> int:
        """Return the number of a recorded line, and keep its log so that it needs no replay."""
        self.written_logs[logged.log.match.id] = logged.log
        return logged.effects[0].line.number

    async def refresh(self) -> None:
        """Read a new snapshot and wake all streams. The end of the session ends the server.

        It does nothing if another call started reading after this one was made.
        """
        self._request_count += 1
        request = self._request_count
        async with self.changed:
            if self._answered_count >= request:
                return
            request_count = self._request_count
            try:
                self.known_revision, self.evening = await asyncio.to_thread(self._read_snapshot)
            except SessionEnded:
                self.end_event.set()
            except Exception:  # whatever happens to the club, the last snapshot stays on show
                _LOG.exception("the session cannot be read")
            self._answered_count = request_count
            self.rendered_parts.clear()
            self.changed.notify_all()

    def _read_snapshot(self) -> tuple[tuple[int, ...], Evening]:
        revision = self._revision()  # read first: changes during the reading are found at the next check
        written_logs, self.written_logs = self.written_logs, {}
        return revision, evening.read(self.club, self.evening.session, self.evening, written_logs)

    async def read_standings(self) -> None:
        """Read the public standings unless nothing has changed."""
        if self._standings_version == self.evening.version:
            return
        self._standings_version = self.evening.version
        self._internal_standings, self.standings = await asyncio.to_thread(self._standings)

    def _standings(self) -> tuple[Standings | None, Standings | None]:
        with self.club.reading() as tx:
            [(season,)] = tx.rows("SELECT name FROM season WHERE id = ?", self.evening.tonight.session.season_id)
        try:
            ranking = standings(self.club, season, before=self._internal_standings)
        except ClubFault:  # the standings cannot be read; the tables can
            return None, None
        return ranking, shown_in_public(ranking, self.evening.public)

    async def watch(self) -> None:
        """Refresh whenever another program has changed the club, until cancelled."""
        is_over = threading.Event()
        try:
            while True:
                self.known_revision = await asyncio.to_thread(self._wait_for_change, self.known_revision, is_over)
                await self.refresh()
        finally:
            is_over.set()

    def _wait_for_change(self, revision: tuple[int, ...], is_over: threading.Event) -> tuple[int, ...]:
        """Wait in a thread for a revision other than the given one and the last known, and return it.

        The wait ends early when `is_over` is set.
        """
        while not is_over.wait(LOOK):
            try:
                if (current := self._revision()) not in (revision, self.known_revision):
                    return current
            except Exception:  # the file may be being restored, or the server be down
                if self.known_revision:
                    _LOG.exception("the club cannot be watched")
                self.known_revision = revision = ()
        return revision

    def _revision(self) -> tuple[int, ...]:
        with self.revision_lock:
            return self.club.revision()

    async def wait_for_snapshot(self, version: int, seconds: float) -> bool:
        """Wait up to `seconds` for a snapshot other than `version`, or for the end of the server.

        Return whether one of them came in time.
        """
        async with self.changed:
            with_patience = asyncio.timeout(seconds)
            try:
                async with with_patience:
                    await self.changed.wait_for(lambda: self.evening.version != version or self.end_event.is_set())
            except TimeoutError:
                return False
            return True


STATE: Final = web.AppKey("phones", Phones)
