"""Table numbers: the tables of a session are numbered in order of starting.

``3`` is the third table of the open session, ``2026-11-16/3`` that of another session, and ``m312`` a match by its
number in the club. A table that continues after a change of players keeps its number. Numbers never change, because
matches are only added to a session, and a void match keeps its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import ClassVar, Final

from referee.cards.immutable import frozen
from referee.cards.words import join_words
from referee.club.club_dates import find_day
from referee.club.folder import day_of, now
from referee.club.text.faults import ClubFault, StoreAltered, UnknownName
from referee.club.text.typed_dates import Nearness
from referee.store.hints import Do
from referee.store.match_replay import MatchEvents, replay_matches
from referee.store.plain_rows import Session, placeholders, select_rows
from referee.store.transaction import Transaction

_REFERENCE: Final = re.compile(r"(?:(?P<day>.*)/)?(?P<table>[1-9][0-9]*)|[mM](?P<match>[1-9][0-9]*)")
_UNDONE: Final = ("taken back", "struck")


class TableNumber(int):
    """The number of a match in the club, printed as the number of its table.

    `table` is the number in the session, and `reference` is the text that finds the table. The printed text always
    finds this same match: if its table has continued in another match since, the text is the match number, such as
    m312.
    """

    PLAIN: ClassVar = ("id", "table", "session")
    table = 0
    session = date.min
    reference = ""
    _printed = ""

    def __new__(cls, match: int, table: int, session: date, reference: str, printed: str) -> TableNumber:
        """Return the table number of a match; `printed` is the text that it prints as."""
        number = super().__new__(cls, match)
        number.table, number.session, number.reference, number._printed = table, session, reference, printed
        return number

    def __reduce__(self) -> tuple[type[TableNumber], tuple[object, ...]]:
        """Return the class and the arguments for making a copy."""
        return TableNumber, (self.id, self.table, self.session, self.reference, self._printed)

    @property
    def id(self) -> int:
        """The number of the match as a plain integer."""
        return int(self)

    def __str__(self) -> str:
        return self._printed

    def __format__(self, spec: str) -> str:
        return format(self._printed, spec)


@frozen
class _Tables:
    """The tables of a session in order, each with its chain of matches.

    `prefix` is the text before a table number that identifies the session; None if there is no such text.
    """

    day: date
    prefix: str | None
    chains: Sequence[Sequence[int]]


def is_table(text: str) -> bool:
    """Tell whether a typed text is a table: a number, alone or after a date, or a match number after `m`."""
    return _REFERENCE.fullmatch(text.strip()) is not None


def numbers(tx: Transaction, matches: Iterable[int]) -> Mapping[int, TableNumber]:
    """Return the table numbers of matches, by match number; unknown matches are left out."""
    match_numbers = set(matches)
    query = f'SELECT DISTINCT session_id FROM "match" WHERE id IN {placeholders(match_numbers)}'
    numbers_by_match: dict[int, TableNumber] = {}
    for table in _read_tables(tx, [session for (session,) in tx.rows(query, *match_numbers)]):
        for number, chain in enumerate(table.chains, 1):
            if not match_numbers.isdisjoint(chain):
                numbers_by_match |= {
                    match: _table_number(table, number, match, _latest_match(tx, chain))
                    for match in chain
                    if match in match_numbers
                }
    return numbers_by_match


def unlisted_number(match: int, session: Session) -> TableNumber:
    """Return the number of a match that tampering removed from the club's tables, but not from the log."""
    return TableNumber(match, 0, session.held_on, f"m{match}", f"m{match}")


def table_name(tx: Transaction, match: int) -> str:
    """Return the printed number of a match's table."""
    return str(number_of(tx, match))


def table_names(tx: Transaction, matches: Iterable[int]) -> str:
    """Return the printed numbers of matches' tables, such as ``tables 1 and 3``."""
    numbers_by_match = numbers(tx, matches)
    tables = [table for _, table in sorted(numbers_by_match.items())]
    return f"table{'' if len(tables) == 1 else 's'} {join_words(tables)}"


def number_of(tx: Transaction, match: int) -> TableNumber:
    """Return the table number of a match. Raise `UnknownName` if there is no such match."""
    for table_number in numbers(tx, [match] if abs(match) < 2**63 else []).values():
        return table_number
    raise UnknownName(f"There is no match m{int(match)}.")


def session_tables(tx: Transaction, session: int) -> tuple[TableNumber, ...]:
    """Return the tables of a session in order, each by its latest match."""
    return tuple(
        _table_number(table, number, last_match, last_match)
        for table in _read_tables(tx, [session])
        for number, last_match in enumerate((_latest_match(tx, chain) for chain in table.chains), 1)
    )


def latest_tables(tx: Transaction) -> tuple[TableNumber, ...]:
    """Return the tables of the open sessions, or else those of the last session."""
    opened_sessions = _opened_sessions(tx)
    open_sessions = [session for session in opened_sessions if session.status == "open"]
    return tuple(table for session in open_sessions or opened_sessions[-1:] for table in session_tables(tx, session.id))


def find_table(tx: Transaction, text: str, *, reading: bool = False) -> TableNumber:
    """Return the latest match at a typed table. Raise `ClubFault` if there is none.

    If no session is open, a number alone finds a table of the last session only for `reading`; writing requires the
    date.
    """
    match = _REFERENCE.fullmatch(text.strip())
    day = _find_day(tx, match["day"]) if match and match["day"] is not None else None
    if not match or (match["day"] is not None and day is None):
        raise ClubFault(f"Invalid table {text!r}. Use a number such as 3, 2026-11-16/3 or m312.")
    if match["match"]:
        return number_of(tx, int(match["match"]))
    number = int(match["table"])
    session = _session_on(tx, day) if day else _open_or_last(tx, number, reading=reading)
    tables = session_tables(tx, session.id)
    if number > len(tables):
        advice = f"Use {join_words(tables, 'or')}." if tables else "No table has started there."
        before = "" if day else _table_before(tx, session, number)
        raise UnknownName(f"There is no table {number} in the session of {session.held_on}. {advice}{before}")
    return tables[number - 1]


def _find_day(tx: Transaction, text: str) -> date | None:
    try:
        return find_day(tx, text, day_of(now()), Nearness.NEAREST)
    except ClubFault:
        return None


def _table_before(tx: Transaction, session: Session, number: int) -> str:
    """Return how the table with this number is typed of the last session that had one, as advice; or nothing."""
    for earlier in reversed(_opened_sessions(tx)):
        if earlier.held_on < session.held_on and number <= len(session_tables(tx, earlier.id)):
            return f" For table {number} of the last session use {earlier.held_on}/{number}."
    return ""


def _session_on(tx: Transaction, day: date) -> Session:
    for session_row in select_rows(tx, Session, "WHERE held_on = ? ORDER BY id DESC LIMIT 1", f"{day}"):
        return session_row
    opened_sessions = _opened_sessions(tx)
    example = f" Use the date of a session, such as {opened_sessions[-1].held_on}." if opened_sessions else ""
    raise UnknownName(f"There is no session on {day}.{example}")


def _open_or_last(tx: Transaction, number: int, *, reading: bool) -> Session:
    opened_sessions = _opened_sessions(tx)
    open_sessions = [session for session in opened_sessions if session.status == "open"]
    if len(open_sessions) == 1:
        return open_sessions[0]
    if open_sessions:
        choices = join_words((f"{session.held_on}/{number}" for session in open_sessions), "or")
        raise ClubFault(f"{len(open_sessions)} sessions are open. Use {choices}.")
    if not opened_sessions:
        raise ClubFault("No session is open, and no table has started.", Do.OPEN_SESSION("Open a session"))
    if not reading and number <= len(session_tables(tx, opened_sessions[-1].id)):
        raise ClubFault(
            f"No session is open. For table {number} of the last session use {opened_sessions[-1].held_on}/{number}."
        )
    return opened_sessions[-1]


def _opened_sessions(tx: Transaction) -> list[Session]:
    """Return the sessions that were opened, latest last."""
    return select_rows(tx, Session, "WHERE opened_at IS NOT NULL ORDER BY held_on, id")


def _read_tables(tx: Transaction, sessions: Sequence[int]) -> list[_Tables]:
    """Return the tables of some sessions. If a day has two sessions, its date identifies the later one."""
    session_rows = tx.rows("SELECT id, held_on, opened_at IS NOT NULL AND closed_at IS NULL FROM session ORDER BY id")
    open_sessions = [session for session, _, is_open in session_rows if is_open]
    latest_on_day = {day: session for session, day, _ in session_rows}
    chains: dict[int, dict[int, list[int]]] = {session: {} for session in sessions}
    first_matches: dict[tuple[int, int | None], int] = {}
    query = f'SELECT session_id, id, continues FROM "match" WHERE session_id IN {placeholders(sessions)} ORDER BY id'
    for session, match, continues in tx.rows(query, *sessions):
        first_match = first_matches[session, match] = first_matches.get((session, continues), match)
        chains[session].setdefault(first_match, []).append(match)
    return [
        _Tables(
            day=date.fromisoformat(day),
            prefix="" if open_sessions == [session] else f"{day}/" if latest_on_day[day] == session else None,
            chains=tuple(chains[session].values()),
        )
        for session, day, _ in session_rows
        if session in chains
    ]


def _table_number(tables: _Tables, table: int, match: int, last: int) -> TableNumber:
    reference = f"m{last}" if tables.prefix is None else f"{tables.prefix}{table}"
    return TableNumber(match, table, tables.day, reference, reference if match == last else f"m{match}")


def _latest_match(tx: Transaction, chain: Sequence[int]) -> int:
    """Return the latest match of a chain. The log is followed from each match to its continuation."""
    if len(chain) == 1:
        return chain[0]
    try:
        continuations = {replay.match.id: _continuation(replay) for replay in replay_matches(tx, chain, {})}
    except StoreAltered:
        return chain[-1]
    latest_match = chain[0]
    while (next_match := continuations.get(latest_match, 0)) in chain and next_match > latest_match:
        latest_match = next_match
    return latest_match


def _continuation(replay: MatchEvents) -> int:
    """Return the match in which a table continued after a change of players; 0 if there is none."""
    decision_kinds = {decision.number: decision.kind for decision in replay.decisions}
    entries_in_force = (entry for entry in replay.entries if decision_kinds.get(entry.number) not in _UNDONE)
    return next((entry.details["goes_on"] for entry in entries_in_force if "goes_on" in entry.details), 0)
