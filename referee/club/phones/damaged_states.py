"""Damaged rows of the session state. No event has their content, so a repair removes them."""

from __future__ import annotations

from typing import Any

from referee.club.phones.evening_state import StoredState, decode
from referee.club.phones.serving import decode_server
from referee.store import session_state
from referee.store.decoding import decode_number
from referee.store.difference import Difference, file_difference
from referee.store.events.rows import SqlTransaction
from referee.store.faults import StoreUnreadable
from referee.store.inspection import reading_undecodable_texts


def damaged_states(sql: SqlTransaction) -> list[Difference]:
    """Return a difference for each row that cannot be read."""
    with reading_undecodable_texts(sql):
        faults = map(_find_fault, session_state.stored_rows(sql))
    return [file_difference(fault) for fault in faults if fault]


def remove_damaged(sql: SqlTransaction) -> None:
    """Remove the rows that cannot be read."""
    with reading_undecodable_texts(sql):
        rows = session_state.stored_rows(sql)
    readable = [row for row in rows if not _find_fault(row)]
    if len(readable) < len(rows):
        session_state.replace_rows(sql, readable)


def _find_fault(row: tuple[Any, ...]) -> str:
    """Return why a row cannot be read; empty if it is valid."""
    session, *stored_values = row
    try:
        decode_number(session)
        state = session_state.decode_state(*stored_values)
        f"{stored_values}".encode()
        if state.kind == StoredState.SERVED:
            decode_server(state)
        else:
            decode(state)
    except (StoreUnreadable, ValueError) as fault:
        return f"{fault}".encode(errors="replace").decode().removesuffix(".")
    return ""
