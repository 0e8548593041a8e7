import re
import sqlite3
import sys
import time
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from subprocess import PIPE, Popen, run

import pytest

from referee.cli.shared.hints import format_hints
from referee.club import folder as rooms
from referee.club.folder import Club, find_folder, init, open_club
from referee.club.people import roster
from referee.club.text.faults import ClubFault, StoreFault, StoreMissing
from referee.store.events.sqlite import ClubFile
from referee.store.faults import StoreFull
from tests.patience import patience
from tests.systems import MOUNTS, ZONES


@pytest.fixture(autouse=True)
def no_club_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REFEREE_CLUB", raising=False)


def test_a_new_club_has_its_file_its_schedules_and_its_exports(tmp_path: Path) -> None:
    with init(tmp_path / "monday", "Monday  Cards") as club:
        assert club.name == "Monday Cards"
        assert club.schedules.is_dir()
        assert club.exports.is_dir()
    with init(tmp_path / "tuesday") as club:
        assert club.name == "tuesday"


@ZONES
@pytest.mark.parametrize(
    ("zone", "day"), [("Pacific/Auckland", date(2026, 11, 17)), ("America/Los_Angeles", date(2026, 11, 16))]
)
def test_today_is_the_day_where_the_club_meets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zone: str, day: date
) -> None:
    with init(tmp_path, "Monday Cards") as made:
        club = replace(made, clock=lambda: datetime(2026, 11, 16, 18, tzinfo=UTC))
        with monkeypatch.context() as there:
            there.setenv("TZ", zone)
            time.tzset()
            assert club.today == day
        time.tzset()


def test_a_club_is_never_made_over_another(tmp_path: Path) -> None:
    init(tmp_path, "Monday Cards").close()
    with pytest.raises(ClubFault, match=r"There is already a club in") as refused:
        init(tmp_path, "Tuesday Cards")
    assert not isinstance(refused.value, StoreFault)
    with open_club(tmp_path) as club:
        assert club.name == "Monday Cards"


@MOUNTS
@pytest.mark.process
@pytest.mark.parametrize("room", [16, 32, 64, 96, 128, 192, 256])
def test_a_club_is_made_whole_or_not_at_all_where_the_disk_is_full(tmp_path: Path, room: int) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = run(["mount", "-t", "tmpfs", "-o", f"size={room}k", "tmpfs", disk], capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip("only root may mount a small disk")
    try:
        made = False
        with suppress(StoreFull):
            init(disk / "club", "Monday Cards").close()
            made = True
        assert made or list(disk.iterdir()) == []
        assert made is (disk / "club" / "club.db").exists()
    finally:
        run(["umount", disk], check=True)


def test_nothing_is_left_of_a_club_that_could_not_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, _tables: object, _shape: str) -> ClubFile:
        path.touch()
        raise StoreFull("There is no room left on the disk.")

    monkeypatch.setattr(rooms, "create", full)
    with pytest.raises(StoreFull):
        init(tmp_path / "club")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "exports").mkdir()
    (tmp_path / "exports" / "old.csv").touch()
    with pytest.raises(StoreFull):
        init(tmp_path)
    assert [path.relative_to(tmp_path).as_posix() for path in sorted(tmp_path.rglob("*"))] == [
        "exports",
        "exports/old.csv",
    ]


@pytest.mark.parametrize("name", ["x" * 61, "Monday\x1bCards"])
def test_a_club_needs_a_name_that_can_be_printed(tmp_path: Path, name: str) -> None:
    with pytest.raises(ClubFault, match=r"(cannot be )?a club's name"):
        init(tmp_path / "club", name)
    assert list(tmp_path.iterdir()) == []


def test_a_file_where_the_folder_should_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "monday").write_text("a note")
    for folder in (tmp_path / "monday", tmp_path / "monday" / "cards"):
        with pytest.raises(ClubFault, match="there is a file of that name"):
            init(folder)


def test_the_folder_named_beats_the_environment_which_beats_the_nearest_upward(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named, environment, upward = (tmp_path / each for each in ("named", "environment", "upward"))
    for path in (named, environment, upward):
        init(path).close()
    below = upward / "schedules" / "old"
    below.mkdir()
    monkeypatch.chdir(below)
    assert find_folder() == upward
    monkeypatch.setenv("REFEREE_CLUB", str(environment))
    assert find_folder() == environment
    assert find_folder(named) == named
    assert find_folder(named / "club.db") == named


def test_a_club_that_is_not_there_is_a_fault_that_says_where_it_was_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(StoreMissing, match=r"no club in .*nowhere\. Use"):
        find_folder(tmp_path / "nowhere")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreMissing, match="or above it") as fault:
        find_folder()
    assert format_hints(*fault.value.hints) == "Make one: referee init"
    monkeypatch.setenv("REFEREE_CLUB", str(tmp_path / "gone"))
    with pytest.raises(StoreMissing, match=r"gone \(REFEREE_CLUB\)"):
        find_folder()


# -- a club is made aside, and there is one or none -----------------------------------------------------------------


def test_an_empty_file_is_no_club_and_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "club.db").touch()
    with pytest.raises(StoreFault, match=r"club\.db is empty") as fault:
        open_club(tmp_path)
    assert format_hints(*fault.value.hints) == "Restore a backup: referee restore FILE"
    with pytest.raises(ClubFault, match="Nothing was changed"):
        init(tmp_path, "Monday Cards")
    assert not (tmp_path / "club.db").stat().st_size


def test_what_is_no_club_is_not_taken_for_one(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "club.db")) as file, file:
        file.execute("CREATE TABLE recipes (name)")
    before = (tmp_path / "club.db").read_bytes()
    with pytest.raises(ClubFault, match="Nothing was changed"):
        init(tmp_path, "Monday Cards")
    assert (tmp_path / "club.db").read_bytes() == before


def test_nothing_lies_about_when_a_club_has_been_made(tmp_path: Path) -> None:
    left = tmp_path / ".club.db.0a1b2c3d.referee"
    left.mkdir()
    (left / "club.db").touch()
    init(tmp_path, "Monday Cards").close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["club.db", "exports", "schedules"]


@pytest.mark.process
def test_of_many_that_make_one_club_at_once_one_does(tmp_path: Path) -> None:
    code = "import sys; from referee.club.folder import init; init(sys.argv[1], sys.argv[2]).close()"
    makers = [Popen([sys.executable, "-c", code, tmp_path / "club", f"Club {each}"], stderr=PIPE) for each in range(6)]
    rows = [maker.communicate(timeout=patience(120))[1].decode() for maker in makers]
    assert sorted(maker.returncode for maker in makers) == [0, 1, 1, 1, 1, 1]
    assert sum("There is already a club in" in each for each in rows) == 5, rows
    with open_club(tmp_path / "club") as club:
        assert club.name in {f"Club {each}" for each in range(6)}
    assert sorted(path.name for path in (tmp_path / "club").iterdir()) == ["club.db", "exports", "schedules"]


# -- a clock that jumps --------------------------------------------------------------------------------------------


def test_a_clock_that_is_behind_the_log_is_told(club: Club) -> None:
    last = club.clock()
    for moment, told in ((last, False), (last - timedelta(minutes=9), False), (last - timedelta(minutes=11), True)):
        assert bool(replace(club, clock=lambda moment=moment: moment).clock_behind()) is told
    behind = replace(club, clock=lambda: datetime(1999, 1, 1, 12, tzinfo=UTC)).clock_behind()
    assert re.search(r"says 1999-01-01 .*latest event of the club was at 2026-11-16 .*Set the clock", behind)


def test_a_clock_that_is_behind_is_told_after_every_entry_until_it_is_right(club: Club) -> None:
    """What is entered while it is behind becomes the last event of the log, but not the latest."""
    latest = club.clock()
    late = replace(club, clock=lambda: latest - timedelta(hours=1))
    for name in ("Ida", "Joe", "Kit"):
        roster.add(late, name)
        assert "latest event" in late.clock_behind()
    assert club.clock_behind() == ""
