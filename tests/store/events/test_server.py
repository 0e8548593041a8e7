"""What the server holds by itself, whatever SQL an officer's login sends; and what people are told of its faults."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psycopg2
import pytest

from referee.store.events import log, logins, postgresql
from referee.store.events.address import Server
from referee.store.events.event import Event, chained_hash
from referee.store.events.postgresql import ClubOnServer, create_on_server, open_on_server, sslmode
from referee.store.events.postgresql_schema import LOGGED_FOR_PLAYERS
from referee.store.faults import (
    ClubFault,
    StoreBusy,
    StoreDamaged,
    StoreMissing,
    StorePasswordNeeded,
    StoreReadOnly,
    StoreUnreachable,
)
from referee.store.projections.kind import EventKind
from tests.postgresql import asked, cluster, database
from tests.store.events.conftest import AT, appending, needs_server

pytestmark = [needs_server, pytest.mark.process]


@pytest.fixture(scope="module")
def served() -> Iterator[Server]:
    """A server with two clubs; Eve is an officer of the first, as member 3, and Gus of the second."""
    with cluster() as own:
        server = database(own)
        for role, member in (("eve", 3), ("gus", 4)):
            asked(server, f"CREATE ROLE {role} LOGIN")
            club = create_on_server(server)
            with appending(club) as change:
                change.append("club founded", {"of": role})
            logins.authorise(club, logins.Login(role, member), ["private"])
            club.close()
        yield server


@pytest.fixture
def eve(served: Server) -> Iterator[ClubOnServer]:
    opened = open_on_server(replace(served, user="eve"))
    yield opened
    opened.close()


def test_an_officer_sees_the_own_club_and_no_other(eve: ClubOnServer, served: Server) -> None:
    with eve.reading() as sql:
        assert [logged.data for logged in log.events(sql, eve.club)][:1] == [{"of": "eve"}]
        assert sql.rows("SELECT DISTINCT club FROM event") == [(eve.club,)]
        assert sql.rows("SELECT count(*) FROM club") == [(1,)]
    gus = open_on_server(replace(served, user="gus"))
    assert gus.club != eve.club
    gus.close()


def test_an_officer_appends_in_their_own_name(eve: ClubOnServer) -> None:
    with appending(eve, by="@#3") as change:
        change.append("session opened", {})
    with appending(eve, by="@#9", via="@#3") as change:  # a player's phone, which Eve serves
        change.append("line logged", {"line": "Ann passes"}, match=1)


@pytest.mark.parametrize(
    ("by", "via", "kind"),
    [
        ("@#4", "", "session opened"),
        ("", "", "session opened"),
        ("@#9", "@#4", "line logged"),
        ("@#9", "@#3", "session closed"),
        ("@#9", "", "line logged"),
    ],
)
def test_an_officer_appends_in_nobody_elses_name(eve: ClubOnServer, by: str, via: str, kind: str) -> None:
    with (
        pytest.raises(StoreReadOnly, match="only as the member that it acts for"),
        appending(eve, by=by, via=via) as change,
    ):
        change.append(kind, {})


ATTEMPTS = {
    "UPDATE referee.event SET kind = 'other'": "permission denied",
    "DELETE FROM referee.event": "permission denied",
    "TRUNCATE referee.event": "permission denied",
    "DROP TRIGGER event_follows ON referee.event": "must be owner",
    "ALTER TABLE referee.event DISABLE TRIGGER event_follows": "must be owner",
    "DROP POLICY mine ON referee.event": "must be owner",
    "SET session_replication_role = replica": "permission denied",
    "SET ROLE owner": "permission denied",
    "SET row_security = off; SELECT * FROM referee.event": "row-level security",
    "INSERT INTO referee.officer VALUES ('eve', 2, 3)": "permission denied",
    "UPDATE referee.club SET uuid = 'other'": "permission denied",
    "INSERT INTO referee.private VALUES (2, 1, 'name', NULL, '', 'Eve')": "row-level security",
    "CREATE OR REPLACE FUNCTION referee.event_follows() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'": (
        "permission denied|must be owner"
    ),
}


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_whatever_an_officer_sends_the_log_stays(served: Server, attempt: str) -> None:
    with pytest.raises(psycopg2.Error, match=ATTEMPTS[attempt]):
        asked(replace(served, user="eve"), attempt)


def test_an_officer_appends_nothing_to_another_club_though_it_is_rightly_hashed(
    eve: ClubOnServer, served: Server
) -> None:
    gus = open_on_server(replace(served, user="gus"))
    with gus.reading() as sql:
        last = log.head(sql, gus.club)
    event = Event(last.n + 1, AT, "@#3", "", "session opened", None, "", "{}", "")
    event = replace(event, hash=chained_hash(last.hash, event))
    with (
        pytest.raises(StoreReadOnly, match="only as the member that it acts for"),
        eve.writing() as sql,
    ):
        log.insert_events(sql, gus.club, [(event, ())])
    gus.close()


@pytest.mark.parametrize("wrong", [{"n": 99}, {"hash": "0" * 64}, {"data_json": '{"forged":true}'}])
def test_an_event_that_is_not_rightly_chained_is_refused(eve: ClubOnServer, wrong: dict[str, object]) -> None:
    with eve.reading() as sql:
        last = log.head(sql, eve.club)
    event = Event(last.n + 1, AT, "@#3", "", "session opened", None, "", "{}", "")
    event = replace(event, hash=chained_hash(last.hash, event))
    with pytest.raises(psycopg2.Error, match=r"does not follow|not hashed"), eve.writing() as sql:
        log.insert_events(sql, eve.club, [(replace(event, **wrong), ())])  # type: ignore[arg-type]


def test_every_table_keeps_clubs_apart(served: Server) -> None:
    tables = asked(
        served,
        "SELECT relname, relrowsecurity FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace "
        "WHERE nspname = 'referee' AND relkind = 'r'",
    )
    assert {name for name, _ in tables} == {"club", "event", "private", "officer"}
    assert [name for name, is_separate in tables if not is_separate] == []


def test_a_club_is_named_where_there_are_several(served: Server) -> None:
    with pytest.raises(ClubFault, match=r"has 2 clubs\. End the address with \?club=1 or \?club=2"):
        open_on_server(served)
    opened = open_on_server(replace(served, club="2"))
    assert opened.club == 2
    opened.close()
    with pytest.raises(StoreMissing, match="There is no club 7 in postgresql://"):
        open_on_server(replace(served, club="7"))


def test_what_is_wrong_with_a_server_is_said(served: Server) -> None:
    with pytest.raises(StoreMissing, match="There is no database nowhere on the server"):
        open_on_server(replace(served, database="nowhere"))
    with pytest.raises(StoreMissing, match="the database has no schema referee"):
        open_on_server(replace(served, database="postgres"))
    with pytest.raises(StoreUnreachable, match="does not answer"):
        open_on_server(replace(served, host="/nowhere"))
    with pytest.raises(StoreReadOnly, match="does not let you in"):
        open_on_server(replace(served, user="stranger"))


def test_a_server_that_went_away_is_said_and_found_again(served: Server) -> None:
    opened = open_on_server(replace(served, user="eve"))
    asked(served, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'eve'")
    with opened.reading() as sql:  # nothing was in hand
        assert log.head(sql, opened.club).n > 0

    def cut_off() -> None:
        with opened.reading() as sql:
            asked(served, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'eve'")
            log.head(sql, opened.club)

    with pytest.raises(StoreUnreachable, match="does not answer"):
        cut_off()
    with opened.reading() as sql:
        assert log.head(sql, opened.club).n > 0
    opened.close()


def test_what_others_have_written_is_heard(served: Server, eve: ClubOnServer) -> None:
    watching = open_on_server(replace(served, user="eve"))
    first = watching.revision()
    assert watching.revision() == first
    with appending(eve, by="@#3") as change:
        for _ in range(3):
            change.append("session opened", {})
    second = watching.revision()
    assert second != first
    gus = open_on_server(replace(served, user="gus"))  # of another club nothing is heard
    with appending(gus, by="@#4") as change:
        change.append("session opened", {})
    asked(served, "SELECT 1")
    assert watching.revision() == second
    asked(served, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'eve'")
    with pytest.raises(StoreUnreachable):
        watching.revision()
    assert watching.revision() not in (first, second)  # what was done meanwhile was not heard
    watching.close()
    gus.close()


def test_a_password_is_asked_for_and_never_said(served: Server) -> None:
    asked(served, "CREATE ROLE fay LOGIN")
    asked(served, "ALTER ROLE fay PASSWORD 'open sesame'")
    access_file = Path(served.host, "data", "pg_hba.conf")
    access_file.write_text(f"local all fay scram-sha-256\n{access_file.read_text()}")
    asked(replace(served, user="superuser"), "SELECT pg_reload_conf()")
    fay = replace(served, user="fay")
    with pytest.raises(StorePasswordNeeded, match=r"asks for a password\. Put it into a password file"):
        open_on_server(fay)
    with pytest.raises(StoreReadOnly, match="wrong login or password") as refused:
        open_on_server(fay, password="barley")
    assert "barley" not in str(refused.value)
    with pytest.raises(StoreReadOnly, match="Ask the server's administrator for an officer's login"):
        open_on_server(fay, password="open sesame")


@pytest.mark.parametrize(
    ("host", "said", "trusted", "asked_for"),
    [
        ("", {}, False, "prefer"),
        ("/run/postgresql", {}, True, "prefer"),
        ("cards.example.org", {}, False, "require"),
        ("cards.example.org", {}, True, "verify-full"),
        ("cards.example.org", {"PGSSLMODE": "verify-ca"}, True, "verify-ca"),
        ("", {"PGHOST": "cards.example.org"}, False, "require"),
    ],
)
def test_a_server_elsewhere_is_asked_for_tls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, said: dict[str, str], trusted: bool, asked_for: str
) -> None:
    for home in ("HOME", "APPDATA"):
        monkeypatch.setenv(home, str(tmp_path))
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    if trusted:
        for folder in (".postgresql", "postgresql"):  # as Windows has it
            (tmp_path / folder).mkdir()
            (tmp_path / folder / "root.crt").touch()
    assert sslmode(Server("clubs", host)) == asked_for


def test_what_another_program_has_made_is_no_club(served: Server) -> None:
    other = database(served)
    asked(other, "CREATE SCHEMA referee")
    with pytest.raises(StoreDamaged, match="has a schema referee of another program"):
        open_on_server(other)
    with pytest.raises(StoreDamaged, match="has a schema referee of another program"):
        create_on_server(other)


def test_a_writer_does_not_wait_for_ever(served: Server) -> None:
    opened = open_on_server(replace(served, user="eve"))
    hurried = replace(opened, patience=0.05, _spare=[])
    with opened.writing(), pytest.raises(StoreBusy, match="is busy"), hurried.writing():
        pass
    opened.close()
    assert postgresql.PATIENCE > 1


def test_what_may_be_written_down_for_a_player_are_kinds_that_there_are() -> None:
    assert {EventKind(kind) for kind in LOGGED_FOR_PLAYERS} == {
        EventKind.LINE_LOGGED,
        EventKind.LINE_DECIDED,
        EventKind.RESULT,
    }
