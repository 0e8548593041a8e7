"""What this computer saw of a log is missed when it is not there any more."""

import stat
from pathlib import Path

import pytest

from referee.store.events import log
from referee.store.events.head_check import (
    LastSeen,
    Rollback,
    check_head,
    find_rollback,
    forget_place,
    read_last_seen,
    remember_head,
    write_last_seen,
)
from tests.store.events.conftest import AT, ClubLog, appending, in_file, without_guard
from tests.systems import MODES

UUID = "5a31b7a0-0000-4000-8000-000000000001"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def seen(club: ClubLog) -> LastSeen:
    with club.reading() as sql:
        return LastSeen(log.head(sql, club.club), AT)


@MODES
def test_what_was_seen_is_remembered_for_its_owner_alone(club: ClubLog, home: Path) -> None:
    assert read_last_seen(UUID) is None
    write_last_seen(UUID, seen(club))
    assert read_last_seen(UUID) == seen(club)
    assert stat.S_IMODE((home / "referee").stat().st_mode) == 0o700
    assert [stat.S_IMODE(path.stat().st_mode) for path in (home / "referee").iterdir()] == [0o600]


@pytest.mark.parametrize("content", ["", "7", "seven abc 2026", "\xff"])
def test_what_cannot_be_read_is_as_if_nothing_had_been_seen(home: Path, content: str) -> None:
    (home / "referee").mkdir(parents=True)
    (home / "referee" / UUID).write_text(content, encoding="latin-1")
    assert read_last_seen(UUID) is None


def test_where_nothing_can_be_remembered_nothing_fails(club: ClubLog, home: Path) -> None:
    home.write_text("in the way")
    write_last_seen(UUID, seen(club))
    assert read_last_seen(UUID) is None


def test_a_log_that_grew_has_all_that_was_seen(club: ClubLog) -> None:
    before = seen(club)
    with appending(club) as change:
        change.append("began", {})
    with club.reading() as sql:
        assert find_rollback(sql, club.club, None) is None
        assert find_rollback(sql, club.club, before) is None
        assert find_rollback(sql, club.club, seen(club)) is None


def test_a_log_that_lost_its_end_is_missed_though_it_is_whole(club: ClubLog) -> None:
    with appending(club) as change:
        for _ in range(3):
            change.append("began", {})
    before = seen(club)
    with without_guard(club) as sql:
        sql.do("DELETE FROM event WHERE club = ? AND n = 3", club.club)
    with club.reading() as sql:
        assert len(list(log.events(sql, club.club))) == 2
        assert find_rollback(sql, club.club, before) is Rollback.TRUNCATED


def test_a_log_that_went_on_otherwise_is_another(club: ClubLog) -> None:
    with appending(club) as change:
        change.append("began", {})
    before = seen(club)
    with without_guard(club) as sql:
        sql.do("DELETE FROM event WHERE club = ?", club.club)
    with appending(club) as change:
        change.append("began", {"otherwise": True})
        change.append("closed", {})
    with club.reading() as sql:
        assert find_rollback(sql, club.club, before) is Rollback.DIVERGED


def test_a_log_that_begins_as_another_clubs_where_one_was_seen_is_another(tmp_path: Path) -> None:
    first, second = (str(tmp_path / name / "club.db") for name in ("monday", "tuesday"))

    def look(club: ClubLog, where: str) -> Rollback | None:
        with club.reading() as sql:
            sight = check_head(sql, club.club, where)
            remember_head(sight)
            return sight.rollback

    with in_file(tmp_path, "one.db") as one, in_file(tmp_path, "other.db") as other:
        for club in (one, other):
            with appending(club) as change:
                change.append("began", {})
        assert look(one, first) is None
        assert [look(other, first), look(other, first)] == [Rollback.DIVERGED] * 2
        assert look(other, second) is None
        forget_place(first)  # somebody took the club away, and made another
        assert look(other, first) is None
