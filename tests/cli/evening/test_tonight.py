"""`referee tonight` says who is here, the tables, and one thing to do next, which can be done."""

import shlex
from pathlib import Path

from tests.cli.running import referee
from tests.cli.scenes import MONDAY, PEOPLE, do, on_the_monday
from tests.cli.spoken import filled


def next_of(folder: Path) -> str:
    said = referee("tonight", cwd=folder).out.splitlines()[-1]
    assert said.startswith("Next: referee "), said
    data: str = referee("tonight", "--json", cwd=folder).data["next"]
    assert said == f"Next: {data}"
    return data.removeprefix("referee ")


def test_without_a_club_it_says_how_to_make_one(tmp_path: Path) -> None:
    done = referee("tonight", cwd=tmp_path)
    assert done.code == 3
    assert done.err.endswith("Make one: referee init\n")


def test_it_leads_from_an_empty_club_to_the_end_of_an_evening(tmp_path: Path) -> None:
    expected = [
        "member add NAME NAME ...",
        "season new 2026-27 2026-08-01 2027-07-31",
        f"schedule add {MONDAY} --at 18:00",
        f"open {MONDAY}",
        "checkin NAME NAME ...",
        "seat draw --game big-two",
        "seat start",
        "log 1",
        "log 2",
        "close",
        "standings",
    ]
    results = {"log 1": "result 1", "log 2": "result 2"}
    with on_the_monday(tmp_path):
        folder = tmp_path / "club"
        folder.mkdir()
        do(folder, "init", "Monday Club")
        for each in expected:
            assert next_of(folder) == each
            do(folder, *filled(shlex.split(each), PEOPLE))
            if each in results:  # nothing was typed at its prompt: only how it ended is recorded
                number = each.split()[1]
                names = referee("table", "show", number, "--json", cwd=folder).data["names"]
                do(folder, "result", number, *names)
        assert next_of(folder) == "standings"


def test_a_table_is_shown_with_whose_turn_it_is_and_with_the_line_that_waits(table: Path) -> None:
    referee("log", "1", "deal by Dee", "Ann plays 3D", "Ben plays 5H", club=table)
    assert "playing, Cal's turn" in referee("tonight", club=table).out
    referee("log", "1", "Cal plays 4S", club=table)
    shown = referee("tonight", club=table).out
    assert "line 4 waits for a decision" in shown
    assert shown.endswith("Next: referee table show 1\n")
    referee("undo", "1", club=table)
    referee("result", "1", "Ann", "Ben", "Cal", "Dee", club=table)
    assert "finished: Ann > Ben > Cal > Dee" in referee("tonight", club=table).out


def test_an_open_dispute_is_named_and_comes_before_the_end(table: Path) -> None:
    referee("dispute", "open", "big-two", "Ben plays 9D 9H", "Ann plays 6D 6S", "--claim", "Ann had passed", club=table)
    referee("result", "1", "Ann", "Ben", "Cal", "Dee", club=table)
    shown = referee("tonight", club=table).out
    assert "Open dispute 1: big-two, Ann had passed\n" in shown
    assert shown.endswith("Next: referee dispute show 1\n")


def test_another_session_is_shown_by_its_date(table: Path) -> None:
    referee("result", "1", "Ann", "Ben", "Cal", "Dee", club=table)
    referee("close", club=table)
    shown = referee("tonight", MONDAY, club=table).out
    assert shown.startswith(f"session of Mon {MONDAY}, 15:45, M4: closed\n4 came: Ann, Ben, Cal, Dee\nclosed ")
    assert "Next:" not in shown
