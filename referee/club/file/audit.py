"""Auditing a club: every event, ruling and place is compared with the log."""

from __future__ import annotations

import multiprocessing
import os
import re
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from referee.cards.immutable import frozen
from referee.club.file import rejudging
from referee.club.folder import Club
from referee.club.phones.damaged_states import damaged_states
from referee.store import inspection
from referee.store.backup import parse_head_mark
from referee.store.difference import Difference, file_difference, loss_difference
from referee.store.events.engine import Engine
from referee.store.events.head_check import check_head
from referee.store.events.log import Head, head
from referee.store.events.rebuild import EventProgress, no_event_progress
from referee.store.events.rows import SqlTransaction
from referee.store.events.sqlite import ClubFile, SqliteTransaction
from referee.store.faults import StoreAltered, StoreUnreadable
from referee.store.inspection import LogInspection
from referee.store.progress import Progress, no_progress
from referee.store.projections.kind import EventKind, describe
from referee.store.projections.play import ENTRIES
from referee.store.transaction import Transaction, reading

_ALONE: Final = 3000
_CHUNK: Final = 1500
_SHORTEST: Final = 8
"""The least number of hash digits that a typed head must have."""
_NOTED: Final = re.compile(r"(head:?\s*)?((event\s*)?(?P<n>[0-9]{1,15})(\s*,|-|\s)\s*)?(?P<hash>[0-9a-f][0-9a-f\s-]*)")


@frozen
class Audit:
    """The result of an audit: the differences from the log, and the number of tables, lines and events checked.

    `turned` are rulings changed by a later line,
    and `otherwise` are rulings by another edition of a rulebook with another result. Both are normal and no
    differences.
    """

    PLAIN: ClassVar = "differences", "tables", "lines", "events", "head", "turned", "otherwise"
    differences: tuple[Difference, ...]
    ends: Head
    tables: int
    lines: int
    turned: tuple[Difference, ...] = ()
    otherwise: tuple[Difference, ...] = ()

    @property
    def events(self) -> int:
        """The number of events in the club's log."""
        return self.ends.n

    @property
    def head(self) -> str:
        """The head of the log as text; empty for an empty log."""
        return str(self.ends) if self.ends.n else ""


class CheckedTables(NamedTuple):
    """The differences at some tables. `turned` are rulings changed by a later line, `otherwise` those of another
    edition.
    """

    differences: list[Difference]
    turned: list[Difference]
    otherwise: list[Difference]


@frozen
class EventsSinceHead:
    """The event of a noted head, its time (`at`), and the later events.

    `later` counts the later events. `done` describes them by kind, first those at tables that existed at that time.
    """

    PLAIN: ClassVar = "head", "at", "later", "done"
    ends: Head
    at: str
    later: int
    done: tuple[str, ...]

    @property
    def head(self) -> str:
        """The complete head that was noted."""
        return str(self.ends)


def audit(club: Club | Path, *, watch: Progress = no_progress, workers: int = 0) -> Audit:
    """Return an audit of a club in its file or on its server. No content of the file raises an exception.

    `watch` is called with the number of lines checked and of all lines. Long logs are split among `workers` processes,
    by default one a processor.
    """
    place = club if isinstance(club, Path) else club.store.path or club.store
    try:
        with _open_for_audit(place) as sql:
            if isinstance(place, Path) and not sql.rows("SELECT 1 FROM sqlite_master WHERE name = 'event'"):
                return _unreadable_audit("it is not a club's file")
            sight = check_head(sql, sql.club, str(place.resolve()) if isinstance(place, Path) else place.where)
            losses = [loss_difference(sight)] if sight.rollback else []
            chunks, tables, lines = _chunks(sql)
            cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
            worker_count = workers or (min(8, cores) if lines > _ALONE else 1)
            if worker_count == 1 or not isinstance(place, Path):  # a server has just this one login
                results, log_inspection = _check_pages(place), _inspect_log(sql, lambda _events: watch(0, lines))
                results.differences.extend(log_inspection.differences)
                completed = 0
                for chunk, weight in chunks:
                    _add_checked(results, check(place, chunk))
                    completed += weight
                    watch(completed, lines)
            else:
                results, log_inspection = _check_in_processes(place, sql, chunks, lines, watch, worker_count)
            results.differences.extend(damaged_states(sql))
    except Exception as error:  # report the error, and go on with the rest
        return _unreadable_audit(f"it cannot be read: {error}")
    results.differences.extend(losses)
    if not isinstance(place, Path):
        results.differences[:] = [
            replace(difference, where=_describe_where(difference)) for difference in results.differences
        ]
    differences, changed_rulings, other_editions = (tuple(_sort_differences(rows)) for rows in results)
    return Audit(differences, log_inspection.head, tables, lines, changed_rulings, other_editions)


def _describe_where(difference: Difference) -> str:
    """Return the location of a difference. A club on a server has no file to name."""
    return "the club" if difference.where == file_difference("").where else difference.where


def _unreadable_audit(message: str) -> Audit:
    return Audit((file_difference(message),), Head(0, ""), 0, 0)


@contextmanager
def _open_for_audit(place: Path | Engine) -> Iterator[SqlTransaction]:
    """Open a club for checking."""
    if isinstance(place, Path):
        with inspection.open_for_inspection(place) as raw:
            yield SqliteTransaction(raw)
    else:
        with place.reading() as sql:
            yield sql


def _inspect_log(sql: SqlTransaction, progress: EventProgress = no_event_progress) -> LogInspection:
    try:
        return inspection.inspect_log(sql, progress=progress)
    except sqlite3.Error as error:
        return LogInspection(Head(0, ""), (file_difference(f"its log cannot be read to the end: {error}"),))


def check(place: Path | Engine, numbers: Sequence[int]) -> CheckedTables:
    """Return the differences in the rulings and places of some tables."""
    checked = CheckedTables([], [], [])
    store = ClubFile(place, read_only=True, patience=10.0) if isinstance(place, Path) else place
    try:
        try:
            with reading(store) as tx:
                _add_checked(checked, _check_tables(tx, numbers))
        except Exception:  # one bad row fails the query, so query each one
            for number in numbers:
                try:
                    with reading(store) as tx:
                        _add_checked(checked, _check_tables(tx, [number]))
                except StoreAltered as fault:
                    if isinstance(fault, StoreUnreadable):
                        checked.differences.append(_unreadable_table(number, fault))
                    # The audit of the log names any other event.
                except Exception as error:
                    checked.differences.append(_unreadable_table(number, error))
    finally:
        if isinstance(place, Path):
            store.close()
    return checked


def is_head(text: str) -> bool:
    """Tell whether a typed text may be a head: the beginning of a hash, with or without its event number."""
    return any(_head_readings(text))


def events_since_head(club: Club | Path, text: str) -> EventsSinceHead | None:
    """Return the events since a noted head. Return None unless exactly one event has that hash.

    The head may be typed as read out, or copied from a manifest or a backup's name. Errors of the database engine are
    passed on.
    """
    with _open_for_audit(club if isinstance(club, Path) else club.store) as sql:
        for number, begins in _head_readings(text):
            query = "SELECT n, at, hash FROM event WHERE club = ? AND substr(hash, 1, ?) = ? AND (? = 0 OR n = ?)"
            rows = sql.rows(query, sql.club, len(begins), begins, number, number)
            if len(rows) == 1:
                [(number, moment, hashed)] = rows
                return EventsSinceHead(
                    Head(number, hashed),
                    moment,
                    head(sql, sql.club).n - number,
                    tuple(_describe_later_events(sql, number)),
                )
    return None


def _head_readings(text: str) -> Iterator[tuple[int, str]]:
    """Yield each reading of a typed head: an event number, or 0 if unknown, and the beginning of its hash."""
    if anchor := parse_head_mark(text):
        yield anchor.events, anchor.hash_prefix
    match = _NOTED.fullmatch(text.strip().casefold())
    for number, begins in (("0", f"{match['n'] or ''}{match['hash']}"), (match["n"], match["hash"])) if match else ():
        compact = re.sub(r"[\s-]", "", begins)
        if number and len(compact) >= _SHORTEST:
            yield int(number), compact


def _describe_later_events(sql: SqlTransaction, n: int) -> Iterator[str]:
    """Yield a description of each kind of event after an event. Kinds at tables that existed then come first."""
    known_matches_query = "SELECT DISTINCT match FROM event WHERE club = ? AND n <= ?"
    before = {match for (match,) in sql.rows(known_matches_query, sql.club, n)}
    times: dict[tuple[int, str], int] = {}
    query = (
        f"SELECT kind, CASE kind WHEN ? THEN {sql.data_field('kind')} END AS undone, match, count(*) FROM event "
        "WHERE club = ? AND n > ? GROUP BY kind, undone, match ORDER BY min(n)"
    )
    for kind, retracted_kind, match, count in sql.rows(query, EventKind.RETRACTED, sql.club, n):
        group_key = match if match in before and match else 0, describe(kind, retracted_kind)
        times[group_key] = times.get(group_key, 0) + count
    for (table, description), count in sorted(times.items(), key=lambda entry: entry[0][0] or sys.maxsize):
        yield f"{f'match m{table}: ' if table else ''}{description}{f', {count} times' if count > 1 else ''}"


def _check_tables(tx: Transaction, numbers: Sequence[int]) -> CheckedTables:
    checked = CheckedTables([], [], [])
    for log, placings in rejudging.read_logs_with_places(tx, numbers):
        try:
            table_differences = [*rejudging.find_differences(log, placings)]
            checked.differences.extend(table_differences)
            if not table_differences:
                checked.turned.extend(rejudging.changed_verdict_differences(log))
                checked.otherwise.extend(rejudging.other_edition_differences(log, placings))
        except Exception as error:
            checked.differences.append(_unreadable_table(log.number.id, error))
    return checked


def _add_checked(total: CheckedTables, part: CheckedTables) -> None:
    for target, differences in zip(total, part, strict=True):
        target.extend(differences)


def _unreadable_table(number: int, error: Exception) -> Difference:
    message = str(error).splitlines()[0] if str(error) else type(error).__name__
    return Difference(number, 0, f"match m{number}", f"it cannot be judged: {message}")


def _check_in_processes(
    path: Path,
    sql: SqlTransaction,
    chunks: Sequence[tuple[list[int], int]],
    lines: int,
    watch: Progress,
    workers: int,
) -> tuple[CheckedTables, LogInspection]:
    # Fork where that is safe, which saves importing the modules again.
    way = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    checked = CheckedTables([], [], [])
    completed = 0
    with ProcessPoolExecutor(workers, mp_context=way) as pool:
        jobs: dict[Future[CheckedTables], int] = {pool.submit(_check_pages, path): 0}
        jobs |= {pool.submit(check, path, chunk): weight for chunk, weight in chunks}
        log_inspection = _inspect_log(sql)
        checked.differences.extend(log_inspection.differences)
        for future in as_completed(jobs):
            try:
                _add_checked(checked, future.result())
            except BrokenProcessPool:
                checked.differences.append(file_difference("the check was cut off. There may not be enough memory"))
                break
            completed += jobs[future]
            watch(completed, lines)
    return checked, log_inspection


def _check_pages(place: Path | Engine) -> CheckedTables:
    if not isinstance(place, Path):
        return CheckedTables([], [], [])  # the server checks its own storage
    with inspection.open_for_inspection(place) as raw:
        return CheckedTables(inspection.inspect_pages(raw), [], [])


def _chunks(sql: SqlTransaction) -> tuple[list[tuple[list[int], int]], int, int]:
    """Return the tables in chunks with their numbers of lines, and the totals of tables and lines."""
    kinds = sorted(ENTRIES)
    query = (
        "SELECT match, count(CASE WHEN kind <> ? THEN 1 END) FROM event "
        f"WHERE club = ? AND kind IN (?, {', '.join('?' * len(kinds))}) GROUP BY match ORDER BY match"
    )
    try:
        counts = sql.rows(query, EventKind.TABLE_STARTED, sql.club, EventKind.TABLE_STARTED, *kinds)
    except sqlite3.Error:
        return [], 0, 0
    chunks: list[tuple[list[int], int]] = []
    numbers: list[int] = []
    weight = 0
    for number, lines in counts:
        numbers.append(number)
        weight += lines
        if weight >= _CHUNK or len(numbers) >= _CHUNK // 5:
            chunks.append((numbers, weight))
            numbers, weight = [], 0
    if numbers:
        chunks.append((numbers, weight))
    return chunks, len(counts), sum(lines for _, lines in counts)


def _sort_differences(differences: Sequence[Difference]) -> list[Difference]:
    """Return differences without duplicates, sorted: those of the file first, then by table and line."""
    return sorted(
        dict.fromkeys(differences),
        key=lambda difference: (difference.table, difference.line, difference.where != "club.db", difference.where),
    )
