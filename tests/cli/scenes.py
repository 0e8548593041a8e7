"""Clubs as officers find them, in which examples and hints are tried: from an empty folder to the end of a season.

Whoever adds a command whose example needs something that no scene has adds it here.
"""

import contextlib
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from shutil import copytree
from unittest.mock import patch

from tests.cli.running import Done, referee
from tests.harness import frozen

ROOT = Path(__file__).parents[2]
ANSWERS = (0, 10, 11)
"""Exit codes of what was done: a ruling may be illegal or open."""
MONDAY = "2026-11-16"
PEOPLE = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
SCHEDULE = """\
name = "2026-27"
starts = 2026-08-17
ends = 2027-05-31
best_k = 20
min_sessions = 8

[weekly]
weekday = "Monday"
time = "15:45"
room = "M4"
"""
SEED_OF_WINTER = "5"
"""With it Ann, Ben, Cal and Dee sit at table 1, and the others at table 2."""
EVENING = """\
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [5, 10]
min_bet = 10
starting_stacks = [1000, 850]
players = ['Ann', 'Ben']
actions = ['p2 cbr 30', 'p1 f']
"""
# The seventh line is illegal, and waits for a decision.
BIG_TWO = ("deal by Dee", "Ann plays 3D", "Ben plays 5H", "Cal passes", "Dee plays 6S", "Ann passes", "Ben plays 4H")


@contextlib.contextmanager
def on_the_monday(temporary: Path) -> Iterator[None]:
    """Let it be the Monday, and have everything temporary put into a folder."""
    with frozen.on_the_monday(), patch.object(tempfile, "tempdir", str(temporary)):
        yield


@cache
def made(scene: Callable[[Path], None]) -> Path:
    """Make a scene, once; whoever changes something in it copies it."""
    folder = Path(tempfile.mkdtemp()) / scene.__name__
    scene(folder)
    return folder


def go_on_from(scene: Callable[[Path], None], folder: Path) -> None:
    """Begin a scene with what is there in another."""
    copytree(made(scene), folder)


def nothing(folder: Path) -> None:
    """A folder without a club, with the files that somebody may have brought along."""
    (folder / "schedules").mkdir(parents=True)
    (folder / "schedules" / "2026-27.toml").write_text(SCHEDULE, encoding="utf-8")
    record = (ROOT / "tests" / "records" / "texas-holdem" / "limits.txt").read_text(encoding="utf-8")
    (folder / "monday.txt").write_text(record, encoding="utf-8")
    (folder / "evening.phhs").write_text(f"[1]\n{EVENING}", encoding="utf-8")
    (folder / "sheet.txt").write_text("deal by Dee\nAnn plays 3D\nBen passes\n", encoding="utf-8")
    (folder / "members.csv").write_text("name\nIda Moe\nJon Poe\n", encoding="utf-8")


def founded(folder: Path) -> None:
    """A club on its first day: nobody belongs to it, and there is no season."""
    go_on_from(nothing, folder)
    do(folder, "init", "Monday Card Club")


def joined(folder: Path) -> None:
    """A club with members, of whom Ben Lee is there twice and Hal retired, and a season of which nothing was held."""
    go_on_from(founded, folder)
    do(folder, "member", "add", *PEOPLE[:1], "Ben Lee", "Benny", *PEOPLE[2:])
    do(folder, "member", "retire", "Hal", "--yes")
    do(folder, "schedule", "load", "schedules/2026-27.toml")


def arriving(folder: Path) -> None:
    """The Monday's session has been opened, and three are there; no table yet."""
    go_on_from(joined, folder)
    do(folder, "open", MONDAY)
    do(folder, "checkin", "Ann", "Ben Lee", "Cal")


def gathered(folder: Path) -> None:
    """Eight have come to the Monday's session."""
    go_on_from(founded, folder)
    do(folder, "member", "add", *PEOPLE)
    do(folder, "schedule", "load", "schedules/2026-27.toml")
    do(folder, "open", MONDAY)
    do(folder, "checkin", *PEOPLE)


def evening(folder: Path) -> None:
    """In the middle of the evening: a table with its result, three with lines or none, a dispute decided, one open."""
    go_on_from(gathered, folder)
    do(folder, "start", "--yes", "pontoon", *PEOPLE[4:])
    do(folder, "result", "1", "Hal", "Gus", "Fay", "Eve")
    do(folder, "start", "--yes", "commune", *PEOPLE[4:])
    do(folder, "start", "--yes", "big-two", *PEOPLE[:4])
    do(folder, "log", "3", *BIG_TWO)
    do(folder, "start", "--yes", "big-two", *PEOPLE[:4])
    do(folder, "dispute", "open", "big-two", "Ben plays 9D 9H", "Ann plays 6D 6S")
    do(folder, "dispute", "decide", "1", "uphold", "--reason", "as printed", "--by", "Eve")
    do(folder, "dispute", "open", "big-two", "Ben plays 4D 4H", "Ann plays 6D 6S", "--claim", "Ann had passed")


def late(folder: Path) -> None:
    """Another evening: a table of Hold'em is finished, one of two players is not, and two disputes are decided."""
    go_on_from(gathered, folder)
    for number in ("1", "2"):
        do(folder, "start", "--yes", "pontoon", *PEOPLE[4:])
        do(folder, "result", number, "Hal", "Gus", "Fay", "Eve")
    do(folder, "import", "evening.phhs", "--on", MONDAY)
    do(folder, "start", "--yes", "texas-holdem", "Ann", "Ben")
    for number in ("1", "2"):
        do(folder, "dispute", "open", "big-two", "Ben plays 4D 4H", "Ann plays 6D 6S", "--claim", f"claim {number}")
        do(folder, "dispute", "decide", number, "uphold", "--reason", "as printed", "--by", "Eve")
    do(folder, "penalty", "give", "Ann", "--warning", "--reason", "spoke about the hand", "--by", "Gus")
    do(folder, "export", "csv")


def over(folder: Path) -> None:
    """The evening was the season's last: its session is closed and backed up, and the others were cancelled."""
    go_on_from(late, folder)
    do(folder, "close", "--unfinished")
    for each in referee("schedule", "list", "--json", cwd=folder).data:
        if each["status"] == "planned":
            do(folder, "schedule", "cancel", each["held_on"], "--yes")
    (backup,) = (folder / "backups").glob("*.db")
    for kept in (folder / "backups" / f"{MONDAY}.db", folder / "stick" / "monday.db"):
        kept.parent.mkdir(exist_ok=True)
        if not kept.exists():
            kept.write_bytes(backup.read_bytes())


def closed(folder: Path) -> None:
    """The season is over and closed."""
    go_on_from(over, folder)
    do(folder, "season", "close", "2026-27", "--yes")


def merged(folder: Path) -> None:
    """Ben Lee, who was there twice, is one person."""
    go_on_from(joined, folder)
    do(folder, "member", "merge", "Ben Lee", "Benny", "--yes")


def drawn(folder: Path) -> None:
    """Seats have been drawn for the evening, and Ann, the club's president, is at this computer."""
    go_on_from(gathered, folder)
    do(folder, "seat", "draw", "--game", "big-two", "--seed", "3")
    do(folder, "officer", "elect", "Ann", "--as", "president")
    do(folder, "officer", "here", "Ann")


def one_to_come(folder: Path) -> None:
    """Seats have been drawn for seven: Ann sits at table 1 with three others, and Hal may still come."""
    go_on_from(founded, folder)
    do(folder, "member", "add", *PEOPLE)
    do(folder, "schedule", "load", "schedules/2026-27.toml")
    do(folder, "open", MONDAY)
    do(folder, "checkin", *PEOPLE[:7])
    do(folder, "seat", "draw", "--game", "big-two", "--seed", "3")


def freezing(folder: Path) -> None:
    """A freezeout of Hold'em is under way at two tables: Gus and Hal are out, and Ida came late without a seat yet."""
    go_on_from(founded, folder)
    do(folder, "member", "add", *PEOPLE, "Ida")
    do(folder, "schedule", "load", "schedules/2026-27.toml")
    do(folder, "open", MONDAY)
    do(folder, "checkin", *PEOPLE)
    do(folder, "tournament", "new", "Winter", "--format", "freezeout", "--game", "texas-holdem", "--size", "2-5")
    do(folder, "tournament", "enter", "1", *PEOPLE)
    do(folder, "freezeout", "blinds", "1", "--reentries", "1", "--addon", "3000", "--entry", "10", "--yes")
    do(folder, "freezeout", "start", "1", "--seed", SEED_OF_WINTER)
    do(folder, "clock", "start", "1")
    do(folder, "freezeout", "out", "1", "Gus=1500", "Hal=1000", "--by-whom", "Eve")
    do(folder, "tournament", "enter", "1", "Ida")


def announced(folder: Path) -> None:
    """A freezeout has been announced, and eight have entered."""
    go_on_from(founded, folder)
    do(folder, "member", "add", *PEOPLE)
    do(folder, "schedule", "load", "schedules/2026-27.toml")
    do(folder, "tournament", "new", "Winter", "--format", "freezeout", "--game", "texas-holdem", "--size", "2-5")
    do(folder, "tournament", "enter", "1", *PEOPLE)


def heads_up(folder: Path) -> None:
    """Only Ann and Ben are left of a freezeout, with 24,000 chips between them."""
    go_on_from(announced, folder)
    do(folder, "open", MONDAY)
    do(folder, "freezeout", "blinds", "1", "--entry", "10", "--yes")
    do(folder, "freezeout", "start", "1", "--seed", SEED_OF_WINTER)
    for name in PEOPLE[2:]:
        do(folder, "freezeout", "out", "1", name)


def competing(folder: Path) -> None:
    """Three tournaments: one announced, one drawn, and one of which a table broke off and the other is over."""
    go_on_from(gathered, folder)
    for name in ("Cup", "Trophy", "Shield"):
        do(folder, "tournament", "new", name, "-g", "big-two", "-f", "swiss", "--rounds", "3", "--seed", "3")
    do(folder, "tournament", "enter", "1", *PEOPLE[3:])
    for number, entries in (("2", PEOPLE[:7]), ("3", PEOPLE)):
        do(folder, "tournament", "enter", number, *entries)
        do(folder, "tournament", "draw", number)
    do(folder, "tournament", "start", "3")
    for table in do(folder, "tournament", "show", "3", "--json").data["rounds"][0]["tables"]:
        if table["number"] == 1:
            do(folder, "table", "void", f"m{table['match']['id']}", "--reason", "the power failed")
        else:
            do(folder, "result", f"m{table['match']['id']}", *table["entries"])


def answered(folder: Path) -> None:
    """The void table of the third tournament was awarded: its first round is over."""
    go_on_from(competing, folder)
    do(folder, "tournament", "walkover", "3", "1")


def counted(folder: Path) -> None:
    """The stacks of the two who are left of the freezeout have been counted."""
    go_on_from(heads_up, folder)
    do(folder, "freezeout", "count", "1", "Ann=14000", "Ben=10000")


SCENES: tuple[Callable[[Path], None], ...] = (
    *(evening, arriving, joined, late, drawn, over, closed, merged, competing, founded, nothing),
    *(announced, freezing, heads_up, counted, answered, one_to_come),
)
"""In the order in which an example is tried in them."""
FIRST = {"tournament": (competing, answered, announced, freezing, heads_up), "clock": (freezing,)}
"""The scenes in which the examples of a group of commands are tried before all others."""


def do(folder: Path, *words: str) -> Done:
    """Do something in a scene that must succeed."""
    done = referee(*words, cwd=folder)
    assert done.code in ANSWERS, f"referee {' '.join(words)}: {done.out}{done.err}"
    return done
