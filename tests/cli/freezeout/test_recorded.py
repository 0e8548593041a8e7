"""A freeze-out whose tables are recorded line by line: who goes out or moves does so in the records as well."""

from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from tests.cli.tournament.evenings import club_of, refused, run

EIGHT = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")


@pytest.fixture(scope="module")
def seated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight at two tables of four, both recorded; seats are drawn, so the tests ask who sits where."""
    folder = club_of(tmp_path_factory.mktemp("seated"), *EIGHT)
    run(folder, "tournament", "new", "Winter", "-g", "texas-holdem", "-f", "freeze-out", "--size", "2-5")
    run(folder, "tournament", "enter", "1", *EIGHT)
    run(folder, "tournament", "blinds", "1", "--reentries", "1", "--until", "9", "--yes")
    run(folder, "tournament", "seats", "1")
    run(folder, "tournament", "seat", "1")
    return folder


@pytest.fixture
def folder(seated: Path, tmp_path: Path) -> Path:
    return copytree(seated, tmp_path / "club")


def tables(folder: Path) -> dict[int, dict[str, Any]]:
    found = run(folder, "tournament", "tables", "1", "--json").data
    return {int(at): {**table, "match": found["matches"].get(at)} for at, table in found["tables"].items()}


def sitting(folder: Path, table: int) -> list[str]:
    """Who sits at a table of the freeze-out, in order of seat."""
    return [name for name in tables(folder)[table]["chairs"] if name]


def recorded(folder: Path, match: int) -> list[str]:
    """Who sits at a table of the club by its record."""
    found: list[str] = run(folder, "table", "show", str(match), "--json").data["names"]
    return found


def hand(folder: Path, match: int) -> None:
    """Play a hand that is over at once: everybody antes, and all but the first fold."""
    lines(folder, match, whole=True)


def lines(folder: Path, match: int, *, whole: bool) -> None:
    first, *others = recorded(folder, match)
    said = [f"deal by {others[-1]}", "everyone antes 1"]
    if whole:
        said += [
            "flop 2H 3D KC",
            f"{first} bets 1",
            *(f"{name} folds" for name in others),
            f"{first} takes {2 + len(others)}",
        ]
    for line in said:
        run(folder, "table", "log", str(match), line)


def out(folder: Path, *names: str) -> str:
    for name in names:
        said = run(folder, "tournament", "out", "1", name).out
    return said


def balance(folder: Path, *more: str) -> str:
    blinds = [f"--blind={number}={next(filter(None, each['chairs']))}" for number, each in tables(folder).items()]
    return run(folder, "tournament", "balance", "1", *blinds, "--yes", *more).out


def as_the_tournament_sits(folder: Path) -> None:
    for number, table in tables(folder).items():
        there, by_record = sitting(folder, number), recorded(folder, table["match"])
        assert sorted(there) == sorted(by_record)
        at = by_record.index(there[0])
        assert by_record[at:] + by_record[:at] == there, "it goes round as the table does"


def test_who_is_out_leaves_the_table_that_is_recorded(folder: Path) -> None:
    hand(folder, 1)
    gone = sitting(folder, 1)[1]
    said = out(folder, gone)
    assert f"{gone} leaves table 1, which goes on as table 3" in said
    as_the_tournament_sits(folder)
    assert tables(folder)[1]["match"] == 3
    # What was played before counts: one hand of four.
    assert "and the table goes on as table 3" in run(folder, "table", "show", "1").out


def test_who_moves_leaves_the_one_table_and_joins_the_other_at_the_seat_that_they_drew(folder: Path) -> None:
    hand(folder, 1)
    hand(folder, 2)
    out(folder, *sitting(folder, 2)[:2])
    assert [len(sitting(folder, each)) for each in (1, 2)] == [4, 2]
    balance(folder)
    assert [len(sitting(folder, each)) for each in (1, 2)] == [3, 3]
    as_the_tournament_sits(folder)
    shown = run(folder, "table", "show", str(tables(folder)[2]["match"])).out
    assert "moved by the tournament" in shown


def test_nobody_moves_in_the_middle_of_a_hand_and_the_same_command_does_it_after(folder: Path) -> None:
    out(folder, *sitting(folder, 2)[:2])
    lines(folder, 1, whole=False)
    said = balance(folder)
    [mover] = set(recorded(folder, tables(folder)[1]["match"])) - set(sitting(folder, 1))
    assert f"Table 1 is in the middle of a hand: {mover} stay" in said
    assert "When it is over: referee tournament balance 1" in " ".join(said.split())
    assert mover not in recorded(folder, tables(folder)[2]["match"]), "nobody sits at two tables"
    first, *others = recorded(folder, 1)
    for line in (
        "flop 2H 3D KC",
        f"{first} bets 1",
        *(f"{name} folds" for name in others),
        f"{first} takes {2 + len(others)}",
    ):
        run(folder, "table", "log", "1", line)
    after = run(folder, "tournament", "balance", "1").out
    assert f"{mover} leaves table 1" in after
    as_the_tournament_sits(folder)


def test_a_table_that_is_broken_up_is_over_and_what_was_played_there_counts(folder: Path) -> None:
    hand(folder, 2)
    out(folder, *sitting(folder, 1)[:2])
    out(folder, sitting(folder, 2)[0])
    # Five are left, and find room at one table.
    run(folder, "tournament", "final-table", "1")
    run(folder, "tournament", "seat", "1")
    as_the_tournament_sits(folder)
    last = tables(folder)[1]["match"]
    shown = [run(folder, "table", "show", str(match), "--json").data for match in range(1, last + 1)]
    assert [each["number"] for each in shown if not each["finished_at"]] == [last]
    assert shown[1]["places"], "the hand that was played at table 2 counts"


def test_who_enters_again_joins_the_record_and_an_undo_is_followed_there(folder: Path) -> None:
    hand(folder, 1)
    gone = sitting(folder, 1)[0]
    out(folder, gone)
    assert gone not in recorded(folder, tables(folder)[1]["match"])
    run(folder, "tournament", "reenter", "1", gone)
    as_the_tournament_sits(folder)
    run(folder, "tournament", "undo", "1")
    as_the_tournament_sits(folder)
    run(folder, "tournament", "undo", "1")
    as_the_tournament_sits(folder)


def test_who_withdraws_leaves_the_record(folder: Path) -> None:
    gone = sitting(folder, 1)[2]
    said = run(folder, "tournament", "withdraw", "1", gone, "--reason", "the last train").out
    assert f"{gone} leaves table 1" in said
    as_the_tournament_sits(folder)


def test_a_table_that_one_alone_was_left_at_can_be_recorded_again(folder: Path) -> None:
    gone = sitting(folder, 2)[:3]
    out(folder, *gone)
    assert tables(folder)[2]["match"] is None
    for name in gone[:2]:
        run(folder, "tournament", "reenter", "1", name)
    assert len(sitting(folder, 2)) == 3
    assert "has started" in refused(folder, "tournament", "seat", "1", "--table", "1")
    run(folder, "tournament", "seat", "1", "--table", "2")
    as_the_tournament_sits(folder)


def test_a_void_table_is_played_again_by_those_who_sit_there_now(folder: Path) -> None:
    gone = sitting(folder, 1)[1]
    run(folder, "table", "void", "1", "--reason", "a pack of 51")
    out(folder, gone)
    run(folder, "tournament", "replay", "1", "1", "--reason", "a pack of 51")
    as_the_tournament_sits(folder)


def test_seats_are_changed_by_evening_the_tables_alone(folder: Path) -> None:
    one, other = sitting(folder, 1)[0], sitting(folder, 2)[0]
    before = tables(folder)
    assert "referee tournament balance 1" in refused(folder, "tournament", "swap", "1", one, other, "--reason", "light")
    assert "referee tournament balance 1" in refused(folder, "tournament", "move", "1", one, "2", "--reason", "light")
    assert "referee tournament withdraw 1" in refused(folder, "tournament", "absent", "1", one)
    assert tables(folder) == before


def test_the_last_with_chips_has_won_and_does_not_withdraw(folder: Path) -> None:
    for name in EIGHT[1:]:
        run(folder, "tournament", "withdraw", "1", name, "--reason", "the last train")
    last = ("tournament", "withdraw", "1", EIGHT[0], "--reason", "the last train")
    assert f"{EIGHT[0]} is the last with chips" in refused(folder, *last)
    run(folder, "tournament", "enter", "1", "Ida", "--guest")  # who waits for a seat has no chips
    assert "not all can go out" in refused(folder, *last)
    places = run(folder, "tournament", "standings", "1", "--json").data
    assert places[0]["entry"] == EIGHT[0]
