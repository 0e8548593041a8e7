"""What is in a club's file and not in an older one, in words: what restoring the older one would lose.

The rows are compared as SQLite gives them, so that a file of any age can be looked at, whatever its columns.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from referee.cards.words import counted, listed
from referee.store.kinds.kind import Kind
from referee.store.kinds.play import ENTRIES

Row = Mapping[str, Any]
Table = Mapping[tuple[Any, ...], Row]

_LINES: Final = "lines"
_DECIDED: Final = "what was decided of lines"
_OF_TOURNAMENTS: Final = "events of tournaments"
# What tells the rows of a table from one another, and what a row says of when it was written.
_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "charter": ("id",),
    "member": ("id",),
    "season": ("id",),
    "house_rules": ("id",),
    "session": ("id",),
    "attendance": ("session_id", "member_id"),
    "match": ("id",),
    "seat": ("match_id", "seat"),
    "placing": ("match_id", "member_id"),
    "dispute": ("id",),
    "penalty": ("id",),
    "tournament": ("id",),
    "tournament_entry": ("tournament_id", "number"),
}
_EVENTS: Final[Mapping[str, tuple[Kind, ...]]] = {
    **{kind: (kind,) for kind in (Kind.TERM_BEGUN, Kind.GUEST_RESULTS, Kind.DISPUTE_RULED, Kind.CORRECTED)},
    _LINES: tuple(sorted(ENTRIES)),
    _DECIDED: (Kind.LINE_DECIDED,),
    _OF_TOURNAMENTS: (Kind.TOURNAMENT, Kind.TOURNAMENT_ENTERED),
}
# A seal follows from all before it, so that one difference would be one of every row after it.
_NOT_COMPARED: Final = frozenset({"seal"})


def rows(file: sqlite3.Connection) -> dict[str, Table]:
    """Return the rows of the tables that people care about, whatever columns a file of its age has."""
    file.row_factory = sqlite3.Row
    found: dict[str, Table] = {}
    there = {row["name"] for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for table, keys in _KEYS.items():
        if table not in there:  # it came later than this file
            found[table] = {}
            continue
        rows = (dict(row) for row in file.execute(f'SELECT * FROM "{table}"'))
        found[table] = {tuple(row[key] for key in keys): row for row in rows}
    for called, kinds in _EVENTS.items():
        found[called] = {} if "event" not in there else dict(each for kind in kinds for each in _events(file, kind))
    return found


def _events(file: sqlite3.Connection, kind: Kind) -> Iterator[tuple[tuple[int], Row]]:
    """Yield the events of a kind, with their data and their texts as the columns of a row."""
    for event in file.execute("SELECT n, at, match, data FROM event WHERE kind = ? ORDER BY n", (kind,)):
        texts = dict(map(tuple, file.execute("SELECT part, text FROM private WHERE n = ?", (event["n"],))))
        yield (event["n"],), {**json.loads(event["data"]), **texts, "at": event["at"], "match_id": event["match"]}


def last_written(found: Mapping[str, Table]) -> datetime | None:
    """Return the moment of the latest row of a file that bears one."""
    every = (column for table in found.values() for row in table.values() for column in row.items())
    moments = (value for name, value in every if name == "at" or name.endswith("_at"))
    last = max((moment for moment in moments if isinstance(moment, str)), default=None)
    try:
        return datetime.fromisoformat(last) if last else None
    except ValueError:
        return None


def lost_since(since: Mapping[str, Table], then: Mapping[str, Table]) -> Iterator[str]:
    """Yield a line on each thing that is in the club's file and not in the older one."""
    if _founded(since) != _founded(then):
        yield "everything: it is a backup of another club"
    lost = {table: _missing(since[table], then[table]) for table in since}
    yield from _of_tables(since, then, lost)
    if lost["member"]:
        yield f"members added or changed: {_people(since, (key[0] for key in lost['member']))}"
    if forgotten := [key[0] for key in lost["member"] if _forgotten(since, key) and not _forgotten(then, key)]:
        yield f"that these are forgotten, whose names would be back: {_people(since, forgotten)}"
    if lost["season"]:
        yield f"seasons made or closed: {listed(str(row['name']) for row in lost['season'].values())}"
    if lost["house_rules"]:
        yield f"house rules of {listed(dict.fromkeys(str(row['game']) for row in lost['house_rules'].values()))}"
    if lost["session"]:
        days = [str(row["held_on"]) for row in lost["session"].values()]
        yield f"sessions planned, changed, opened or closed: {listed(days)}"
    for session, came in _grouped(key for key in lost["attendance"]).items():
        day = since["session"].get((session,), {}).get("held_on", "a session")
        yield f"that {_people(since, (key[1] for key in came))} came on {day}"
    if joined := dict.fromkeys(row["member"] for row in lost[Kind.GUEST_RESULTS].values()):
        yield f"whether what these played as guests counts: {_people(since, joined)}"
    if raised := [key[0] for key in lost["dispute"] if key not in then["dispute"]]:
        yield f"disputes: {listed(raised)}"
    if ruled := dict.fromkeys(row["dispute"] for row in lost[Kind.DISPUTE_RULED].values()):
        yield f"what was decided of disputes: {listed(ruled)}"
    if lost["penalty"]:
        yield f"penalties, or that they were cancelled: {listed(key[0] for key in lost['penalty'])}"
    if lost[Kind.CORRECTED]:
        yield f"why something was put right: {counted(len(lost[Kind.CORRECTED]), 'correction')}"
    if lost[Kind.TERM_BEGUN]:
        yield f"who was elected, handed over or stepped down: {listed(_terms(lost[Kind.TERM_BEGUN].values()))}"
    yield from _of_tournaments(since, then, lost)
    if lost["charter"]:
        yield "what was changed in the charter"


def _terms(rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        yield f"{row.get('position', 'an office')} from {row['starts']}"


def _of_tournaments(since: Mapping[str, Table], then: Mapping[str, Table], lost: Mapping[str, Table]) -> Iterator[str]:
    """Yield a line on each tournament that has gone on since, or was not there."""
    entered = _grouped(lost["tournament_entry"])
    happened = _grouped((row["tournament"], *number) for number, row in lost[_OF_TOURNAMENTS].items())
    for (number,), row in since["tournament"].items():
        if (number,) not in then["tournament"]:
            has = counted(len(entered.get(number, ())), "entry", "entries")
            yield f"tournament {number}: all of it ({row['name']}, {has})"
        elif number in happened or number in entered:
            things = counted(len(happened.get(number, ())), "thing")
            yield f"tournament {number} ({row['name']}): the last {things} that happened"


def _of_tables(since: Mapping[str, Table], then: Mapping[str, Table], lost: Mapping[str, Table]) -> Iterator[str]:
    """Yield a line on each table of players that has gone on since, or was not there."""
    lines = _grouped((row["match_id"], row["number"]) for row in lost[_LINES].values())
    decided = _grouped(
        (row["match_id"], each["number"])
        for row in (*lost[_DECIDED].values(), *lost[_LINES].values())
        for each in row.get("decided", ())
    )
    seats, placings = _grouped(lost["seat"]), _grouped(lost["placing"])
    for (match,), row in since["match"].items():
        if (match,) not in then["match"]:
            names = [str(since["seat"][key]["name"]) for key in seats.get(match, ())]
            has = counted(len(lines.get(match, ())), "line")
            yield f"table {match}: all of it ({row['game']}, {listed(names)}, {has})"
            continue
        said = [_span(lines[match])] if match in lines else []
        if match in decided:
            said.append(f"what was decided of {_span(decided[match])}")
        if (match,) in lost["match"] or match in placings:
            said.append("how it ended")
        if match in seats:
            said.append("who sat where")
        if said:
            yield f"table {match}: {listed(said)}"


def _missing(since: Table, then: Table) -> dict[tuple[Any, ...], Row]:
    """Return the rows that are not in the older file, or other there; a column that it has not tells nothing."""
    return {
        key: row
        for key, row in since.items()
        if (other := then.get(key)) is None
        or any(name not in _NOT_COMPARED and other.get(name, value) != value for name, value in row.items())
    }


def _grouped(keys: Iterable[tuple[Any, ...]]) -> dict[Any, list[tuple[Any, ...]]]:
    """Return keys by what comes first in them."""
    groups: dict[Any, list[tuple[Any, ...]]] = {}
    for key in keys:
        groups.setdefault(key[0], []).append(key)
    return groups


def _span(keys: Iterable[tuple[Any, ...]]) -> str:
    """Return lines in words; those of a table are numbered one after another."""
    lines = sorted({key[1] for key in keys})
    if len(lines) == 1:
        return f"line {lines[0]}"
    return f"lines {lines[0]} to {lines[-1]}" if len(lines) == lines[-1] - lines[0] + 1 else f"lines {listed(lines)}"


def _people(rows: Mapping[str, Table], members: Iterable[Any]) -> str:
    return listed(str(rows["member"].get((member,), {}).get("name", f"member {member}")) for member in members)


def _forgotten(rows: Mapping[str, Table], member: tuple[Any, ...]) -> bool:
    return bool(rows["member"].get(member, {}).get("forgotten_at"))


def _founded(rows: Mapping[str, Table]) -> list[Any]:
    return [row["founded_at"] for row in rows["charter"].values()]
