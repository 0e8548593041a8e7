"""What the server itself keeps an officer's login from, whatever SQL it sends; and how such a login begins and ends."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace

import psycopg2
import pytest

from referee.store.events import log, logins
from referee.store.events.address import Server
from referee.store.events.event import Event, chained_hash
from referee.store.events.logins import Login
from referee.store.events.postgresql import ClubOnServer, create_on_server, open_on_server
from referee.store.faults import ClubFault, StoreBusy, StoreMissing, StoreReadOnly, StoreUnreachable
from referee.store.projections.handlers import PROJECTIONS, project
from referee.store.projections.kind import EventKind
from referee.store.tables import SHAPE, WRITABLE_TABLES, postgresql_statements
from tests.patience import wait
from tests.postgresql import asked, cluster, database
from tests.store.events.conftest import AT, appending, needs_server

pytestmark = [needs_server, pytest.mark.process]


@pytest.fixture(scope="module")
def served() -> Iterator[Server]:
    """A server with two clubs, in each a member by the name of Zoe; Eve is an officer of the first, Gus of the second.

    Anybody may make things in its schema `public`, as before PostgreSQL 15.
    """
    with cluster() as own:
        server = database(own)
        asked(replace(server, user="superuser"), "GRANT CREATE ON SCHEMA public TO PUBLIC")
        for login in (Login("eve", 3), Login("gus", 4)):
            club = create_on_server(server, list(postgresql_statements()), SHAPE)
            with appending(club, fold=project) as change:
                change.append(
                    EventKind.MEMBER_ADDED, {"member": 3, "guest": False}, texts=[log.EventText("name", "Zoe", 3)]
                )
                change.append(EventKind.TABLE_STARTED, STARTED, match=1, texts=[log.EventText("seat 1", "Zoe", 3)])
            assert logins.authorise(club, login, WRITABLE_TABLES)
            club.close()
        yield server


@pytest.fixture
def eve(served: Server) -> Iterator[ClubOnServer]:
    opened = open_on_server(replace(served, user="eve"))
    yield opened
    opened.close()


def test_every_table_keeps_clubs_apart_and_belongs_to_no_officer(served: Server) -> None:
    tables = asked(
        served,
        "SELECT c.relname, c.relrowsecurity, c.relforcerowsecurity, pg_get_userbyid(c.relowner), "
        "(SELECT count(*) > 0 FROM pg_policy p WHERE p.polrelid = c.oid), "
        "has_table_privilege('eve', c.oid, 'TRUNCATE') OR has_table_privilege('eve', c.oid, 'TRIGGER') "
        "FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'referee' AND c.relkind = 'r'",
    )
    assert {name for name, *_ in tables} == {"club", "event", "officer", "writing", *WRITABLE_TABLES}
    for name, is_separate, also_for_its_owner, owner, has_policies, mighty in tables:
        assert (name, is_separate, owner, has_policies, mighty) == (name, True, "owner", True, False)
        assert also_for_its_owner == (name in (*PROJECTIONS, "passing")), name


@pytest.mark.parametrize("table", ["club", "event", *WRITABLE_TABLES])
def test_an_officer_reads_no_row_of_another_club(served: Server, table: str) -> None:
    number = "id" if table == "club" else "club"
    for club in (1, 2):  # as which of them the connection says that it is makes no difference
        sent = f'SET referee.club = {club}; SELECT DISTINCT {number} FROM referee."{table}"'
        assert asked(replace(served, user="eve"), sent) in ([], [(1,)])
    assert len(asked(replace(served, user="eve"), "SET referee.club = 1; SELECT * FROM referee.member")) == 1


OPENED = '{"session":1}'
LINE = {"number": 1, "step": 1, "text": "deal by @1", "verdict": "legal", "clause": "1.1"}
STARTED = {"session": 1, "edition": "x", "options": {}, "seats": [[3, False, None]], "game": "big-two"}
# What is sent, and why it is refused.
ATTEMPTS = {
    "change an event": ("UPDATE referee.event SET kind = 'other'", "permission denied"),
    "take an event away": ("DELETE FROM referee.event", "permission denied"),
    "empty the log": ("TRUNCATE referee.event", "permission denied"),
    "put an event in the place of one": (
        "INSERT INTO referee.event SELECT * FROM referee.event ON CONFLICT (club, n) DO UPDATE SET kind = 'other'",
        "permission denied",
    ),
    "merge into the log": (
        "MERGE INTO referee.event e USING (SELECT 1 AS n) o ON e.n = o.n WHEN MATCHED THEN UPDATE SET kind = 'other'",
        "permission denied",
    ),
    "drop the trigger": ("DROP TRIGGER event_follows ON referee.event", "must be owner"),
    "switch the trigger off": ("ALTER TABLE referee.event DISABLE TRIGGER ALL", "must be owner"),
    "switch all triggers off": ("SET session_replication_role = replica", "permission denied"),
    "have another function in its place": (
        "CREATE OR REPLACE FUNCTION referee.event_follows() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'",
        "permission denied",
    ),
    "have a trigger of one's own": (
        "CREATE FUNCTION public.mine() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; "
        "CREATE TRIGGER mine BEFORE INSERT ON referee.event FOR EACH ROW EXECUTE FUNCTION public.mine()",
        "permission denied",
    ),
    "have a rule of one's own": ("CREATE RULE mine AS ON INSERT TO referee.event DO INSTEAD NOTHING", "must be owner"),
    "drop the policy": ("DROP POLICY by_me ON referee.event", "must be owner"),
    "have a policy of one's own": ("CREATE POLICY all_of_it ON referee.event USING (true)", "must be owner"),
    "read without policies": ("SET row_security = off; SELECT * FROM referee.event", "row-level security"),
    "become the owner": ("SET ROLE owner", "permission denied"),
    "become somebody else": ("SET SESSION AUTHORIZATION gus", "permission denied"),
    "take the owner's part": ("GRANT owner TO eve", "permission denied|must have"),
    "become an administrator": ("ALTER ROLE eve SUPERUSER", "permission denied|must be superuser"),
    "see past the policies": ("ALTER ROLE eve BYPASSRLS", "permission denied|must be superuser"),
    "own the log": ("ALTER TABLE referee.event OWNER TO eve", "must be owner"),
    "act for another club": ("INSERT INTO referee.officer VALUES ('eve', 2, 3)", "permission denied"),
    "act for another member": ("UPDATE referee.officer SET member = 4", "permission denied"),
    "let another club begin anew": ("UPDATE referee.club SET uuid = 'other'", "permission denied"),
    "write another club's names": (
        "INSERT INTO referee.private VALUES (2, 1, 'x', NULL, '', 'Eve')",
        "row-level secu|only with its event",
    ),
    "write another club's members": (
        "SET referee.club = 2; UPDATE referee.member SET name = 'x' RETURNING id",
        "",
    ),
    "give another club a member": (
        "SET referee.club = 2; INSERT INTO referee.member (club, id, name, guest, joined_at, shown_as) "
        "VALUES (2, 9, 'x', false, '', '')",
        "row-level security",
    ),
    "move a member to another club": ("SET referee.club = 1; UPDATE referee.member SET club = 2", "row-level security"),
    "copy into the log": ("COPY referee.event FROM '/etc/passwd'", "permission denied|superuser"),
    "copy into a table past its policy": ("COPY referee.member FROM STDIN", "row-level security|COPY"),
    "run a program of the server": ("COPY referee.event TO PROGRAM 'cat'", "permission denied|superuser"),
    "read the log's file": ("SELECT pg_read_file('PG_VERSION')", "permission denied"),
    "make a table in the schema": ("CREATE TABLE referee.mine (n integer)", "permission denied"),
    "drop the schema": ("DROP SCHEMA referee CASCADE", "must be owner"),
    "rename a member past the log": (
        "SET referee.club = 1; UPDATE referee.member SET name = 'x'",
        "only with an event",
    ),
    "retire a member past the log": ("SET referee.club = 1; DELETE FROM referee.member", "only with an event"),
    "seat somebody past the log": (
        "SET referee.club = 1; INSERT INTO referee.attendance (session_id, member_id, at, by) VALUES (1, 3, '', '')",
        "only with an event",
    ),
    "check the change at once": (
        "SET referee.club = 1; BEGIN; SET CONSTRAINTS ALL IMMEDIATE; UPDATE referee.member SET name = 'x'; COMMIT",
        "only with an event",
    ),
    "put the check off": (
        "SET referee.club = 1; BEGIN; SET CONSTRAINTS ALL DEFERRED; UPDATE referee.member SET name = 'x'; COMMIT",
        "only with an event",
    ),
    "change a name in the log": ("UPDATE referee.private SET text = 'x'", "permission denied"),
    "erase the names in the log": ("DELETE FROM referee.private", "only with a member who is forgotten"),
    "add a name to an event": (
        "INSERT INTO referee.private VALUES (1, 1, 'note', NULL, '', 'x')",
        "a text comes only with its event",
    ),
    "say that it has written": ("INSERT INTO referee.writing VALUES (1, txid_current(), 1)", "permission denied"),
    "claim what another has written": ("UPDATE referee.writing SET transaction = txid_current()", "permission denied"),
    "call the check": ("SELECT referee.event_fits()", "permission denied|trigger functions"),
    "drop the check of events": ("DROP TRIGGER event_fits ON referee.event", "must be owner"),
    "drop the check of tables": ("DROP TRIGGER follows_from_event ON referee.member", "must be owner"),
    "drop the check of texts": ("DROP TRIGGER text_fits ON referee.private", "must be owner"),
    "have another check in its place": (
        "CREATE OR REPLACE FUNCTION referee.text_fits() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
        "permission denied",
    ),
    "let somebody else in": ("CREATE ROLE dee LOGIN", "permission denied"),
}


@pytest.mark.parametrize(("sent", "refused"), ATTEMPTS.values(), ids=ATTEMPTS)
def test_whatever_an_officer_sends_the_server_refuses(served: Server, sent: str, refused: str) -> None:
    before = everything(served)
    if refused:
        with pytest.raises(psycopg2.Error, match=refused):
            asked(replace(served, user="eve"), sent)
    else:  # there are no rows of the other club to do it to
        assert asked(replace(served, user="eve"), sent) == []
    assert everything(served) == before


def everything(served: Server) -> list[object]:
    """All that both clubs have, as an administrator sees it."""
    mighty = replace(served, user="superuser")
    tables = ("club", "event", "officer", *WRITABLE_TABLES)
    return [asked(mighty, f'SELECT * FROM referee."{table}" ORDER BY 1, 2') for table in tables]


def next_event(club: ClubOnServer, by: str = "@#3", n: int = 0) -> Event:
    with club.reading() as sql:
        last = log.head(sql, club.club)
    event = Event(n or last.n + 1, AT, by, "", "session opened", None, "", OPENED, "")
    return replace(event, hash=chained_hash(last.hash, event))


# Rightly hashed and signed events of nonsense, and why each is refused: kind, table, data.
NONSENSE = {
    "an unknown kind": ("zzz", None, {}, "there is no kind of event zzz"),
    "a line of nonsense": ("line logged", 1, {"number": 99}, "needs a field"),
    "a line at no table": ("line logged", None, LINE, "is of no table"),
    "a line at a table that there is not": ("line logged", 99, LINE, "is of a table that there is not"),
    "a line that does not follow": ("line logged", 1, {**LINE, "number": 99}, "does not follow entry 0"),
    "a table once more": ("table started", 1, STARTED, "starts no new table"),
    "a table without a number": ("table started", None, STARTED, "starts no new table"),
    "a field of another type": ("session opened", None, {"session": "one"}, "needs a field session of type number"),
    "a field that lacks": ("session opened", None, {}, "needs a field session of type number"),
    "data that are a list": ("session opened", None, [1], "are no object"),
    "data that are no JSON": ("session opened", None, "{", "are not JSON"),
    "a member's number once more": ("member added", None, {"member": 3, "guest": False}, "is no new number"),
    "a member's number that is none": ("member added", None, {"member": -1, "guest": False}, "is no new number"),
    "the retraction of nothing": ("retracted", None, {"event": 999, "kind": "checked in"}, "retracts none"),
    "the retraction of another kind": ("retracted", None, {"event": 1, "kind": "checked in"}, "retracts none"),
    "the retraction of what cannot be": ("retracted", None, {"event": 1, "kind": "member added"}, "retracts none"),
    "undoing what there is not": ("undone", None, {"undoes": [[999, "", 0]]}, "undoes one that there is not"),
    "undoing itself": ("undone", None, {"undoes": [["x", "", 0]]}, "undoes one that there is not"),
}


@pytest.mark.parametrize(("kind", "match", "data", "refused"), NONSENSE.values(), ids=NONSENSE)
def test_an_event_of_nonsense_is_refused_when_it_is_written(
    eve: ClubOnServer, served: Server, kind: str, match: int | None, data: object, refused: str
) -> None:
    before = everything(served)
    with eve.reading() as sql:
        last = log.head(sql, eve.club)
    content = data if isinstance(data, str) else json.dumps(data, sort_keys=True, separators=(",", ":"))
    event = Event(last.n + 1, AT, "@#3", "", kind, match, "", content, "")
    hashed = chained_hash(last.hash, event)
    number = "NULL" if match is None else match
    with pytest.raises(psycopg2.Error, match=refused):
        asked(
            replace(served, user="eve"),
            f"INSERT INTO referee.event VALUES ({eve.club}, {event.n}, '{AT}', '@#3', '', '{kind}', {number}, NULL, "
            f"'{content}', '{hashed}')",
        )
    assert everything(served) == before


def test_one_event_does_not_open_the_tables_of_other_kinds(eve: ClubOnServer, served: Server) -> None:
    """Nor does an event of an earlier transaction, nor one that was rolled back."""
    before = everything(served)
    rename = "UPDATE referee.member SET name = 'x'"
    plan = (
        "INSERT INTO referee.session (id, season_id, held_on, starts, room, note, sequence) "
        "VALUES (9, 1, '2026-11-16', '18:00', '', '', 0)"
    )
    forgetting = {"member": 3, "numbers": [], "removed": [], "retired": False}
    for kind, data, sent, refused in (
        (EventKind.SESSION_OPENED, {"session": 1}, rename, "table member changes only with an event"),
        (EventKind.MEMBER_RETIRED, {"member": 9}, plan, "table session changes only with an event"),
        (EventKind.MEMBER_FORGOTTEN, forgetting, "DELETE FROM referee.private", "only with a member who is forgotten"),
    ):
        with pytest.raises(StoreReadOnly, match=refused):
            append_and_send(eve, kind, data, sent)
    with pytest.raises(StoreReadOnly, match="table session changes only with an event"):
        append_and_send(eve, EventKind.SESSION_OPENED, {"session": 1}, plan, undone=True)
    assert everything(served) == before


def append_and_send(
    eve: ClubOnServer, kind: EventKind, data: dict[str, object], sent: str, *, undone: bool = False
) -> None:
    """Append a sound event, and send SQL in its transaction, or once it is undone there."""
    with eve.writing() as sql:
        sql.do("SAVEPOINT some_events")
        log.LogWriter(sql, eve.club, AT, project, "@#3").append(kind, data)
        if undone:
            sql.do("ROLLBACK TO SAVEPOINT some_events")
        sql.do(sent)


@pytest.mark.parametrize("where", ["pg_temp", "public"])
def test_tables_and_functions_of_the_same_names_deceive_nobody(eve: ClubOnServer, where: str) -> None:
    forged = next_event(eve, n=99)
    sent = (
        f"CREATE TABLE {where}.event (club integer, n integer, hash text)",
        f"CREATE TABLE {where}.officer (role name, club integer, member integer)",
        f"INSERT INTO {where}.event VALUES ({eve.club}, 98, '{next_event(eve).hash}')",
        f"CREATE FUNCTION {where}.sha256(bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS 'SELECT $1'",
        f"SET LOCAL search_path = {where}, pg_catalog, referee",
        f"INSERT INTO referee.event VALUES ({eve.club}, 99, '{AT}', '@#3', '', '{forged.kind}', NULL, NULL, "
        f"'{OPENED}', '{forged.hash}')",
    )
    with pytest.raises(psycopg2.Error, match="event 99 does not follow event"), eve.writing() as sql:
        sql.do(";".join(sent))


def test_a_function_that_tells_what_it_is_given_is_given_nothing_of_another_club(eve: ClubOnServer) -> None:
    with eve.writing() as sql:
        sql.do("CREATE TABLE pg_temp.heard (data text)")
        sql.do(
            "CREATE FUNCTION pg_temp.told(text) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS "
            "'BEGIN INSERT INTO pg_temp.heard VALUES ($1); RETURN true; END'"
        )
        sql.rows("SELECT count(*) FROM referee.event WHERE pg_temp.told(club::text)")
        assert sql.rows("SELECT DISTINCT data FROM pg_temp.heard") == [(str(eve.club),)]


def test_a_lock_that_an_officer_holds_holds_up_the_own_club_alone_and_is_named(
    eve: ClubOnServer, served: Server
) -> None:
    """It can be ended by whoever runs the server; what was written stays as it is."""
    hurried = open_on_server(replace(served, club=str(eve.club)), patience=0.05)
    refused = pytest.raises(StoreBusy, match=r"is busy: eve \(referee, process \d+ of the server\) is writing to it")
    with pytest.raises(StoreUnreachable):
        terminate_holder(eve, hurried, served, refused)
    with hurried.writing():
        pass
    other = open_on_server(replace(served, user="gus"), patience=0.05)
    with eve.writing(), other.writing():
        pass
    hurried.close()
    other.close()


def terminate_holder(
    eve: ClubOnServer, hurried: ClubOnServer, served: Server, refused: pytest.RaisesExc[StoreBusy]
) -> None:
    """Hold the lock, and let somebody who waits end that by the statement that they are told."""
    with eve.writing() as held:
        with refused as caught, hurried.writing():
            pass
        [statement] = re.findall(r"SELECT pg_terminate_backend\(\d+\);", str(caught.value))
        asked(replace(served, user="superuser"), statement)
        wait(
            lambda: not asked(served, "SELECT 1 FROM pg_locks WHERE locktype = 'advisory'"), lambda: "it is still held"
        )
        held.do("SELECT 1")


def test_an_officer_writes_in_nobody_elses_name(eve: ClubOnServer) -> None:
    for text in ("@#4", ""):
        refused = pytest.raises(StoreReadOnly, match="only as the member that it acts for")
        with refused, appending(eve, by=text) as change:
            change.append(EventKind.SESSION_OPENED, {"session": 1})


def test_a_login_begins_and_ends(served: Server) -> None:
    club = open_on_server(replace(served, club="1"))
    assert logins.authorise(club, Login("Dee's login", 5), WRITABLE_TABLES, "wide open")
    assert not logins.authorise(club, Login("Dee's login", 5), WRITABLE_TABLES)  # as it is
    assert logins.logins(club) == [Login("Dee's login", 5), Login("eve", 3)]
    asked_for = "SELECT rolpassword FROM pg_authid WHERE rolname LIKE 'Dee%'"
    assert str(asked(replace(served, user="superuser"), asked_for)[0][0]).startswith("SCRAM-SHA-256$")
    dee = open_on_server(replace(served, user="Dee's login"))
    with appending(dee, by="@#5", fold=project) as change:
        change.append(EventKind.MEMBER_RENAMED, {"member": 3}, texts=[log.EventText("name", "Zoe Oak", 3)])
    assert logins.revoke(club, "Dee's login")
    with pytest.raises(StoreMissing, match="There is no club of yours in"), dee.reading() as sql:
        log.head(sql, dee.club)
    dee.close()
    with pytest.raises(StoreReadOnly, match="does not let you in"):
        open_on_server(replace(served, user="Dee's login"))
    with pytest.raises(ClubFault, match="is no officer's login of this club"):
        logins.revoke(club, "Dee's login")
    club.close()


def test_a_login_that_was_there_before_stays_when_it_acts_for_nobody_any_more(served: Server) -> None:
    asked(served, "CREATE ROLE cal LOGIN")
    club = open_on_server(replace(served, club="1"))
    assert not logins.authorise(club, Login("cal", 6), WRITABLE_TABLES)
    with pytest.raises(ClubFault, match="acts for another member of this club already"):
        logins.authorise(club, Login("cal", 7), WRITABLE_TABLES)
    assert not logins.revoke(club, "cal")
    club.close()
    with pytest.raises(StoreReadOnly, match="Ask the server's administrator for an officer's login"):
        open_on_server(replace(served, user="cal"))


@pytest.mark.parametrize("role", ["owner", "superuser", "deputy"])
def test_nobody_is_an_officer_who_could_do_more(served: Server, role: str) -> None:
    if role == "deputy":
        asked(served, "CREATE ROLE deputy LOGIN")
        asked(replace(served, user="superuser"), "GRANT owner TO deputy")
    club = open_on_server(replace(served, club="1"))
    with pytest.raises(ClubFault, match="has more rights than an officer"):
        logins.authorise(club, Login(role, 6), WRITABLE_TABLES)
    club.close()


@pytest.mark.parametrize("role", ["", "a\nb", "x" * 64])
def test_what_is_no_name_of_a_login_is_refused(served: Server, role: str) -> None:
    club = open_on_server(replace(served, club="1"))
    with pytest.raises(ClubFault, match="cannot be a login"):
        logins.authorise(club, Login(role, 6), WRITABLE_TABLES)
    club.close()


@pytest.mark.long
def test_an_officer_makes_no_login_and_no_club(eve: ClubOnServer) -> None:
    with pytest.raises(StoreReadOnly, match="does not let you do that"):
        logins.authorise(eve, Login("fay", 6), WRITABLE_TABLES)
    with pytest.raises(StoreReadOnly, match="does not let you do that"):
        create_on_server(eve.server)
    with pytest.raises(StoreMissing):
        open_on_server(replace(eve.server, club="2"))
