"""A freezeout of twenty typed wholly at the desk in a real terminal, with every key counted."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import referee
from tests.dashboard.evenings.test_counted import Counted, begin
from tests.dashboard.evenings.test_counted import desk as desk

pytestmark = [pytest.mark.process, pytest.mark.long]

MOST_KEYS = 200
TWENTY = (
    *("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe"),
    *("Kit", "Leo", "Mia", "Ned", "Oda", "Pia", "Quin", "Ray", "Sue", "Tom"),
)
_OUT = re.compile(r"(\w+) is out in (?:places )?(\d+)(?:-(\d+))?")


class Floor:
    """Who went out in which place, as the desk told it."""

    def __init__(self, desk: Counted) -> None:
        self.desk = desk
        self.places: dict[str, list[int]] = {}
        self.said = ""
        self.left = len(TWENTY)

    def out(self, *picks: str) -> None:
        """Record who goes out at the marked table, by the rows that are picked; of several all have the same stack."""
        desk = self.desk
        desk.go("x", until="Who went out in this hand?")
        for pick in picks:
            desk.go(pick, until="✓")
        self.left -= len(picks)
        if len(picks) > 1:
            desk.go("Enter", until="The stacks of")
            desk.say("900", "By whom?")
        else:
            desk.go("Enter", until="By whom?")
        desk.go("1", until="is out in")
        self.told()

    def told(self) -> None:
        """Read what was told of the hand, once the tables are shown as they are since."""
        self.desk.until(f"Tables: {self.left} of 20 players left")
        self.said = self.desk.sees()
        for name, first, last in _OUT.findall(self.said):
            self.places[name] = [int(first), int(last or first)]

    def settle(self) -> None:
        """Do what the desk said is to be done before the next hand."""
        desk = self.desk
        if "The remaining players fit at one table." in self.said:
            desk.go("t", until="Draw the seats of the final table")
            desk.go("Enter", until="Final table drawn")
        elif "The tables need balancing." in self.said:
            asks = "next big blind at table"
            desk.keys += 1
            desk.press("s")
            while desk.until_any(asks, "Moves in") == asks:
                table = re.search(rf"{asks} (\d+)", desk.sees())
                assert table
                desk.keys += 1
                desk.press("1")
                desk.until_gone(f"{asks} {table[1]}?")
            desk.go("Enter", until="Recorded: ")
        self.said = ""


def test_a_freezeout_of_twenty_takes_few_keys_from_its_name_to_the_prizes(desk: Counted, tmp_path: Path) -> None:
    begin(desk, TWENTY)
    taken, before = [], desk.keys

    def done(part: str) -> None:
        nonlocal before
        taken.append(f"{part} {desk.keys - before}")
        before = desk.keys

    desk.go("T", until="n announces one")
    desk.go("n", until="What is the tournament called?")
    desk.say("Cup", "Which game is played?")
    desk.say("hold", "How does it go from round to round?")
    desk.go("6", until="What counts for the season?")
    desk.go("2", until="How many play at a table?")
    desk.say("8", "Announce Cup?")
    desk.go("Enter", until="Nobody has entered yet")
    done("announce")
    desk.go("n", until="Who enters Cup?")
    desk.go("Enter", until="Players: 20 entries")
    done("enter")
    desk.go("m", until="Blinds, stacks")
    desk.go("b", until="Chips of each player")
    desk.go("Enter", until="How many hours?")
    desk.go("Enter", until="Which ladder?")
    desk.go("Enter", until="How many re-entries")
    desk.say("1", "Until which level")
    desk.go("Enter", until="Chips of an add-on")
    desk.say("3000", "What does each entry give")
    desk.say("10", "Percent of the prizes")
    desk.go("C-u", until="Percent of the prizes")
    desk.say("50 30 20", "Set these blinds for Cup?")
    desk.go("Enter", until="Blinds and prizes of Cup are set.")
    done("blinds and prizes")
    desk.go("t", until="Draw the seats of Cup?")
    desk.go("Enter", until="Seats drawn with seed")
    desk.go("m", until="Start the clock")
    desk.go("s", until="How many minutes?")
    desk.go("Enter", until="Level 1")
    done("draw and clock")

    floor = Floor(desk)
    floor.out("1")
    desk.go("m", until="re-enters with a new stack")
    desk.go("r", until="Who re-enters")
    desk.go("1", until="enters again with 3,000")
    floor.places.clear()
    floor.left += 1
    desk.go("m", until="Add-ons")
    desk.go("o", until="Who adds on?")
    desk.go("1", until="✓")
    desk.go("Enter", until="Add-on of 3,000 chips")
    done("an elimination, a re-entry, an add-on")
    floor.settle()
    floor.out("1", "2")
    assert [*floor.places.values()] == [[19, 20], [19, 20]]
    while len(floor.places) < 17:
        floor.settle()
        floor.out("1")
    done("17 eliminations with their balances, a tie and the final table")
    desk.go("m", until="Chop")
    desk.go("h", until="How are the prizes shared?")
    desk.go("2", until="in this order")
    match = re.search(r"The stacks of (\w+), (\w+) and (\w+), in this order", " ".join(desk.asks().split()))
    assert match, desk.asks()
    desk.say("30000 20000 16000", "players agree?")
    desk.go("Enter", until="The remaining prizes are shared.")
    desk.go("f", until="End Cup with this order?")
    desk.go("Enter", until="Cup is over")
    done("chop and end")
    desk.press("C-q")
    keys = sum(int(each.rsplit(" ", 1)[1]) for each in taken)
    print(f"{keys} keys: {', '.join(taken)}")

    club = tmp_path / "club"

    def told(*words: str) -> Any:
        run = referee(*words, "--json", club=club)
        assert run.code == 0, run.err
        return json.loads(run.out)

    screen_text = told("freezeout", "show", "1")
    won = {name: prize for name, prize in screen_text["won"].items() if prize}
    for index, name in enumerate(match.groups(), 1):
        floor.places[name] = [index, index]
    assert screen_text["places"] == floor.places
    # The smallest prize for each, and 84 in proportion to 30, 20 and 16 of 66 thousand.
    assert won == dict(zip(match.groups(), (80, 68, 62), strict=True))
    assert told("tournament", "show", "1")["status"] == "over"
    assert referee("audit", club=club).code == 0
    assert keys < MOST_KEYS
