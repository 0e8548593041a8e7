"""The players of an evening: four phones a table, some of them pages in Chromium, and a desk that writes too.

Run as ``python -m tests.benchmarks.phones.load``: what is to be played is read from its input, and what was found is
printed, as JSON. It asks a server as any phone does, so that it plays with one that rules as with one that does not.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import time
from asyncio.subprocess import PIPE, Process
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, field
from html import unescape
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, Protocol

from aiohttp import ClientConnectionError, ClientSession, ClientTimeout, CookieJar
from playwright.async_api import Browser, Page, async_playwright

from tests.export.pages.browsing import CHROMIUM, QUIET
from tests.patience import patience

_DESK: Final = 6
"""Every so manieth line of a table is written at the desk."""
_LOST: Final = 7
"""The answer to every so manieth line by phone is lost, so that it is sent again."""
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_WATCH: Final = """() => {
  const say = document.getElementById("say"), record = document.getElementById("record");
  const drawn = (done) => requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = () => done(performance.timeOrigin + performance.now());
    after.port2.postMessage(0);
  });
  const ours = window.ours = {seen: {}, twice: 0, tapped: 0, ruled: 0};
  addEventListener("click", (event) => { ours.tapped = performance.timeOrigin + event.timeStamp; }, true);
  const look = () => {
    const numbers = [...record.querySelectorAll("li")].map((each) => each.value);
    if (new Set(numbers).size < numbers.length) ours.twice += 1;
    drawn((at) => numbers.forEach((each) => { ours.seen[each] ??= at; }));
  };
  new MutationObserver(look).observe(record, {childList: true, subtree: true});
  new MutationObserver(() => {
    if (say.querySelector(".sheet")) drawn((at) => { ours.ruled = at; });
  }).observe(say, {childList: true});
  look();
}"""

_RULED: Final = """() => new Promise((done) => {
  const look = () => ours.ruled ? done([ours.tapped, ours.ruled]) : requestAnimationFrame(look);
  look();
})"""


class Part(NamedTuple):
    """A part of the load: the lines of each table, and the seconds between two of them."""

    lines: dict[str, list[str]]
    every: float


@dataclass(frozen=True)
class Play:
    """What is to be played: each table's code and match, and what is said there, part after part.

    At the last seat of as many tables as there are `browsers` is a page in Chromium. All `rest` for some seconds before
    they begin. `desk` is the club, if a desk writes too.
    """

    port: int
    server: int
    codes: dict[str, str]
    matches: dict[str, int]
    parts: list[Part]
    browsers: int = 0
    rest: float = 0.0
    desk: str = ""


@dataclass
class LoadResult:
    """What was found: times in seconds, memory in bytes, and what of a core the server took while all were `resting`.

    `late` is by how much each line was begun after its time, and `again` how many were refused as another came first.
    """

    ruled: list[float] = field(default_factory=list)
    drawn: list[float] = field(default_factory=list)
    by_phone: list[float] = field(default_factory=list)
    by_desk: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    reconnects: int = 0
    missed: int = 0
    twice: int = 0
    seconds: float = 0.0
    processor: float = 0.0
    resting: float = 0.0
    memory: int = 0


class Phone(Protocol):
    """A phone of one seat; `seen` is when it first saw each line, and `twice` how often one stood there twice."""

    first_seen: dict[int, float]
    twice: int

    async def join(self, code: str, seat: int) -> None:
        """Pair it, and open its table."""

    async def record(self, line: str, played: LoadResult, *, is_lost: bool) -> float | None:
        """Have a line ruled on, and record it; return when that was tapped, or None where another came meanwhile."""

    async def look(self) -> None:
        """Record what the phone shows."""


class Simulated:
    """A phone that sends its requests directly, without a browser."""

    def __init__(self, at: str) -> None:
        self.at, self.twice = at, 0
        self.seen: dict[int, float] = {}
        self.session = ClientSession(at, cookie_jar=CookieJar(unsafe=True), timeout=ClientTimeout(patience()))
        self.following: asyncio.Task[None] | None = None

    async def join(self, code: str, seat: int) -> None:
        fields = {"code": code, "seat": str(seat)}
        async with self.session.post("/j", data=fields, headers={"Origin": self.at}, allow_redirects=False) as answer:
            assert answer.status == 303, await answer.text()
        async with self.session.get("/t") as answer:
            self._note(await answer.text())
        self.following = asyncio.create_task(self._follow())

    async def record(self, line: str, played: LoadResult, *, is_lost: bool) -> float | None:
        tapped = time.time()
        async with self.session.get("/t", params={"line": line}, headers={"X-Part": "1"}) as answer:
            html = await answer.text()
        played.ruled.append(time.time() - tapped)
        [form] = re.findall(r'<form action="/line".*?</form>', html, re.DOTALL) or [""]
        fields = {name: unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form)}
        assert fields, f"{line}: {html}"
        tapped = time.time()
        for _ in range(2 if is_lost else 1):
            status, body = await self._post(fields)
        if status == 409:
            return None
        assert status == 200, body
        return tapped

    async def _post(self, fields: dict[str, str]) -> tuple[int, str]:
        """Send a line; once more where the connection had been idle and is closed, as browsers do."""
        headers = {"Origin": self.at, "X-Part": "1"}
        try:
            async with self.session.post("/line", data=fields, headers=headers) as answer:
                return answer.status, await answer.text()
        except ClientConnectionError:
            async with self.session.post("/line", data=fields, headers=headers) as answer:
                return answer.status, await answer.text()

    async def look(self) -> None:
        """Do nothing: it receives every line by itself."""

    async def _follow(self) -> None:
        async with self.session.get("/events", timeout=ClientTimeout(None)) as answer:
            assert answer.status == 200
            async for raw in answer.content:
                if raw.startswith(b"data: {"):
                    self._note(json.loads(raw[6:]).get("record", ""))

    def _note(self, html: str) -> None:
        moment, numbers = time.time(), [int(number) for number in re.findall(r'<li value="(\d+)"', html)]
        self.twice += len(set(numbers)) < len(numbers)
        for number in numbers:
            self.seen.setdefault(number, moment)


class InChromium:
    """A page in a real browser, in which all is timed: a thing is seen once it is drawn."""

    def __init__(self, at: str, page: Page) -> None:
        self.at, self.page, self.twice = at, page, 0
        self.seen: dict[int, float] = {}

    async def join(self, code: str, seat: int) -> None:
        fields: dict[str, str | float | bool] = {"code": code, "seat": str(seat)}
        headers = {"Origin": self.at}
        answer = await self.page.context.request.post(f"{self.at}/j", form=fields, headers=headers, max_redirects=0)
        assert answer.status == 303, await answer.text()
        await self.page.goto(f"{self.at}/t")
        await self.page.evaluate(_WATCH)

    async def record(self, line: str, played: LoadResult, *, is_lost: bool) -> float | None:
        await self.page.evaluate("() => { ours.ruled = 0; }")
        await self.page.fill("#line", line)
        await self.page.get_by_role("button", name="Ruling?").tap()
        tapped, ruled = await self.page.evaluate(_RULED)
        played.drawn.append((ruled - tapped) / 1000)
        await self.page.locator("form[action='/line'] button").tap()
        await self.page.wait_for_selector("#say:not(:has(.sheet))")
        if "Not recorded" in await self.page.inner_text("#say"):
            return None
        return float(await self.page.evaluate("ours.tapped")) / 1000

    async def look(self) -> None:
        seen, self.twice = await self.page.evaluate("[ours.seen, ours.twice]")
        self.seen = {int(number): at / 1000 for number, at in seen.items()}


class Desk:
    """Another program that writes to the club."""

    def __init__(self, running: Process) -> None:
        self.running = running
        self.one = asyncio.Lock()

    async def record(self, match: int, line: str) -> float:
        """Write a line down, and return when that was begun."""
        assert self.running.stdin
        assert self.running.stdout
        async with self.one:
            self.running.stdin.write(f"{json.dumps([match, line])}\n".encode())
            return float(await self.running.stdout.readline())


class Table:
    """A table with its phones, at which one line comes after another."""

    def __init__(self, number: str, match: int, phones: list[Phone], desk: Desk | None) -> None:
        self.number, self.match, self.phones, self.desk = number, match, phones, desk
        self.sent: dict[int, tuple[bool, float]] = {}

    async def go(self, part: Part, played: LoadResult) -> None:
        """Play the table's lines, each at its time or as soon as the previous one is recorded."""
        self.sent, last = {}, max(max(player.first_seen, default=0) for player in self.phones)
        begin = time.time() + Random(int(self.number)).uniform(0, part.every)
        for index, line in enumerate(part.lines[self.number]):
            due = begin + index * part.every
            await asyncio.sleep(max(0.0, due - time.time()))
            played.late.append(time.time() - due)
            last += 1
            if self.desk and index % _DESK == _DESK - 1:
                self.sent[last] = True, await self.desk.record(self.match, line)
                continue
            phone = self.phones[index % len(self.phones)]  # any may write for its table
            while (tapped := await phone.record(line, played, is_lost=index % _LOST == _LOST - 1)) is None:
                played.reconnects += 1
                await asyncio.sleep(0.05)
            self.sent[last] = False, tapped

    async def see(self, played: LoadResult) -> None:
        """Wait until all phones show what was recorded, or the patience is over; record how long it took."""

        def there() -> bool:
            return all(number in phone.first_seen for phone in self.phones for number in self.sent)

        end = time.time() + patience(10.0)
        while not there() and time.time() < end:
            await asyncio.sleep(0.05)
            await asyncio.gather(*(phone.look() for phone in self.phones))
        for number, (at_the_desk, sent) in self.sent.items():
            rows = [phone.first_seen.get(number) for phone in self.phones]
            played.missed += rows.count(None)
            took = max((at for at in rows if at is not None), default=sent) - sent
            (played.by_desk if at_the_desk else played.by_phone).append(took)
        played.twice += sum(phone.twice for phone in self.phones)


def processor_of(process: int) -> float:
    """Return the processor time of a process so far, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / _TICKS


def resting(process: int, seconds: float) -> float:
    """Return the share of a core that an idle process takes for some seconds."""
    began = processor_of(process)
    time.sleep(seconds)
    return (processor_of(process) - began) / seconds if seconds else 0.0


def memory_of(process: int) -> int:
    """Return the peak memory of a process, in bytes."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(re.findall(r"VmHWM:\s*(\d+) kB", status)[0]) * 1024


async def _opened(stack: AsyncExitStack, play: Play, browser: Browser | None) -> list[Table]:
    """Return the tables, with all of their phones paired."""
    at, tables, desk = f"http://127.0.0.1:{play.port}", [], None
    if play.desk:
        words = [sys.executable, "-m", "tests.benchmarks.phones.desk", play.desk]
        running = await asyncio.create_subprocess_exec(*words, stdin=PIPE, stdout=PIPE)
        stack.callback(running.terminate)
        desk = Desk(running)
    for order, number in enumerate(play.codes):
        phones: list[Phone] = []
        for seat in range(4):
            if browser and order < play.browsers and seat == 3:
                context = await browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
                context.set_default_timeout(1000 * patience())
                phones.append(InChromium(at, await context.new_page()))
            else:
                phone = Simulated(at)
                stack.push_async_callback(phone.session.close)
                phones.append(phone)
            await phones[-1].join(play.codes[number], seat)
        tables.append(Table(number, play.matches[number], phones, desk))
    return tables


async def play_all(play: Play) -> list[LoadResult]:
    """Play all parts, and return the results of each."""
    results = []
    async with AsyncExitStack() as stack:
        browser = None
        if play.browsers:
            playing = await stack.enter_async_context(async_playwright())
            browser = await playing.chromium.launch(executable_path=CHROMIUM, args=QUIET, timeout=1000 * patience())
        tables = await _opened(stack, play, browser)
        rested = await asyncio.to_thread(resting, play.server, play.rest)
        for part in play.parts:
            played, began, worked = LoadResult(resting=rested), time.time(), processor_of(play.server)
            await asyncio.gather(*(table.go(part, played) for table in tables))
            played.seconds = time.time() - began
            played.processor = processor_of(play.server) - worked
            played.memory = memory_of(play.server)
            for load_table in tables:
                await load_table.see(played)
            results.append(played)
    return results


def main() -> None:
    """Play the load given in the standard input, and print the results."""
    request = json.load(sys.stdin)
    play = Play(**{**request, "parts": [Part(*part) for part in request["parts"]]})
    print(json.dumps([asdict(thing) for thing in asyncio.run(play_all(play))]))


if __name__ == "__main__":
    main()
