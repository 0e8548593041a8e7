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
sys.argv = ["referee", "desk"]
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
        self.go("S", "place name")
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
    desk.go("c", "Check-in,")
    for name in names:
        desk.say(name[:2].lower(), f"{name} is checked in.")
    desk.go("Escape", "c Check in")


def start(desk: Evenings, table: int, players: Sequence[str], *, usual: bool = False) -> None:
    """Start a table of Play or Pay, marked at once where it is `usual`, its players typed in their order."""
    desk.go("n", "Play or Pay")
    if not usual:
        desk.press(*["Down"] * SLUGS.index("play-or-pay"))
    desk.go("Enter", "▶ Seats")
    desk.go("i", "Who sits at the table")
    desk.say(", ".join(players), "Ready: s starts the table.")
    desk.go("s", f"Table {table} ")
    desk.until("such as:")


def record(desk: Evenings, lines: Sequence[str]) -> None:
    for number, line in enumerate(lines, 1):
        desk.say(line, f"Line {number} recorded")


def end(desk: Evenings, result: str) -> None:
    """Write down how the match at a table ended."""
    desk.go("Escape", "f Finish")
    desk.go("w", "Result, best first")
    desk.say(result, f"Result: {result}")
    desk.go("Escape", "Finished.")


def close(desk: Evenings) -> None:
    desk.go("f", "Enter: close it")
    desk.go("Enter", "no session is open")


def first_evening(desk: Evenings) -> None:
    """From nothing to a closed evening: season, members, a table that one of four leaves in the middle, its result."""
    desk.until("The roster is empty.")
    desk.go("s", "Who are the members")
    desk.say("Ann, Ben, Cal, Dee", "has one:")
    desk.go("Enter", "No table yet.")
    come(desk, ["Ann", "Ben", "Cal", "Dee"])
    start(desk, 1, ["Ann", "Ben", "Cal", "Dee"])
    record(desk, ["deal by Dee", "Ann plays 5H", "Ben pays"])
    desk.go("Escape", "m More")
    desk.go("m", "A player leaves")
    desk.go("x", "Who leaves?")
    desk.say("Dee", "Has Dee gone home?")
    desk.say("yes", "Table 1 goes on")
    record(desk, ["deal by Cal", "Ann plays 5H"])
    end(desk, "Ann > Ben > Cal")
    desk.go("Escape", "; goes on")
    desk.until("finished: Ann > Ben > Cal")
    close(desk)


def take_office(desk: Evenings, name: str, office: str) -> None:
    """Elect an officer, and say that it is they who act at the desk."""
    desk.go("O", "n Elect")
    desk.go("n", "Who was elected")
    desk.say(name, f"To which office was {name} elected?")
    desk.say(office, f"{name} is {office} from")
    desk.go("s", "Leave blank for nobody")
    desk.say(name, f"{name} acts at this computer from now on.")
    desk.go("Escape", "c Check in")


def put_right(desk: Evenings) -> None:
    """Put the result of last week right, once what that changes was seen."""
    desk.go("C", "session starts status")
    desk.press("Up")
    desk.go("Enter", "corrected result")
    desk.press("Down")
    desk.go("Enter", "Result: Ann > Ben > Cal")
    desk.go("w", "Correct result,")
    desk.go("C-u", "such as: ")
    desk.say("Ben > Ann > Cal", "Reason:")
    desk.say("Ann misread her chips", "Enter: change it")
    desk.until("Ben")  # what it changes is shown, and for whom
    desk.go("Enter", "settlement")
    desk.go("Escape", "corrected on")
    desk.go("Escape", "corrected result")
    desk.go("Escape", "session starts status")
    desk.go("Escape", "c Check in")


def dispute(desk: Evenings) -> None:
    """Dispute the last line of a table; decide it, hear an appeal, and decide again."""
    desk.go("Escape", "d Dispute")
    desk.go("d", "The claim, and whose")
    desk.say("Cal says that Ben had the six", "Not decided yet.")
    desk.go("l", "Uphold the rulebook's ruling?")
    desk.say("nobody saw it", "Dispute 1: upheld.")
    desk.go("d", "What is new:")
    desk.say("the six was in his pocket", "Who appeals?")
    desk.say("Cal", "open on appeal")
    desk.go("Escape", "f Finish")
    desk.go("Escape", "c Check in")
    take_office(desk, "Ben", "referee")  # an appeal is heard by another officer
    desk.go("D", "1 dispute to decide")
    desk.go("Enter", "l Uphold")
    desk.go("x", "Reason:")
    desk.say("all four have seen it", "Dispute 1: overruled.")
    desk.go("Escape", "Disputes")
    desk.go("Escape", "c Check in")


def second_evening(desk: Evenings) -> None:
    """A week later: last week's result put right, a dispute with an appeal, and what leaves the club's file."""
    desk.go("s", "No table yet.")
    come(desk, ["Ann", "Ben", "Cal"])
    take_office(desk, "Ann", "president")
    put_right(desk)
    start(desk, 1, ["Ann", "Ben", "Cal"], usual=True)
    record(desk, ["deal by Cal", "Ann plays 5H", "Ben pays"])
    dispute(desk)
    desk.go("Enter", "such as:")
    end(desk, "Cal > Ann > Ben")
    desk.go("Escape", "finished: Cal > Ann > Ben")
    desk.go("S", "place name")
    desk.go("Escape", "c Check in")
    close(desk)
    desk.go("B", "backup kept")
    desk.go("Enter", "season pages 20")  # when it was made
    desk.press("Down")
    desk.go("Enter", "tables 20")
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

    assert "Ben > Ann > Cal" in referee("table", "show", "m2", club=club).out
    decided = [each["kind"] for each in told("dispute", "show", "1")["decisions"]]
    assert decided == ["upheld", "appealed", "overruled"], decided
    assert (club / "exports" / "season.html").exists()
    assert (club / "exports" / "manifest.json").exists()
    assert referee("audit", club=club).code == 0
