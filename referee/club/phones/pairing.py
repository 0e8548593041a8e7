"""Pairing phones with seats by table code, and officers' control over paired phones."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from referee.club.folder import Club
from referee.club.phones.codes import new_code, parse_code
from referee.club.phones.evening_state import (
    EVERYWHERE,
    Phone,
    PhoneEvening,
    SeatedTable,
    StoredState,
    Switches,
    keep_phone,
    keep_switches,
    read_evening,
)
from referee.club.text.faults import ClubFault
from referee.store import session_state

MOST_AT_A_SEAT: Final = 4
"""The most phones for a seat: one that writes, and others that read."""
_MOST_ENDED: Final = 200


class WrongCode(ClubFault):
    """A code belongs to no table tonight. The message is the same for every cause."""

    def __init__(self) -> None:
        super().__init__("No table has that code tonight. Type the six characters from the card on your table.")


def id_of(token: str) -> str:
    """Return the hash of a phone's token. Only the hash is stored, so that nobody can read the token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def table_of_code(tonight: PhoneEvening, code: str) -> SeatedTable:
    """Return the table for a code, typed in any case and spacing. Raise `WrongCode` if there is none."""
    table = tonight.with_code(parse_code(code))
    if table is None:
        raise WrongCode
    return table


def new_phone(tonight: PhoneEvening, table: SeatedTable, member: int | None, phone: Phone) -> Phone:
    """Return a new phone for a seat. The first phone writes; later ones only read until an officer lets them write.

    Raise `ClubFault` if the member does not sit there, or if the seat has too many phones.
    """
    if member is not None and member not in table.members:
        raise ClubFault("That player is no longer at this table. Choose your name again.")
    paired_phone = replace(phone, member=member, table=table.table)
    other_phones = tonight.others(paired_phone)
    if len(other_phones) >= MOST_AT_A_SEAT:
        raise ClubFault("This seat has enough phones. An officer can unpair one.")
    return replace(paired_phone, writes=not any(phone.writes for phone in other_phones))


def pair(club: Club, session: int, code: str, member: int | None, before: str = "") -> str:
    """Pair a phone with a member's seat, or a tablet with a whole table (no member). Return its token.

    `before` is the old token of a phone that was paired already; that pairing ends first. Raise `WrongCode` for an
    invalid code, and `ClubFault` if the seat cannot take the phone.
    """
    token = secrets.token_urlsafe(32)
    with club.writing() as tx:
        tonight = read_evening(tx, session)
        table = table_of_code(tonight, code)
        if (old_phone := tonight.phone(id_of(before))) and not old_phone.ended:
            keep_phone(tx, session, replace(old_phone, ended=True, writes=False))
            tonight = read_evening(tx, session)
        number = max((phone.number for phone in tonight.phones), default=0) + 1
        blank = Phone(id_of(token), number, None, table.table, writes=False, at=tx.moment)
        keep_phone(tx, session, new_phone(tonight, table, member, blank))
        ended_phones = [phone for phone in tonight.phones if phone.ended]
        for ended_phone in ended_phones[: len(ended_phones) - _MOST_ENDED] if len(ended_phones) > _MOST_ENDED else ():
            session_state.drop(tx, session, StoredState.PHONE, ended_phone.id)
    return token


def unpair(club: Club, session: int, id: str) -> None:
    """Unpair a phone. Raise `ClubFault` if it is not paired."""
    _change_phone(club, session, id, lambda phone: replace(phone, ended=True, writes=False))


def let_write(club: Club, session: int, id: str) -> None:
    """Let a reading phone write for its seat. The previous writing phone only reads from now on."""
    with club.writing() as tx:
        tonight = read_evening(tx, session)
        phone = _find_phone(tonight, id)
        for other_phone in tonight.others(phone):
            if other_phone.writes:
                keep_phone(tx, session, replace(other_phone, writes=False))
        keep_phone(tx, session, replace(phone, writes=True))


def renew_code(club: Club, session: int, table: int) -> str:
    """Give a table a new code, and return it. Paired phones stay paired. Raise `ClubFault` for an unknown table."""
    code = new_code()
    with club.writing() as tx:
        if read_evening(tx, session).seated(table) is None:
            raise ClubFault(f"There is no table {table} tonight.")
        session_state.put(tx, session, StoredState.CODE, str(table), {"code": code})
    return code


def give_codes(club: Club, session: int) -> None:
    """Give a code to each table of the session that has none."""
    with club.reading() as tx:
        if not _tables_without_code(read_evening(tx, session)):
            return
    with club.writing() as tx:
        for table in _tables_without_code(read_evening(tx, session)):
            session_state.put(tx, session, StoredState.CODE, str(table), {"code": new_code()})


def switch(club: Club, session: int, table: int | str, change: Callable[[Switches], Switches]) -> None:
    """Change the switches of a table, or of all tables (`EVERYWHERE`). Raise `ClubFault` for an unknown table."""
    with club.writing() as tx:
        tonight = read_evening(tx, session)
        if table != EVERYWHERE and tonight.seated(int(table)) is None:
            raise ClubFault(f"There is no table {table} tonight.")
        keep_switches(tx, session, table, change(tonight.at(table)))


def _tables_without_code(tonight: PhoneEvening) -> list[int]:
    return [table.table for table in tonight.tables if table.table not in tonight.codes]


def _find_phone(tonight: PhoneEvening, id: str) -> Phone:
    phone = tonight.phone(id)
    if phone is None or phone.ended:
        raise ClubFault("That phone is no longer paired.")
    return phone


def _change_phone(club: Club, session: int, id: str, change: Callable[[Phone], Phone]) -> None:
    with club.writing() as tx:
        keep_phone(tx, session, change(_find_phone(read_evening(tx, session), id)))
