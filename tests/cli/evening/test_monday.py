"""A Monday from the command line: the schedule, the tables, the disputes, the standings, the files."""

import csv
import io
import os
import shutil
import sqlite3
import subprocess
import sys
import sysconfig
from functools import partial
from pathlib import Path

import pytest
from openpyxl import load_workbook

from referee.club import folder
from referee.club.folder import open_club
from tests.cli.running import RunResult, referee

LEGAL, USAGE, STORE, ILLEGAL, OPEN = 0, 2, 3, 10, 11


def log(club: Path, *words: str) -> RunResult:
    return referee("log", "1", *words, club=club)


def test_a_club_folder_is_made_once(tmp_path: Path) -> None:
    folder = tmp_path / "club"
    assert referee("init", "--club", str(folder)).code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["club.db", "exports", "schedules"]
    second = referee("init", "--club", str(folder))
    assert second.code == USAGE
    assert str(folder) in second.err


def test_the_club_is_found_from_a_folder_inside_it(club: Path) -> None:
    assert "Ann" in referee("member", "list", cwd=club / "exports").out
    assert "Ann" in referee("member", "list", "--club", str(club)).out


def test_a_club_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    for result in (
        referee("standings", cwd=tmp_path),
        referee("standings", club=tmp_path / "nowhere"),
        referee("member", "list", "--club", str(tmp_path)),
    ):
        assert result.code == STORE
        assert "no club" in result.err


def test_a_line_is_ruled_on_as_it_is_logged(table: Path) -> None:
    assert log(table, "deal by Dee", "Ann plays 3d").code == LEGAL
    result = log(table, "Ben plays 5h")
    assert "legal    5H beats 3D: five is above three. Rule 1.1." in result.out


def test_an_illegal_line_is_kept_and_changes_nothing_until_it_stands(table: Path) -> None:
    log(table, "deal by Dee", "Ann plays 3D", "Ben plays 5H")
    result = log(table, "Cal plays 4S")
    assert result.code == ILLEGAL
    assert "referee undo 1" in result.out
    assert "referee table let-stand 1 4" in result.out
    assert "turn: Cal" in referee("table", "show", "1", club=table).out
    assert referee("table", "let-stand", "1", "4", club=table).code == USAGE  # a reason is owed
    result = referee("table", "let-stand", "1", "4", "--reason", "nobody minded", "--by", "Eve", club=table)
    assert "turn: Dee" in result.out
    assert "Cal plays 4S, stands: nobody minded (Eve)" in referee("table", "show", "1", club=table).out


def test_what_a_line_decides_is_said_once_and_at_that_line(club: Path) -> None:
    assert referee("start", "play-or-pay", "Ann", "Ben", "Cal", club=club).code == 0
    assert log(club, "deal by Cal").code == LEGAL
    result = log(club, "Ann plays 4H", "Ben plays 5H", "Cal pays", "Ann pays", "Ben plays 6H")
    # The payments are for the 5H of line 3, and line 6 decides them: that is said when it is known, and not before.
    assert result.out.count("Line 6 shows it.") == 2
    decided = result.out.index("   6  Ben plays 6H")
    for text in ("line 4, Cal pays", "line 5, Ann pays"):
        line = f"{text}, was open until line 6"
        assert result.out.count(line) == 1
        assert result.out.index(line) > decided
    assert result.out[:decided].count("open     Open until 6H is seen") == 2
    assert log(club, "Cal pays").code == OPEN
    later = log(club, "Ann plays 7H")
    assert later.out.count("was open until line") == 1
    assert "line 7, Cal pays, was open until line 8" in later.out


@pytest.mark.process
@pytest.mark.skipif(shutil.which("head") is None, reason="no head is installed")
def test_a_reader_that_goes_away_loses_no_line(table: Path) -> None:
    pipe = f"{sys.executable} -m referee log 1 'deal by Dee' 'Ann plays 3D' 'Ben plays 5H' | head -1"
    env = {**os.environ, "REFEREE_CLUB": str(table), "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    subprocess.run(pipe, shell=True, env=env, stdout=subprocess.DEVNULL, check=True)
    assert len(referee("table", "show", "1", "--json", club=table).data["log"]) == 3


def test_a_line_sent_twice_is_recorded_once(table: Path) -> None:
    for _ in range(2):
        assert log(table, "deal by Dee", "--key", "abc").code == LEGAL
    assert len(referee("table", "show", "1", "--json", club=table).data["log"]) == 1


def test_house_rules_are_frozen_when_a_table_starts(club: Path) -> None:
    assert referee("season", "rules", "big-two", "royal=none", club=club).code == 0
    result = referee("start", "big-two", "Ann", "Ben", "Cal", "--rule", "pass_locks=true", club=club)
    assert "royal=none" in result.out
    assert "pass_locks=true" in result.out
    referee("season", "rules", "big-two", "royal=10_to_A", club=club)
    assert "royal=none" in referee("table", "show", "1", "--record", club=club).out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["start", "whist", "Ann", "Ben"], "whist"),
        (["start", "big-two", "Ann", "Ben"], "3 to 4 players, not 2"),
        (["start", "big-two", "Ann", "Ben", "Ann"], "Ann is named twice"),
        (["start", "big-two", "Ann", "Ben", "Zoe"], "Zoe"),
        (["start", "big-two", "Ann", "Ben", "Cal", "--rule", "royal=x"], "10_to_A or none"),
        (["log", "9", "deal"], "no table 9"),
        (["table", "finish", "1"], "result 1 NAME NAME ..."),
        (["result", "1", "Ann", "Ben"], "missing"),
        (["result", "1", "Ann=5", "Ben=-4", "Cal=0", "Dee=0"], "add up to +1"),
        (["undo", "1"], "no line to undo"),
        (["dispute", "open", "1", "7"], "no line 7"),
        (["dispute", "open", "x", "7"], "'x'"),
        (["dispute", "decide", "5", "uphold"], "no dispute 5"),
        (["open", "2026-11-17"], "no session on 2026-11-17"),
        (["open", "mondy"], "'mondy'"),
        (["season", "new", "x", "soon", "2027-01-01"], "Invalid date 'soon'"),
        (["standings", "1999"], "No season is called '1999'"),
        (["standings", "--game", "whist"], "whist"),
        (["standings", "--from", "x"], "Invalid date 'x'"),
        (["standings", "--from", "2026-12-01", "--to", "2026-11-01"], "2026-12-01 is after 2026-11-01"),
        (["checkin", "Ann", "--undo"], "Ann has a seat at table 1 on 2026-11-16, so the check-in cannot be undone."),
        (["checkin", "Della", "--undo"], "Della is not checked in on 2026-11-16."),
        (["checkin", "Della", "--undo", "--guest"], "--undo and --guest cannot be combined"),
    ],
)
def test_what_cannot_be_is_named_with_what_would_do(table: Path, words: list[str], says: str) -> None:
    result = referee(*words, club=table)
    assert result.code == USAGE
    assert says in result.err


def test_a_decision_says_what_it_changed(table: Path) -> None:
    log(table, "deal by Dee", "Ann plays 3D", "Ben plays 5H", "Cal plays 4S")
    result = referee("dispute", "open", "1", "4", "--claim", "Cal says spades are high", club=table)
    assert "4S does not beat 5H: four is below five (1.1)." in result.out
    assert referee("dispute", "decide", "1", "overrule", club=table).code == USAGE  # a reason is owed
    decided = referee("dispute", "decide", "1", "overrule", "-r", "agreed before the deal", "--by", "Eve", club=table)
    assert "overruled" in decided.out
    assert "Line 4 of table 1 stands." in decided.out
    on_facts = referee("dispute", "open", "big-two", "Ben plays 9D 9H", "Ann plays 6D", club=table).out
    assert "earlier disputes" not in on_facts
    assert (
        "earlier disputes on big-two 4.5: 1"
        in referee("dispute", "open", "big-two", "Ben plays 9D", "Ann plays 6D", club=table).out
    )


def test_a_whole_monday_ends_in_standings_and_files(table: Path) -> None:
    referee("result", "1", "Ann", "Ben", "Cal", "Dee", club=table)
    assert referee("close", club=table).code == 0
    result = referee("export", "csv", club=table)
    paths = [Path(line) for line in result.out.splitlines()]
    assert [path.name for path in paths] == [
        *(f"{name}.csv" for name in ("members", "sessions", "attendance", "matches", "results")),
        *(f"{name}.csv" for name in ("standings", "scores", "ratings", "trophies", "disputes", "rulings")),
        *(f"{name}.csv" for name in ("tournaments", "tournament_standings", "tournament_rounds")),
        "manifest.json",
    ]
    results = (table / "exports" / "results.csv").read_bytes()
    assert results.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(results.decode("utf-8-sig"))))
    assert [(row["name"], float(row["score"])) for row in rows] == [
        ("Ann", 1.0),
        ("Ben", pytest.approx(2 / 3)),
        ("Cal", pytest.approx(1 / 3)),
        ("Dee", 0.0),
    ]
    referee("export", "csv", "--decimal-comma", "--output", str(table / "web"), club=table)
    assert (table / "web" / "results.csv").read_text("utf-8-sig").startswith("match;")


def test_a_season_is_written_for_spreadsheets(table: Path) -> None:
    referee("result", "1", "Ann", "Ben", "Cal", "Dee", club=table)
    result = referee("export", "csv", "--for", "excel", "--decimal-comma", club=table)
    assert result.out.endswith("For Excel: ; between cells, numbers as 0,5.\n")
    results = (table / "exports" / "excel" / "results.csv").read_bytes().decode()
    assert results.startswith("\ufeffmatch;")
    assert ";0,666667;" in results
    assert referee("export", "verify", str(table / "exports" / "excel"), club=table).code == 0
    pointed = referee("export", "csv", "--for", "excel", "--decimal-point", "--output", str(table / "web"), club=table)
    assert pointed.out.endswith("For Excel: , between cells, numbers as 0.5.\n")
    assert "0.666667," in (table / "web" / "results.csv").read_text("utf-8-sig")
    written = referee("export", "xlsx", club=table)
    path = table / "exports" / "season.xlsx"
    assert written.out == f"{path}: a workbook with the sheets standings, results, attendance and members\n"
    assert load_workbook(path).sheetnames == ["standings", "results", "attendance", "members"]
    refused = referee("export", "xlsx", "--output", "season.csv", club=table)
    assert refused.err == "referee: Cannot write a workbook to 'season.csv'. Use a file name that ends in .xlsx.\n"
    second_result = referee("export", "xlsx", "--json", club=table).data
    assert second_result == {"file": str(path), "sheets": {"standings": 4, "results": 4, "attendance": 4, "members": 5}}


def test_public_files_do_not_show_family_names(table: Path) -> None:
    referee("member", "rename", "Ann", "Ann Lee", club=table)
    referee("start", "big-two", "Ann", "Ben", "Cal", "--yes", club=table)
    referee("log", "2", "deal by Ann", club=table)
    referee("export", "csv", club=table)
    texts = "".join(path.read_text() for path in (table / "exports").glob("*.csv"))
    assert "Ann L." in texts
    assert "Lee" not in texts
    referee("export", "csv", "--full-names", club=table)
    assert "deal by Ann Lee" in (table / "exports" / "rulings.csv").read_text()


def test_a_session_with_tables_still_playing_is_not_closed_by_accident(table: Path) -> None:
    refused = referee("close", club=table).err
    assert "Table 1 is not finished" in refused
    command = refused.strip().rpartition("To close anyway: referee ")[2]
    assert command == "close 2026-11-16 --unfinished"
    assert referee(*command.split(), club=table).code == 0


def test_a_club_file_from_a_later_version_is_left_alone(club: Path) -> None:
    with sqlite3.connect(club / "club.db") as raw:
        raw.execute("UPDATE club SET shape = 'from the future'")
    result = referee("member", "list", club=club)
    assert result.code == STORE
    assert "newer" in result.err or "later version" in result.err


def test_a_locked_club_file_is_said_so(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "open_club", partial(open_club, patience=0.2))
    with sqlite3.connect(club / "club.db", isolation_level=None) as raw:
        raw.execute("BEGIN EXCLUSIVE")
        result = referee("member", "add", "Zoe", club=club)
        raw.execute("ROLLBACK")
    assert result.code == STORE
    assert "Try again" in result.err


def test_a_file_that_is_no_club_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "club.db").write_text("this is not a database, however long it may be" * 20)
    result = referee("member", "list", club=tmp_path)
    assert result.code == STORE
    assert "club.db" in result.err


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("referee start big", ["big-two"]),
        ("referee start big-two --rule roy", ["royal=10_to_A", "royal=none"]),
        ("referee member show De", ["Dee", "Della"]),
        ("referee tonight 2026-11-1", ["2026-11-16"]),
        ("referee table show ", ["1"]),
        ("referee dispute list --clause pontoon", ["pontoon 1.1"]),
        ("referee rulebook big-two 5.1", ["5.1", "5.10", "5.11", "5.12"]),
    ],
)
def test_names_slugs_clauses_and_options_are_completed(table: Path, words: str, offered: list[str]) -> None:
    result = referee(club=table, **half_typed(words))
    assert result.out.splitlines()[: len(offered)] == offered


@pytest.mark.process
def test_the_program_as_it_is_installed_completes(table: Path) -> None:
    env = {**os.environ, "REFEREE_CLUB": str(table), **half_typed("referee member show De")}
    script = shutil.which("referee", path=sysconfig.get_path("scripts"))
    if script is None:
        pytest.skip("the program is not installed as a command here")
    result = subprocess.run([script], env=env, capture_output=True, text=True, check=False)
    assert result.stdout.splitlines() == ["Dee", "Della"]


def half_typed(words: str) -> dict[str, str]:
    """What a shell tells the program when completion is asked for behind some words."""
    return {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" ")), "_REFEREE_COMPLETE": "complete_bash"}
