"""Rows of the club's tables, read by plain SQL.

The program uses these, because loading the models takes longer than recording a line. The models declare the tables,
and are for queries with SQLModel.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from datetime import date, datetime, time
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar, cast

from referee.cards.immutable import frozen
from referee.store.decoding import decode_row
from referee.store.events.rows import SqlTransaction


@frozen
class Member:
    """A person. Nobody is ever deleted: members retire, are merged with a namesake, or are forgotten.

    `shown_as` is the public form of their name; empty for the club's default.
    """

    PLAIN: ClassVar = "id", "name", "standing", "joined_at"
    TABLE: ClassVar = "member"
    id: int
    name: str
    guest: bool
    joined_at: datetime
    retired_at: datetime | None = None
    forgotten_at: datetime | None = None
    merged_into: int | None = None
    shown_as: str = ""

    @property
    def standing(self) -> str:
        """The member's standing: ``member``, ``guest``, ``retired`` or ``forgotten``."""
        if self.forgotten_at:
            return "forgotten"
        if self.retired_at:
            return "retired"
        return "guest" if self.guest else "member"


@frozen
class Season:
    """A series of sessions with common standings. Its scoring is frozen when it is created.

    `ties` are the tie-breaks in order; empty for the default ones.
    """

    PLAIN: ClassVar = "name", "starts", "ends", "best_k", "min_sessions", "lot_seed", "ties", "closed_at"
    TABLE: ClassVar = "season"
    id: int
    name: str
    starts: date
    ends: date
    best_k: int
    min_sessions: int
    lot_seed: int
    made_at: datetime
    closed_at: datetime | None = None
    ties: str = ""


@frozen
class Session:
    """One evening of play. `sequence` counts the announced changes for calendars."""

    PLAIN: ClassVar = "id", "held_on", "starts", "room", "status", "note"
    TABLE: ClassVar = "session"
    id: int
    season_id: int
    held_on: date
    starts: time
    room: str = ""
    note: str = ""
    sequence: int = 0
    opened_at: datetime | None = None
    closed_at: datetime | None = None
    cancelled_at: datetime | None = None

    @property
    def status(self) -> str:
        """The session's status: ``planned``, ``open``, ``closed`` or ``cancelled``."""
        if self.cancelled_at:
            return "cancelled"
        if self.closed_at:
            return "closed"
        return "open" if self.opened_at else "planned"


@frozen
class Dispute:
    """A challenge to a line of a match or to stated facts, with the ruling when it was opened.

    The ruling has the player's `alternatives`, the acts `due` from others, and the question to `ask`. `outcome` is the
    officers' last decision, or that the dispute was reopened on appeal; empty until they decide.
    """

    TABLE: ClassVar = "dispute"
    id: int
    match_id: int | None
    number: int | None
    game: str
    options: dict[str, str]
    facts: list[str]
    claim: str
    verdict: str
    word: str
    clause: str
    rule: str
    reason: str
    because: list[int]
    alternatives: list[str]
    due: list[str]
    ask: str
    outcome: str
    at: datetime
    by: str


@frozen
class Penalty:
    """A penalty given in a session: `points` to deduct, or a warning if that is 0."""

    TABLE: ClassVar = "penalty"
    id: int
    session_id: int
    member_id: int
    points: int
    reason: str
    match_id: int | None
    dispute_id: int | None
    at: datetime
    by: str
    cancelled_at: datetime | None
    cancelled_because: str
    cancelled_by: str


@frozen
class Charter:
    """The club itself, in a single row. `backups` is the number of automatic backups to keep."""

    TABLE: ClassVar = "charter"
    id: int
    name: str
    founded_at: datetime
    backups: int
    shown_as: str


@frozen
class Attendance:
    """A member's attendance at a session. `was_id` is the member's number before a merge."""

    TABLE: ClassVar = "attendance"
    session_id: int
    member_id: int
    at: datetime
    by: str
    was_id: int | None


@frozen
class Placing:
    """The result of one player in a finished match.

    `hands` is the number of complete hands in the match, if its table was split into several matches.
    """

    TABLE: ClassVar = "placing"
    match_id: int
    member_id: int
    rank: float
    players: int
    score: float
    chips: int | None
    hands: int | None


@frozen
class Draw:
    """A draw with all its inputs, so that it can be repeated. Its players are numbered from 0.

    `games` and `sizes` are given for each table. `met`, `sat`, `apart` and `played` are the `Entrants` of
    `referee.competition` as plain data. `chosen` is true if somebody chose the `seed`. `tables` is the outcome: the
    players of each table, in seat order.
    """

    TABLE: ClassVar = "draw"
    id: int
    session_id: int
    method: str
    seed: int
    chosen: bool
    games: list[str]
    sizes: list[int]
    met: Any
    sat: Any
    apart: Any
    played: Any
    tables: list[list[int]]
    at: datetime
    by: str


@frozen
class Apart:
    """A pair of members kept apart for a season, in no particular order."""

    TABLE: ClassVar = "apart"
    id: int
    season_id: int
    one_id: int
    other_id: int
    reason: str
    at: datetime
    by: str


@frozen
class Tournament:
    """A tournament announced in a season. Its `seed` determines the seed of each round's draw."""

    TABLE: ClassVar = "tournament"
    id: int
    season_id: int
    name: str
    seed: int
    at: datetime
    by: str


@frozen
class TournamentEntry:
    """The member for an entry number of a tournament, and whether they entered as a guest."""

    TABLE: ClassVar = "tournament_entry"
    tournament_id: int
    number: int
    member_id: int
    guest: bool
    was_id: int | None


class PlainRow(Protocol):
    """A dataclass with a field for each column of a table, in any order. `TABLE` is the table's name."""

    TABLE: ClassVar[str]
    __dataclass_fields__: ClassVar[dict[str, Any]]


Row = TypeVar("Row", bound=PlainRow)


def select_rows(sql: SqlTransaction, kind: type[Row], where: str = "", *values: object) -> list[Row]:
    """Return the rows of a table that meet a condition, such as ``WHERE id = ?``, with `values` for the placeholders.

    Raise `StoreUnreadable` for a value that does not fit its column.
    """
    query = f'SELECT {_columns(cast("Any", kind))} FROM "{kind.TABLE}" {where}'
    return [decode_row(kind, kind.TABLE, row) for row in sql.rows(query, *values)]


def first_row(rows: Sequence[Row]) -> Row | None:
    """Return the first of some rows; None if there are none."""
    return rows[0] if rows else None


def find_row(sql: SqlTransaction, kind: type[Row], number: int) -> Row | None:
    """Return the row with a typed number; None if there is none. The number may exceed the database's range."""
    return first_row(select_rows(sql, kind, "WHERE id = ?", number)) if abs(number) < 2**63 else None


def get_row(sql: SqlTransaction, kind: type[Row], number: int) -> Row:
    """Return the row with a number. The row must exist."""
    [row] = select_rows(sql, kind, "WHERE id = ?", number)
    return row


def placeholders(values: Iterable[object]) -> str:
    """Return SQL placeholders for some values in brackets, for use after IN. Without values, the list matches
    nothing.
    """
    return f"({', '.join('?' for _ in values) or 'NULL'})"


@cache
def _columns(kind: Any) -> str:
    """Return the names of a table's columns for SQL."""
    return ", ".join(f'"{column.name}"' for column in fields(kind))
