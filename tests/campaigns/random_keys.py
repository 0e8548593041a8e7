"""Keys, clicks and pastes at random, in every theme and size, while another process writes to the club.

The desk stands, whatever it said is recorded is in the club's file, and an audit finds nothing.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import subprocess
import sys
import time
import traceback
from collections import deque
from collections.abc import Iterator
from contextlib import chdir, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Final
from unittest.mock import patch

from textual import events
from textual.widgets import Static

from referee.club.calendar import checkin
from referee.club.file.audit import audit
from referee.club.folder import Club
from referee.club.match import matches, recording, starting
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from referee.dashboard.app import Dashboard
from referee.dashboard.key_actions import KEY_ACTIONS
from referee.dashboard.theme import THEMES
from referee.dashboard.tonight.tonight import TonightScreen
from referee.dashboard.widgets.field import LineField
from referee.dashboard.widgets.message_line import MessageLine
from referee.games import SLUGS, rulebook
from tests.campaigns.campaign import Campaign
from tests.dashboard.piloting import Officer
from tests.dashboard.scene import cup, reopened, season
from tests.patience import patience

SIZES: Final = ((20, 5), (80, 24), (140, 45), (200, 60))
KEYS: Final = sorted(
    {key for meaning in KEY_ACTIONS for key in meaning.keys.split(",")}
    | {"up", "down", "left", "right", "home", "end", "pageup", "pagedown", "backspace", "delete", "space", "shift+tab"}
)
LETTERS: Final = "abcdefghijklmnoprstuvwxyz0123456789,=><"
TYPED: Final = (
    "Ann plays 5H",
    "deal by Dee",
    "Ben passes",
    "Cal pays",
    "[/bold]",
    "Gus",
    "yes",
    "no reason",
    "5H 6H",
    "Dee > Ann",
    "Ann, Ben, Cal",
    "all",
    "2026-11-23",
    "Zoë מרים สมชาย 李娜 👩‍👩‍👧",
)
PASTED: Final = ("Ann plays 5H\nBen passes\n" * 1000, "A" * 5000, "\n\n", "\x1b[2J\u202eAnn")
FOUND: Final = ("backup", "theme", "freeze", "undo", "print", "season", "penalty", "table 1", "Ann", "restore", "sheet")
SCRIPTS: Final = (
    "مريم",
    "שרה",
    "สมชาย",
    "अनन्या",
    "李娜",
    "Zoë",
    "a\u0301\u0302\u0303\u0304b",
    "Wolfeschlegelsteinhausen",
)
HELD: Final = 40


@dataclass
class Walk:
    """The outcome of some random keys: the lines confirmed as recorded, by match, and what went wrong."""

    confirmed: set[tuple[int, int]] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)
    trail: deque[str] = field(default_factory=lambda: deque(maxlen=40))
    pressed: int = 0


async def wander(officer: Officer, at_random: random.Random, until: float, most: int, into: Walk) -> None:
    """Press keys, type, paste, click and turn the window until the desk is left or it is time."""
    app = officer.app
    while time.monotonic() < until and into.pressed < most:
        into.pressed += 1
        into.trail.append(await _something(officer, at_random))
        await officer.settle()
        if not app.is_running:
            break
        officer.sees()
        for message_line in app.screen.query(MessageLine):
            if outcome := re.match(r"Line (\d+) recorded", message_line.message):
                into.confirmed.add((app.screen.number, int(outcome[1])))  # type: ignore[attr-defined]
        for static in app.screen.query(Static):
            if "Internal error" in (text := str(static.render())):
                into.wrong.append(f"{text.strip()} after {'; '.join(into.trail)}")
                return


async def _something(officer: Officer, at_random: random.Random) -> str:
    """Do one random thing, and return what it was."""
    app, roll = officer.app, at_random.random()
    typing = isinstance(app.focused, LineField)
    if roll < 0.3 and isinstance(app.screen, TonightScreen):
        keys = at_random.choice([["enter"], ["down", "enter"], ["c"], ["n"], ["t"], ["D"], ["T", "enter"], ["M"]])
    elif roll < 0.2 and typing:
        keys = ["ctrl+u", "tab", "enter"]  # whatever is offered
    elif roll < 0.6:
        keys = [at_random.choice(KEYS)]
    elif roll < 0.66:
        text = at_random.choice(TYPED)
        keys_after = at_random.choice([(), ("enter",), ("tab", "enter")])
        await officer.type(text, *keys_after)
        return f"{text!r} {' '.join(keys_after)}"
    elif roll < 0.7:
        keys = ["ctrl+p"]
        await officer.hurry(*keys)
        text = at_random.choice(FOUND)
        await officer.type(text, *at_random.choice([(), ("enter",), ("down", "enter")]))
        return f"ctrl+p {text!r}"
    elif roll < 0.76:
        keys = [at_random.choice(LETTERS)]
    elif roll < 0.79:
        text = at_random.choice([*PASTED, *TYPED])
        app.post_message(events.Paste(text))
        return f"paste {text[:20]!r}"
    elif roll < 0.9:
        x, y = at_random.randrange(app.size.width), at_random.randrange(app.size.height)
        await officer.click(at=(x, y))
        return f"click {x},{y}"
    elif roll < 0.93:
        key = at_random.choice([*KEYS, *LETTERS])
        officer.hold(key, HELD)
        return f"{HELD} x {key}"
    elif roll < 0.94:
        app.theme = at_random.choice(THEMES)[0].name
        return app.theme
    else:
        size = at_random.choice(SIZES)
        await officer.resize(*size)
        return "x".join(map(str, size))
    await officer.hurry(*keys)
    return " ".join(keys)


async def at_desks(club: Club, at_random: random.Random, until: float, most: int) -> Walk:
    """Open the desk of a club, again and again as it is left."""
    walk = Walk()
    while not walk.wrong and time.monotonic() < until and walk.pressed < most:
        try:
            async with Dashboard(club).run_test(size=at_random.choice(SIZES)) as pilot:
                officer = Officer(pilot)
                officer.app.theme = at_random.choice(THEMES)[0].name
                await officer.settle()
                await wander(officer, at_random, until, most, walk)
        except Exception:
            walk.wrong.append(f"{traceback.format_exc()} after {'; '.join(walk.trail)}")
    return walk


@contextmanager
def another_writes(folder: Path, seed: int) -> Iterator[None]:
    """Let another process write to the club meanwhile."""
    path = os.pathsep.join(path for path in sys.path if path)
    command = [sys.executable, "-m", "tests.campaigns.random_keys", str(folder), str(seed)]
    writing = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}, stdin=subprocess.PIPE)
    try:
        yield
    finally:
        assert writing.stdin
        writing.stdin.close()  # which ends it, between two deeds
        code = writing.wait(patience())
    assert code == 0, f"the other process ended with {code}"


def writes(folder: Path, seed: int) -> None:
    """Write this and that to a club, until the standard input ends."""
    at_random = random.Random(f"{seed} another")
    last_bytes: list[bytes] = []
    Thread(target=lambda: last_bytes.append(sys.stdin.buffer.read()), daemon=True).start()
    with reopened(folder) as club:
        while not last_bytes:
            time.sleep(at_random.choice([0.02, 0.1, 0.5]))
            with suppress(ClubFault):
                match at_random.randrange(4):
                    case 0:
                        recording.log_line(club, at_random.randrange(1, 5), "deal")
                    case 1:
                        roster.add(club, f"Member {at_random.randrange(10_000)}")
                    case 2:
                        checkin.check_in(club, [at_random.choice(["Gus", "Joe", "Ivy"])], guests=True)
                    case 3:
                        checkin.undo(club, [at_random.choice(["Gus", "Joe", "Ivy"])])


def find_losses(club: Club, walk: Walk) -> Iterator[str]:
    """Yield confirmed lines that are missing, and what an audit finds."""
    for number, line in walk.confirmed:
        if len(matches.show(club, number).log) < line:
            yield f"line {line} of match {number} was recorded, it said, and is not there"
    yield from (f"audit: {difference}" for difference in audit(club).differences)


def _tables(club: Club) -> None:
    """Begin a table of every game, among guests of many scripts."""
    for number, slug in enumerate(SLUGS):
        seats = min(4, rulebook(slug).players[-1])
        names = [f"{SCRIPTS[(number + index) % len(SCRIPTS)]} {LETTERS[number]}{index}" for index in range(seats)]
        checkin.check_in(club, names, guests=True)
        starting.start_table(club, slug, names)


def run(seconds: float, seed: int, *, most: int = 10**9) -> list[Campaign]:
    """Press keys at random at the desks of one club after the other."""
    until, failed, pressed, number = time.monotonic() + seconds, list[str](), 0, 0
    with TemporaryDirectory() as temporary:
        home = Path(temporary)
        with season(home / "made") as club:
            cup(club)
            _tables(club)
        # What this computer remembers is left alone, and what is made is made there.
        with chdir(home), patch.dict(os.environ, XDG_CONFIG_HOME=str(home / "config")):
            while number == 0 or (time.monotonic() < until and pressed < most):
                folder = Path(copytree(home / "made", home / f"club {number}"))
                at_random = random.Random(f"{seed} {number}")
                with reopened(folder) as club, another_writes(folder, seed + number):
                    walk = asyncio.run(at_desks(club, at_random, min(until, time.monotonic() + 60), most - pressed))
                pressed += walk.pressed
                with reopened(folder) as club:
                    failed += [
                        f"seed {seed}, number {number}: {problem}"
                        for problem in (*walk.wrong, *find_losses(club, walk))
                    ]
                number += 1
    return [Campaign(f"random keys at the desks of {number} clubs", pressed, tuple(failed))]


if __name__ == "__main__":
    writes(Path(sys.argv[1]), int(sys.argv[2]))
