"""Nonsense in a club's file: whatever stands in any row, every command that reads ends with an answer or a sentence.

One value of one row is replaced, or one value within the data of an event, which may be hashed anew as whoever knows
how can; or pages are swapped and bits flipped. Neither a command nor the desk may end with a traceback.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import Final

from referee.club.folder import FILE, open_club
from referee.club.text.faults import ClubFault
from tests.campaigns.campaign import Campaign
from tests.campaigns.nonsense.harms import HARMS
from tests.cli.running import referee
from tests.dashboard import scene
from tests.dashboard.piloting import OPENED, at_the_desk

_OF_ANY_CLUB: Final = (
    "tonight", "tonight --json", "tonight 2026-11-09", "standings", "standings --member Ann", "standings --json",
    "standings --ratings", "standings --attendance", "history", "history --corrections", "history --json",
    "history --corrections --table 2", "member list", "member show Ann", "member show Ben --json",
    "member show Ann --against Ben", "member privacy", "officer list", "season list", "season show",
    "season rules big-two", "schedule list", "schedule holidays --country DE", "seat show", "seat print", "seat apart",
    "seat draw --yes", "table show 1", "table show 2", "table show 3", "table show 3 --json", "table show m1",
    "table show m8", "dispute list", "dispute list --json", "dispute list --open", "dispute show 1", "dispute show 3",
    "penalty list", "clock show", "export csv", "export html", "export json", "export ics", "export phh",
    "backup --list", "audit", "audit --repair", "undo --dry-run", "close --unfinished",
)  # fmt: skip
_OF_AN_EVENING: Final = ("table show 4 --record", "dispute show 4", "log 3 --dry-run", "result 4 --dry-run Gus Hal")
_OF_TOURNAMENTS: Final = (
    "tournament list", "tournament show 1", "tournament show 2", "tournament show 3 --json", "tournament rules 1",
    "tournament print 1", "freezeout show 3", "freezeout prizes 3", "clock show 3", "undo --dry-run",
)  # fmt: skip
COMMANDS: Final = (_OF_ANY_CLUB + 2 * _OF_AN_EVENING, _OF_ANY_CLUB + 2 * _OF_TOURNAMENTS)
"""What is asked of each of the clubs: everything that reads, and a little of what writes."""
_FILES: Final = {"print": "out.html", "json": "out.jsonl", "ics": "out.ics"}
_SCREENS: Final = ("tonight", "disputes", "standings", "evenings", "members", "files", "tournaments", "phones", "table")
_BEFORE: Final = (
    ["seat", "apart", "Ann", "Ben", "--reason", "they share a flat"],
    ["seat", "draw", "--game", "big-two"],
)
_AFTERWARDS: Final = (
    ["penalty", "give", "Cal", "--points", "1", "--reason", "phone at the table", "--yes"],
    ["officer", "elect", "Fay"],
    ["dispute", "open", "big-two", "Ben plays 4D 4H", "Ann plays 6D 6S", "--claim", "both said so"],
    ["member", "add", "Hall"],
    ["member", "merge", "Hal", "Hall", "--yes"],
    ["clock", "start", "--minutes", "45"],
)
_WITH_WAY_ON: Final = re.compile(r"referee \w+|Restore|restore|Try again|Update referee|newer|Use |Put ")
_STORE: Final = 3


def make_clubs(folder: Path) -> list[bytes]:
    """Make two clubs in the middle of a season, which have rows in every table between them; return their files."""
    clubs = {scene.by_phone: folder / "evening", scene.cup: folder / "tournaments"}
    for play, place in clubs.items():
        with scene.season(place) as club:
            _run(place, _BEFORE)
            play(club)
            _run(place, _AFTERWARDS)
        with closing(sqlite3.connect(place / FILE)) as raw:
            raw.execute("PRAGMA journal_mode = DELETE")
            raw.execute("VACUUM")
            raw.execute("PRAGMA journal_mode = WAL")
    return [(place / FILE).read_bytes() for place in clubs.values()]


def _run(folder: Path, commands: Iterable[list[str]]) -> None:
    for words in commands:
        outcome = referee(*words, "--by", "Fay", club=folder)
        assert outcome.code in (0, 10, 11), (words, outcome)


def find_fault(folder: Path, words: Sequence[str]) -> str:
    """Return what is wrong with how a command answers about a damaged club, or nothing."""
    is_written = words[0] == "export" or words[1:2] == ["print"]
    where = ("--output", str(folder / _FILES.get(words[1], "out"))) if is_written else ()
    try:
        outcome = referee(*words, *where, club=folder, cwd=folder)
    except BaseException as error:
        return describe(error)
    if outcome.code == _STORE and not _WITH_WAY_ON.search(outcome.err):
        return f"no way on: {outcome.err.strip()[:300]}"
    return ""


def describe(error: BaseException) -> str:
    """Return an error that was not expected, and the last place of the program on its way."""
    frames = traceback.extract_tb(error.__traceback__)
    last = next((frame for frame in reversed(frames) if "/referee/" in frame.filename), frames[-1])
    return f"{type(error).__name__} at {last.filename.rpartition('/referee/')[2]}:{last.lineno}: {error!s:.200}"


def find_fault_at_the_desk(folder: Path, screen: str) -> str:
    """Return what is wrong with how the desk begins on a damaged club, and opens a screen, or nothing."""

    async def paint() -> str:
        with open_club(folder) as club:
            async with at_the_desk(scene.on(club, scene.MONDAY), *OPENED[screen]) as officer:
                screen_text = officer.reads()
        return screen_text[screen_text.index("Internal error") :][:200] if "Internal error" in screen_text else ""

    try:
        return asyncio.run(paint())
    except ClubFault:
        return ""  # a sentence, before there is a screen
    except BaseException as error:
        return describe(error)


def run(
    seconds: float,
    seed: int,
    *,
    most: int = 0,
    only: str = "",
    make: Callable[[Path], Sequence[bytes]] = make_clubs,
    questions: int = 4,
    desk_every: int = 25,
) -> list[Campaign]:
    """Put nonsense into a club for about so long, at most so many times, and ask a few things of it each time."""
    names = [only] if only else [name for name, harm in HARMS.items() for _ in range(harm.share)]
    failed: dict[str, list[str]] = {name: [] for name in dict.fromkeys(names)}
    tried, number, asked = dict.fromkeys(failed, 0), 0, 0
    until = time.monotonic() + seconds
    with TemporaryDirectory() as temporary:
        clubs = make(Path(temporary))
        while (number < len(names) or time.monotonic() < until) and number != (most or -1):
            name = names[number % len(names)]
            chance = Random(f"{seed} {number}")
            number += 1
            folder = Path(temporary) / f"{number}"
            folder.mkdir()
            where = HARMS[name].do(folder / FILE, clubs[number % 2], chance)
            damaged = (folder / FILE).read_bytes()
            tried[name] += 1
            for words in map(str.split, chance.sample(COMMANDS[number % 2], questions)):
                (folder / FILE).write_bytes(damaged)
                if fault := find_fault(folder, words):
                    failed[name].append(f"seed {seed}, number {number}, {where}, referee {' '.join(words)}: {fault}")
            asked += questions
            if not number % desk_every:
                (folder / FILE).write_bytes(damaged)
                screen = chance.choice(_SCREENS)
                if fault := find_fault_at_the_desk(folder, screen):
                    failed[name].append(f"seed {seed}, number {number}, {where}, the desk, {screen}: {fault}")
                asked += 1
            rmtree(folder)
    outcome = [Campaign(f"nonsense: {name}", tried[name], tuple(failed[name])) for name in failed]
    return [*outcome, Campaign("nonsense: questions asked", asked)]
