"""Officers' logins on a server. Each acts for one member of a club, with an officer's rights and no others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from psycopg2 import Error
from psycopg2.extensions import encrypt_password, quote_ident

from referee.store.events.postgresql import ClubOnServer, PostgresTransaction
from referee.store.events.postgresql_schema import SCHEMA, grants
from referee.store.faults import ClubFault

MADE_HERE: Final = "login of an officer, made by referee"
"""The comment on roles made by this program; only these are dropped when a login ends."""
_LONGEST: Final = 63
_EXCESS_RIGHTS: Final = """
SELECT r.rolsuper, r.rolbypassrls, r.rolcreaterole, pg_has_role(r.oid, n.nspowner, 'MEMBER')
FROM pg_roles r, pg_namespace n WHERE r.rolname = ? AND n.nspname = ?
"""


class Login(NamedTuple):
    """A server role that acts for a member."""

    role: str
    member: int


def logins(server_club: ClubOnServer) -> list[Login]:
    """Return the officers' logins of a club. The owner sees all of them, and an officer only their own."""
    with server_club.reading() as sql:
        query = "SELECT role, member FROM officer WHERE club = ? ORDER BY role"
        return [Login(*row) for row in sql.rows(query, server_club.club)]


def authorise(server_club: ClubOnServer, login: Login, tables: Sequence[str], password: str = "") -> bool:
    """Let a login act for a member, as an officer who may write to `tables`. Tell whether its role was created.

    An existing role keeps its password. Raise `ClubFault` for a role with more rights than an officer.
    """
    role = login.role
    if not role.isprintable() or not 0 < len(role.encode()) <= _LONGEST:
        raise ClubFault(f"{role!r} cannot be a login. Use a name of at most {_LONGEST} letters.")
    with server_club.writing() as sql:
        excess_rights = sql.rows(_EXCESS_RIGHTS, role, SCHEMA)
        if excess_rights and any(excess_rights[0]):
            raise ClubFault(
                f"{role} has more rights than an officer: it owns the tables or administers the server. "
                "Give the officer a login of its own."
            )
        assigned = sql.rows("SELECT member FROM officer WHERE role = ? AND club = ?", role, server_club.club)
        if assigned and assigned[0][0] != login.member:
            raise ClubFault(f"{role} acts for another member of this club already. End that login first.")
        if not excess_rights:
            _create_role(sql, role, password)
        grant_writing(sql, role, tables)
        if not assigned:
            sql.do("INSERT INTO officer (role, club, member) VALUES (?, ?, ?)", role, server_club.club, login.member)
    return not excess_rights


def grant_writing(sql: PostgresTransaction, role: str, tables: Sequence[str]) -> None:
    """Grant a login an officer's rights and write access to `tables`."""
    for statement in grants(quote_ident(role, sql.raw), tables):
        sql.do(statement)


def revoke(server_club: ClubOnServer, role: str) -> bool:
    """Revoke a login's rights in a club. Tell whether its role was dropped from the server too.

    A role stays if it acts for another club or was not created by this program. Raise `ClubFault` if it is no login of
    this club.
    """
    with server_club.writing() as sql:
        if not sql.do("DELETE FROM officer WHERE role = ? AND club = ?", role, server_club.club):
            raise ClubFault(f"{role} is no officer's login of this club.")
        if sql.rows("SELECT 1 FROM officer WHERE role = ?", role):
            return False
        quoted_role = quote_ident(role, sql.raw)
        sql.do(f"REVOKE ALL ON ALL TABLES IN SCHEMA {SCHEMA} FROM {quoted_role}")
        sql.do(f"REVOKE ALL ON SCHEMA {SCHEMA} FROM {quoted_role}")
        query = "SELECT shobj_description(oid, 'pg_authid') FROM pg_roles WHERE rolname = ?"
        if sql.rows(query, role) != [(MADE_HERE,)]:
            return False
        sql.do("SAVEPOINT whole")
        try:
            sql.do(f"DROP ROLE {quoted_role}")
        except Error:  # it has something else in the server, or is an officer of a club in another database
            sql.do("ROLLBACK TO SAVEPOINT whole")
            return False
        return True


def _create_role(sql: PostgresTransaction, role: str, password: str) -> None:
    quoted_role = quote_ident(role, sql.raw)
    sql.do(f"CREATE ROLE {quoted_role} LOGIN")
    sql.do(f"COMMENT ON ROLE {quoted_role} IS ?", MADE_HERE)
    if password:
        # Hashed here: the server may write what it is asked into its own log.
        hashed = encrypt_password(password, role, scope=sql.raw, algorithm="scram-sha-256")
        sql.do(f"ALTER ROLE {quoted_role} PASSWORD ?", hashed)
