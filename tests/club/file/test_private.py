"""Whatever is usual on a computer, what a club keeps is its owner's alone to read."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.club.folder import FILE, open_club
from referee.store.events.head_check import LastSeen, write_last_seen
from referee.store.events.log import Head
from tests.cli.running import RunResult, referee
from tests.store.events.conftest import AT
from tests.systems import MODES

pytestmark = MODES


@pytest.fixture(params=[0o000, 0o022, 0o277, 0o777], ids=oct, autouse=True)
def usual(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    before = os.umask(request.param)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    return sorted(
        f"{path.name} {stat.S_IMODE(path.stat().st_mode):o}"
        for path in (folder, *folder.rglob("*"))
        if stat.S_IMODE(path.stat().st_mode) != (0o700 if path.is_dir() else 0o600)
    )


def done(club: Path, *words: str) -> RunResult:
    result = referee(*words, club=club)
    assert result.code in (0, 10, 11), result.err
    return result


@pytest.fixture
def monday(tmp_path: Path) -> Path:
    """A club in which an evening was played and closed, by the commands that officers type."""
    club = tmp_path / "clubs" / "monday"
    referee("init", "Monday Cards", "--club", str(club))
    for words in (
        ["member", "add", "Ann", "Ben", "Cal", "Dee"],
        ["season", "new", "2026-27", "2026-08-17", "2027-05-31"],
        ["schedule", "add", "2026-11-16", "--at", "15:45", "--season", "2026-27"],
        ["open", "2026-11-16"],
        ["start", "big-two", "Ann", "Ben", "Cal", "Dee"],
        ["log", "1", "deal by Dee", "Ann holds 3D"],
        ["close", "--unfinished"],
    ):
        done(club, *words)
    return club


def test_only_its_owner_reads_a_club_and_its_backups(monday: Path) -> None:
    with open_club(monday) as club:
        club.revision()
        done(monday, "member", "add", "Gus")
        assert {path.name for path in monday.iterdir()} >= {FILE, f"{FILE}-wal", f"{FILE}-shm", f"{FILE}-lock"}
        assert len(list((monday / "backups").iterdir())) == 1
        assert open_to_others(monday.parent) == []


def test_only_its_owner_reads_what_is_restored_and_what_was_there(monday: Path) -> None:
    backup = next((monday / "backups").iterdir()).stem
    done(monday, "restore", backup, "--yes")
    assert open_to_others(monday.parent) == []
    (monday / FILE).write_bytes(b"holiday photographs")
    (monday / FILE).chmod(0o644)
    done(monday, "restore", backup, "--yes")
    (monday / FILE).unlink()
    (monday / FILE).mkdir()
    (monday / FILE).chmod(0o755)
    done(monday, "restore", backup, "--yes")
    assert len(list(monday.glob("club.replaced-*.db"))) == 3
    assert open_to_others(monday.parent) == []


def test_only_its_owner_reads_a_whole_club_that_is_exported_and_one_that_is_made_of_it(
    monday: Path, tmp_path: Path
) -> None:
    done(monday, "export", "json", "--output", str(tmp_path / "kept" / "club.jsonl"))
    done(monday, "export", "json")
    done(tmp_path / "tuesday" / "cards", "import", str(tmp_path / "kept" / "club.jsonl"))
    assert open_to_others(monday.parent) == []
    assert open_to_others(tmp_path / "kept") == []
    assert open_to_others(tmp_path / "tuesday") == []


def test_only_its_owner_reads_what_was_seen_of_a_club(tmp_path: Path) -> None:
    write_last_seen("5a31b7a0-0000-4000-8000-000000000001", LastSeen(Head(7, "0" * 64), AT))
    assert open_to_others(tmp_path / "state") == []


def test_only_its_owner_reads_pages_with_full_names(monday: Path, tmp_path: Path) -> None:
    done(monday, "export", "html", "--full-names", "--output", str(tmp_path / "pages"))
    assert open_to_others(tmp_path / "pages") == []
