"""An audit of a club on a server, and its repair: the same as in a file, but for the pages, which the server keeps."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.club.calendar import sessions
from referee.club.file.audit import audit, events_since_head
from referee.club.file.repair import repair
from referee.club.folder import Club
from referee.club.match import ending, matches, recording, starting
from referee.club.standings.standings import standings
from referee.store.events.json_lines import append_lines, dump
from referee.store.events.postgresql import create_on_server
from referee.store.projections.handlers import project
from referee.store.tables import SHAPE, postgresql_statements
from tests.club.conftest import MONDAY, NAMES, copied, whole_hand, write_down
from tests.postgresql import asked, cluster, database, programs

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed"),
]


@pytest.fixture
def shared(monday: Path, tmp_path: Path) -> Iterator[Club]:
    """A club on a server, in which a table of Big Two was played to its end."""
    with copied(monday, tmp_path / "club", served=False) as club, cluster() as served:
        sessions.open_session(club, str(MONDAY))
        number = starting.start_table(club, "big-two", NAMES[:4]).number
        write_down(club, number, whole_hand())
        ending.finish(club, number)
        there = database(served)
        store = create_on_server(there, list(postgresql_statements()), SHAPE)
        with club.reading() as tx:
            [(uuid,)] = tx.rows("SELECT uuid FROM club")
            lines = list(dump(tx, tx.club))
        asked(there, f"UPDATE referee.club SET uuid = '{uuid}' WHERE id = {store.club}")
        with store.writing() as sql:
            append_lines(sql, store.club, lines, project, "lines")
        with Club(tmp_path, store, actor="Fay") as opened:
            yield opened


def test_what_was_tampered_with_is_named_and_repaired(shared: Club) -> None:
    report = audit(shared)
    assert report.differences == ()
    assert (report.tables, report.lines, report.ends) == (1, len(whole_hand()), shared.head)
    assert matches.show(shared, 1).damage == ()
    with shared.store.writing() as sql:
        sql.do("UPDATE seat SET name = 'Zoe' WHERE seat = 0")
        sql.do("UPDATE session SET room = 'M5' WHERE opened_at IS NOT NULL")
        sql.do('DELETE FROM "placing"')
    assert {str(difference) for difference in audit(shared).differences} >= {
        "match m1: the seating differs from the log",
        "match m1: a place differs from the log",
        f"session 1, {MONDAY}: the date, room or status differs from the log",
    }
    done = repair(shared)
    assert len(done.repaired) >= 3
    assert done.now.differences == ()
    with copied(shared.folder / "club", shared.folder / "again", served=False) as file:
        assert standings(shared).rows == standings(file).rows


def test_a_name_that_was_changed_stays_named(shared: Club) -> None:
    with shared.store.writing() as sql:
        sql.do("UPDATE private SET text = 'Zoe' WHERE n = 2 AND part = 'name'")
    text = "the club: a text of event 2 (member added) was changed"
    assert text in map(str, audit(shared).differences)
    assert [str(difference) for difference in repair(shared).now.differences] == [text]


def test_what_was_done_since_a_head_is_told(shared: Club) -> None:
    head = shared.head
    recording.undo_line(shared, 1, len(whole_hand()), reason="seen on a film")
    found = events_since_head(shared, head.short_text)
    assert found is not None
    assert (found.ends, found.later, found.done) == (head, 1, ("match m1: line decided",))
