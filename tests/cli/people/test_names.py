"""Names as officers type them: what is certain is taken, a slip is said or asked about, nobody is guessed at."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import referee
from tests.patience import patience


@pytest.fixture
def jose(club: Path) -> Path:
    """The club with José Núñez and Ann Lee in it."""
    assert referee("member", "add", "José Núñez", "Eve Oak", club=club).code == 0
    return club


@pytest.mark.parametrize("typed", ["jose", "Nunez", "JOSE NUNEZ", "josé-núñez"])
def test_a_name_is_found_without_its_accents(jose: Path, typed: str) -> None:
    done = referee("member", "show", typed, club=jose)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("José Núñez, member")


@pytest.mark.parametrize(
    ("typed", "fault", "caret"),
    [
        ("nunez palys 3D", "1:7: no verb 'palys'", "    nunez palys 3D\n          ^^^^^"),
        ("Jose plays 3X", "1:12: 3X is not a card", "    Jose plays 3X\n               ^^"),
        ("Josse plays 3D", "1:1: no player 'Josse'", "    Josse plays 3D\n    ^^^^^"),
    ],
)
def test_what_cannot_be_read_after_a_name_is_what_is_pointed_at(jose: Path, typed: str, fault: str, caret: str) -> None:
    assert referee("table", "start", "big-two", "jose", "Ann", "Ben", club=jose).code == 0
    refused = referee("table", "log", "1", typed, club=jose)
    assert refused.code == 2
    assert fault in refused.err
    assert caret in refused.err


def test_a_slip_is_said_where_it_can_only_be_one(jose: Path) -> None:
    done = referee("session", "checkin", "Benn", "Nunes", "--json", club=jose)
    assert done.err == "Benn: taken as Ben\nNunes: taken as José Núñez\n"
    assert done.data["checked_in"] == ["Ben", "José Núñez"]
    assert referee("session", "checkin", "--undo", "Benn", "--json", club=jose).data["undone"] == ["Ben"]


def test_nobody_is_noted_when_one_of_several_is_unknown(jose: Path) -> None:
    done = referee("session", "checkin", "Benn", "Zoe", club=jose)
    assert done.code == 2
    assert "unknown member 'Zoe'" in done.err
    assert referee("session", "show", "--json", club=jose).data["came"] == []


def test_a_new_guest_is_not_taken_for_a_member_with_a_name_like_it(jose: Path) -> None:
    done = referee("session", "checkin", "Benn", "Oak", "Gus", "--guest", club=jose)
    assert "Checked in: Benn, Oak, Gus." in done.out
    assert done.err.splitlines() == [
        'Benn is much like Ben. If they are one person: referee member merge "Ben" "Benn"',
        'Oak is much like Eve Oak. If they are one person: referee member merge "Eve Oak" "Oak"',
    ]
    assert referee("member", "merge", "Ben", "Benn", "--yes", club=jose).code == 0


def test_what_cannot_be_taken_back_is_not_done_for_a_slip(jose: Path) -> None:
    for words in (["forget", "Benn", "--yes"], ["merge", "Ann", "Benn", "--yes"], ["retire", "Benn"]):
        done = referee("member", *words, club=jose)
        assert (done.code, done.err) == (2, "referee: unknown member 'Benn': did you mean Ben?\n")
    assert "Ben " in referee("member", "list", club=jose).out


@pytest.mark.process
@pytest.mark.parametrize(("answer", "code", "said"), [(b"n\n", 2, ""), (b"y\n", 0, "Ben has retired.\n")])
def test_whoever_is_there_is_asked_whether_a_slip_means_somebody(
    jose: Path, answer: bytes, code: int, said: str
) -> None:
    officer, terminal = pty.openpty()
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
    assert "Nobody is called Benn. Is Ben meant?" in printed
    assert printed.endswith(said or "nothing was changed\n")


def test_players_are_named_at_the_table_as_at_the_desk(jose: Path) -> None:
    started = referee("table", "start", "big-two", "jose", "Benn", "Cal", "oak", "--json", club=jose)
    assert started.data["names"] == ["José Núñez", "Ben", "Cal", "Eve Oak"]
    logged = referee("table", "log", "1", "deal by oak", "jose nunez plays 3D", "--json", club=jose)
    assert [each["line"]["text"] for each in logged.data] == ["deal by Eve Oak", "José Núñez plays 3D"]
    slip = referee("table", "log", "1", "Benn passes", club=jose)
    assert slip.code == 2
    assert "no player 'Benn'" in slip.err
    ended = referee("table", "result", "1", "nunez", "Benn, Cal", "Oak", club=jose)
    assert ended.err == "Benn: taken as Ben\n"
    assert "José Núñez > Ben = Cal > Eve Oak" in ended.out


def test_chips_are_won_by_whoever_is_meant(jose: Path) -> None:
    assert referee("table", "start", "pontoon", "José", "Ben", "Cal", club=jose).code == 0
    ended = referee("table", "result", "1", "nunez=5", "Benn=-2", "cal=-3", club=jose)
    assert ended.err == "Benn: taken as Ben\n"
    assert "José Núñez +5" in ended.out


def test_a_member_of_the_standings_is_found_too(jose: Path) -> None:
    referee("table", "start", "big-two", "José", "Ben", "Cal", "Dee", club=jose)
    referee("table", "result", "1", "José", "Ben", "Cal", "Dee", club=jose)
    assert referee("standings", "--member", "nunez", club=jose).out.startswith("José Núñez: 1.000")


def test_a_guest_who_joins_is_offered_what_they_have_played(club: Path) -> None:
    referee("session", "checkin", "Gus", "--guest", club=club)
    referee("table", "start", "big-two", "Gus", "Ben", "Cal", club=club)
    referee("table", "result", "1", "Gus", "Ben", "Cal", club=club)
    joined = referee("member", "add", "Gus", club=club)
    assert joined.out.splitlines() == [
        "Gus is a member.",
        "1 match played as a guest in 2026-27 does not count.",
        'To have that count: referee member add "Gus" --with-results',
    ]
    assert "Gus" not in referee("standings", club=club).out
    counts = referee("member", "add", "Gus", "--with-results", "--by", "Ann", club=club)
    assert counts.out == "Gus is a member. 1 match played as a guest in 2026-27 counts.\n"
    assert referee("standings", "--member", "Gus", club=club).out.startswith("Gus: 1.000")
    assert referee("audit", club=club).code == 0
    assert "does not count" in referee("member", "add", "Gus", "--without-results", club=club).out
    assert "Gus" not in referee("standings", club=club).out
    assert referee("member", "add", "Gus", "--guest", "--with-results", club=club).code == 2
