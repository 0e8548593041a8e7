"""A new club finds a schedule that loads as it is, in whatever folder it is made."""

import os
import re
import select
import shlex
import subprocess
import sys
import time
from datetime import date, timedelta
from pathlib import Path

import pytest

from referee.cli.shared.hints import format_command
from referee.club.calendar.sample_schedule import sample_schedule
from referee.club.calendar.schedule_toml import read_schedule
from tests.cli.running import referee
from tests.patience import patience

HINTED = re.compile(r"referee schedule load (\S+)")
WEEKS = [date(2026, 1, 1) + timedelta(days=9 * each) for each in range(42)]


@pytest.mark.parametrize("today", WEEKS, ids=str)
def test_the_sample_loads_on_whatever_day_a_club_is_made(today: date) -> None:
    name, text = sample_schedule(today, format_command, "Europe/Berlin")
    plan = read_schedule(text)
    assert plan.name == name
    assert today <= plan.starts < today + timedelta(days=7)
    assert plan.sessions[0].date == plan.starts
    assert plan.starts.weekday() == 0
    assert timedelta(weeks=16) <= plan.ends - plan.starts <= timedelta(weeks=70)
    assert plan.min_sessions < plan.best_k < len(plan.sessions)
    assert (plan.zone, plan.minutes, plan.holidays) == ("Europe/Berlin", 120, "")


@pytest.mark.parametrize("today", WEEKS[::7], ids=str)
def test_what_the_sample_offers_behind_a_sign_loads_too(today: date) -> None:
    _, text = sample_schedule(today, format_command)
    offered = re.sub(r"^# (?=(?:zone|holidays|[\d-]{10}|two_pair_play) = )", "", text, flags=re.MULTILINE)
    plan = read_schedule(offered)
    assert (plan.zone, plan.holidays) == ("Europe/Berlin", "DE-BW")
    assert "Holidays" in plan.skipped.values()
    assert [session.note for session in plan.sessions if session.note] == ["Long session"]
    assert plan.house_rules == {"big-two": {"two_pair_play": "false"}}


@pytest.mark.parametrize("today", WEEKS[::7], ids=str)
def test_the_other_rules_that_the_sample_offers_can_be_read(today: date) -> None:
    _, text = sample_schedule(today, format_command)
    twice_a_week, fortnightly, monthly = re.findall(r"^#     (rrule = \"[^\"]+\")", text, re.MULTILINE)
    once = re.sub(r"^min_sessions = \d+", "min_sessions = 1", text, flags=re.MULTILINE)

    def days(rule: str) -> list[date]:
        return [session.date for session in read_schedule(once.replace('weekday = "Monday"', rule)).sessions]

    assert {day.weekday() for day in days(twice_a_week)} == {0, 3}
    first, second, *_ = days(fortnightly)
    assert (first.weekday(), second - first) == (0, timedelta(weeks=2))
    assert {(day.weekday(), day.day <= 7) for day in days(monthly)} == {(0, True)}


def test_every_key_of_the_sample_is_explained() -> None:
    _, text = sample_schedule(date(2026, 11, 21), format_command)
    for key in ("best_k", "min_sessions", "zone", "lasts", "holidays", "weekday", "rrule"):
        assert re.search(rf"^#? *{key} = .+$", text, re.MULTILINE), key


def test_in_an_empty_folder_what_init_says_next_works(tmp_path: Path) -> None:
    created = referee("init", "Monday Cards", cwd=tmp_path)
    assert created.code == 0
    assert referee("member", "add", "Ann", "Ben", "Cal", "Dee", cwd=tmp_path).code == 0
    (hinted,) = HINTED.findall(created.out)
    loaded = referee("schedule", "load", hinted, cwd=tmp_path)
    assert loaded.code == 0, loaded.err
    first = referee("schedule", "list", "--json", cwd=tmp_path).data[0]["held_on"]
    for words in (["open", first], ["checkin", "Ann", "Ben", "Cal", "Dee"], ["export", "ics"]):
        result = referee(*words, cwd=tmp_path)
        assert result.code == 0, result.err


def test_from_another_folder_what_init_says_next_works_too(tmp_path: Path) -> None:
    created = referee("init", "Monday Cards", "--club", "our club", cwd=tmp_path)
    *_, season, first = created.out.splitlines()
    member, load = first.removeprefix("Next: "), season.partition(", then type: ")[2]
    assert [hint.split()[1:3] for hint in (member, load)] == [["member", "add"], ["schedule", "load"]]
    for hint in (member.replace("NAME NAME ...", "Ann Ben"), load):
        result = referee(*shlex.split(hint)[1:], cwd=tmp_path)
        assert result.code == 0, result.err


def test_whoever_makes_the_club_becomes_a_member_where_a_name_is_given(tmp_path: Path) -> None:
    created = referee("init", "Monday Cards", "--you", "Ann", cwd=tmp_path)
    assert created.out.splitlines()[1] == "Ann is a member."
    assert created.out.splitlines()[-1] == "Next: referee member add NAME NAME ..."
    assert [member["name"] for member in referee("member", "list", "--json", cwd=tmp_path).data] == ["Ann"]
    nobody = referee("init", "Other Cards", "--you", "An, n", "--club", "other", cwd=tmp_path)
    assert nobody.code == 2
    assert not (tmp_path / "other").exists()


def asked(folder: Path, words: tuple[str, ...], answers: dict[str, str], command: str = "init") -> tuple[int, str]:
    """Make a club at a terminal, with an answer typed to each question; return the exit code and the screen."""
    ours, theirs = pytest.importorskip("pty").openpty()
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "TERM": "xterm"}
    running = subprocess.Popen(
        [sys.executable, "-m", "referee", command, *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env=env,
    )
    os.close(theirs)
    seen, left = b"", dict(answers)
    ends = time.monotonic() + patience()
    while running.poll() is None or select.select([ours], [], [], 0)[0]:
        assert time.monotonic() < ends, seen.decode(errors="replace")
        if select.select([ours], [], [], 0.1)[0]:
            try:
                seen += os.read(ours, 10_000)  # which may end within a letter
            except OSError:
                break
        for question in [each for each in left if each.encode() in seen]:
            os.write(ours, left.pop(question).encode())
    os.close(ours)
    assert not left, f"never asked: {left}"
    return running.wait(), seen.decode().replace("\r", "")


@pytest.mark.process
def test_at_a_terminal_two_things_are_asked(tmp_path: Path) -> None:
    code, seen = asked(tmp_path, (), {"Name of the club": "Monday Cards\r", "Your name": "Ann\r"})
    assert code == 0
    assert seen.count("?") + seen.count("]:") + seen.count("):") == 2
    assert "Monday Cards is ready in" in seen
    assert "Ann is a member." in seen
    assert seen.rstrip().endswith("Next: referee member add NAME NAME ...")


@pytest.mark.process
def test_what_was_typed_is_not_asked_and_enter_takes_what_is_usual(tmp_path: Path) -> None:
    (tmp_path / "typed").mkdir()
    code, seen = asked(tmp_path / "typed", ("Monday Cards",), {})
    assert (code, "Your name" in seen, "is a member" in seen) == (0, False, False)
    (tmp_path / "Thursday Cards").mkdir()
    code, seen = asked(tmp_path / "Thursday Cards", (), {"Name of the club": "\r", "Your name": "\r"})
    assert code == 0
    assert "Thursday Cards is ready in" in seen
    assert "is a member" not in seen


@pytest.mark.process
def test_a_question_broken_off_makes_no_club(tmp_path: Path) -> None:
    code, seen = asked(tmp_path, (), {"Name of the club": "Monday\r", "Your name": "\x04"})
    assert code == 130
    assert "No club was made." in seen
    assert list(tmp_path.iterdir()) == []


@pytest.mark.process
def test_the_desk_makes_a_club_where_it_finds_none(tmp_path: Path) -> None:
    answers = {"Name of the club": "Monday Cards\r", "Your name": "Ann\r", "No season has begun.": "q"}
    code, seen = asked(tmp_path, (), answers, "desk")
    assert code == 0
    assert "Default officer on this computer: Ann." in referee("officer", "here", cwd=tmp_path).out
    assert f"There is no club in {tmp_path} or above it. To create one, type its name." in " ".join(seen.split())
    assert [member["name"] for member in referee("member", "list", "--json", cwd=tmp_path).data] == ["Ann"]
    assert len(list((tmp_path / "schedules").iterdir())) == 1
    (tmp_path / "other").mkdir()
    code, seen = asked(tmp_path, ("--club", "other"), {"Name of the club": "\x04"}, "desk")
    assert code == 130
    assert "No club was made." in seen
    assert list((tmp_path / "other").iterdir()) == []


def test_where_nobody_can_be_asked_the_desk_says_how_to_make_a_club(tmp_path: Path) -> None:
    refused = referee("desk", cwd=tmp_path)
    assert refused.code == 3
    assert f"There is no club in {tmp_path} or above it. Make one: referee init" in refused.err
    assert list(tmp_path.iterdir()) == []


def test_a_schedule_that_is_there_is_never_replaced_and_no_sample_left_beside_it(tmp_path: Path) -> None:
    (tmp_path / "schedules").mkdir()
    (tmp_path / "schedules" / "ours.toml").write_text("name = 1", encoding="utf-8")
    created = referee("init", "Monday Cards", cwd=tmp_path)
    assert f"referee schedule load {Path('schedules/ours.toml')}" in created.out
    assert [path.name for path in (tmp_path / "schedules").iterdir()] == ["ours.toml"]
    assert (tmp_path / "schedules" / "ours.toml").read_text(encoding="utf-8") == "name = 1"


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (
            b"",
            "ours.toml, line 1, at the end: 'name' is missing at the head of the schedule. Add one such as name = ",
        ),
        (b"\x00\x01\x02", r"ours.toml, line 1, at '\x00\x01\x02': this line cannot be read: invalid statement"),
        (b"\x89PNG\r\n\x1a\n", "ours.toml is not text in UTF-8 (byte 0). Save it as UTF-8."),
    ],
    ids=["empty", "signs", "picture"],
)
def test_a_file_that_is_no_schedule_is_told_so(tmp_path: Path, written: bytes, told: str) -> None:
    (tmp_path / "ours.toml").write_bytes(written)
    assert referee("init", "Monday Cards", cwd=tmp_path).code == 0
    refused = referee("schedule", "load", "ours.toml", cwd=tmp_path)
    assert refused.code == 2
    assert told in refused.err
    assert "Traceback" not in refused.err
    assert referee("schedule", "list", "--json", cwd=tmp_path).code != 0  # there is no season
