"""The address of a club: a folder on this computer, or a server shared by its officers."""

from __future__ import annotations

import os
from typing import Final
from urllib.parse import parse_qs, quote, unquote, urlsplit

from referee.cards.immutable import frozen
from referee.store.faults import ClubFault

SCHEMES: Final = ("postgresql", "postgres")
_EXPECTED: Final = "Use an address such as postgresql://eve@cards.example.org/clubs"
_LOCAL: Final = ("", "localhost", "127.0.0.1", "::1")


@frozen
class Server:
    """A club on a server: its `database`, the `user` to connect as, and the `club` if the database has several.

    An empty `host` is this computer. A host that begins with a slash is the folder of the server's socket. Missing
    parts have libpq's defaults. The password is never part of the address; it comes from PGPASSFILE or from the user.
    """

    database: str
    host: str = ""
    port: int | None = None
    user: str = ""
    club: str = ""

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else quote(self.host, safe="")
        port = f":{self.port}" if self.port else ""
        user = f"{quote(self.user, safe='')}@" if self.user else ""
        club = f"?club={quote(self.club, safe='')}" if self.club else ""
        return f"postgresql://{user}{host}{port}/{quote(self.database, safe='')}{club}"

    @property
    def is_remote(self) -> bool:
        """Whether the data sent to the server leave this computer."""
        host = self.host or os.environ.get("PGHOST", "")
        return host not in _LOCAL and not host.startswith("/")


def is_server(text: str) -> bool:
    """Tell whether a text is the address of a server, not a folder."""
    return text.partition("://")[0] in SCHEMES and "://" in text


def parse_server(text: str) -> Server:
    """Return the server at an address. Raise `ClubFault`, which never repeats a typed password, if it is invalid."""
    try:
        url = urlsplit(text)
        port = url.port
    except ValueError:
        raise ClubFault(f"{_without_password(text)} is not the address of a server. {_EXPECTED}.") from None
    if url.password is not None:
        raise ClubFault(
            f"{_without_password(text)}: leave the password out of the address, where others can read it. "
            "Put it into a password file (~/.pgpass), or type it when you are asked."
        )
    database = unquote(url.path.removeprefix("/"))
    if not database or "/" in database:
        raise ClubFault(f"{text} names no database. {_EXPECTED}.")
    query = parse_qs(url.query)
    if unknown := sorted(query.keys() - {"club", "host"}):
        raise ClubFault(f"{text}: {unknown[0]} does not belong in an address. Use club or host.")
    host = unquote(url.hostname or query.get("host", [""])[0])
    return Server(database, host, port, unquote(url.username or ""), query.get("club", [""])[0])


def _without_password(text: str) -> str:
    """Return an address without a possible password, whatever precedes its last @."""
    scheme, _, location = text.partition("://")
    before, separator, after = location.rpartition("@")
    return f"{scheme}://{before.partition(':')[0]}{separator}{after}"
