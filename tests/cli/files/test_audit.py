"""``referee audit``, and what other commands say of a club that was tampered with."""

import re
from pathlib import Path

import pytest

from tests.campaigns.tampering import stranger
from tests.cli.running import referee

LINES = ("deal by Dee", "Ben plays 3D", "Cal plays 5H")


@pytest.fixture
def logged(table: Path) -> Path:
    for line in LINES:
        assert referee("log", "1", line, club=table).code == 0
    return table


def head_of(club: Path) -> str:
    result = referee("close", "--unfinished", club=club)
    assert result.code == 0
    return next(line.removeprefix("Head: ") for line in result.out.splitlines() if line.startswith("Head: "))


def harm(club: Path, statement: str) -> None:
    with stranger(club / "club.db") as raw:
        raw.execute(statement)


def test_a_sound_club_exits_0_and_prints_its_head(logged: Path) -> None:
    head = head_of(logged)
    result = referee("audit", club=logged)
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines()[-1] == f"Head: {head}"
    assert result.out.startswith("No problems found: 1 table, 3 lines, ")
    assert referee("audit", "--json", club=logged).data["differences"] == []


def test_a_difference_names_its_line_and_exits_10(logged: Path) -> None:
    harm(logged, "UPDATE event SET data = replace(data, 'plays 3D', 'plays 4D') WHERE kind = 'line logged'")
    result = referee("audit", club=logged)
    assert result.code == 10
    [output, *_] = result.out.splitlines()
    assert re.fullmatch(r"match m1, line 2: event \d+ \(line logged\) was changed", output)
    second_result = referee("table", "show", "1", club=logged)
    assert second_result.code == 3
    assert output in second_result.err
    differences = referee("audit", "--json", club=logged).data["differences"]
    assert {(difference["table"], difference["line"]) for difference in differences} == {(1, 2)}


def test_a_table_that_cannot_be_read_is_a_plain_fault_of_that_table(logged: Path, tmp_path: Path) -> None:
    harm(logged, "UPDATE event SET data = json_set(data, '$.text', 'what') WHERE data LIKE '%\"number\":2,%'")
    [output, *_] = referee("audit", club=logged).out.splitlines()
    result = referee("table", "show", "1", club=logged)
    assert result.code == 3
    assert output in result.err
    assert result.out == ""
    exported = referee("export", "csv", "2026-27", "--output", str(tmp_path / "out"), club=logged)
    assert exported.code == 0
    assert output in exported.err
    assert referee("log", "1", "Dee plays 6D", club=logged).code == 3
    assert referee("tonight", "2026-11-16", club=logged).code == 0


def test_a_head_that_was_written_down_tells_whether_that_evening_is_as_it_was(logged: Path) -> None:
    head = head_of(logged)
    number = head.removeprefix("event ").partition(",")[0]
    for text in (head, head.rpartition(" ")[2], head.upper(), referee("audit", "--json", club=logged).data["head"]):
        result = referee("audit", "--head", text, club=logged)
        assert result.code == 0
        assert f"{text} is event {number}, of " in result.out
        assert result.out.endswith("UTC; no later events.\n")
    assert referee("undo", "m1", "3", "--yes", club=logged).code == 0
    result = referee("audit", "--head", head, club=logged)
    assert result.out.endswith("UTC; 1 event since.\n  match m1: line decided\n")
    harm(logged, f"DELETE FROM event WHERE n >= {number}")
    result = referee("audit", "--head", head, club=logged)
    assert result.code == 10
    assert "entries have been removed or rewritten since" in result.out
    for text in ("3f2a", "holiday", ""):
        result = referee("audit", "--head", text, club=logged)
        assert result.code == 2
        assert "Invalid head" in result.err


@pytest.mark.parametrize("content", [b"Monday\n" * 999, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_what_is_no_club_is_said_to_be_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "club.db").write_bytes(content)
    result = referee("audit", club=tmp_path)
    assert result.code == 10
    assert result.out.startswith("club.db: it cannot be read")


def test_rulings_that_later_lines_turned_are_told_and_are_no_difference(table: Path) -> None:
    assert referee("start", "pontoon", "Ann", "Ben", "Cal", "--yes", club=table).code == 0
    lines = ["deal by Cal", "Ann bets 2", "Ben bets 2", "Ann shows AH", "Ben shows 9H", "Cal shows 2C"]
    for line in (*lines, "Ann declares pontoon", "Ann shows AH KC"):
        referee("log", "2", line, club=table)
    output = "1 ruling was changed by later lines: match m2, line 7: was open until line 8."
    result = referee("audit", club=table)
    assert (result.code, output in result.out.splitlines()) == (0, True), result.out
    audit = referee("audit", "--json", club=table).data
    assert audit["differences"] == []
    assert [(row["table"], row["line"], row["message"]) for row in audit["turned"]] == [(2, 7, "was open until line 8")]


def test_what_was_tampered_with_is_repaired_from_the_log(logged: Path) -> None:
    harm(logged, "UPDATE session SET room = 'M5'")
    harm(logged, "UPDATE seat SET name = 'Zoe'")
    result = referee("audit", "--repair", club=logged)
    assert result.code == 0
    assert "Repaired: match m1: the seating differs from the log" in result.out.splitlines()
    assert [line for line in result.out.splitlines() if line.startswith("Repaired: session ")]
    assert "No problems found: 1 table, 3 lines, " in result.out
    assert referee("audit", club=logged).code == 0
    assert "Nothing to repair." in referee("audit", "--repair", club=logged).out
    assert referee("audit", "--repair", "--json", club=logged).data["repaired"] == []


def test_what_cannot_be_repaired_is_said_and_exits_10(logged: Path) -> None:
    harm(logged, "UPDATE private SET text = 'Ana' WHERE text = 'Ann' AND n = 2")
    harm(logged, "DELETE FROM seat")
    result = referee("audit", "--repair", club=logged)
    assert result.code == 10
    assert "Repaired: match m1: the seating differs from the log" in result.out.splitlines()
    assert "club.db: a text of event 2 (member added) was changed" in result.out.splitlines()
    result = referee("audit", "--repair", club=logged)
    assert result.code == 10
    assert result.out.startswith("These cannot be repaired:\nclub.db: a text of event 2 ")
    harm(logged, "UPDATE event SET data = replace(data, 'plays 3D', 'plays 4D') WHERE kind = 'line logged'")
    result = referee("audit", "--repair", club=logged)
    assert result.code == 3
    assert "cannot be repaired from the log: event " in result.err
    assert "referee restore" in result.err


def test_a_loss_is_told_by_every_command_until_somebody_accepts_it(club: Path, tmp_path: Path) -> None:
    referee("member", "list", club=club)
    old = (club / "club.db").read_bytes()
    assert referee("member", "add", "Zoe", club=club).code == 0
    (club / "club.db").write_bytes(old)
    for _ in range(2):
        message = referee("member", "list", club=club).err
        assert "its log lacks event" in message
        assert "To add a reason: referee audit --accept REASON" in message
    assert referee("audit", club=club).code == 10
    assert "Accepted the loss of events" in referee("audit", "--accept", "the disk was new", club=club).out
    assert referee("member", "list", club=club).err == ""
    assert "Nothing is missing" in referee("audit", "--accept", "again", club=club).err


def test_a_log_that_lost_its_end_and_whose_last_hour_is_no_hour_is_told_in_a_sentence(logged: Path) -> None:
    """As when pages of the file were swapped: what is read then may be of any kind."""
    assert referee("tonight", club=logged).code == 0
    harm(logged, "DELETE FROM event WHERE n = (SELECT max(n) FROM event)")
    harm(logged, "UPDATE event SET at = 5 WHERE n = (SELECT max(n) FROM event)")
    for words in (["tonight"], ["member", "list"], ["log", "1", "Ben passes"]):
        result = referee(*words, club=logged)
        assert result.code == 3
        assert "club.db is damaged." in result.err
        assert "referee audit" in result.err


def test_a_club_with_tables_of_an_older_version_has_no_differences(logged: Path) -> None:
    harm(logged, "DROP TABLE undone_event")
    harm(logged, "UPDATE club SET shape = '3 older'")
    result = referee("audit", club=logged)
    assert (result.code, result.out.startswith("No problems found: ")) == (0, True)
