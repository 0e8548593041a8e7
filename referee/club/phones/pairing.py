"""A phone is paired with a seat by the code of its table; officers unpair it, let it write, and switch phones off."""

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
"""How many phones a seat may have: the one that writes, and a few that read."""
_MOST_ENDED: Final = 200


class WrongCode(ClubFault):
    """A code that no table has tonight, whatever the reason."""

    def __init__(self) -> None:
        super().__init__("No table has that code tonight. Type the six signs from the card on your table.")


def id_of(token: str) -> str:
    """Return what is kept of the token that a phone has: nobody can make the token of it."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def table_of_code(tonight: PhoneEvening, code: str) -> SeatedTable:
    """Return the table of a code, however that was typed. Raises `WrongCode`."""
    table = tonight.with_code(parse_code(code))
    if table is None:
        raise WrongCode
    return table


def new_phone(tonight: PhoneEvening, table: SeatedTable, member: int | None, phone: Phone) -> Phone:
    """Return a new phone of a seat: the first one writes, the others only read until an officer lets them write.

    Raises `ClubFault` if the member does not sit there, or the seat has too many phones.
    """
    if member is not None and member not in table.members:
        raise ClubFault("That player does not sit at this table any more. Look again who does.")
    new = replace(phone, member=member, table=table.table)
    other_phones = tonight.others(new)
    if len(other_phones) >= MOST_AT_A_SEAT:
        raise ClubFault("This seat has enough phones. An officer can unpair one.")
    return replace(new, writes=not any(phone.writes for phone in other_phones))


def pair(club: Club, session: int, code: str, member: int | None, before: str = "") -> str:
    """Pair a phone with a seat, or a tablet with a whole table (without a member), and return its token.

    A phone that was paired `before`, by its token, speaks for nobody else any more. Raises `WrongCode`.
    """
    token = secrets.token_urlsafe(32)
    with club.writing() as tx:
        tonight = read_evening(tx, session)
        table = table_of_code(tonight, code)
        if (old := tonight.phone(id_of(before))) and not old.ended:
            keep_phone(tx, session, replace(old, ended=True, writes=False))
            tonight = read_evening(tx, session)
        number = max((phone.number for phone in tonight.phones), default=0) + 1
        blank = Phone(id_of(token), number, None, table.table, writes=False, at=tx.moment)
        keep_phone(tx, session, new_phone(tonight, table, member, blank))
        ended_phones = [phone for phone in tonight.phones if phone.ended]
        for ended_phone in ended_phones[: len(ended_phones) - _MOST_ENDED] if len(ended_phones) > _MOST_ENDED else ():
            session_state.drop(tx, session, StoredState.PHONE, ended_phone.id)
    return token


def unpair(club: Club, session: int, id: str) -> None:
    """Let a phone speak for nobody any more: its player asked for that, or an officer did."""
    _change(club, session, id, lambda phone: replace(phone, ended=True, writes=False))


def pair_again(club: Club, session: int, phone: Phone) -> None:
    """Let a phone speak again that was unpaired by mistake; it reads where another writes for its seat by now."""
    with club.writing() as tx:
        other_phones = read_evening(tx, session).others(phone)
        keep_phone(tx, session, replace(phone, writes=phone.writes and not any(phone.writes for phone in other_phones)))


def let_write(club: Club, session: int, id: str) -> None:
    """Let a phone that reads write for its seat; the one that did reads from now on."""
    with club.writing() as tx:
        tonight = read_evening(tx, session)
        phone = _phone(tonight, id)
        for other_phone in tonight.others(phone):
            if other_phone.writes:
                keep_phone(tx, session, replace(other_phone, writes=False))
        keep_phone(tx, session, replace(phone, writes=True))


def renew_code(club: Club, session: int, table: int) -> str:
    """Give a table another code; phones that are paired stay so. Raises `ClubFault` for a table that there is not."""
    code = new_code()
    with club.writing() as tx:
        if read_evening(tx, session).seated(table) is None:
            raise ClubFault(f"There is no table {table} tonight.")
        session_state.put(tx, session, StoredState.CODE, str(table), {"code": code})
    return code


def give_codes(club: Club, session: int) -> None:
    """See that each table of tonight has a code."""
    with club.reading() as tx:
        if not _without_code(read_evening(tx, session)):
            return
    with club.writing() as tx:
        for table in _without_code(read_evening(tx, session)):
            session_state.put(tx, session, StoredState.CODE, str(table), {"code": new_code()})


def switch(club: Club, session: int, table: int | str, change: Callable[[Switches], Switches]) -> None:
    """Switch something at a table, or `EVERYWHERE`."""
    with club.writing() as tx:
        tonight = read_evening(tx, session)
        if table != EVERYWHERE and tonight.seated(int(table)) is None:
            raise ClubFault(f"There is no table {table} tonight.")
        keep_switches(tx, session, table, change(tonight.at(table)))


def _without_code(tonight: PhoneEvening) -> list[int]:
    return [table.table for table in tonight.tables if table.table not in tonight.codes]


def _phone(tonight: PhoneEvening, id: str) -> Phone:
    phone = tonight.phone(id)
    if phone is None or phone.ended:
        raise ClubFault("That phone is not paired any more.")
    return phone


def _change(club: Club, session: int, id: str, change: Callable[[Phone], Phone]) -> None:
    with club.writing() as tx:
        keep_phone(tx, session, change(_phone(read_evening(tx, session), id)))
