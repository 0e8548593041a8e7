"""Where the evening's phones are served: each server says so in the club while it listens, for desk, board and others.

One that was killed says nothing of its end; the next one at that address takes the place of what it said.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from referee.club.folder import Club
from referee.club.phones.evening_state import EveningOver, StoredState, open_session, read_evening
from referee.club.text.faults import ClubFault
from referee.store import session_state
from referee.store.hints import Do
from referee.store.plain_rows import Session
from referee.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class PhoneServer:
    """Where phones reach a server, and why no code to scan is drawn of it, if none is.

    It may take no `results`, or let phones only read (`read_only`); what they send may be `encrypted`.
    """

    url: str
    undrawn: str = ""
    results: bool = True
    read_only: bool = False
    encrypted: bool = False


def session_to_serve(club: Club) -> Session:
    """Return the session that is open. Raises `ClubFault` where there is none."""
    with club.reading() as tx:
        session = open_session(tx)
    if session is None:
        raise ClubFault("No session is open, so no phone could speak for a seat.", Do.OPEN_SESSION("Open one"))
    return session


def served_at(tx: Transaction, session: int) -> tuple[PhoneServer, ...]:
    """Return where the phones of a session are served, in order of address."""
    states = session_state.session_states(tx, session)
    return tuple(PhoneServer(name, **data) for kind, name, data in states if kind == StoredState.SERVED)


def announce_server(club: Club, session: int, served: PhoneServer) -> None:
    """Note that a server serves the phones of a session. Raises `EveningOver`."""
    with club.writing() as tx:
        read_evening(tx, session)
        data = asdict(served)
        session_state.put(tx, session, StoredState.SERVED, data.pop("url"), data)


def withdraw_server(club: Club, session: int, served: PhoneServer) -> None:
    """Note that a server no longer serves the phones of a session."""
    with club.writing() as tx:
        try:
            read_evening(tx, session)
        except EveningOver:
            return  # and what was said of it is gone with the session
        session_state.drop(tx, session, StoredState.SERVED, served.url)
