"""``referee officer``, and who acts: named, in the environment, chosen for this computer, or asked once."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import RunResult, referee


def run(*words: str, club: Path, **env: str) -> RunResult:
    """Run the program with a configuration of its own beside the club."""
    return referee(*words, club=club, XDG_CONFIG_HOME=str(club.parent / "config"), **env)


@pytest.fixture
def elected(club: Path) -> Path:
    """The club when Ann is president and Ben is referee, before which it was said how to elect."""
    assert "referee officer elect NAME --as POSITION" in run("officer", "list", club=club).out
    assert run("officer", "elect", "Ann", "--as", "president", club=club).code == 0
    assert run("officer", "elect", "ben", club=club).code == 0
    return club


def who_planned(club: Path) -> str:
    assert run("schedule", "add", "2026-12-19", "--at", "15:00", club=club).code == 0
    return str(run("history", "--most", "1", "--json", club=club).data[0]["by"])


def test_officers_are_listed_with_their_terms(elected: Path) -> None:
    result = run("officer", "list", "--json", club=elected)
    assert [(member["name"], member["position"], member["standing"]) for member in result.data] == [
        ("Ann", "president", "serving"),
        ("Ben", "referee", "serving"),
    ]
    assert "Only officers may do these: decide a dispute; overrule" in run("officer", "list", club=elected).out


def test_handing_over_and_stepping_down_need_a_reason(elected: Path) -> None:
    assert "Handing over needs a reason" in run("officer", "hand-over", "Ann", "Cal", club=elected).err
    assert "Stepping down needs a reason" in run("officer", "step-down", "Ann", club=elected).err
    assert run("officer", "hand-over", "Ann", "Cal", "-r", "moved away", club=elected).code == 0
    assert run("officer", "step-down", "Ben", "-r", "a slip of the pen", club=elected).code == 0
    assert [term["name"] for term in run("officer", "list", "--json", club=elected).data] == ["Cal"]
    end_reasons = {term["name"]: term["ended"] for term in run("officer", "list", "--all", "--json", club=elected).data}
    assert end_reasons["Ann"].startswith("handed over to Cal on ")
    assert end_reasons["Ben"].endswith(": a slip of the pen")


def test_what_is_chosen_for_a_computer_holds_for_one_club_and_goes_last(elected: Path) -> None:
    run("officer", "here", "Cal", club=elected)
    assert who_planned(elected) == "Cal"
    assert "Ben" in run("officer", "here", "--json", club=elected, REFEREE_OFFICER="Ben").out
    result = run("start", "big-two", "Ann", "Ben", "Cal", club=elected, REFEREE_OFFICER="Ben")
    assert result.code == 0
    assert run("table", "show", "1", "--json", club=elected).data["started_by"] == "Ben"
    run("log", "1", "deal by Cal", "--by", "De", club=elected, REFEREE_OFFICER="Ben")
    # "De" could be Dee or Della, and so nothing is written down.
    assert run("table", "show", "1", "--json", club=elected).data["log"] == []
    run("log", "1", "deal by Cal", "--by", "dee", club=elected, REFEREE_OFFICER="Ben")
    assert run("table", "show", "1", "--json", club=elected).data["log"][0]["by"] == "Dee"


def test_the_choice_holds_no_name_and_goes_where_the_member_goes(elected: Path) -> None:
    run("officer", "here", "Cal", club=elected)
    stored = (elected.parent / "config" / "referee" / "officers.json").read_text()
    assert "Cal" not in stored
    run("member", "merge", "Dee", "Cal", "--yes", club=elected)
    assert who_planned(elected) == "Dee"
    run("member", "forget", "Dee", "--yes", "--by", "Ann", club=elected)
    assert run("officer", "here", "--json", club=elected).data["here"] is None


@pytest.mark.parametrize("kept", ["", "[]", "{", '{"x": 1}', '{"%s": {"member": "1"}}', '{"%s": 7}'])
def test_a_file_of_choices_that_is_none_is_no_choice(elected: Path, kept: str) -> None:
    path = elected.parent / "config" / "referee" / "officers.json"
    path.parent.mkdir(parents=True)
    path.write_text(kept.replace("%s", str(elected)))
    assert run("officer", "here", "--json", club=elected).data["here"] is None
    run("officer", "here", "Ann", club=elected)
    assert json.loads(path.read_text())[str(elected.resolve())]["member"] == 1


def test_clearing_takes_the_choice_back(elected: Path) -> None:
    run("officer", "here", "Ann", club=elected)
    run("officer", "here", "--clear", club=elected)
    assert who_planned(elected) == ""


def test_a_term_that_has_run_out_is_said_when_the_officer_acts_and_when_a_session_opens(club: Path) -> None:
    run("close", club=club)
    term = ["--from", "2020-09-01", "--until", "2021-09-01"]
    for name in ("Ann", "Ben"):
        run("officer", "elect", name, "--as", f"{name}'s job", *term, club=club)
    result = run("member", "add", "Gus", "--by", "Ann", club=club)
    assert result.code == 0
    assert "The term of Ann as Ann's job expired on 2021-09-01." in result.err
    assert "Ben" not in result.err
    result = run("open", "2026-11-16", "--reason", "a late table", "--by", "Ann", club=club)
    assert result.code == 0
    assert [result.err.count(f"The term of {name}") for name in ("Ann", "Ben")] == [1, 1]


def test_without_a_terminal_nobody_is_asked(elected: Path) -> None:
    result = run("member", "add", "Gus", club=elected)
    assert (result.code, result.err) == (0, "")


@pytest.mark.process
def test_at_a_terminal_it_is_asked_once(elected: Path) -> None:
    env = {**os.environ, "REFEREE_CLUB": str(elected), "XDG_CONFIG_HOME": str(elected.parent / "config")}
    env = {**env, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    env.pop("REFEREE_OFFICER", None)
    ours, theirs = pytest.importorskip("pty").openpty()
    try:
        os.write(ours, b"nobody at all\nann\n")
        for number, name in enumerate(("Gus", "Hal")):
            words = [sys.executable, "-m", "referee", "member", "add", name]
            running = subprocess.Popen(words, env=env, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs)
            assert running.communicate()[0].decode() == f"{name} is a member.\nUndo: referee undo\n", number
    finally:
        os.close(theirs)
        output = os.read(ours, 10**6).decode()
        os.close(ours)
    assert output.count("Who is at this computer?") == 1
    assert "No officer is called 'nobody at all'" in output
    assert [entry["by"] for entry in run("history", "--most", "2", "--json", club=elected).data] == ["Ann", "Ann"]


def test_privacy_is_shown_and_changed(club: Path) -> None:
    assert run("member", "add", "Zoe Quill", "--shown-as", "code", club=club).code == 0
    assert "code" in run("member", "privacy", "Zoe", club=club).out
    assert run("member", "privacy", "Zoe", "--shown-as", "nobody", club=club).code == 0
    data = run("member", "privacy", "Zoe", "--json", club=club).data["members"]
    assert [(member["shown_as"], member["in_public"]) for member in data] == [("nobody", "Player 6")]
    assert run("member", "privacy", "Zoe", "--shown-as", "as-the-club", club=club).code == 0
    assert run("member", "privacy", "--club-shows", "code", "--json", club=club).data["club_shows"] == "code"
    assert run("member", "privacy", "Zoe", "--json", club=club).data["members"][0]["in_public"] == "Player 6"
    for words in (["--shown-as", "code"], ["Zoe", "--shown-as", "x"], ["--club-shows", "nobody"]):
        assert run("member", "privacy", *words, club=club).code == 2
    assert "'x' is not one of 'initials'" in run("member", "privacy", "Zoe", "--shown-as", "x", club=club).err
