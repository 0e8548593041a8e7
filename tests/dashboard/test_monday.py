"""A short Monday typed in a real terminal from start to end, and the record of it checked from paper."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.cli.running import referee

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")

PLAY = ["deal by Cal", "Ann plays 5H", "Ben pays", "Cal pays", "Ann pays", "Ben plays 6H"]


class Terminal:
    """A terminal of 80 by 24 with a program in it."""

    def __init__(self, *command: str, cwd: Path, env: dict[str, str]) -> None:
        self.socket = f"referee-{os.getpid()}-{time.monotonic_ns()}"
        words = " ".join(f"{name}='{value}'" for name, value in env.items())
        self.tmux("new-session", "-d", "-x", "80", "-y", "24", "-c", str(cwd), f"env {words} {' '.join(command)}")

    def tmux(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-L", self.socket, "-f", "/dev/null", *words], capture_output=True, text=True, check=False
        )
        return done.stdout

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def type(self, text: str) -> None:
        self.tmux("send-keys", "-l", text)

    def sees(self) -> str:
        return " ".join(self.tmux("capture-pane", "-p").split())

    def until(self, text: str, seconds: float = 60.0) -> None:
        end = time.monotonic() + seconds
        while text not in self.sees():
            assert time.monotonic() < end, self.tmux("capture-pane", "-p")
            time.sleep(0.05)

    def close(self) -> None:
        self.tmux("kill-session")


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A club with a season and a session planned today, and nobody on the roster."""
    today = date.today()
    ends = today + timedelta(days=200)
    referee("init", "Monday Cards", "--club", str(tmp_path), cwd=tmp_path)
    referee("season", "new", "now", str(today), str(ends), club=tmp_path)
    done = referee("schedule", "add", str(today), "--at", "15:45", club=tmp_path)
    assert done.code == 0, done.err
    return tmp_path


@pytest.fixture
def desk(club: Path) -> Iterator[Terminal]:
    path = os.pathsep.join(path for path in sys.path if path)
    env = {"PYTHONPATH": path, "REFEREE_CLUB": str(club), "TERM": "screen-256color"}
    terminal = Terminal(sys.executable, "-m", "referee", "dashboard", cwd=club, env=env)
    yield terminal
    terminal.close()


def test_a_monday_is_typed_from_start_to_end(desk: Terminal, club: Path) -> None:
    desk.until("No session is open. o opens")
    desk.press("o")
    desk.until("Nobody yet.")
    desk.press("c")
    desk.until("Who came on")
    for name in ("Ann", "Ben", "Cal"):
        desk.type(name)
        desk.until(f"add {name} as a member")
        desk.press("Down")
        desk.press("Enter")
        desk.until(f"{name} is here.")
    desk.press("Escape")
    desk.until("Here: 3")
    desk.press("n")
    desk.until("Play or Pay")
    desk.press("Down", "Down", "Enter")
    for seated in ("Ann", "Ann, Ben", "Ann, Ben, Cal"):
        time.sleep(0.3)  # an officer looks before taking the next one
        desk.press("Enter")
        desk.until(f"Play or Pay: {seated}")
    desk.press("s")
    desk.until("Table 1")
    for number, line in enumerate(PLAY, 1):
        desk.type(line)
        desk.press("Enter")
        desk.until(f"Line {number} is written down")
    desk.until("Now certain: line 3 illegal, line 4 legal and line 5 legal.")
    desk.type("Cal plays 8H")
    desk.press("Enter")
    desk.until("Enter again keeps it")
    desk.press("Enter")
    desk.until("Line 7 is written down: illegal.")
    desk.press("Escape")
    desk.until("u Undo")
    desk.press("u")
    desk.until("Take back line 7")
    desk.type("taken back at once")
    desk.press("Enter")
    desk.until("taken back.")
    desk.type("Cal plays 7H")
    desk.press("Enter")
    desk.until("Line 8 is written down: legal.")
    desk.press("Escape")
    desk.until("w Result")
    desk.press("w")
    desk.until("How did it end?")
    desk.type("Ann > Cal > Ben")
    desk.press("Enter")
    desk.until("How it ended: Ann > Cal > Ben")
    desk.press("Escape")
    desk.until("finished")
    desk.press("Escape")
    desk.until("finished: Ann > Cal > Ben")
    desk.press("o")
    desk.until("no session is open")
    desk.press("q")

    record = referee("table", "record", "1", club=club).out
    assert record.splitlines()[-8:] == [*PLAY, "Cal plays 8H, taken back", "Cal plays 7H"]
    checked = json.loads(referee("check", "-", "--json", typed=record).out)["lines"]
    logged = json.loads(referee("table", "show", "1", "--json", club=club).out)["log"]
    ruled = [
        (line["verdict"], line["clause"], line["reason"].partition(" Line ")[0]) for line in logged if "verdict" in line
    ]
    assert ruled == [(line["verdict"], line["clause"], line["reason"].partition(" Line ")[0]) for line in checked]
    verdicts = [verdict for verdict, _, _ in ruled]
    assert verdicts == ["legal", "legal", "illegal", "legal", "legal", "legal", "illegal", "legal"]


def test_a_desk_that_is_killed_in_the_middle_has_every_line_it_confirmed(desk: Terminal, club: Path) -> None:
    for words in (
        ("member", "add", "Ann", "Ben", "Cal"),
        ("session", "open"),
        ("session", "checkin", "Ann", "Ben", "Cal"),
    ):
        assert referee(*words, club=club).code == 0
    assert referee("table", "start", "play-or-pay", "Ann", "Ben", "Cal", club=club).code == 0
    desk.until("Play or Pay")
    desk.press("Enter")
    desk.until("Table 1")
    for number, line in enumerate(PLAY[:3], 1):
        desk.type(line)
        desk.press("Enter")
        desk.until(f"Line {number} is written down")
    pid = int(desk.tmux("list-panes", "-F", "#{pane_pid}"))
    os.kill(pid, 9)
    assert referee("table", "record", "1", club=club).out.splitlines()[-3:] == PLAY[:3]
