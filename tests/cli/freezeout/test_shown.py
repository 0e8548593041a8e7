"""A freeze-out of six in the terminal: how it stands while it goes on, who is out or late, and what it counts for."""

from pathlib import Path

import pytest

from tests.cli.tournament.evenings import PEOPLE, refused, run, shown

SIX = PEOPLE[:6]


@pytest.fixture
def folder(mondays: Path) -> Path:
    """A club with a freeze-out of six in which one may come late until the second level, with its seats drawn."""
    return _begun(mondays, "final")


def _begun(folder: Path, counts: str) -> Path:
    run(
        folder, "tournament", "new", "Evening", "-g", "texas-holdem", "-f", "freeze-out", "--size", "3-7",
        "--counts", counts,
    )  # fmt: skip
    run(folder, "tournament", "enter", "1", *SIX)
    run(folder, "tournament", "blinds", "1", "--stack", "1000", "--hours", "1", "--until", "2", "--yes")
    run(folder, "tournament", "seats", "1")
    return folder


def _out(folder: Path, *names: str) -> None:
    for name in names:
        run(folder, "tournament", "out", "1", name, "--by-whom", "Ann")


def _line(text: str, name: str) -> list[str]:
    """Return the words of the line of the standings that somebody is on."""
    (line,) = [row.split() for row in text.splitlines() if row.split()[1:2] == [name]]
    return line


def test_it_is_told_as_it_stands_and_without_rounds(folder: Path) -> None:
    _out(folder, "Fay", "Eve")
    run(folder, "tournament", "final-table", "1")  # the second draw, which is no second round
    said = run(folder, "tournament", "standings", "1").out
    assert said.splitlines()[0] == "Standings as it stands"
    assert said.splitlines()[1].split() == ["name", "status", "points"]
    assert _line(said, "Fay") == ["6", "Fay", "out", "0.000"]
    assert _line(said, "Eve") == ["5", "Eve", "out", "0.200"]
    assert _line(said, "Ann")[:3] == ["1=", "Ann", "in"]


def test_who_is_out_is_shown_with_their_place_and_with_no_round(folder: Path) -> None:
    _out(folder, "Fay")
    said = run(folder, "tournament", "show", "1").out
    assert _line(said, "Fay")[:3] == ["6", "Fay", "out"]
    assert "6 entries, 5 still in." in said
    assert "round" not in said


def test_a_table_that_is_recorded_later_has_those_who_sit_there_by_then(folder: Path) -> None:
    _out(folder, "Fay", "Eve")
    run(folder, "tournament", "seat", "1")
    heading = run(folder, "table", "show", "1").out.splitlines()[0]
    assert [name for name in SIX if name in heading] == list(SIX[:4])


def test_who_comes_late_waits_for_a_seat_and_not_for_a_round(folder: Path) -> None:
    _out(folder, "Fay")
    said = run(folder, "tournament", "enter", "1", "Gus").out
    assert "round" not in said
    assert "Next, a stack and a seat by lot: referee tournament sit 1" in said
    assert "round" not in run(folder, "tournament", "show", "1").out
    # Fay is behind all who have a stack and behind Gus, who gets one: the last of seven.
    assert _line(run(folder, "tournament", "standings", "1").out, "Fay") == ["7", "Fay", "out", "0.000"]
    run(folder, "tournament", "sit", "1")
    assert _line(run(folder, "tournament", "standings", "1").out, "Gus")[2] == "in"


def test_a_final_order_at_the_end_says_places_alone(folder: Path) -> None:
    _out(folder, *reversed(SIX[1:]))
    run(folder, "tournament", "end", "1", "--yes")
    said = run(folder, "tournament", "standings", "1").out
    assert said.splitlines()[0] == "Standings at the end"
    assert said.splitlines()[1].split() == ["name", "points"]
    assert [_line(said, name)[0] for name in SIX] == ["1", "2", "3", "4", "5", "6"]


def test_its_final_order_counts_as_one_match_of_the_evening_on_which_it_ended(folder: Path) -> None:
    assert run(folder, "standings", "--json").data == []
    _out(folder, *reversed(SIX[1:]))
    run(folder, "tournament", "end", "1", "--yes")
    rows = run(folder, "standings", "--json").data
    # One match of six: (N - rank) / (N - 1), in the order of the freeze-out.
    assert [row["name"] for row in rows] == list(SIX)
    assert [round(row["score"], 3) for row in rows] == [1.0, 0.8, 0.6, 0.4, 0.2, 0.0]
    run(folder, "tournament", "undo", "1")
    assert run(folder, "standings", "--json").data == []


def test_one_that_counts_for_nothing_is_not_in_the_standings_of_the_season(mondays: Path) -> None:
    _begun(mondays, "nothing")
    _out(mondays, *reversed(SIX[1:]))
    run(mondays, "tournament", "end", "1", "--yes")
    assert shown(mondays)["status"] == "over"
    assert run(mondays, "standings", "--json").data == []


def test_late_entry_is_refused_at_once_where_it_was_not_settled(mondays: Path) -> None:
    run(mondays, "tournament", "new", "Evening", "-g", "texas-holdem", "-f", "freeze-out")
    run(mondays, "tournament", "enter", "1", *SIX)
    run(mondays, "tournament", "seats", "1")
    assert "Nobody enters Evening late" in refused(mondays, "tournament", "enter", "1", "Gus")
    assert len(shown(mondays)["entries"]) == 6
