"""What is typed, and what an older file has: nothing of it reaches a terminal that a terminal would obey."""

import contextlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from referee.rules.plain_text import first_unfit
from tests.cli.running import referee
from tests.patience import patience
from tests.systems import MODES

HOSTILE = "\x1b]0;X\x07\x1b[2J"
RIGHTS = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search"]


def plain(text: str) -> bool:
    return first_unfit(text.replace("\n", " ")) is None


def test_an_escape_in_a_claim_is_refused_with_its_place(table: Path) -> None:
    assert referee("log", "1", "deal by Dee", club=table).code == 0
    result = referee("dispute", "open", "1", "1", "--claim", HOSTILE, club=table)
    assert (result.code, result.out) == (2, "")
    assert "argument 6, character 1: an escape (U+001B)" in result.err
    assert plain(result.err)
    assert referee("dispute", "list", "--json", club=table).data == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["table", "let-stand", "1", "2", "--reason", "a\nb"], "the reason cannot have a line end (U+000A)"),
        (["schedule", "add", "2026-12-18", "--at", "18:00", "--room", "M\n4"], "the room cannot have a line end"),
        (["schedule", "add", "2026-12-18", "--at", "18:00", "--note", "M\t4"], "the note cannot have a tab"),
        (["member", "add", "Ann\nLee"], "a name cannot have a line end"),
        (["log", "1", "Ann passes", "--key", "a\nb"], "the key cannot have a line end"),
        (["log", "1", "Ann passes", "--by", "a\nb"], "the officer's name cannot have a line end"),
        (["start", "commune", "Ann", "Ben", "Cal", "--chip", "1 a\nb"], "not the value of a chip"),
    ],
)
def test_each_text_that_is_kept_is_looked_at_again_where_it_is_kept(table: Path, words: list[str], says: str) -> None:
    assert referee("log", "1", "deal by Dee", "Ann plays 4D", club=table).code == 10
    result = referee(*words, club=table)
    assert result.code == 2
    assert says in result.err


@pytest.mark.parametrize("words", [["member", "add"], ["member", "list", "--club"], ["check"], ["rule", "big-two"], []])
def test_bytes_that_are_no_text_are_named(club: Path, words: list[str]) -> None:
    result = referee(*words, os.fsdecode(b"Zo\xeb"), club=club)  # as Python hands them over where UTF-8 is spoken
    assert result.code == 2
    assert f"argument {len(words) + 1}, character 3: the byte 0xEB, which is not UTF-8" in result.err


def test_what_an_older_file_has_is_shown_as_signs(table: Path) -> None:
    assert referee("log", "1", "deal by Dee", club=table).code == 0
    assert referee("dispute", "open", "1", "1", "--claim", "CLAIM", club=table).code == 0
    with contextlib.closing(sqlite3.connect(table / "club.db")) as file:
        file.execute("UPDATE dispute SET claim = ?", (HOSTILE,))
        file.execute("UPDATE session SET room = ?, note = ?", (HOSTILE, f"={HOSTILE}"))
        file.commit()
    for words in (["dispute", "show", "1"], ["dispute", "list"], ["schedule", "list"], ["tonight"]):
        for json in ([], ["--json"]):
            result = referee(*words, *json, club=table)
            assert "␛]0;X␇␛[2J" in result.out
            assert plain(result.out)
    assert referee("export", "csv", "--output", str(table / "site"), club=table).code == 0
    text = (table / "site" / "sessions.csv").read_text(encoding="utf-8-sig")
    assert "␛]0;X␇␛[2J,'=␛]0;X␇␛[2J" in text
    assert plain(text)


@pytest.mark.process
def test_a_letter_that_the_output_cannot_print_does_not_stop_what_was_asked(table: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "referee", "member", "add", "Łukasz"],
        capture_output=True,
        env={**os.environ, "REFEREE_CLUB": str(table), "PYTHONIOENCODING": "latin-1"}
        | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        timeout=patience(),
        check=False,
    )
    assert (result.returncode, result.stdout) == (0, b"\\u0141ukasz is a member.\nUndo: referee undo\n")
    assert b"has no letter for \\u0141" in result.stderr
    names = [member["name"] for member in referee("member", "list", "--json", club=table).data]
    assert "Łukasz" in names


@MODES
@pytest.mark.process
@pytest.mark.parametrize("words", [["member", "list"], ["init"], ["desk"]])
def test_a_folder_that_may_not_be_looked_into_is_one_plain_line(tmp_path: Path, words: list[str]) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    closed.chmod(0)
    rights = RIGHTS if os.geteuid() == 0 else []  # permissions do not bind root
    try:
        for folder in (closed, closed / "club"):
            result = subprocess.run(
                [*rights, sys.executable, "-m", "referee", *words, "--club", str(folder)],
                capture_output=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                timeout=patience(),
                check=False,
            )
            assert result.returncode in (2, 3)
            assert str(folder).encode() in result.stderr
            assert b"Traceback" not in result.stderr
    finally:
        closed.chmod(0o755)


def test_a_folder_name_that_no_system_has_room_for(tmp_path: Path) -> None:
    for words in (["member", "list"], ["init"]):
        for name in ("a" * 5000, "a/" * 5000):
            result = referee(*words, "--club", name, cwd=tmp_path)
            assert result.code == 3
            assert "too long" in result.err
            assert len(result.err) < 500


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a=" + "[\n" * 3000 + "]\n" * 3000, "too deep"),
        ("a=" + "[" * 100_000, "1000 a line"),
        (".".join("a" * 100_000) + "=1", "1000 a line"),
        ("x = 1\n" * 50_000, "at most 200000 characters"),
        ("a = " + "9" * 900, "no key 'a'"),
        ('name = "M\\u001b[2J"\n', "missing"),
    ],
)
def test_a_schedule_that_nobody_wrote_is_refused_with_its_place(club: Path, text: str, says: str) -> None:
    path = club / "season.toml"
    path.write_text(text, encoding="utf-8")
    result = referee("schedule", "load", str(path), club=club)
    assert result.code == 2
    assert f"{path}, line 1, " in result.err
    assert says in result.err


def test_an_escape_in_a_room_of_a_schedule_is_refused_with_its_place(club: Path) -> None:
    text = (Path(__file__).parents[2] / "schedules" / "2026-27.toml").read_text(encoding="utf-8")
    path = club / "season.toml"
    path.write_text(text.replace('room = "M4"', 'room = "M\\u001b[2J4"'), encoding="utf-8")
    result = referee("schedule", "load", str(path), club=club)
    assert result.code == 2
    assert f"{path}, line 12, at " in result.err
    assert "cannot have an escape (U+001B), its character 2" in result.err
    assert "\x1b" not in result.err


def test_a_club_file_cut_off_anywhere_is_one_plain_line_or_read_right(table: Path) -> None:
    assert referee("log", "1", "deal by Dee", club=table).code == 0
    path = table / "club.db"
    with contextlib.closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    complete = path.read_bytes()
    for size in (0, 1, 100, 4095, 4096, 5000, *range(8192, len(complete), 16384), len(complete) - 1):
        path.write_bytes(complete[:size])
        for beside in ("club.db-wal", "club.db-shm"):
            (table / beside).unlink(missing_ok=True)
        for words in (["member", "list"], ["table", "show", "1"], ["standings"]):
            result = referee(*words, club=table)
            assert result.code in (0, 2, 3), (size, words, result)
            assert result.err.count("\n") <= 1
