"""Two evenings of a club that has nothing yet, typed in a real terminal without leaving the desk."""

import json
import os
import shutil
import sys
import tomllib
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from referee.games import SLUGS
from tests.cli.running import referee
from tests.dashboard.piloting import SMALL
from tests.dashboard.terminal import Terminal

pytestmark = [pytest.mark.process, pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")]

# The desk, by a calendar that says in a file how many days it is ahead.
LATER = """
import datetime, pathlib, sys
from referee.club import folder

class Calendar(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return super().now(tz) + datetime.timedelta(days=int(pathlib.Path("days").read_text()))

folder.datetime = Calendar
from referee.cli.main import main
sys.argv = ["referee", "dashboard"]
main()
"""


class Evenings(Terminal):
    """A desk at which days go by."""

    def __init__(self, club: Path, size: tuple[int, int]) -> None:
        path = os.pathsep.join(path for path in sys.path if path)
        env = {"PYTHONPATH": path, "REFEREE_CLUB": str(club), "XDG_CONFIG_HOME": str(club), "TERM": "screen-256color"}
        (club / "later.py").write_text(LATER)
        (found,) = (club / "schedules").glob("*.toml")
        first: date = tomllib.loads(found.read_text(encoding="utf-8"))["starts"]
        self.file, self.ahead = club / "days", (first - date.today()).days
        self.file.write_text(f"{self.ahead}")
        super().__init__(sys.executable, "later.py", cwd=club, env=env, size=size)

    def a_week_later(self) -> None:
        self.file.write_text(f"{self.ahead + 7}")
        self.go("s", "place name")
        self.go("Escape", "c Check in")

    def go(self, key: str, until: str) -> None:
        """Press a key, and wait until something stands on the screen."""
        self.press(key)
        self.until(until)

    def say(self, text: str, until: str) -> None:
        """Type a line with Enter, and wait until something stands on the screen."""
        self.type(text)
        self.go("Enter", until)


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A club as `referee init` makes it."""
    done = referee("init", "Monday Cards", "--club", str(tmp_path), cwd=tmp_path)
    assert done.code == 0, done.err
    return tmp_path


@pytest.fixture
def desk(club: Path) -> Iterator[Evenings]:
    terminal = Evenings(club, SMALL)
    yield terminal
    terminal.close()


def come(desk: Evenings, names: list[str]) -> None:
    desk.go("c", "Who came on")
    for name in names:
        desk.say(name[:2].lower(), f"{name} is here.")
    desk.go("Escape", "c Check in")


def start(desk: Evenings, table: int, players: Sequence[str]) -> None:
    """Start a table of Play or Pay, its players typed one after the other."""
    desk.go("n", "Play or Pay")
    desk.press("Home", *["Down"] * SLUGS.index("play-or-pay"))
    desk.go("Enter", "▶ Seats")
    desk.go("t", "Who sits down next?")
    for at, name in enumerate(players, 1):
        desk.say(name, f"Clockwise: {', '.join(players[:at])}")
    desk.go("Enter", "Ready: s starts the table.")
    desk.go("s", f"Table {table} ")
    desk.until("such as:")


def record(desk: Evenings, lines: Sequence[str]) -> None:
    for number, line in enumerate(lines, 1):
        desk.say(line, f"Line {number} is written down")


def end(desk: Evenings, result: str) -> None:
    """Write down how the match at a table ended."""
    desk.go("Escape", "f Finish")
    desk.go("w", "How did it end?")
    desk.say(result, "How it ended")
    desk.go("Escape", "f Finish")


def close(desk: Evenings) -> None:
    desk.go("o", "Enter: close it")
    desk.go("Enter", "no session is open")


def first_evening(desk: Evenings) -> None:
    """From nothing to a closed evening: season, members, a table that one of four leaves in the middle, its result."""
    desk.until("Nobody is on the roster yet.")
    desk.go("o", "Who is a member")
    desk.say("Ann, Ben, Cal, Dee", "a schedule for one")
    desk.go("Enter", "No table yet.")
    come(desk, ["Ann", "Ben", "Cal", "Dee"])
    start(desk, 1, ["Ann", "Ben", "Cal", "Dee"])
    record(desk, ["deal by Dee", "Ann plays 5H", "Ben pays"])
    desk.go("Escape", "c More")
    desk.go("c", "Somebody leaves")
    desk.go("Enter", "Who leaves?")
    desk.say("Dee", "Dee leaves. Why:")
    desk.say("had to catch the train", "Table 2 ")
    record(desk, ["deal by Cal", "Ann plays 5H"])
    end(desk, "Ann > Ben > Cal")
    desk.go("Escape", "Table 1 ")  # the table that she left
    desk.go("Escape", "goes on as table 2")
    desk.until("finished: Ann > Ben > Cal")
    close(desk)


def take_office(desk: Evenings, name: str, office: str) -> None:
    """Elect an officer, and say that it is they who act at the desk."""
    desk.go("m", "Officers")
    desk.press("Down", "Down", "Down", "Down")
    desk.go("Enter", "e Elect")
    desk.go("e", "Who was elected")
    desk.say(f"{name} as {office}", f"{name} is {office} from")
    desk.go("w", "Nothing typed is nobody")
    desk.say(name, f"{name} acts at this computer from now on.")
    desk.go("Escape", "Precedents")
    desk.go("Escape", "c Check in")


def put_right(desk: Evenings) -> None:
    """Put the result of last week right, once what that changes was seen."""
    desk.go("m", "Evenings")
    desk.go("Enter", "evening starts stands")
    desk.press("Up")
    desk.go("Enter", "how it ended")
    desk.press("Down")
    desk.go("Enter", "How it ended: Ann > Ben > Cal")
    desk.go("w", "How did it really end?")
    desk.go("C-u", "such as: Cal > Ann, Ben")
    desk.say("Ben > Ann > Cal", "Why:")
    desk.say("Ann misread her chips", "y: change it")
    desk.until("Ben")  # what it changes is shown, and for whom
    desk.go("y", "How it ended: Ben > Ann > Cal")
    desk.go("Escape", "how it ended")
    desk.go("Escape", "evening starts stands")
    desk.go("Escape", "Precedents")
    desk.go("Escape", "c Check in")


def dispute(desk: Evenings) -> None:
    """Dispute the last line of a table; decide it, hear an appeal, and decide again."""
    desk.go("Escape", "d Dispute")
    desk.go("d", "What is claimed")
    desk.say("Cal says that Ben had the six", "Not decided yet.")
    desk.go("f", "Follow the rulebook's ruling?")
    desk.say("nobody saw it", "Dispute 1 is followed.")
    desk.go("a", "What is new:")
    desk.say("the six was in his pocket", "open on appeal")
    desk.go("Escape", "f Finish")
    desk.go("Escape", "c Check in")
    take_office(desk, "Ben", "referee")  # an appeal is heard by another officer
    desk.go("d", "1 dispute to decide")
    desk.go("Enter", "f Follow")
    desk.go("o", "Why:")
    desk.say("all four have seen it", "Dispute 1 is overruled.")
    desk.go("Escape", "Disputes")
    desk.go("Escape", "c Check in")


def second_evening(desk: Evenings) -> None:
    """A week later: last week's result put right, a dispute with an appeal, and what leaves the club's file."""
    desk.go("o", "No table yet.")
    come(desk, ["Ann", "Ben", "Cal"])
    take_office(desk, "Ann", "president")
    put_right(desk)
    start(desk, 3, ["Ann", "Ben", "Cal"])
    record(desk, ["deal by Cal", "Ann plays 5H", "Ben pays"])
    dispute(desk)
    desk.go("Enter", "such as:")
    end(desk, "Cal > Ann > Ben")
    desk.go("Escape", "finished: Cal > Ann > Ben")
    desk.go("s", "place name")
    desk.go("Escape", "c Check in")
    close(desk)
    desk.go("m", "Files")
    desk.press("Down", "Down", "Down")
    desk.go("Enter", "kept backup")
    desk.go("Enter", "season pages 20")  # when it was made
    desk.press("Down")
    desk.go("Enter", "tables 20")
    desk.go("Escape", "Precedents")
    desk.go("Escape", "c Check in")


def test_two_evenings_are_typed_without_leaving_the_desk(desk: Evenings, club: Path) -> None:
    first_evening(desk)
    desk.a_week_later()
    second_evening(desk)
    desk.press("q")

    def told(*words: str) -> Any:
        done = referee(*words, "--json", club=club)
        assert done.code == 0, done.err
        return json.loads(done.out)

    assert "Ben > Ann > Cal" in referee("table", "show", "2", club=club).out
    decided = [each["kind"] for each in told("dispute", "show", "1")["decisions"]]
    assert decided == ["followed", "appealed", "overruled"], decided
    assert (club / "exports" / "season.html").exists()
    assert (club / "exports" / "manifest.json").exists()
    assert referee("audit", club=club).code == 0
