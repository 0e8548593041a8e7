"""What was tampered with is made again from the log, and what cannot be is said."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from referee.club.calendar import sessions
from referee.club.disputes import penalties
from referee.club.file.audit import audit
from referee.club.file.repair import repair
from referee.club.folder import Club
from referee.club.match import ending, starting
from referee.club.people import roster
from referee.club.standings.standings import standings
from referee.store.faults import StoreAltered, StoreDamaged
from tests.campaigns.tampering import stranger
from tests.club.conftest import MONDAY, NAMES, copied, in_a_file, tampering, whole, whole_hand, write_down


@pytest.fixture(scope="module")
def played_folder(monday: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    with copied(monday, tmp_path_factory.mktemp("repaired") / "club", served=False) as club:
        sessions.open_session(club, str(MONDAY))
        number = starting.start_table(club, "big-two", NAMES[:4]).number
        write_down(club, number, whole_hand())
        ending.finish(club, number)
        penalties.give(club.with_actor("Fay"), NAMES[0], points=0, reason="came late")
        return club.folder


@pytest.fixture
def played(played_folder: Path, tmp_path: Path) -> Iterator[Club]:
    """A table of Big Two that was played to its end, and a warning."""
    with copied(played_folder, tmp_path / "played") as club:
        yield club


def harm(club: Club, *statements: str) -> None:
    with tampering(club) as sql:
        for statement in statements:
            sql.do(statement)


def test_whatever_follows_from_the_log_is_made_again(played: Club) -> None:
    right, head = standings(played).rows, played.head
    harm(
        played,
        'UPDATE "placing" SET score = 0.5',
        "DELETE FROM seat WHERE seat = 2",
        "UPDATE session SET room = 'M5' WHERE opened_at IS NOT NULL",
        'INSERT INTO attendance (session_id, member_id, at, "by") '
        'SELECT session_id, 5, at, "by" FROM attendance LIMIT 1',
        "UPDATE penalty SET cancelled_at = at, cancelled_because = 'x'",
        "UPDATE member SET name = 'Zoe' WHERE id = 2",
    )
    done = repair(played)
    assert done.now.differences == ()
    assert {str(difference) for difference in done.repaired} >= {
        "member 2: the name or status differs from the log",
        "penalty 1: the points or status differs from the log",
        "match m1: a place differs from the log",
        "match m1: the seating differs from the log",
    }
    assert [difference.where for difference in done.repaired if "date, room" in difference.message] == [
        f"session 1, {MONDAY}"
    ]
    assert (played.head, standings(played).rows) == (head, right)
    roster.add(played, "Ida")
    assert audit(played).differences == ()


def test_where_nothing_is_otherwise_nothing_is_done(played: Club) -> None:
    before = played.revision()
    done = repair(played)
    assert (done.repaired, done.now.differences) == ((), ())
    assert played.revision() == before


@in_a_file("its tables are taken away")
def test_tables_indexes_and_guards_that_were_taken_away_come_back(played: Club) -> None:
    with stranger(played.store.path) as raw:
        raw.execute("DROP TABLE placing")
        raw.execute("DROP INDEX event_of_kind")
    with closing(sqlite3.connect(played.store.path)) as raw:
        raw.execute("DROP TRIGGER event_never_update")
    done = repair(played)
    assert done.now.differences == ()
    missing = "is missing: entries may have been changed"
    assert {f"club.db: {each} {missing}" for each in ("table placing", "index event_of_kind")} <= set(
        map(str, done.repaired)
    )
    assert f"club.db: trigger event_never_update {missing}" in map(str, done.repaired)
    assert len(standings(played).rows) == 4


def test_a_name_that_was_changed_in_the_log_itself_stays_named(played: Club) -> None:
    harm(played, "UPDATE private SET text = 'Zoe' WHERE n = 2 AND part = 'name'", 'DELETE FROM "placing"')
    for _ in range(2):
        done = repair(played)
        assert [str(difference) for difference in done.now.differences] == [
            f"{whole(played)}: a text of event 2 (member added) was changed"
        ]
    assert done.repaired == ()


def test_a_log_that_is_not_as_it_was_written_makes_nothing_again(played: Club) -> None:
    harm(
        played,
        "UPDATE event SET data = replace(data, '3D', '4D') WHERE kind = 'line logged'",
        "UPDATE member SET name = 'Zoe' WHERE id = 2",
    )
    before = audit(played).differences
    with pytest.raises(StoreAltered, match="cannot be repaired from the log"):
        repair(played)
    assert audit(played).differences == before


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    path.write_bytes(b"Monday\n" * 999)
    with pytest.raises(StoreDamaged, match="not a club's file"):
        repair(path)
