"""Names as officers type them: what is certain is taken, a slip is said or asked about, nobody is guessed at."""

import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from openpyxl import Workbook

from tests.cli.running import referee
from tests.patience import patience


@pytest.fixture
def jose(club: Path) -> Path:
    """The club with José Núñez and Ann Lee in it."""
    assert referee("member", "add", "José Núñez", "Eve Oak", club=club).code == 0
    return club


@pytest.mark.parametrize("typed", ["jose", "Nunez", "JOSE NUNEZ", "josé-núñez"])
def test_a_name_is_found_without_its_accents(jose: Path, typed: str) -> None:
    result = referee("member", "show", typed, club=jose)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("José Núñez, member")


@pytest.mark.parametrize(
    ("typed", "fault", "caret"),
    [
        ("nunez palys 3D", "at 'palys': 'palys' is not a play", "    nunez palys 3D\n          ^^^^^"),
        ("Jose plays 3X", "at '3X': 3X is not a card", "    Jose plays 3X\n               ^^"),
        ("Josse plays 3D", "at 'Josse': no player here is called 'Josse'", "    Josse plays 3D\n    ^^^^^"),
    ],
)
def test_what_cannot_be_read_after_a_name_is_what_is_pointed_at(jose: Path, typed: str, fault: str, caret: str) -> None:
    assert referee("start", "big-two", "jose", "Ann", "Ben", club=jose).code == 0
    refused = referee("log", "1", typed, club=jose)
    assert refused.code == 2
    assert fault in refused.err
    assert caret in refused.err


def test_a_slip_is_said_where_it_can_only_be_one(jose: Path) -> None:
    result = referee("checkin", "Benn", "Nunes", "--json", club=jose)
    assert result.err == "Benn: taken as Ben\nNunes: taken as José Núñez\n"
    assert result.data["checked_in"] == ["Ben", "José Núñez"]
    assert referee("checkin", "--undo", "Benn", "--json", club=jose).data["undone"] == ["Ben"]


def test_a_new_guest_is_not_taken_for_a_member_with_a_name_like_it(jose: Path) -> None:
    result = referee("checkin", "Benn", "Oak", "Gus", "--guest", club=jose)
    assert "Checked in: Benn, Oak, Gus." in result.out
    assert result.err.splitlines() == [
        "Benn looks like Ben. If they are one person: referee member merge Ben Benn",
        'Oak looks like Eve Oak. If they are one person: referee member merge "Eve Oak" Oak',
    ]
    assert referee("member", "merge", "Ben", "Benn", "--yes", club=jose).code == 0


def test_what_cannot_be_taken_back_is_not_done_for_a_slip(jose: Path) -> None:
    for words in (["forget", "Benn", "--yes"], ["merge", "Ann", "Benn", "--yes"], ["retire", "Benn", "--yes"]):
        result = referee("member", *words, club=jose)
        assert (result.code, result.err) == (2, "referee: No member is called 'Benn'. Did you mean Ben?\n")
    assert "Ben " in referee("member", "list", club=jose).out


@pytest.mark.process
@pytest.mark.parametrize(
    ("answer", "code", "said"), [(b"n\n", 2, ""), (b"y\ny\n", 0, "Ben has retired. Undo: referee member add Ben\n")]
)
def test_whoever_is_there_is_asked_whether_a_slip_means_somebody(
    jose: Path, answer: bytes, code: int, said: str
) -> None:
    officer, terminal = pytest.importorskip("pty").openpty()
    env = {**os.environ, "REFEREE_CLUB": str(jose), "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    with subprocess.Popen(
        [sys.executable, "-m", "referee", "member", "retire", "Benn"],
        stdin=terminal,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=env,
    ) as asks:
        os.write(officer, answer)
        printed, _ = asks.communicate(timeout=patience())
    os.close(officer)
    os.close(terminal)
    assert asks.returncode == code
    assert "No member is called Benn. Did you mean Ben?" in printed
    assert printed.endswith(said or "Nothing was changed.\n")


def test_players_are_named_at_the_table_as_at_the_desk(jose: Path) -> None:
    started = referee("start", "big-two", "jose", "Benn", "Cal", "oak", "--json", club=jose)
    assert started.data["names"] == ["José Núñez", "Ben", "Cal", "Eve Oak"]
    logged = referee("log", "1", "deal by oak", "jose nunez plays 3D", "--json", club=jose)
    assert [row["line"]["text"] for row in logged.data] == ["deal by Eve Oak", "José Núñez plays 3D"]
    slip = referee("log", "1", "Benn passes", club=jose)
    assert slip.code == 2
    assert "no player here is called 'Benn'" in slip.err
    end_reasons = referee("result", "1", "nunez", "Benn, Cal", "Oak", club=jose)
    assert end_reasons.err == "Benn: taken as Ben\n"
    assert "José Núñez > Ben = Cal > Eve Oak" in end_reasons.out


def test_a_guest_who_joins_is_offered_what_they_have_played(club: Path) -> None:
    referee("checkin", "Gus", "--guest", club=club)
    referee("start", "big-two", "Gus", "Ben", "Cal", club=club)
    referee("result", "1", "Gus", "Ben", "Cal", club=club)
    joined = referee("member", "add", "Gus", club=club)
    assert joined.out.splitlines() == [
        "Gus is a member.",
        "1 match played as a guest in 2026-27 does not count.",
        "To count them: referee member add Gus --with-results",
    ]
    assert "Gus" not in referee("standings", club=club).out
    counts = referee("member", "add", "Gus", "--with-results", "--by", "Ann", club=club)
    assert counts.out == (
        "Gus is a member. 1 match played as a guest in 2026-27 counts.\n"
        "Undo: referee member add Gus --without-results\n"
    )
    assert referee("standings", "--member", "Gus", club=club).out.startswith("Gus: season score 1.000")
    assert referee("audit", club=club).code == 0
    assert "does not count" in referee("member", "add", "Gus", "--without-results", club=club).out
    assert "Gus" not in referee("standings", club=club).out
    assert referee("member", "add", "Gus", "--guest", "--with-results", club=club).code == 2


def test_the_standings_say_how_many_guests_are_not_ranked(club: Path) -> None:
    referee("checkin", "Gus", "Hal", "--guest", club=club)
    referee("start", "big-two", "Gus", "Ben", "Hal", club=club)
    assert "Not ranked" not in referee("standings", club=club).out
    referee("result", "1", "Gus", "Ben", "Hal", club=club)
    output = "Not counted: matches played as a guest ({}). To count them:\nreferee member add NAME --with-results\n"
    assert referee("standings", club=club).out.endswith(output.format("2 players"))
    referee("member", "add", "Gus", "--with-results", club=club)
    assert referee("standings", club=club).out.endswith(output.format("1 player"))
    assert "Not ranked" not in referee("standings", "--public", club=club).out


def test_names_may_be_separated_by_commas(club: Path) -> None:
    result = referee("member", "add", "Ida,", "Joe,Kim Lee", club=club)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("Ida is a member.\nJoe is a member.\nKim Lee is a member.\n")
    assert referee("checkin", "Ida,", "Joe", club=club).out.startswith("Checked in: Ida, Joe.")
    refused = referee("member", "add", "Lou, and Max", club=club)
    says = "referee: Invalid name 'and Max'. Leave out 'and', and separate the names by commas.\n"
    assert (refused.code, refused.out, refused.err) == (2, "", says)
    assert "Lou" not in referee("member", "list", club=club).out


@pytest.fixture
def names(club: Path) -> Path:
    file = club / "names.csv"
    file.write_text("Name;Guest;Joined\nAnn;;\nFay;yes;2026-09-01\nBenn;;\n")
    return file


def on_the_roster(club: Path) -> list[str]:
    return [member["name"] for member in referee("member", "list", "--json", club=club).data]


def test_nothing_is_written_before_somebody_has_said_yes(club: Path, names: Path) -> None:
    before = on_the_roster(club)
    result = referee("import", str(names), club=club)
    assert result.code == 2
    assert "To confirm, add --yes" in result.err
    assert result.out.splitlines() == [
        "line  name  becomes         similar to",
        "   2  Ann   already listed",
        "   3  Fay   new guest",
        "   4  Benn  new member      Ben",
        "1 new member, 1 new guest, 1 already listed.",
    ]
    second_result = referee("import", str(names), "--json", club=club)
    assert (second_result.code, second_result.data["written"]) == (0, False)
    assert second_result.data["rows"][1] == {
        "who": {"line": 3, "name": "Fay", "guest": True, "joined": "2026-09-01", "left": None, "number": None},
        "becomes": "new guest",
        "like": "",
        "known": "",
    }
    assert on_the_roster(club) == before


def test_all_of_it_is_written_and_only_once(club: Path, names: Path) -> None:
    result = referee("import", str(names), "--yes", club=club)
    assert (result.code, result.err) == (0, "")
    assert result.out.endswith("2 members added or changed.\n")
    assert "Fay, guest since 2026-09-01" in referee("member", "show", "Fay", club=club).out
    second = referee("import", str(names), "--yes", club=club)
    assert (second.code, second.out.splitlines()[-1]) == (0, "All of them are members already. Nothing to change.")
    assert referee("audit", club=club).code == 0


def test_a_workbook_of_members_is_read_as_csv_is(club: Path) -> None:
    workbook, file = Workbook(), club / "members.xlsx"
    for row in (["First name", "Surname", "Joined"], ["Fay", "Moss", date(2026, 9, 1)], ["Ann", None, None]):
        workbook.worksheets[0].append(row)
    workbook.save(file)
    result = referee("import", str(file), "--yes", club=club)
    assert result.out.splitlines()[:3] == [
        "line  name      becomes",
        "   2  Fay Moss  new member",
        "   3  Ann       already listed",
    ]
    assert "Fay Moss, member since 2026-09-01" in referee("member", "show", "Fay", club=club).out
    file.write_bytes(b"PK\x03\x04")
    refused = referee("import", str(file), "--yes", club=club)
    assert refused.code == 2
    assert refused.err == "referee: The workbook cannot be read. Open it, and save it as CSV UTF-8.\n"


@pytest.mark.parametrize("command", ["export csv --for excel", "export csv", "export xlsx"])
def test_the_exported_members_are_read_back_and_nobody_is_new(club: Path, command: str) -> None:
    file = "season.xlsx" if "xlsx" in command else "members.csv"
    referee("member", "add", "Zoë Øst", "Kim Lee", club=club)
    referee("member", "privacy", "Kim Lee", "--shown-as", "nobody", club=club)
    referee("member", "retire", "Eve", "--yes", club=club)
    assert referee(*command.split(), "--output", file if "xlsx" in command else ".", cwd=club).code == 0
    result = referee("import", file, cwd=club)
    assert (result.code, result.err) == (0, "")
    assert re.search(r"Zoë Ø\. +already listed +Zoë Øst", result.out)
    assert re.search(r"Player 7 +already listed +Kim Lee", result.out)
    assert result.out.endswith("All of them are members already. Nothing to change.\n")


def test_a_list_without_headings_is_answered_with_the_line_to_write(club: Path, names: Path) -> None:
    names.write_text("Fay;Moss;yes\nGus;Øst;no\n", encoding="utf-8")
    result = referee("import", str(names), club=club)
    assert result.err.splitlines()[0] == (
        f"{names}:1: no column has the heading 'name'. If the list has no headings, write this line above it: "
        "first name;surname;guest. Otherwise, change the heading above the names to 'name'"
    )


def test_every_fault_is_said_with_file_line_and_column(club: Path, names: Path) -> None:
    names.write_text("Name;Guest\nFay;perhaps\nDee\n;\ndeal;no\n")
    before = on_the_roster(club)
    result = referee("import", str(names), "--yes", club=club)
    assert (result.code, result.out) == (2, "")
    assert result.err.splitlines() == [
        f"{names}:2: Guest: 'perhaps' is neither yes nor no",
        f"{names}:5: Name: 'deal' cannot be a name: a line of a record may begin with 'deal'. Use another",
        f"referee: 2 faults in {names}. Nothing was changed.",
    ]
    assert on_the_roster(club) == before


def test_a_file_that_is_not_there_is_said_so(club: Path) -> None:
    result = referee("import", "nowhere.csv", club=club)
    assert (result.code, result.err) == (3, "referee: cannot use nowhere.csv: No such file or directory\n")


def test_commas_part_names_that_are_not_in_quotes(club: Path) -> None:
    result = referee("member", "add", "Alice", "Hart,", "Bob", "Stone", club=club)
    assert result.out.splitlines()[:2] == ["Alice Hart is a member.", "Bob Stone is a member."]
    assert referee("member", "add", "Eve", "Fay", club=club).out.startswith("Eve is a member.\nFay is a member.")
    result = referee("checkin", "Bob", "Stone,", "Alice", "Hart", club=club)
    assert result.out.startswith("Checked in: Bob Stone, Alice Hart."), result.err
