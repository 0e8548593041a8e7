"""An evening of freezeout through its commands: twenty players, two re-entries, tables broken up, a final table."""

from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

from tests.cli.running import RunResult, referee
from tests.harness import frozen

DAY = "2026-11-16"
BEGIN = datetime(2026, 11, 16, 19, 30, tzinfo=UTC)
NAMES = (
    *("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon"),
    *("Kim", "Leo", "Mia", "Ned", "Ola", "Pip", "Quin", "Rex", "Sue", "Tom"),
)


def at(minutes: float) -> AbstractContextManager[object]:
    """Return a context in which the clock stands some minutes after the start."""
    return frozen.frozen_at(BEGIN + timedelta(minutes=minutes), tick=False)


@pytest.fixture(scope="module")
def announced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("freeze") / "club"
    assert referee("init", "Monday Club", "--club", str(folder)).code == 0
    do(folder, "member", "add", *NAMES)
    do(folder, "season", "new", "2026-27", "2026-08-01", "2027-07-31")
    do(folder, "schedule", "add", DAY, "--at", "19:30")
    with at(0):
        do(folder, "open", DAY)
        do(
            folder, "tournament", "new", "Winter", "--format", "freezeout", "--game", "texas-holdem",
            "--size", "2-7", "--counts", "final", "--seed", "11",
        )  # fmt: skip
        do(folder, "tournament", "enter", "1", *NAMES)
    return folder


@pytest.fixture
def folder(announced: Path, tmp_path: Path) -> Path:
    return copytree(announced, tmp_path / "club")


def do(folder: Path, *words: str) -> RunResult:
    result = referee(*words, club=folder)
    assert result.code == 0, f"{words}: {result.err}"
    return result


def refused(folder: Path, *words: str) -> str:
    result = referee(*words, club=folder)
    assert result.code == 2, result.out
    return result.err


class Room:
    """The chips as they really lie on the tables, kept by the test alone."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.chance = Random(seed)
        self.stacks = dict.fromkeys(NAMES, 3000)
        self.order: list[str] = []
        self.given = 20
        self.read()

    def read(self) -> None:
        self.shown = do(self.folder, "freezeout", "show", "1", "--json").data
        self.tables = {int(at): [*filter(None, table["chairs"])] for at, table in self.shown["tables"].items()}

    def hand(self) -> tuple[str, str, int]:
        """Let somebody lose everything to somebody else at the same table; return who, to whom, and what it was."""
        table = self.chance.choice([table for table in self.tables.values() if len(table) > 1])
        loser, winner = self.chance.sample(table, 2)
        losses = self.stacks.pop(loser)
        self.stacks[winner] += losses
        self.order.append(loser)
        return loser, winner, losses

    def again(self, name: str) -> None:
        self.stacks[name] = 3000
        self.order.remove(name)
        self.given += 1

    def even(self) -> list[str]:
        """Balance as the commands say it is done, and return the tables that were broken up."""
        blinds = [f"--blind={number}={names[0]}" for number, names in self.tables.items()]
        result = do(self.folder, "freezeout", "balance", "1", *blinds, "--json").data
        self.read()
        sizes = [len(names) for names in self.tables.values()]
        assert max(sizes) - min(sizes) <= 1
        return [str(each) for each in result["broken"]]


def test_twenty_play_to_the_end_with_two_re_entries_and_tables_broken_up(folder: Path) -> None:
    with at(0):
        do(
            folder, "freezeout", "blinds", "1", "--stack", "3000", "--hours", "3", "--reentries", "1", "--until", "4",
            "--more", "2", "--entry", "10", "--bounty", "2", "--yes",
        )  # fmt: skip
        do(folder, "freezeout", "start", "1")
        do(folder, "clock", "start", "1")
    room = Room(folder, seed=3)
    assert sorted(len(names) for names in room.tables.values()) == [6, 7, 7]
    broken: list[str] = []
    repeated = 0
    while len(room.stacks) > 1:
        with at(20):
            loser, winner, _ = room.hand()
            do(folder, "freezeout", "out", "1", loser, "--by-whom", winner)
            if repeated < 2 and len(room.order) == 2:
                back = room.order[0]
                do(folder, "freezeout", "reenter", "1", back)
                room.again(back)
                repeated += 1
            room.read()
            assert sorted(name for names in room.tables.values() for name in names) == sorted(room.stacks)
            assert room.shown["chips"] == 3000 * room.given == sum(room.stacks.values())
            if len(room.stacks) == 7 and not room.shown["final"]:
                do(folder, "freezeout", "balance", "1")
                room.read()
                assert list(map(len, room.tables.values())) == [7]
            elif len(room.stacks) > 1:
                broken += room.even()
            counted = do(folder, "freezeout", "count", "1", *(f"{n}={c}" for n, c in room.stacks.items()), "--json")
            assert (counted.data["counted"]["sum"], counted.data["counted"]["gap"]) == (3000 * room.given, 0)
    assert broken[0] == "3"
    assert room.given == 22
    data = do(folder, "freezeout", "show", "1", "--json").data
    best_first = [*room.stacks, *reversed(room.order)]
    assert data["places"] == {name: [place, place] for place, name in enumerate(best_first, 1)}
    # Of 22 stacks at 10 everything is given out: 8 for the places, 2 for whoever put somebody out.
    assert sum(data["won"].values()) == 22 * 8
    assert sum(data["bounties"].values()) == 22 * 2
    with at(180):
        do(folder, "tournament", "end", "1", "--yes")
        standings = do(folder, "tournament", "show", "1", "--standings", "--json").data
    assert [standing["place"] for standing in standings] == list(range(1, 21))
    assert [standing["entry"] for standing in standings] == best_first
    assert all(table["same"] for table in do(folder, "tournament", "draw", "1", "--check", "--json").data)


def begin(folder: Path, *settled: str) -> Room:
    with at(0):
        do(folder, "freezeout", "blinds", "1", "--stack", "3000", *settled, "--yes")
        do(folder, "freezeout", "start", "1")
    return Room(folder, seed=1)


def test_several_out_in_one_hand_need_their_stacks_and_are_placed_by_them(folder: Path) -> None:
    room = begin(folder)
    one, other = room.tables[1][:2]
    assert "The larger stack places higher" in refused(folder, "freezeout", "out", "1", one, other)
    output = do(folder, "freezeout", "out", "1", f"{one}=500", f"{other}=800").out
    assert f"{other} is out in 19th place" in output
    assert f"{one} is out in 20th place" in output


def test_one_hand_is_played_at_one_table(folder: Path) -> None:
    room = begin(folder)
    one, winner = room.tables[1][:2]
    elsewhere = room.tables[2][0]
    output = refused(folder, "freezeout", "out", "1", one, "--by-whom", elsewhere)
    assert f"{one} at table 1 and {elsewhere} at table 2" in output
    assert "not at one table" in refused(folder, "freezeout", "out", "1", f"{one}=500", f"{elsewhere}=800")
    assert len(do(folder, "freezeout", "show", "1", "--json").data["playing"]) == 20
    assert f"by {winner}" in do(folder, "freezeout", "out", "1", one, "--by-whom", winner).out


def test_entering_again_is_for_who_is_out_as_often_and_as_long_as_was_settled(folder: Path) -> None:
    room = begin(folder, "--reentries", "1", "--until", "2", "--minutes", "15")
    one, other = room.tables[1][:2]
    assert "is still in" in refused(folder, "freezeout", "reenter", "1", one)
    with at(0):
        do(folder, "clock", "start", "1")
        do(folder, "freezeout", "out", "1", one)
        do(folder, "freezeout", "reenter", "1", one)
        do(folder, "freezeout", "out", "1", one)
        assert "Each player has 1 re-entry." in refused(folder, "freezeout", "reenter", "1", one)
        do(folder, "freezeout", "out", "1", other)
    with at(31):
        assert "until level 2. It is level 3 now" in refused(folder, "freezeout", "reenter", "1", other)
    with at(29):
        do(folder, "freezeout", "reenter", "1", other)


def test_chips_that_are_missing_or_too_many_are_told(folder: Path) -> None:
    room = begin(folder)
    stacks = {**room.stacks, "Ann": 2500}
    output = do(folder, "freezeout", "count", "1", *(f"{name}={chips}" for name, chips in stacks.items())).out
    assert "59,500 chips were counted, 500 missing" in output
    assert "500 missing" in do(folder, "freezeout", "show", "1").out
    assert "Stacks missing: Ann" in refused(folder, "freezeout", "count", "1", *(f"{name}=3000" for name in NAMES[1:]))


def test_a_chop_is_only_written_down_once_it_is_agreed_and_sums_exactly(folder: Path) -> None:
    room = begin(folder, "--entry", "7", "--prizes", "50,30,20")
    left = NAMES[:3]
    for name in NAMES[3:]:
        do(folder, "freezeout", "out", "1", name)
    stacks = [f"{left[0]}=35000", f"{left[1]}=15000", f"{left[2]}=10000"]
    for text in ("icm", "chips", "even"):
        shares = do(folder, "freezeout", "chop", "1", *stacks, "--how", text, "--dry-run", "--json").data["shares"]
        assert sum(shares.values()) == 140
    assert not do(folder, "freezeout", "show", "1", "--json").data["won"].get("Ann")
    wrong = refused(folder, "freezeout", "chop", "1", *stacks[:2], f"{left[2]}=9000", "--yes")
    assert "sum to 59,000, and 60,000 chips are in play" in wrong
    do(folder, "freezeout", "chop", "1", *stacks, "--how", "icm", "--yes")
    data = do(folder, "freezeout", "show", "1", "--json").data
    assert sum(data["won"].values()) == 140
    assert "agreed to a chop" in refused(folder, "freezeout", "out", "1", "Ann")
    output = do(folder, "freezeout", "prizes", "1").out
    assert "Chop by icm" in output
    assert [line.split()[0] for line in output.splitlines() if line.split()[1:2] in (["70"], ["42"], ["28"])] == []
    assert room.given == 20


def test_prizes_are_points_and_only_an_officer_makes_them_money(folder: Path) -> None:
    do(folder, "officer", "elect", "Eve", "--as", "president", "--by", "Eve")
    settle = ("freezeout", "blinds", "1", "--entry", "5", "--yes")
    assert "Only an officer" in refused(folder, *settle, "--money", "--by", "Ann")
    do(folder, *settle, "--by", "Ann")
    assert do(folder, "freezeout", "show", "1", "--json").data["unit"] == "points"
    do(folder, *settle, "--money", "--by", "Eve")
    assert do(folder, "freezeout", "show", "1", "--json").data["unit"] == "money"


def test_who_comes_late_gets_a_stack_and_a_seat_and_a_table_is_opened_where_all_are_taken(folder: Path) -> None:
    begin(folder, "--until", "4")
    output = do(folder, "tournament", "enter", "1", "Una", "Vic", "--guest").out
    assert "round" not in output  # a freezeout has none
    assert "Una enters with 3,000: table 3, seat 7" in output
    assert "Vic enters with 3,000: table 4, seat 1" in output
    room = Room.__new__(Room)
    room.folder = folder
    room.read()
    assert room.even() == []
    assert sorted(map(len, room.tables.values())) == [5, 5, 6, 6]


def test_a_late_entry_is_undone_with_its_seat(folder: Path) -> None:
    begin(folder, "--until", "4")
    do(folder, "tournament", "enter", "1", "Una", "--guest")
    do(folder, "tournament", "undo", "1")
    data = do(folder, "freezeout", "show", "1", "--json").data
    assert "Una" not in data["playing"]
    assert data["waiting"] == []
    do(folder, "tournament", "enter", "1", "Una")
    assert "Una" in do(folder, "freezeout", "show", "1", "--json").data["playing"]


def test_a_late_entry_after_the_last_level_for_it_is_refused_whole(folder: Path) -> None:
    begin(folder, "--until", "1")
    do(folder, "clock", "start", "1")
    do(folder, "clock", "next", "1")
    assert "until level 1" in refused(folder, "tournament", "enter", "1", "Una", "--guest")
    assert len(do(folder, "tournament", "show", "1", "--json").data["entries"]) == 20


def test_what_is_wrong_is_refused_and_changes_nothing(folder: Path) -> None:
    assert "Draw them" in refused(folder, "freezeout", "out", "1", "Ann")
    begin(folder)
    assert "have been drawn already" in refused(folder, "freezeout", "start", "1")
    assert "cannot be out and win the hand" in refused(folder, "freezeout", "out", "1", "Ann", "--by-whom", "Ann")
    assert "no add-on" in refused(folder, "freezeout", "addon", "1", "Ann")
    assert "The tables are balanced" in do(folder, "freezeout", "balance", "1").out
    assert "still in" in refused(folder, "tournament", "end", "1", "--yes")
    do(folder, "freezeout", "blinds", "1", "--yes")  # the clock has not started
    do(folder, "clock", "start", "1")
    assert "were fixed when its clock started" in refused(folder, "freezeout", "blinds", "1", "--yes")
    assert len(do(folder, "freezeout", "show", "1", "--json").data["playing"]) == 20


def test_blinds_are_proposed_without_a_club(tmp_path: Path) -> None:
    result = referee(
        "freezeout", "blinds", "--stack", "3000", "--players", "20", "--hours", "3", "--at", "19:30", cwd=tmp_path
    )
    assert result.code == 0
    assert "60,000 chips in play" in result.out
    assert "Planned finish: 22:05." in result.out
    assert "Heads-up in the last planned level: about 25 big blinds each." in result.out
    assert max(map(len, result.out.splitlines())) <= 80


def test_a_preset_is_set_and_then_changed_level_by_level(folder: Path) -> None:
    do(folder, "freezeout", "blinds", "1", "--preset", "short", "--reentries", "1", "--until", "3", "--yes")

    def levels() -> list[list[int]]:
        data = do(folder, "tournament", "show", "1", "--json").data["settings"]["stacks"]
        assert (data["reentries"], data["reentry_until"]) == (1, 3)
        return [each for each in data["levels"] if each[1]]

    before = levels()
    assert [each[:2] for each in before[:4]] == [[25, 50], [50, 100], [100, 200], [200, 400]]
    output = do(folder, "freezeout", "blinds", "1", "--level", "3=75/150", "--level", "4=150/300/25", "--yes").out
    assert "Set for Winter: level 3, 75/150 and level 4, 150/300 ante 25." in output
    assert levels() == [*before[:2], [75, 150, 0], [150, 300, 25], *before[4:]]
    assert "Level 4 of 50/100 is not higher than level 3" in refused(
        folder, "freezeout", "blinds", "1", "--level=4=50/100"
    )
    assert "Invalid --level '4=50'" in refused(folder, "freezeout", "blinds", "1", "--level", "4=50")
    assert levels()[3] == [150, 300, 25]


def test_levels_of_a_proposal_are_changed_too(tmp_path: Path) -> None:
    words = ("freezeout", "blinds", "--players", "20", "--level", "2=40/80")
    data = referee(*words, "--json", cwd=tmp_path).data["levels"]
    assert [(row["small"], row["big"]) for row in data[:3]] == [(25, 50), (40, 80), (75, 150)]
    result = referee(*words, "--level", "99=5000/10000", cwd=tmp_path)
    assert (result.code, "There is no level 99." in result.err) == (2, True)
