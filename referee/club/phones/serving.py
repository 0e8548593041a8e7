"""The servers of the phones' pages. Each registers its address in the club while it listens.

A killed server stays registered until the next one starts at the same address.
"""

from __future__ import annotations

from dataclasses import asdict

from referee.cards.immutable import frozen
from referee.club.folder import Club
from referee.club.phones.evening_state import SessionEnded, StoredState, open_session, read_evening
from referee.club.text.faults import ClubFault
from referee.store import session_state
from referee.store.decoding import check_data, decoding
from referee.store.hints import Do
from referee.store.plain_rows import Session
from referee.store.session_state import SessionState
from referee.store.transaction import Transaction


@frozen
class PhoneServer:
    """The address of a server for phones. `undrawn` explains why it has no QR code, if it has none.

    `results` says whether it accepts reported results, `read_only` whether phones only read, and `encrypted` whether
    its traffic is encrypted.
    """

    url: str
    undrawn: str = ""
    results: bool = True
    read_only: bool = False
    encrypted: bool = False


def session_to_serve(club: Club) -> Session:
    """Return the open session. Raise `ClubFault` if none is open."""
    with club.reading() as tx:
        session = open_session(tx)
    if session is None:
        raise ClubFault("No session is open, so phones have no table to join.", Do.OPEN_SESSION("Open one"))
    return session


def served_at(tx: Transaction, session: int) -> tuple[PhoneServer, ...]:
    """Return the servers for the phones of a session, in order of address."""
    states = session_state.session_states(tx, session)
    return tuple(decode_server(state) for state in states if state.kind == StoredState.SERVED)


def decode_server(state: SessionState) -> PhoneServer:
    """Return the server in a piece of session state. Raise `StoreUnreadable` if it is invalid."""
    with decoding(session_state.describe(state.kind, state.name)):
        server = PhoneServer(state.name, **state.data)
        check_data(server)
        return server


def announce_server(club: Club, session: int, served: PhoneServer) -> None:
    """Register a server for the phones of a session. Raise `SessionEnded` if the session is not open."""
    with club.writing() as tx:
        read_evening(tx, session)
        data = asdict(served)
        session_state.put(tx, session, StoredState.SERVED, data.pop("url"), data)


def withdraw_server(club: Club, session: int, served: PhoneServer) -> None:
    """Remove the registration of a server for the phones of a session."""
    with club.writing() as tx:
        try:
            read_evening(tx, session)
        except SessionEnded:
            return  # the registration ended with the session
        session_state.drop(tx, session, StoredState.SERVED, served.url)
