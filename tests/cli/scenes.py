"""Clubs as officers find them, in which examples and hints are tried: from an empty folder to the end of a season.

Whoever adds a command whose example needs something that no scene has adds it here.
"""

import contextlib
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from shutil import copyfile, copytree
from unittest.mock import patch

from tests.cli.running import RunResult, referee
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
def make_scene(scene: Callable[[Path], None]) -> Path:
    """Make a scene, once; whoever changes something in it copies it."""
    folder = Path(tempfile.mkdtemp()) / scene.__name__
    scene(folder)
    return folder


def copy_scene(scene: Callable[[Path], None], folder: Path) -> None:
    """Copy another scene as the start of this one."""
    copytree(make_scene(scene), folder)


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
    copy_scene(nothing, folder)
    run_ok(folder, "init", "Monday Card Club")


def joined(folder: Path) -> None:
    """A club with members, of whom Ben Lee is there twice and Hal retired, and a season of which nothing was held."""
    copy_scene(founded, folder)
    run_ok(folder, "member", "add", *PEOPLE[:1], "Ben Lee", "Benny", *PEOPLE[2:])
    run_ok(folder, "member", "retire", "Hal", "--yes")
    run_ok(folder, "schedule", "load", "schedules/2026-27.toml")


def arriving(folder: Path) -> None:
    """The Monday's session has been opened, and three are there; no table yet."""
    copy_scene(joined, folder)
    run_ok(folder, "open", MONDAY)
    run_ok(folder, "checkin", "Ann", "Ben Lee", "Cal")


def gathered(folder: Path) -> None:
    """Eight have come to the Monday's session."""
    copy_scene(founded, folder)
    run_ok(folder, "member", "add", *PEOPLE)
    run_ok(folder, "schedule", "load", "schedules/2026-27.toml")
    run_ok(folder, "open", MONDAY)
    run_ok(folder, "checkin", *PEOPLE)


def evening(folder: Path) -> None:
    """In the middle of the evening: a table with its result, three with lines or none, a dispute decided, one open."""
    copy_scene(gathered, folder)
    run_ok(folder, "start", "--yes", "pontoon", *PEOPLE[4:])
    run_ok(folder, "result", "1", "Hal", "Gus", "Fay", "Eve")
    run_ok(folder, "start", "--yes", "commune", *PEOPLE[4:])
    run_ok(folder, "start", "--yes", "big-two", *PEOPLE[:4])
    run_ok(folder, "log", "3", *BIG_TWO)
    run_ok(folder, "start", "--yes", "big-two", *PEOPLE[:4])
    run_ok(folder, "dispute", "open", "big-two", "Ben plays 9D 9H", "Ann plays 6D 6S")
    run_ok(folder, "dispute", "decide", "1", "uphold", "--reason", "as printed", "--by", "Eve")
    run_ok(folder, "dispute", "open", "big-two", "Ben plays 4D 4H", "Ann plays 6D 6S", "--claim", "Ann had passed")


def late(folder: Path) -> None:
    """Another evening: a table of Hold'em is finished, one of two players is not, and two disputes are decided."""
    copy_scene(gathered, folder)
    for number in ("1", "2"):
        run_ok(folder, "start", "--yes", "pontoon", *PEOPLE[4:])
        run_ok(folder, "result", number, "Hal", "Gus", "Fay", "Eve")
    run_ok(folder, "import", "evening.phhs", "--on", MONDAY)
    run_ok(folder, "start", "--yes", "texas-holdem", "Ann", "Ben")
    for number in ("1", "2"):
        run_ok(folder, "dispute", "open", "big-two", "Ben plays 4D 4H", "Ann plays 6D 6S", "--claim", f"claim {number}")
        run_ok(folder, "dispute", "decide", number, "uphold", "--reason", "as printed", "--by", "Eve")
    run_ok(folder, "penalty", "give", "Ann", "--warning", "--reason", "spoke about the hand", "--by", "Gus")
    run_ok(folder, "export", "csv")


def over(folder: Path) -> None:
    """The evening was the season's last: its session is closed and backed up, and the others were cancelled."""
    copy_scene(late, folder)
    run_ok(folder, "close", "--unfinished")
    for session in referee("schedule", "list", "--json", cwd=folder).data:
        if session["status"] == "planned":
            run_ok(folder, "schedule", "cancel", session["held_on"], "--yes")
    (backup,) = (folder / "backups").glob("*.db")
    for stored in (folder / "backups" / f"{MONDAY}.db", folder / "stick" / "monday.db"):
        stored.parent.mkdir(exist_ok=True)
        if not stored.exists():
            stored.write_bytes(backup.read_bytes())


def closed(folder: Path) -> None:
    """The season is over and closed."""
    copy_scene(over, folder)
    run_ok(folder, "season", "close", "2026-27", "--yes")


def merged(folder: Path) -> None:
    """Ben Lee, who was there twice, is one person; on Ben's laptop, another copy of the club went on."""
    copy_scene(joined, folder)
    with tempfile.TemporaryDirectory() as temporary:
        laptop = copytree(folder, Path(temporary) / "club")
        run_ok(laptop, "member", "add", "Ida")
        copyfile(laptop / "club.db", folder / "club-of-ben.db")
    run_ok(folder, "member", "merge", "Ben Lee", "Benny", "--yes")


def drawn(folder: Path) -> None:
    """Seats have been drawn for the evening, and Ann, the club's president, is at this computer."""
    copy_scene(gathered, folder)
    run_ok(folder, "seat", "draw", "--game", "big-two", "--seed", "3")
    run_ok(folder, "officer", "elect", "Ann", "--as", "president")
    run_ok(folder, "officer", "here", "Ann")


def one_to_come(folder: Path) -> None:
    """Seats have been drawn for seven: Ann sits at table 1 with three others, and Hal may still come."""
    copy_scene(founded, folder)
    run_ok(folder, "member", "add", *PEOPLE)
    run_ok(folder, "schedule", "load", "schedules/2026-27.toml")
    run_ok(folder, "open", MONDAY)
    run_ok(folder, "checkin", *PEOPLE[:7])
    run_ok(folder, "seat", "draw", "--game", "big-two", "--seed", "3")


def freezing(folder: Path) -> None:
    """A freezeout of Hold'em is under way at two tables: Gus and Hal are out, and Ida came late without a seat yet."""
    copy_scene(founded, folder)
    run_ok(folder, "member", "add", *PEOPLE, "Ida")
    run_ok(folder, "schedule", "load", "schedules/2026-27.toml")
    run_ok(folder, "open", MONDAY)
    run_ok(folder, "checkin", *PEOPLE)
    run_ok(folder, "tournament", "new", "Winter", "--format", "freezeout", "--game", "texas-holdem", "--size", "2-5")
    run_ok(folder, "tournament", "enter", "1", *PEOPLE)
    run_ok(folder, "freezeout", "blinds", "1", "--reentries", "1", "--addon", "3000", "--entry", "10", "--yes")
    run_ok(folder, "freezeout", "start", "1", "--seed", SEED_OF_WINTER)
    run_ok(folder, "clock", "start", "1")
    run_ok(folder, "freezeout", "out", "1", "Gus=1500", "Hal=1000", "--by-whom", "Eve")
    run_ok(folder, "tournament", "enter", "1", "Ida")


def announced(folder: Path) -> None:
    """A freezeout has been announced, and eight have entered."""
    copy_scene(founded, folder)
    run_ok(folder, "member", "add", *PEOPLE)
    run_ok(folder, "schedule", "load", "schedules/2026-27.toml")
    run_ok(folder, "tournament", "new", "Winter", "--format", "freezeout", "--game", "texas-holdem", "--size", "2-5")
    run_ok(folder, "tournament", "enter", "1", *PEOPLE)


def heads_up(folder: Path) -> None:
    """Only Ann and Ben are left of a freezeout, with 24,000 chips between them."""
    copy_scene(announced, folder)
    run_ok(folder, "open", MONDAY)
    run_ok(folder, "freezeout", "blinds", "1", "--entry", "10", "--yes")
    run_ok(folder, "freezeout", "start", "1", "--seed", SEED_OF_WINTER)
    for name in PEOPLE[2:]:
        run_ok(folder, "freezeout", "out", "1", name)


def competing(folder: Path) -> None:
    """Three tournaments: one announced, one drawn, and one of which a table broke off and the other is over."""
    copy_scene(gathered, folder)
    for name in ("Cup", "Trophy", "Shield"):
        run_ok(folder, "tournament", "new", name, "-g", "big-two", "-f", "swiss", "--rounds", "3", "--seed", "3")
    run_ok(folder, "tournament", "enter", "1", *PEOPLE[3:])
    for number, entries in (("2", PEOPLE[:7]), ("3", PEOPLE)):
        run_ok(folder, "tournament", "enter", number, *entries)
        run_ok(folder, "tournament", "draw", number)
    run_ok(folder, "tournament", "start", "3")
    for table in run_ok(folder, "tournament", "show", "3", "--json").data["rounds"][0]["tables"]:
        if table["number"] == 1:
            run_ok(folder, "table", "void", f"m{table['match']['id']}", "--reason", "the power failed")
        else:
            run_ok(folder, "result", f"m{table['match']['id']}", *table["entries"])


def answered(folder: Path) -> None:
    """The void table of the third tournament was awarded: its first round is over."""
    copy_scene(competing, folder)
    run_ok(folder, "tournament", "walkover", "3", "1")


def counted(folder: Path) -> None:
    """The stacks of the two who are left of the freezeout have been counted."""
    copy_scene(heads_up, folder)
    run_ok(folder, "freezeout", "count", "1", "Ann=14000", "Ben=10000")


def undone(folder: Path) -> None:
    """The last entry was undone."""
    copy_scene(joined, folder)
    run_ok(folder, "member", "add", "Zoe")
    run_ok(folder, "undo")


SCENES: tuple[Callable[[Path], None], ...] = (
    *(evening, arriving, joined, late, drawn, over, closed, merged, competing, founded, nothing),
    *(announced, freezing, heads_up, counted, answered, one_to_come, undone),
)
"""In the order in which an example is tried in them."""
FIRST = {"tournament": (competing, answered, announced, freezing, heads_up), "clock": (freezing,)}
"""The scenes in which the examples of a group of commands are tried before all others."""


def run_ok(folder: Path, *words: str) -> RunResult:
    """Do something in a scene that must succeed."""
    result = referee(*words, cwd=folder)
    assert result.code in ANSWERS, f"referee {' '.join(words)}: {result.out}{result.err}"
    return result
