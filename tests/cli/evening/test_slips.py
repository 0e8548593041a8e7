"""What an officer types too much, too large, too late or twice, and what is said of it before anything is changed."""

import contextlib
import os
import select
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from datetime import UTC, date, datetime, time
from pathlib import Path
from shutil import copytree

import pytest

from referee.club.calendar import schedule, seasons, sessions
from referee.club.disputes import deciding, opening
from referee.club.folder import init
from referee.club.match import recording, starting
from referee.club.people import roster
from tests.cli.running import referee
from tests.systems import ZONES

LEGAL, USAGE = 0, 2
HUGE = "99999999999999999999"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club with a table of Commune at which Ben has taken a penalty."""
    folder = tmp_path_factory.mktemp("evening") / "club"
    with init(folder, "Monday Club") as club:
        roster.add_all(club, ["Ann", "Ben", "Cal"])
        seasons.new(club, "Autumn", starts=date(2026, 8, 17), ends=date(2026, 12, 31), best_k=1, min_sessions=1)
        schedule.add(club, date(2026, 11, 16), time(15, 45))
        sessions.open_session(club, "2026-11-16")
        starting.start_table(club, "commune", ["Ann", "Ben"])
        for line in (
            "deal by Ben",
            "Ann bids six high",
            "Ben bids two sixes",
            "Ann calls",
            "Ann shows 6H",
            "Ben shows 9D",
        ):
            recording.log_line(club, 1, line)
    return folder


@pytest.fixture
def club(evening: Path, tmp_path: Path) -> Path:
    """A copy of that club, to be changed."""
    return copytree(evening, tmp_path / "club")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["table", "show", HUGE], f"no table {HUGE}"),
        (["log", HUGE, "deal"], f"no table {HUGE}"),
        (["undo", "1", HUGE], f"no line {HUGE} at table 1"),
        (["result", "1", f"Ann={HUGE}", f"Ben=-{HUGE}"], "Invalid chips +99999999999999999999"),
        (["dispute", "show", HUGE], f"no dispute {HUGE}"),
        (["dispute", "open", HUGE, "1"], f"no table {HUGE}"),
        (["tonight", HUGE], HUGE),
        (["season", "new", "x", "2027-01-01", "2027-02-01", "--best", HUGE], f"best_k cannot be {HUGE}"),
        (["season", "new", "x", "2027-01-01", "2027-02-01", "--min", HUGE], f"min_sessions cannot be {HUGE}"),
        (["season", "new", "x", "2027-01-01", "2027-02-01", "--seed", HUGE], f"seed for drawing lots cannot be {HUGE}"),
        (["season", "new", "x", "2027-01-01", "9999-12-31"], "too long"),
    ],
)
def test_a_number_that_is_too_large_is_one_fault(club: Path, words: list[str], says: str) -> None:
    result = referee(*words, club=club)
    assert result.code == USAGE
    assert says in result.err
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["season", "close", "zz"], "No season is called 'zz'"),
        (["member", "merge", "Ann", "Zz"], "No member is called 'Zz'"),
        (["member", "forget", "Zz"], "No member is called 'Zz'"),
        (["schedule", "cancel", "2026-11-17"], "no session on 2026-11-17"),
    ],
)
def test_what_is_not_there_is_said_before_anybody_is_asked(club: Path, words: list[str], says: str) -> None:
    result = referee(*words, club=club)
    assert result.code == USAGE
    assert says in result.err
    assert "Nobody is there to ask" not in result.err


def test_who_is_asked_hears_the_full_names(club: Path) -> None:
    referee("member", "rename", "Ben", "Ben Lee", club=club)
    assert "All results of Ben Lee become Cal's" in referee("member", "merge", "c", "b", club=club).err
    result = referee("member", "forget", "b", club=club)
    assert "This replaces the name Ben Lee with a number" in result.err
    assert "out of reach backups" in result.out


def at_a_terminal() -> None:
    """Let a program that is being started be governed by its terminal, as one that somebody starts there is."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    # Tests that run in the background ignore interrupts, and what they start would too.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.process
@pytest.mark.parametrize("key", ["\x03", "n\n"])
def test_who_is_asked_may_say_no_or_break_off_and_hears_that_nothing_was_changed(club: Path, key: str) -> None:
    officer, terminal = pytest.importorskip("pty").openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "referee", "member", "forget", "Ann", "--club", str(club)],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        start_new_session=True,
        preexec_fn=at_a_terminal,
    ) as prompted:
        os.close(terminal)
        too_long = threading.Timer(60, prompted.kill)
        too_long.start()
        seen, is_answered = b"", False
        with contextlib.suppress(OSError):  # what a terminal says when nobody is at its other end any more
            while True:
                output, _, _ = select.select([officer], [], [], 1.0)
                seen += os.read(officer, 1000) if output else b""
                # An interrupt in the very moment before the answer is awaited goes unheard: one presses the key again.
                if b"type Ann" in seen and not (is_answered and output):
                    is_answered = bool(os.write(officer, key.encode()))
        os.close(officer)
        code = prompted.wait()
        too_long.cancel()
    assert code == (130 if key == "\x03" else USAGE)
    assert b"Nothing was changed" in seen
    assert b"Traceback" not in seen
    assert "Ann" in referee("member", "list", club=club).out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["tonight", "2026-11-17"],
            "There is no session on 2026-11-17. Plan one: referee schedule add 2026-11-17 --at",
        ),
        (["log", "2", "deal"], "There is no table 2 in the session of 2026-11-16. Use 1."),
        (["start", "commune", "Zed", "Ben"], "Zed has retired. To bring them back: referee member add Zed"),
    ],
)
def test_a_fault_ends_with_the_command_that_puts_it_right(club: Path, words: list[str], says: str) -> None:
    referee("member", "add", "Zed", club=club)
    referee("member", "retire", "Zed", "--yes", club=club)
    assert says in referee(*words, club=club).err


def test_one_session_is_not_called_sessions(club: Path) -> None:
    assert "the best 1 session counts; at least 1 session to be ranked" in referee("season", "show", club=club).out
    assert "the best 1 session counts; at least 1 session to be ranked" in referee("standings", club=club).out


def test_a_schedule_tells_which_house_rules_it_changes(club: Path, tmp_path: Path) -> None:
    schedule = tmp_path / "autumn.toml"
    schedule.write_text(
        'name = "Autumn"\nstarts = 2026-08-17\nends = 2026-12-31\nbest_k = 1\nmin_sessions = 1\n'
        '[weekly]\nweekday = "Monday"\ntime = "15:45"\nroom = "M4"\n'
        "[house_rules.commune]\npenalty_limit = 5\n"
    )
    text = "House rules of commune from now on: penalty_limit=5"
    assert text in referee("schedule", "load", str(schedule), club=club).out
    assert "house rules" not in referee("schedule", "load", str(schedule), club=club).out


@ZONES
@pytest.mark.parametrize(("zone", "day"), [("Pacific/Auckland", "2026-11-17"), ("America/Los_Angeles", "2026-11-16")])
def test_what_happened_is_dated_by_the_day_where_the_club_meets(tmp_path: Path, zone: str, day: str) -> None:
    with init(tmp_path, "Monday Club") as created:
        club = replace(created, clock=lambda: datetime(2026, 11, 17, 2, 30, tzinfo=UTC))
        roster.add_all(club, ["Ann", "Ben"])
        case = opening.open_on_facts(club, "big-two", ["Ben plays 9D 9H", "Ann plays 6D 6S"])
        deciding.decide(club, case.number)
    assert f"upheld on {day}" in referee("dispute", "show", "1", club=tmp_path, TZ=zone).out
    assert f"Ann, member since {day}" in referee("member", "show", "Ann", club=tmp_path, TZ=zone).out


def test_the_list_of_disputes_says_of_each_whether_it_was_appealed(club: Path) -> None:
    def decided(by: str) -> str:
        assert referee("dispute", "decide", "1", "uphold", "--by", by, club=club).code == 0
        return referee("dispute", "list", club=club).out

    referee("dispute", "open", "big-two", "Ben plays 9D 9H", "Ann plays 6D 6S", club=club)
    assert "upheld" in (once := decided("Cal"))
    assert "appeal" not in once
    referee("dispute", "appeal", "1", "--reason", "Ben found his hand in his pocket", club=club)
    assert "open on appeal" in referee("dispute", "list", club=club).out
    assert "upheld on appeal" in decided("Dee")
    assert "upheld on appeal" in referee("dispute", "show", "1", club=club).out


def test_a_second_open_session_is_warned_of(club: Path) -> None:
    assert referee("schedule", "add", "2026-11-18", "--at", "18:00", club=club).code == 0
    result = referee("open", "2026-11-18", club=club)
    warning = "The session of 2026-11-16 is open too. Close it first: referee close 2026-11-16\n"
    assert result.err == warning
    assert referee("tonight", club=club).err == warning
