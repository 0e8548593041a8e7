"""An evening typed in a real terminal, from an empty folder to the backup, with every key counted."""

import json
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import referee
from tests.dashboard.terminal import Terminal, desk_in_a_terminal

pytestmark = [pytest.mark.process, pytest.mark.long]

MOST_KEYS = 250
EIGHT = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")


class Counted(Terminal):
    """A desk, begun in a folder without a club, at which every key is counted: a letter is one."""

    keys = 0

    def asks(self) -> str:
        """What stands in the dialog that is open."""
        rows = [row.split("\N{BOX DRAWINGS LIGHT VERTICAL}") for row in self.tmux("capture-pane", "-p").splitlines()]
        return " ".join(f" {cells[-2].strip()} " for cells in rows if len(cells) > 2)

    def go(self, *keys: str, until: str) -> None:
        """Press keys, and wait until something stands on the screen."""
        self.keys += len(keys)
        self.press(*keys)
        self.until(until)

    def say(self, text: str, until: str) -> None:
        """Type a line with Enter, and wait until something stands on the screen."""
        self.keys += len(text)
        self.type(text)
        self.go("Enter", until=until)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Counted]:
    (tmp_path / "club").mkdir()
    with desk_in_a_terminal(tmp_path / "club", tmp_path / "officer", Counted) as desk:
        yield desk


def begin(desk: Counted, names: Sequence[str] = EIGHT[:7]) -> None:
    """Make the club, its season and its session, and check in some who are new but for the first."""
    desk.until("There is no club in")
    desk.say("Monday Cards", "Your name")
    desk.say("Ann", "No season has begun. s begins one.")
    desk.go("s", until="select a row")
    desk.go("Enter", until="When does the club meet?")
    desk.go("Enter", until="No table yet.")
    desk.go("c", until="Check-in,")
    desk.keys += len(named := ",".join(names))
    desk.type(named)
    desk.until("1 add Ben, Cal")
    desk.go("1", until=f"{len(names)} checked in")
    desk.go("Escape", until=f"Checked in: {len(names)}")


def draw(desk: Counted) -> None:
    """Draw two tables, and start them."""
    desk.go("t", until="Which games")
    desk.say("play-or-pay", "7 players at 2 tables")
    desk.go("s", until="Enter: start them")
    desk.go("Enter", until="opens the selected one")


def twelve_lines(desk: Counted) -> None:
    """Type twelve lines at table 1, of which the fifth is illegal and is taken back."""
    desk.go("1", until="such as: deal by")
    desk.go("Tab", "Enter", until="Line 1 recorded: legal.")
    desk.say("5h", "Line 2 recorded: legal.")
    for number in (3, 4):
        desk.go("Tab", "Enter", until=f"Line {number} recorded: legal.")
    desk.say("9h", "Record it as what happened, without effect?")
    desk.go("Enter", until="Line 5 recorded: illegal.")
    desk.go("Escape", until="u Undo")
    desk.go("u", until="Undo line 5")
    desk.go("Enter", until="undone.")
    desk.go("Tab", "Enter", until="Line 6 recorded: legal.")
    desk.say("pa", "Line 7 recorded: legal.")
    for number in range(8, 13):
        desk.go("Tab", "Enter", until=f"Line {number} recorded: legal.")


def dispute(desk: Counted) -> None:
    """Dispute the last line, and let the ruling stand."""
    desk.go("Escape", until="d Dispute")
    desk.go("d", until="The claim, and whose it is")
    desk.say("Ben had the queen", "Not decided yet.")
    desk.go("l", until="Uphold the rulebook's ruling?")
    desk.go("Enter", until="Dispute 1: upheld.")
    desk.go("Escape", until="Table 1")
    desk.go("Escape", until="c Check in")


def comes_late(desk: Counted) -> None:
    """Check in who comes late, and seat them at table 2."""
    desk.go("c", until="Check-in,")
    desk.keys += len(EIGHT[7])
    desk.type(EIGHT[7])
    desk.until(f"add {EIGHT[7]} as a member")
    desk.go("Up", "Enter", until=f"{EIGHT[7]} is checked in.")
    desk.go("Escape", until="Checked in: 8")
    desk.go("2", until="such as: deal by")
    desk.go("Escape", until="m More")
    desk.go("m", until="A player joins")
    desk.go("j", until="Who joins?")
    desk.go("1", until="Has a hand been played that is not recorded?")
    desk.go("Enter", until=f"{EIGHT[7]} joins at seat")


def place(desk: Counted, until: str) -> None:
    """Pick the players of a result in the order in which they stand, and Enter it."""
    desk.until("Result, best first")
    for row in range(1, 6):
        if f" {row} " not in desk.asks():
            break
        desk.go(f"{row}", until="✓")
    desk.go("Enter", until=until)


def result(desk: Counted) -> None:
    """Write down how the match at a table ended, and go back to tonight."""
    desk.go("w", until="Result, best first")
    place(desk, "Result:")
    desk.go("Escape", until="Finished.")
    desk.go("q", until="c Check in")


def leaves(desk: Counted) -> None:
    """Somebody leaves table 1, and stays in the room; the table goes on, and ends."""
    desk.go("1", until="such as: ")
    desk.go("Escape", until="m More")
    desk.go("m", until="A player leaves")
    desk.go("x", until="Who leaves?")
    desk.go("2", until="gone home?")
    desk.go("1", until="Enter Record")
    desk.go("Escape", until="f Finish")
    result(desk)


def swiss(desk: Counted) -> None:
    """Announce a Swiss of three rounds, play it, and end it."""
    desk.go("T", until="n announces one")
    desk.go("n", until="What is the tournament called?")
    desk.say("Cup", "Which game is played?")
    desk.say("pl", "How does it go from round to round?")
    desk.go("2", until="What counts for the season?")
    desk.go("1", until="How many rounds?")
    desk.go("Enter", until="How many play at a table?")
    desk.go("Enter", until="Announce Cup?")
    desk.go("Enter", until="No round has been drawn yet")
    desk.go("n", until="Who enters Cup?")
    desk.go("Enter", until="Entries: 8")
    for number in (1, 2, 3):
        desk.go("t", until="Enter: draw it")
        desk.go("Enter", until=f"Round {number} is drawn.")
        desk.go("s", until="Enter: start them")
        desk.go("Enter", until="being played")
        for table in (1, 2):
            desk.go("w", until="Result, best first")  # of the table that is still played
            place(desk, "is finished." if table == 1 else f"Standings after Round {number} 8")
    correct(desk)
    desk.go("f", until="End Cup with this order?")
    desk.go("Enter", until="Cup is over")


def correct(desk: Counted) -> None:
    """Put the result of a table right, once what that changes was seen; who made the club acts at the desk."""
    desk.go("Home", "w", until="Correct result, best first")
    for row in "2134":  # the first begins anew
        desk.go(row, until="✓")
    desk.go("Enter", until="Reason:")
    desk.go("1", until="Enter: change it")
    desk.go("Enter", until="is corrected.")


def close(desk: Counted) -> None:
    """Close the session, look at the standings, and see that a backup is kept."""
    desk.go("q", "q", until="c Check in")
    desk.go("f", until="Enter: close it")
    desk.go("Enter", until="no session is open")
    desk.go("S", until="place name")
    desk.go("B", until="backup kept")


def test_an_evening_takes_few_keys_from_an_empty_folder_to_the_backup(desk: Counted, tmp_path: Path) -> None:
    items = []
    for part in (begin, draw, twelve_lines, dispute, comes_late, result, leaves, swiss, close):
        before = desk.keys
        part(desk)
        items.append(f"{part.__name__} {desk.keys - before}")
    desk.press("C-q")
    print(f"{desk.keys} keys: {', '.join(items)}")
    assert desk.keys < MOST_KEYS
    club = tmp_path / "club"

    def told(*words: str) -> Any:
        second_result = referee(*words, "--json", club=club)
        assert second_result.code == 0, second_result.err
        return json.loads(second_result.out)

    screen_text = told("tonight", str(date.today()))
    assert screen_text["session"]["status"] == "closed"
    assert [each["name"] for each in told("member", "list")] == [*EIGHT]
    assert [each["kind"] for each in told("dispute", "show", "1")["decisions"]] == ["upheld"]
    assert told("tournament", "show", "1")["status"] == "over"
    assert len(list((club / "backups").iterdir())) == 1
    assert referee("audit", club=club).code == 0
