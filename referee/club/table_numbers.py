"""Table numbers: the tables of a session are numbered in order of starting.

``3`` is the third table of the open session, ``2026-11-16/3`` that of another session, and ``m312`` a match by its
number in the club. A table that continues after a change of players keeps its number. Numbers never change, because
matches are only added to a session, and a void one keeps its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import ClassVar, Final

from referee.cards.words import join_words
from referee.club.text.faults import ClubFault, StoreAltered, UnknownName
from referee.store.hints import Do
from referee.store.match_replay import MatchEvents, replay_matches
from referee.store.plain_rows import Session, placeholders, select_rows
from referee.store.transaction import Transaction

_TYPED: Final = re.compile(r"(?:(?P<day>[^/]*)/)?(?P<table>[1-9][0-9]*)|[mM](?P<match>[1-9][0-9]*)")
_UNDONE: Final = ("taken back", "struck")


class TableNumber(int):
    """The number of a match in the club, which prints as the number of its table.

    `table` is the number in the session, and `at` is the text that finds the table. The printed text always finds this
    same match: if its table has continued in another match since, it is the match number, such as m312.
    """

    PLAIN: ClassVar = ("id", "table", "session")
    table = 0
    session = date.min
    at = ""
    _said = ""

    def __new__(cls, match: int, table: int, session: date, at: str, said: str) -> TableNumber:
        """Return the table number of a match; `said` is the text that it prints as."""
        number = super().__new__(cls, match)
        number.table, number.session, number.at, number._said = table, session, at, said
        return number

    def __reduce__(self) -> tuple[type[TableNumber], tuple[object, ...]]:
        """Return the class and the arguments for making a copy."""
        return TableNumber, (self.id, self.table, self.session, self.at, self._said)

    @property
    def id(self) -> int:
        """The number of the match as a plain integer."""
        return int(self)

    def __str__(self) -> str:
        return self._said

    def __format__(self, spec: str) -> str:
        return format(self._said, spec)


@dataclass(frozen=True, slots=True)
class _Tables:
    """The tables of a session in order, each with its chain of matches.

    `before` is the text before a table number that identifies the session; None if no text does.
    """

    day: date
    before: str | None
    chains: Sequence[Sequence[int]]


def is_table(typed: str) -> bool:
    """Tell whether a typed text is a table: a number, alone or after a date, or a match number after `m`."""
    return _TYPED.fullmatch(typed.strip()) is not None


def numbers(tx: Transaction, matches: Iterable[int]) -> Mapping[int, TableNumber]:
    """Return the table numbers of matches, by match number; unknown matches are left out."""
    wanted = set(matches)
    of_matches = f'SELECT DISTINCT session_id FROM "match" WHERE id IN {placeholders(wanted)}'
    numbers_by_match: dict[int, TableNumber] = {}
    for table in _tables(tx, [session for (session,) in tx.rows(of_matches, *wanted)]):
        for number, chain in enumerate(table.chains, 1):
            if not wanted.isdisjoint(chain):
                numbers_by_match |= {
                    match: _number(table, number, match, _last(tx, chain)) for match in chain if match in wanted
                }
    return numbers_by_match


def unlisted(match: int, session: Session) -> TableNumber:
    """Return the number of a match that is in the log, but missing from the club's tables due to tampering."""
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
    """Return the table number of a match. Raises `UnknownName` if there is no such match."""
    for table_number in numbers(tx, [match] if abs(match) < 2**63 else []).values():
        return table_number
    raise UnknownName(f"There is no match m{int(match)}.")


def session_tables(tx: Transaction, session: int) -> tuple[TableNumber, ...]:
    """Return the tables of a session in order, each by its latest match."""
    return tuple(
        _number(table, number, last, last)
        for table in _tables(tx, [session])
        for number, last in enumerate((_last(tx, chain) for chain in table.chains), 1)
    )


def latest_tables(tx: Transaction) -> tuple[TableNumber, ...]:
    """Return the tables of the open sessions, or else those of the last session."""
    session_row = _held(tx)
    going = [session for session in session_row if session.status == "open"]
    return tuple(table for session in going or session_row[-1:] for table in session_tables(tx, session.id))


def find_table(tx: Transaction, typed: str, *, reading: bool = False) -> TableNumber:
    """Return the latest match at a table that the user typed.

    If no session is open, a number alone finds a table of the last session only for `reading`; writing requires the
    date. Raises `ClubFault`.
    """
    match = _TYPED.fullmatch(typed.strip())
    day = _day(match["day"]) if match and match["day"] is not None else None
    if not match or (match["day"] is not None and day is None):
        raise ClubFault(f"Invalid table {typed!r}. Use a number such as 3, 2026-11-16/3 or m312.")
    if match["match"]:
        return number_of(tx, int(match["match"]))
    number = int(match["table"])
    session = _on(tx, day) if day else _open_or_last(tx, number, reading=reading)
    tables = session_tables(tx, session.id)
    if number > len(tables):
        advice = f"Use {join_words(tables, 'or')}." if tables else "No table has started there."
        raise UnknownName(f"There is no table {number} in the session of {session.held_on}. {advice}")
    return tables[number - 1]


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _on(tx: Transaction, day: date) -> Session:
    for session_row in select_rows(tx, Session, "WHERE held_on = ? ORDER BY id DESC LIMIT 1", f"{day}"):
        return session_row
    held = _held(tx)
    like = f" Use the date of a session, such as {held[-1].held_on}." if held else ""
    raise UnknownName(f"There is no session on {day}.{like}")


def _open_or_last(tx: Transaction, number: int, *, reading: bool) -> Session:
    session_row = _held(tx)
    going = [session for session in session_row if session.status == "open"]
    if len(going) == 1:
        return going[0]
    if going:
        choices = join_words((f"{session.held_on}/{number}" for session in going), "or")
        raise ClubFault(f"{len(going)} sessions are open. Use {choices}.")
    if not session_row:
        raise ClubFault("No session is open, and no table has started.", Do.OPEN_SESSION("Open a session"))
    if not reading and number <= len(session_tables(tx, session_row[-1].id)):
        raise ClubFault(
            f"No session is open. For table {number} of the last session use {session_row[-1].held_on}/{number}."
        )
    return session_row[-1]


def _held(tx: Transaction) -> list[Session]:
    """Return the sessions that were opened, the latest last."""
    return select_rows(tx, Session, "WHERE opened_at IS NOT NULL ORDER BY held_on, id")


def _tables(tx: Transaction, sessions: Sequence[int]) -> list[_Tables]:
    """Return the tables of some sessions. If a day has two sessions, its date identifies the later one."""
    session_rows = tx.rows("SELECT id, held_on, opened_at IS NOT NULL AND closed_at IS NULL FROM session ORDER BY id")
    going = [session for session, _, is_open in session_rows if is_open]
    on_day = {day: session for session, day, _ in session_rows}
    chains: dict[int, dict[int, list[int]]] = {session: {} for session in sessions}
    first: dict[tuple[int, int | None], int] = {}
    of_sessions = (
        f'SELECT session_id, id, continues FROM "match" WHERE session_id IN {placeholders(sessions)} ORDER BY id'
    )
    for session, match, continues in tx.rows(of_sessions, *sessions):
        began = first[session, match] = first.get((session, continues), match)
        chains[session].setdefault(began, []).append(match)
    return [
        _Tables(
            day=date.fromisoformat(day),
            before="" if going == [session] else f"{day}/" if on_day[day] == session else None,
            chains=tuple(chains[session].values()),
        )
        for session, day, _ in session_rows
        if session in chains
    ]


def _number(tables: _Tables, table: int, match: int, last: int) -> TableNumber:
    at = f"m{last}" if tables.before is None else f"{tables.before}{table}"
    return TableNumber(match, table, tables.day, at, at if match == last else f"m{match}")


def _last(tx: Transaction, chain: Sequence[int]) -> int:
    """Return the latest match of a chain, following the log from each match to the one that continues it."""
    if len(chain) == 1:
        return chain[0]
    try:
        goes_on = {replay.match.id: _goes_on(replay) for replay in replay_matches(tx, chain, {})}
    except StoreAltered:
        return chain[-1]
    at = chain[0]
    while (further := goes_on.get(at, 0)) in chain and further > at:
        at = further
    return at


def _goes_on(replay: MatchEvents) -> int:
    """Return the match in which a table continued after a change of players, or 0 if there is none in force."""
    decided = {decision.number: decision.kind for decision in replay.decisions}
    stands = (entry for entry in replay.entries if decided.get(entry.number) not in _UNDONE)
    return next((stand.details["goes_on"] for stand in stands if "goes_on" in stand.details), 0)
