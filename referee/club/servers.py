"""Clubs on a server: creating them, managing officers' logins, and rebuilding tables after an update."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee.club.folder import Club, now, server_club_folder
from referee.club.people import roster
from referee.club.text.faults import ClubFault
from referee.club.text.names import valid_title
from referee.store.events.address import parse_server
from referee.store.events.event import EventText
from referee.store.events.log import LogWriter
from referee.store.moment import in_utc
from referee.store.projections.handlers import project
from referee.store.projections.kind import EventKind
from referee.store.tables import SHAPE, WRITABLE_TABLES, postgresql_statements

if TYPE_CHECKING:
    from referee.store.events.postgresql import ClubOnServer, PostgresTransaction


@dataclass(frozen=True)
class LoginView:
    """An officer's login, and the member it acts for. `made` says that it was created on the server just now."""

    login: str
    member: str
    made: bool = False


def init_on_server(address: str, name: str = "", *, password: str = "") -> Club:
    """Create a club in a database, with a login that owns the clubs there. Open and return it.

    Raise `ClubFault` if the database already has the club.
    """
    from referee.store.events.postgresql import create_on_server

    server = parse_server(address)
    if server.club:
        raise ClubFault(f"{server}: a new club has no number yet. Leave ?club={server.club} out.")
    name = valid_title(name if name.strip() else server.database, "club")

    def found_club(sql: PostgresTransaction) -> None:
        writer = LogWriter(sql, sql.club, in_utc(now()), project)
        writer.append(EventKind.CLUB_FOUNDED, {}, texts=[EventText("name", name)])

    store = create_on_server(server, [*postgresql_statements()], SHAPE, password=password, initialize=found_club)
    with store.reading() as sql:
        [(uuid,)] = sql.rows("SELECT uuid FROM club WHERE id = ?", store.club)
    club_store = replace(store, server=replace(server, club=str(store.club)))
    return Club(server_club_folder(str(uuid)), club_store)


def upgrade(address: str, progress: Callable[[int, int], None], password: str = "") -> int:
    """Rebuild the tables in an older form, for all clubs of a database. Return the number of such clubs."""
    from referee.store.upgrading import upgrade as upgraded

    return upgraded(parse_server(address), progress, password)


def add_login(club: Club, name: str, login: str, password: str = "") -> LoginView:
    """Let a login of the server act for a member; create a new login if necessary. Return it.

    Raise `ClubFault` if the login cannot be used.
    """
    from referee.store.events import logins

    with club.reading() as tx:
        member = roster.find_member(tx, name)
    is_new = logins.authorise(_on_server(club), logins.Login(login, member.id), WRITABLE_TABLES, password)
    return LoginView(login, member.name, is_new)


def end_login(club: Club, login: str) -> bool:
    """Withdraw a login from the club. Tell whether it was removed from the server as well."""
    from referee.store.events import logins

    return logins.revoke(_on_server(club), login)


def list_logins(club: Club) -> list[LoginView]:
    """Return the officers' logins of a club."""
    from referee.store.events import logins

    rows = logins.logins(_on_server(club))
    with club.reading() as tx:
        names = dict(tx.rows("SELECT id, name FROM member"))
    return [LoginView(login.role, names.get(login.member, f"Member {login.member}")) for login in rows]


def _on_server(club: Club) -> ClubOnServer:
    from referee.store.events.postgresql import ClubOnServer

    if not isinstance(club.store, ClubOnServer):
        raise ClubFault("Only a club on a server has officers' logins; this one is kept in a folder.")
    return club.store
