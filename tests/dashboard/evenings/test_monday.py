"""A whole Monday typed in a real terminal from start to end, and its records checked from paper."""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.games import SLUGS
from referee.rules import Record, Verdict, replay
from tests.cli.running import referee
from tests.dashboard.terminal import Terminal, desk_in_a_terminal
from tests.transcript import DEMO, read

pytestmark = pytest.mark.process

PLAY = ["deal by Cal", "Ann plays 5H", "Ben pays"]


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A club with a season and sessions planned today and, for the case of midnight, tomorrow; nobody is a member."""
    today = date.today()
    ends = today + timedelta(days=200)
    referee("init", "Monday Cards", "--club", str(tmp_path), cwd=tmp_path)
    referee("season", "new", "now", str(today), str(ends), club=tmp_path)
    for day in (today, today + timedelta(days=1)):
        result = referee("schedule", "add", str(day), "--at", "15:45", club=tmp_path)
        assert result.code == 0, result.err
    return tmp_path


@pytest.fixture
def desk(club: Path) -> Iterator[Terminal]:
    with desk_in_a_terminal(club, club, Terminal, REFEREE_CLUB=str(club)) as desk:
        yield desk


def check_in(desk: Terminal, names: Iterable[str]) -> None:
    """Note that players came, who are put on the roster by it."""
    desk.press("c")
    desk.until("Check-in,")
    for name in names:
        desk.type(name)
        desk.until(f"add {name} as a member")
        desk.press("Up")
        desk.press("Enter")
        desk.until(f"{name} is checked in.")
    desk.press("Escape")


def seat(desk: Terminal, record: Record, here: Sequence[str]) -> None:
    """Start a table, taking the game and the players from the lists."""
    desk.press("n")
    desk.until(record.book.title)
    desk.press("Home", *["Down"] * SLUGS.index(record.book.slug), "Enter")
    desk.until("▶ Seats")
    items: list[str] = []
    for name in record.seats.names:
        free = sorted(set(here) - set(items))
        desk.press("Home", *["Down"] * (len(items) + free.index(name)), "Enter")
        items.append(name)
        desk.until(f"{record.book.title}: {', '.join(items)}")
    desk.press("s")
    desk.until("what happened, such as")


def play(desk: Terminal, record: Record) -> None:
    """Type every line of a record; what was taken back is illegal, is asked about, and is taken back."""
    for number, line in enumerate(record.lines, 1):
        desk.type(record.book.write(line.act, record.seats))
        desk.press("Enter")
        if not line.taken_back:
            desk.until(f"Line {number} recorded")
            continue
        desk.until("Record it as what happened, without effect?")
        desk.press("Enter")
        desk.until(f"Line {number} recorded: illegal.")
        desk.press("Escape")
        desk.until("u Undo")
        desk.press("u")
        desk.until(f"Undo line {number}")
        desk.press("Enter")
        desk.until("undone.")


def illegal_in_hindsight(record: Record) -> list[int]:
    """The numbers of lines that were not seen to be illegal when they were typed."""
    entries = enumerate(replay(record).entries, 1)
    return [
        at for at, judged_line in entries if judged_line.ruling.verdict is Verdict.ILLEGAL and judged_line.turned_by
    ]


def settle(desk: Terminal, record: Record, line: int) -> None:
    """Open a dispute on a line, and decide it as the rulebook rules."""
    desk.press("Escape")
    desk.until("u Undo")
    desk.press(*["Up"] * (len(record.lines) - line), "d")
    desk.until(f"Dispute line {line}")
    desk.type("Ben says that Cal had the card")
    desk.press("Enter")
    desk.until("Not decided yet.")
    desk.press("l")
    desk.until("Uphold the rulebook's ruling?")
    desk.type("the six came out of his hand")
    desk.press("Enter")
    desk.until("Dispute 1: upheld.")
    desk.press("Escape")
    desk.until("u Undo")
    desk.press("i")
    desk.until("Esc To the record")


def ruled(line: dict[str, Any]) -> tuple[str, str, str]:
    """How a line was ruled on, without the number that its reason may give to another line: a header comes before."""
    return line["verdict"], line["clause"], line["reason"].partition(" Line ")[0]


def finish(desk: Terminal) -> None:
    """Gather the cards, look at what was won and lost, and go back to tonight."""
    desk.press("Escape")
    desk.until("f Finish")
    desk.press("f")
    desk.until("End the match")
    desk.press("Enter")
    desk.until("Result:")
    desk.press("Escape")
    desk.until("finished")
    desk.press("Escape")
    desk.until("c Check in")


def test_a_monday_is_typed_from_start_to_end(desk: Terminal, club: Path) -> None:
    records = [read(DEMO / f"{slug}.txt") for slug in ("commune", "play-or-pay")]
    here = sorted({name for record in records for name in record.seats.names})
    desk.until("No session is open. s opens")
    desk.press("s")
    desk.until("Nobody yet.")
    check_in(desk, here)
    desk.until(f"Checked in: {len(here)}")

    for table, record in enumerate(records, 1):
        seat(desk, record, here)
        desk.until(f"Table {table} {record.book.title}")
        play(desk, record)
        for line in illegal_in_hindsight(record):
            settle(desk, record, line)
        finish(desk)
        desk.until("finished: ")

    desk.press("D")
    desk.until("0 disputes to decide")
    desk.press("a")
    desk.until("Ben says that Cal had the card")
    desk.press("Escape")
    desk.until("c Check in")
    desk.press("S")
    desk.until("place name score sessions form")
    for name in here:
        desk.until(name)
    desk.press("Enter")
    desk.until("counted")
    desk.press("Escape")
    desk.until("place name score sessions form")
    desk.press("Escape")
    desk.until("c Check in")
    desk.press("f")
    desk.until("Enter: close it")
    desk.press("Enter")
    desk.until("no session is open")
    desk.press("q")

    for table, record in enumerate(records, 1):
        result = referee("table", "show", str(table), "--record", club=club).out
        checked = json.loads(referee("check", "-", "--json", input_text=result).out)["lines"]
        logged = json.loads(referee("table", "show", str(table), "--json", club=club).out)["log"]
        assert [each["text"] for each in logged] == [each.text for each in record.lines]
        assert [ruled(each["ruling"]) for each in logged] == [ruled(each) for each in checked]


def test_a_desk_that_is_killed_in_the_middle_has_every_line_it_confirmed(desk: Terminal, club: Path) -> None:
    for words in (
        ("member", "add", "Ann", "Ben", "Cal"),
        ("open",),
        ("checkin", "Ann", "Ben", "Cal"),
    ):
        assert referee(*words, club=club).code == 0
    assert referee("start", "play-or-pay", "Ann", "Ben", "Cal", club=club).code == 0
    desk.until("Play or Pay")
    desk.press("Enter")
    desk.until("Table 1")
    for number, line in enumerate(PLAY, 1):
        desk.type(line)
        desk.press("Enter")
        desk.until(f"Line {number} recorded")
    pid = int(desk.tmux("list-panes", "-F", "#{pane_pid}"))
    os.kill(pid, 9)
    assert referee("table", "show", "1", "--record", club=club).out.splitlines()[-3:] == PLAY
