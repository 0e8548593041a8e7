"""What two files of one club have since they parted is found by the hashes of their logs."""

from datetime import UTC, date, datetime
from pathlib import Path
from shutil import copyfile

import pytest

from referee.club.file.comparison import compare_logs
from referee.club.folder import FILE, init, open_club
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from tests.campaigns.tampering import stranger
from tests.cli.running import referee
from tests.club.conftest import in_a_file
from tests.harness.frozen import frozen_at

pytestmark = in_a_file("the copies of a file")
NIGHTS = datetime(2026, 11, 16, 21, tzinfo=UTC), datetime(2026, 11, 23, 21, tzinfo=UTC)


def add(folder: Path, *names: str, at: datetime = NIGHTS[0]) -> None:
    with frozen_at(at), open_club(folder) as club:
        for name in names:
            roster.add(club, name)


@pytest.fixture
def two(tmp_path: Path) -> tuple[Path, Path]:
    """The folders of two laptops, of which one was copied from the other."""
    folders = tmp_path / "ann", tmp_path / "ben"
    with frozen_at(NIGHTS[0]):
        init(folders[0], "Monday Cards").close()
    add(folders[0], "Ann", "Ben")
    folders[1].mkdir()
    copyfile(folders[0] / FILE, folders[1] / FILE)
    return folders


@pytest.mark.parametrize("harm", ["UPDATE event SET at = 'zz' WHERE n = 4", "DELETE FROM club"])
def test_a_damaged_file_is_named_and_not_the_club_that_it_is_compared_with(two: tuple[Path, Path], harm: str) -> None:
    add(two[1], "Dee", at=NIGHTS[1])
    with stranger(two[1] / FILE) as raw:
        raw.execute("PRAGMA foreign_keys = OFF")
        raw.execute(harm)
    result = referee("audit", "--compare", str(two[1] / FILE), club=two[0])
    assert result.code not in (0, 10)
    assert f"{two[1] / FILE} is damaged" in result.err
    assert "Traceback" not in result.err


def compared(here: Path, there: Path) -> tuple[int, list[tuple[date, int]], list[tuple[date, int]]]:
    with open_club(here, read_only=True) as club:
        found = compare_logs(club, there)
    here_and_there = ([(evening.evening, evening.events) for evening in side] for side in (found.here, found.there))
    return (found.common.n, *here_and_there)


def test_each_has_what_was_entered_there_since_they_parted(two: tuple[Path, Path]) -> None:
    common = len(_events(two[0]))
    add(two[0], "Cal")
    add(two[0], "Dee", at=NIGHTS[1].replace(day=24, hour=1))  # still the evening of the 23rd
    add(two[1], "Cal", "Eve", "Fay", at=NIGHTS[1])
    first, second = date(2026, 11, 16), date(2026, 11, 23)
    assert compared(two[0], two[1]) == (common, [(first, 1), (second, 1)], [(second, 3)])
    assert compared(two[1], two[0] / FILE) == (common, [(second, 3)], [(first, 1), (second, 1)])


def test_the_same_log_and_one_that_is_ahead(two: tuple[Path, Path]) -> None:
    common = len(_events(two[0]))
    assert compared(*two) == (common, [], [])
    add(two[1], "Cal")
    assert compared(*two) == (common, [], [(date(2026, 11, 16), 1)])


def test_entries_in_a_write_ahead_log_count_and_nothing_is_left_beside_the_file(two: tuple[Path, Path]) -> None:
    with open_club(two[1]) as open_there:
        roster.add(open_there, "Cal")
        copyfile(two[1] / FILE, two[0] / "club (1).db")
        copyfile(two[1] / f"{FILE}-wal", two[0] / "club (1).db-wal")
    assert [count for _, count in compared(two[0], two[0] / "club (1).db")[2]] == [1]
    assert sorted(path.name for path in two[0].glob("club (1)*")) == ["club (1).db", "club (1).db-wal"]


def test_another_club_or_no_club_is_refused(two: tuple[Path, Path], tmp_path: Path) -> None:
    init(tmp_path / "other", "Monday Cards").close()
    (tmp_path / "notes.db").write_text("notes")
    with open_club(two[0]) as club:
        for path, why in (
            (tmp_path / "other", "belongs to another club"),
            (tmp_path / "notes.db", "cannot be read as a club"),
            (tmp_path / "gone.db", "There is no file"),
        ):
            with pytest.raises(ClubFault, match=why):
                compare_logs(club, path)


@pytest.mark.process
def test_the_command_lists_them_and_exits_with_10_where_something_is_missing_here(two: tuple[Path, Path]) -> None:
    add(two[0], "Cal")
    ahead = referee("audit", "--compare", str(two[0] / FILE), club=two[1])
    behind = referee("audit", "--compare", str(two[1] / FILE), club=two[0])
    assert (ahead.code, behind.code) == (10, 0)
    assert ahead.out.splitlines()[1:] == [
        "Only here: 0 events.",
        "Only there: 1 event",
        "  Mon 2026-11-16: member added: 1",
        f"To import the missing events: referee import --from {two[0] / FILE}",
    ]
    assert behind.out.splitlines()[1:] == [
        "Only here: 1 event",
        "  Mon 2026-11-16: member added: 1",
        "Only there: 0 events.",
    ]
    data = referee("audit", "--compare", str(two[0]), "--json", club=two[1]).data
    assert data["there"] == [{"evening": "2026-11-16", "events": 1, "actions": ["member added: 1"]}]
    assert referee("audit", "--compare", str(two[0]), "--repair", club=two[1]).code == 2
    refused = referee("audit", "--compare", str(two[0] / "gone.db"), club=two[1])
    assert (refused.code, "There is no file" in refused.err) == (2, True)


def _events(folder: Path) -> list[int]:
    with open_club(folder) as club, club.reading() as tx:
        return [n for (n,) in tx.rows("SELECT n FROM event")]
