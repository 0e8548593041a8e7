"""What an officer does on a laptop with Windows, done there by the program's commands, and looked at from outside."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import aiohttp

from tests.campaigns.campaign import Campaign
from tests.campaigns.windows.computer import Answer, Windows, windows_path
from tests.patience import patience, wait

NAMES: Final = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
LINES: Final = 20
"""How many lines each of three officers records at once."""
GONE_WITHIN: Final = 8.0
"""For how many seconds a desk may outlive its browser."""


class Wrong(Exception):
    """What is not as it should be."""


@dataclass
class Laptop:
    """A Windows with a club on it, and what has been typed there so far."""

    windows: Windows
    club: Path
    input_count: int = 0

    def __post_init__(self) -> None:
        self.windows = replace(self.windows, env={"REFEREE_CLUB": windows_path(self.club)})

    def refused(self, *words: str, text: str = "") -> Answer:
        """Type a command, which may fail, but not with a traceback. Raises `Wrong`."""
        self.input_count += 1
        output = self.windows.run("-m", "referee", *words, at=self.club.parent, text=text, patience=patience(300))
        if "Traceback" in output.err:
            raise Wrong(f"referee {' '.join(words)}: {output.err.strip().splitlines()[-1]}\n{output.err}")
        return output

    def answered(self, *words: str, says: str = "", text: str = "") -> str:
        """Type a command, and return what it answers. Raises `Wrong` where it is refused, or does not say so."""
        output = self.refused(*words, text=text)
        if output.code or says not in output.out:
            raise Wrong(f"referee {' '.join(words)}: {output.code}, {says!r} not in {output.out!r}, {output.err!r}")
        return output.out

    def data(self, *words: str) -> Any:
        return json.loads(self.answered(*words, "--json"))


def demo(laptop: Laptop) -> None:
    laptop.answered("demo", says="Ann")


def evening(laptop: Laptop) -> None:
    """Go the whole way of an evening, as the README has it."""
    laptop.answered("init", "Monday Club", says="Monday Club is ready")
    laptop.answered("member", "add", *NAMES, says="Hal is a member.")
    laptop.answered("season", "new", "2026-27", says="Season 2026-27")
    laptop.answered("schedule", "add", "today", "--at", "19:00", says="planned")
    laptop.answered("open", says="is open")
    laptop.answered("checkin", *NAMES, says="8 present")
    laptop.answered("seat", "draw", "--game", "big-two", says="table 2")
    tables = laptop.data("seat", "start")["tables"]
    first, second = (table["names"] for table in tables)
    laptop.answered("log", "1", f"deal by {first[0]}", says="legal")
    illegal = laptop.refused("rule", "big-two", "Ben plays 9D 9H", "Ann plays 6D 6S")
    if illegal.code != 10 or "pair of nines" not in illegal.out:
        raise Wrong(f"an illegal play: {illegal}")
    laptop.answered("result", "1", *first, "--yes", says="table 1 is finished")
    laptop.answered("result", "2", second[0], second[1], f"{second[2]}, {second[3]}", says="table 2 is finished")
    laptop.answered("standings", says="Hal")
    laptop.answered("close", says="is closed")
    laptop.answered("audit")


def backups(laptop: Laptop) -> None:
    """Take a backup, lose something, restore it, and have all of it checked."""
    laptop.answered("backup")
    (backup, *_) = sorted((laptop.club / "backups").glob("*.db"), key=lambda path: path.stat().st_mtime, reverse=True)
    events = laptop.data("audit")["events"]
    laptop.answered("member", "add", "Ida")
    laptop.answered("restore", windows_path(backup), "--yes")
    if "Ida" in laptop.answered("member", "list", says="Hal"):
        raise Wrong("what was restored has what came after it")
    after = laptop.data("audit")
    if after["differences"] or after["events"] != events:
        raise Wrong(f"there were {events} events, and the audit says {after}")
    laptop.answered("audit", "--head", windows_path(backup))


def writers(laptop: Laptop) -> None:
    """Let three officers record at three tables at once: nobody is refused, and no line is lost."""
    laptop.answered("schedule", "add", "tomorrow", "--at", "19:00")
    laptop.answered("open", "tomorrow")
    for _ in range(3):
        laptop.answered("start", "big-two", *NAMES[:4], "--yes")
    tables = laptop.data("tonight")["tables"]
    words = ("-m", "tests.campaigns.windows.writer", windows_path(laptop.club))
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    writing = [laptop.windows.started(*words, str(table["id"]), str(LINES), **quiet) for table in tables]
    for process in writing:
        output, _ = process.communicate(timeout=patience(300))
        laptop.input_count += LINES
        if process.returncode:
            raise Wrong(f"a writer was refused: {output.decode(errors='replace')}")
    for table in tables:
        stored_count = len(laptop.data("table", "show", str(table["table"]))["log"])
        if stored_count != LINES:
            raise Wrong(f"table {table['table']} has {stored_count} lines of {LINES}")
    laptop.answered("audit")


def exports(laptop: Laptop) -> None:
    """Write every form of export, and read each back here."""
    site = laptop.club.parent / "Ann's site"
    for kind, where in (("csv", "csv"), ("html", "html"), ("json", "club.json"), ("ics", "club.ics")):
        laptop.answered("export", kind, "--output", windows_path(site / where))
    laptop.answered("export", "verify", windows_path(site / "csv"))
    rows = (site / "csv" / "members.csv").read_bytes()
    if b"\r\r\n" in rows or b"Hal" not in rows:
        raise Wrong(f"members.csv: {rows[:200]!r}")
    if [line for line in (site / "club.json").read_text(encoding="utf-8").splitlines() if not json.loads(line)]:
        raise Wrong("club.json has an empty line")
    calendar = (site / "club.ics").read_bytes()
    if not calendar.startswith(b"BEGIN:VCALENDAR\r\n") or b"\r\r\n" in calendar:
        raise Wrong(f"club.ics: {calendar[:100]!r}")
    if "Monday Club" not in (site / "html" / "season.html").read_text(encoding="utf-8"):
        raise Wrong("season.html does not name the club")


def desk(laptop: Laptop) -> None:
    """Serve the desk to a browser, which sees its first screen, goes away, and leaves no process behind."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ("-m", "referee", "desk", "--web", "--port", str(port))
    served = laptop.windows.started(*words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    url = f"http://127.0.0.1:{port}/"
    try:
        wait(lambda: _answers(url) or served.poll() is not None)
        if served.poll() is not None:
            assert served.stdout is not None
            raise Wrong(f"the desk ended: {served.stdout.read().decode(errors='replace')}")
        before = _desks()
        asyncio.run(_seen(url, b"Monday Club"))
        deadline = time.monotonic() + GONE_WITHIN
        while left := _desks() - before:
            if time.monotonic() > deadline:
                raise Wrong(f"{GONE_WITHIN:.0f} s after its browser {len(left)} processes of a desk are still there")
            time.sleep(0.1)
        laptop.input_count += 1
    finally:
        served.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            served.wait(GONE_WITHIN)
        served.kill()
        served.communicate()


def _answers(url: str) -> bool:
    with suppress(OSError), urllib.request.urlopen(url, timeout=patience()) as page:
        return bool(page.status == 200)
    return False


async def _seen(url: str, text: bytes) -> None:
    """Open the desk as a browser does, and wait until a text is on its screen. Raises `Wrong`."""
    seen, before = b"", _desks()
    async with (
        aiohttp.ClientSession() as browser,
        browser.ws_connect(url + "ws?width=80&height=24", origin=url.rstrip("/")) as screen,
    ):
        try:
            async with asyncio.timeout(patience()):
                while text not in seen:
                    message = await screen.receive()
                    if message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED):
                        raise Wrong(f"the desk was closed, and {text!r} not in {seen[-500:]!r}")
                    seen += message.data if message.type is aiohttp.WSMsgType.BINARY else b""
        except TimeoutError:
            raise Wrong(f"{text!r} not in {seen[-500:]!r}") from None
        if not _desks() - before:
            raise Wrong("no process is found that works at the desk")


def _desks() -> set[int]:
    """Return the processes of this computer that are a desk on a Python of Windows."""
    results = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            words = (process / "cmdline").read_bytes()
            if b"python.exe" in words and b"desk" in words:
                results.add(int(process.name))
    return results


DEEDS: Final[tuple[tuple[str, Callable[[Laptop], None]], ...]] = (
    ("the demo", demo),
    ("an evening from init to close", evening),
    ("backup, restore and audit", backups),
    (f"three writers at once, {LINES} lines each", writers),
    ("exports: csv, html, json, ics", exports),
    ("the desk in a browser", desk),
)


def tried(windows: Windows) -> Iterator[Campaign]:
    """Do all of it on a new club, one thing after the other; each goes on from the one before."""
    folder = windows.home / f"{os.getpid()}"
    folder.mkdir(parents=True)
    laptop = Laptop(windows, folder / "Monday Club")
    for label, deed in DEEDS:
        before, failed = laptop.input_count, []
        try:
            deed(laptop)
        except Exception as wrong:
            failed.append(f"{type(wrong).__name__}: {wrong}")
        yield Campaign(label, laptop.input_count - before, tuple(failed))
