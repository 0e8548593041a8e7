"""A freezeout of six in the terminal: how it stands while it goes on, who is out or late, and what it counts for."""

from pathlib import Path

import pytest

from tests.cli.tournament.mondays import PEOPLE, refused, run, shown

SIX = PEOPLE[:6]


@pytest.fixture
def folder(mondays: Path) -> Path:
    """A club with a freezeout of six in which one may come late until the second level, with its seats drawn."""
    return _begun(mondays, "final")


def _begun(folder: Path, counts: str) -> Path:
    run(
        folder, "tournament", "new", "Evening", "-g", "texas-holdem", "-f", "freezeout", "--size", "3-7",
        "--counts", counts,
    )  # fmt: skip
    run(folder, "tournament", "enter", "1", *SIX)
    run(folder, "freezeout", "blinds", "1", "--stack", "1000", "--hours", "1", "--until", "2", "--yes")
    run(folder, "freezeout", "start", "1")
    return folder


def _out(folder: Path, *names: str) -> None:
    for name in names:
        run(folder, "freezeout", "out", "1", name, "--by-whom", "Ann")


def _line(text: str, name: str) -> list[str]:
    """Return the words of the line of the standings that somebody is on."""
    (line,) = [row.split() for row in text.splitlines() if row.split()[1:2] == [name]]
    return line


def test_it_is_told_as_it_stands_and_without_rounds(folder: Path) -> None:
    _out(folder, "Fay", "Eve")
    run(folder, "freezeout", "balance", "1")  # the second draw, which is no second round
    output = run(folder, "tournament", "show", "1", "--standings").out
    assert output.splitlines()[0] == "Standings so far"
    assert output.splitlines()[1].split() == ["name", "status"]
    assert _line(output, "Fay") == ["6", "Fay", "out"]
    assert _line(output, "Eve") == ["5", "Eve", "out"]
    assert _line(output, "Ann")[:3] == ["1=", "Ann", "in"]


def test_its_tables_are_no_matches_and_one_is_recorded_as_an_ordinary_table(folder: Path) -> None:
    assert "To record a match at a table: referee start texas-holdem NAME" in run(folder, "freezeout", "show", "1").out
    output = refused(folder, "tournament", "start", "1")
    assert "A freezeout tracks only seats and chips. Its tables are not matches." in output
    assert "referee start texas-holdem NAME" in " ".join(output.split())
    run(folder, "start", "texas-holdem", *SIX)
    _out(folder, "Fay")
    assert run(folder, "table", "show", "1", "--json").data["names"] == list(SIX), "the match stays as it is"


def test_tables_that_are_no_matches_cannot_count_for_the_season(folder: Path) -> None:
    output = refused(folder, "tournament", "new", "Late", "-g", "texas-holdem", "-f", "freezeout", "--counts", "tables")
    assert "Use final or nothing." in output
    run(folder, "tournament", "new", "Late", "-g", "texas-holdem", "-f", "freezeout")
    assert run(folder, "tournament", "show", "2", "--json").data["settings"]["counts"] == "nothing"


def test_seats_are_changed_by_balancing_alone(folder: Path) -> None:
    assert "referee freezeout balance 1" in refused(
        folder, "tournament", "swap", "1", "Ann", "Ben", "--reason", "light"
    )
    assert "referee freezeout balance 1" in refused(folder, "tournament", "move", "1", "Ann", "2", "--reason", "light")
    assert "referee tournament withdraw 1" in refused(folder, "tournament", "absent", "1", "Ann")


def test_the_last_with_chips_has_won_and_does_not_withdraw(folder: Path) -> None:
    for name in SIX[1:]:
        run(folder, "tournament", "withdraw", "1", name, "--reason", "the last train")
    last = ("tournament", "withdraw", "1", SIX[0], "--reason", "the last train")
    assert f"{SIX[0]} is the last player with chips" in refused(folder, *last)
    places = run(folder, "tournament", "show", "1", "--standings", "--json").data
    assert places[0]["entry"] == SIX[0]


def test_who_comes_late_has_a_seat_at_once_and_waits_for_no_round(folder: Path) -> None:
    _out(folder, "Fay")
    output = run(folder, "tournament", "enter", "1", "Gus").out
    assert "round" not in output
    assert "Gus enters with 1,000: table " in output
    assert "round" not in run(folder, "tournament", "show", "1").out
    # Fay is behind all who have a stack, and so behind Gus: the last of seven.
    assert _line(run(folder, "tournament", "show", "1", "--standings").out, "Fay") == ["7", "Fay", "out"]
    assert _line(run(folder, "tournament", "show", "1", "--standings").out, "Gus")[2] == "in"


def test_a_final_order_at_the_end_says_places_alone(folder: Path) -> None:
    _out(folder, *reversed(SIX[1:]))
    run(folder, "tournament", "end", "1", "--yes")
    output = run(folder, "tournament", "show", "1", "--standings").out
    shown_whole = run(folder, "tournament", "show", "1").out
    assert "corrected" not in shown_whole
    assert "6 entries." in shown_whole
    assert "still in" not in shown_whole
    assert output.splitlines()[0] == "Standings at the end"
    assert output.splitlines()[1].split() == ["name"]
    assert [_line(output, name)[0] for name in SIX] == ["1", "2", "3", "4", "5", "6"]


def test_late_entry_is_refused_at_once_where_it_was_not_settled(mondays: Path) -> None:
    run(mondays, "tournament", "new", "Evening", "-g", "texas-holdem", "-f", "freezeout")
    run(mondays, "tournament", "enter", "1", *SIX)
    assert "Use the usual levels?" in refused(mondays, "freezeout", "start", "1")
    run(mondays, "freezeout", "start", "1", "--yes")
    assert "Evening takes no late entries" in refused(mondays, "tournament", "enter", "1", "Gus")
    assert len(shown(mondays)["entries"]) == 6


def test_after_a_chop_tonight_says_that_it_ends(folder: Path) -> None:
    run(folder, "freezeout", "count", "1", *(f"{name}=1000" for name in SIX))
    run(folder, "freezeout", "chop", "1", "--how", "even", "--yes")
    assert "Next: referee tournament end 1" in run(folder, "tonight").out
