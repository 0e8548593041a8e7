"""A club on a server, at the command line: made, played, with an officer's login, moved into a folder and back."""

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.cli.exit_codes import ExitCode
from referee.store.events.address import Server
from tests.cli.running import RunResult, referee
from tests.postgresql import asked, cluster, database, programs

pytestmark = [
    pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed"),
    pytest.mark.process,
]


@pytest.fixture(scope="module")
def served() -> Iterator[Server]:
    with cluster() as own:
        yield own


@pytest.fixture
def there(served: Server) -> Server:
    """A database with nothing in it, as its owner."""
    return database(served)


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


def on(server: Server, *words: str) -> RunResult:
    return referee(*words, "--club", str(server))


def did(result: RunResult) -> str:
    assert result.code == 0, result.err or result.out
    return result.out


def test_a_club_is_made_and_played_on_a_server(there: Server) -> None:
    out = did(on(there, "init", "Monday Club"))
    assert 'Monday Club is ready: "postgresql://owner@' in out
    did(on(there, "member", "add", "Ann", "Ben", "Cal", "Dee"))
    did(on(there, "season", "new", "2026-27", "2026-08-17", "2027-05-31"))
    did(on(there, "schedule", "add", "2026-11-16", "--at", "18:00"))
    did(on(there, "open", "2026-11-16"))
    did(on(there, "checkin", "Ann", "Ben", "Cal", "Dee"))
    did(on(there, "start", "big-two", "Ann", "Ben", "Cal", "Dee"))
    assert "legal" in did(on(there, "log", "1", "deal by Dee")).casefold()
    did(on(there, "undo", "1"))
    did(on(there, "result", "1", "Ann", "Ben", "Cal", "Dee"))
    assert re.search(r"Ann\s+1\.000", did(on(there, "standings")))
    did(on(there, "close", "2026-11-16"))
    assert "closed" in did(on(there, "tonight", "2026-11-16"))


def test_an_officer_has_a_login_and_writes_as_nobody_else(there: Server) -> None:
    did(on(there, "init", "Monday Club"))
    did(on(there, "member", "add", "Eve", "Fay"))
    assert "eve2 is created, and acts for Eve." in did(on(there, "club", "officer-login", "eve2", "Eve"))
    assert re.search(r"eve2\s+Eve", did(on(there, "club", "officer-login")))
    eve = replace(there, user="eve2")
    did(on(eve, "member", "add", "Gus"))
    by = asked(there, 'SELECT "by" FROM referee.event ORDER BY n DESC LIMIT 1')
    assert by == [("@#1",)]
    refused = on(eve, "member", "add", "Hal", "--by", "Fay")
    assert refused.code == ExitCode.STORE
    assert "only as the member that it acts for" in refused.err
    assert on(eve, "club", "officer-login", "fay2", "Fay").code == ExitCode.STORE
    assert "eve2 can no longer open the club." in did(on(there, "club", "officer-login", "eve2", "--end"))
    assert on(eve, "member", "list").code == ExitCode.STORE


def test_a_club_moves_to_a_server_and_back_with_the_same_log(there: Server, tmp_path: Path) -> None:
    folder = tmp_path / "monday"
    did(referee("init", "Monday Club", "--club", str(folder)))
    did(referee("member", "add", "Ann", "Ben", club=folder))
    address = str(there)
    assert "The club is now at postgresql://" in did(referee("club", "move", address, "--yes", club=folder))
    closed = referee("member", "add", "Cal", club=folder)
    assert closed.code == ExitCode.STORE
    assert re.search(r"The club has moved from .*monday.* to postgresql://.*\?club=1\. Open it there\.", closed.err)
    did(on(there, "member", "add", "Cal"))
    log = did(on(there, "export", "json", "--output", "-"))
    assert "is locked. It keeps its data, including names, until you delete it." in did(
        on(there, "club", "move", str(folder), "--yes")
    )
    assert did(referee("export", "json", "--output", "-", club=folder)) == log
    assert "Cal" in did(referee("member", "list", club=folder))
    did(referee("audit", club=folder))
    assert on(there, "member", "list").code == ExitCode.STORE
    assert "the club has moved" in on(there, "member", "list").err.casefold()


def test_the_club_that_is_moved_may_be_named_by_the_environment(there: Server, tmp_path: Path) -> None:
    did(on(there, "init", "Monday Club"))
    did(referee("club", "move", str(tmp_path / "monday"), "--yes", REFEREE_CLUB=str(there)))
    did(referee("audit", "--club", str(tmp_path / "monday")))


def test_whoever_finds_older_tables_is_told_who_makes_them_again(there: Server) -> None:
    did(on(there, "init", "Monday Club"))
    did(on(there, "member", "add", "Eve"))
    did(on(there, "club", "officer-login", "eve3", "Eve"))
    asked(there, "UPDATE referee.club SET shape = '0 older'")
    asked(there, "ALTER TABLE referee.member ADD COLUMN nickname text")
    eve = replace(there, user="eve3")
    matches = on(eve, "member", "list")
    assert matches.code == ExitCode.STORE
    assert "are those of an older version of referee" in matches.err
    assert "The server's administrator rebuilds them: referee club upgrade --club postgresql://" in matches.err
    assert on(eve, "club", "upgrade").code == ExitCode.STORE
    assert "Rebuilt the tables of 1 club." in did(on(there, "club", "upgrade"))
    assert "Eve" in did(on(eve, "member", "list"))
    did(on(eve, "member", "add", "Fay"))
    assert "The tables are up to date." in did(on(there, "club", "upgrade"))


def test_what_is_wrong_with_an_address_is_said(there: Server) -> None:
    for wrong, output in (
        (replace(there, database="nowhere"), "There is no database nowhere"),
        (replace(there, user="stranger"), "does not let you in"),
        (there, "There is no club in postgresql://"),
        (replace(there, host="/nowhere"), "does not answer"),
    ):
        result = on(wrong, "member", "list")
        assert (result.code, "Traceback" in result.err) == (ExitCode.STORE, False)
        assert output in result.err
    secret = referee("member", "list", "--club", "postgresql://eve:sesame@h/clubs")
    assert secret.code == ExitCode.USAGE
    assert "sesame" not in secret.err + secret.out


def test_a_backup_is_restored_into_a_folder_and_not_onto_the_server(there: Server, tmp_path: Path) -> None:
    did(on(there, "init", "Monday Club"))
    did(on(there, "member", "add", "Ann"))
    did(on(there, "backup", str(tmp_path / "kept.db")))
    refused = on(there, "restore", str(tmp_path / "kept.db"), "--yes")
    assert refused.code == ExitCode.USAGE
    assert "is a server: its administrator restores it" in refused.err
    assert "referee restore FILE --club FOLDER" in refused.err
    (tmp_path / "elsewhere").mkdir()
    did(referee("restore", str(tmp_path / "kept.db"), "--yes", "--club", str(tmp_path / "elsewhere")))
    assert "Ann" in did(referee("member", "list", "--club", str(tmp_path / "elsewhere")))


def test_who_forgets_is_told_what_the_server_keeps(there: Server) -> None:
    did(on(there, "init", "Monday Club"))
    did(on(there, "member", "add", "Zebedee"))
    out = did(on(there, "member", "forget", "Zebedee", "--yes"))
    assert "The server keeps the name for longer: in old rows" in out
    assert "club.db" not in out
    texts = asked(there, "SELECT text FROM referee.private") + asked(there, "SELECT data FROM referee.event")
    assert not [text for (text,) in texts if "Zebedee" in str(text)]


def test_what_a_computer_keeps_of_a_club_on_a_server_is_its_owner_s_alone(there: Server) -> None:
    umask = os.umask(0)
    try:
        did(on(there, "init", "Monday Club"))
        created = [path for path in Path(os.environ["XDG_DATA_HOME"]).rglob("*") if path.is_dir()]
    finally:
        os.umask(umask)
    assert {each.name for each in created} >= {"referee", "exports", "schedules"}
    assert {stat.S_IMODE(each.stat().st_mode) for each in created} == {0o700}
