"""Whether the club's file is as it was written down: every seal, every ruling and every place, looked at again."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from referee.club.file import rejudging
from referee.club.folder import Club
from referee.store import inspection
from referee.store.difference import Difference, called, in_file, of_row
from referee.store.engine import Transaction, store_at
from referee.store.events.again import altered, unlike
from referee.store.events.sqlite import ONLY, InFile
from referee.store.inspection import Chain
from referee.store.kinds.fold import PROJECTIONS, fold
from referee.store.kinds.play import ENTRIES
from referee.store.seals import ITEMS

_ALONE: Final = 3000
_CHUNK: Final = 1500


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found, and what it looked at.

    `unchecked` seals were made with a key that was not at hand. `turned` are the rulings that a later line turned, and
    `otherwise` what this edition of a rulebook rules otherwise than the one that judged it: neither is a difference.
    """

    PLAIN: ClassVar = "differences", "tables", "lines", "seals", "unchecked", "head", "turned", "otherwise"
    differences: tuple[Difference, ...]
    chain: Chain
    tables: int
    lines: int
    turned: tuple[Difference, ...] = ()
    otherwise: tuple[Difference, ...] = ()

    @property
    def seals(self) -> int:
        """How many seals the club has."""
        return len(self.chain.seals)

    @property
    def unchecked(self) -> int:
        """How many of the seals could not be checked."""
        return self.chain.unchecked

    @property
    def head(self) -> str:
        """The last seal; empty where there is none."""
        return self.chain.head


class Checked(NamedTuple):
    """What is not as it was written down at some tables; what a later line turned, or another edition ruled there."""

    differences: list[Difference]
    turned: list[Difference]
    otherwise: list[Difference]


@dataclass(frozen=True, slots=True)
class Since:
    """How a night that ended with a head of the chain stands now: the seal, when it was made, and what changed since.

    `changed` are the items sealed by then that were changed with the program afterwards.
    """

    number: int
    at: str
    seal: str
    later: int
    changed: tuple[str, ...]


def audit(
    club: Club | Path, *, key: bytes | None = None, watch: Callable[[int, int], None] | None = None, workers: int = 0
) -> Audit:
    """Look at everything in a club's file again. Never raises, whatever the file holds.

    `watch` is told how many lines have been looked at, and of how many. Long logs are shared out among `workers`
    processes, by default one for each processor.
    """
    path = club if isinstance(club, Path) else club.store.path
    key = key or (None if isinstance(club, Path) else club.store.key)
    try:
        with inspection.opened(path) as raw:
            if raw.execute("SELECT 1 FROM sqlite_master WHERE name = 'event'").fetchone() is None:
                return Audit(
                    (Difference(0, 0, "club.db", "it cannot be read: it is not a club's file"),), Chain(), 0, 0
                )
            chunks, tables, lines = _chunks(raw)
            there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
            many = workers or (min(8, there) if lines > _ALONE else 1)
            if many == 1:
                found = Checked([*inspection.pages(raw), *_log_altered(raw)], [], [])
                read = inspection.chain(raw, key)
                found.differences.extend(inspection.against(raw, read))
                done = 0
                for chunk, weight in chunks:
                    _gather(found, check(path, chunk))
                    done += weight
                    if watch:
                        watch(done, lines)
            else:
                found, read = _shared_out(path, raw, chunks, lines, key, watch, many)
            if not found.differences and not read.differences:
                found.differences.extend(_not_from_the_log(raw))
    except Exception as error:  # an audit that ends in a traceback would say nothing of all the rest
        message = f"it cannot be read: {error}"
        return Audit((Difference(0, 0, "club.db", message),), Chain(), 0, 0)
    differences, turned, otherwise = (tuple(_in_order(each)) for each in found)
    return Audit(tuple(_in_order([*read.differences, *differences])), read, tables, lines, turned, otherwise)


def check(path: Path, numbers: Sequence[int]) -> Checked:
    """Look at some tables again: their chains, their rulings, and the places that they gave."""
    found = Checked([], [], [])
    try:
        with inspection.opened(path) as raw:
            for number in numbers:
                try:
                    found.differences.extend(inspection.log_of(raw, number))
                except Exception as error:
                    found.differences.append(_cannot(number, error))
    except sqlite3.Error as error:
        found.differences.append(Difference(0, 0, "club.db", f"it cannot be read: {error}"))
    store = store_at(path, "ro", 10.0)
    try:
        try:
            with store.reading() as tx:
                _gather(found, _judged_again(tx, numbers))
        except Exception:  # one bad row spoils what is asked for many; so each is asked for by itself
            for number in numbers:
                try:
                    with store.reading() as tx:
                        _gather(found, _judged_again(tx, [number]))
                except Exception as error:
                    found.differences.append(_cannot(number, error))
    finally:
        store.close()
    return found


def digits(typed: str) -> str:
    """Return a seal as it was copied by hand, without what it was grouped by."""
    plain = typed.casefold().replace("-", "").replace(" ", "")
    return plain if all(each in "0123456789abcdef" for each in plain) else ""


def at_head(read: Chain, typed: str) -> Since | None:
    """Return how things stand since a head that was written down, by its beginning; None when there is no such seal."""
    wanted = digits(typed)
    fits = [at for at, (_, seal) in enumerate(read.seals, 1) if seal.startswith(wanted)]
    if len(fits) != 1:
        return None
    number = fits[0]
    changed = {
        called(kind, row)
        for (kind, row), (_, last, _, _) in read.last.items()
        if last > number >= read.first[kind, row]
    }
    moment, seal = read.seals[number - 1]
    return Since(number, moment, seal, len(read.seals) - number, tuple(sorted(changed)))


def _judged_again(tx: Transaction, numbers: Sequence[int]) -> Checked:
    found = Checked([], [], [])
    for log, placings in rejudging.logs(tx, numbers):
        try:
            unlike = [*rejudging.differences(log, placings)]
            found.differences.extend(unlike)
            if not unlike:
                found.turned.extend(rejudging.read_otherwise(log))
                found.otherwise.extend(rejudging.ruled_otherwise(log, placings))
        except Exception as error:
            found.differences.append(_cannot(log.match.id, error))
    return found


def _gather(into: Checked, more: Checked) -> None:
    for there, come in zip(into, more, strict=True):
        there.extend(come)


def _cannot(number: int, error: Exception) -> Difference:
    said = str(error).splitlines()[0] if str(error) else type(error).__name__
    return Difference(number, 0, f"table {number}", f"it cannot be judged: {said}")


def _shared_out(
    path: Path,
    raw: sqlite3.Connection,
    chunks: Sequence[tuple[list[int], int]],
    lines: int,
    key: bytes | None,
    watch: Callable[[int, int], None] | None,
    workers: int,
) -> tuple[Checked, Chain]:
    # Forked where that is safe: what has been imported need not be imported again.
    way = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    found = Checked([], [], [])
    done = 0
    with ProcessPoolExecutor(workers, mp_context=way) as pool:
        given: dict[Future[Checked], int] = {pool.submit(_pages, path): 0}
        given |= {pool.submit(check, path, chunk): weight for chunk, weight in chunks}
        read = inspection.chain(raw, key)
        found.differences.extend([*inspection.against(raw, read), *_log_altered(raw)])
        for each in as_completed(given):
            try:
                _gather(found, each.result())
            except BrokenProcessPool:
                found.differences.append(in_file("looking at it was cut off; there may not be enough memory"))
                break
            done += given[each]
            if watch:
                watch(done, lines)
    return found, read


def _log_altered(raw: sqlite3.Connection) -> list[Difference]:
    try:
        return [in_file(each) for each in altered(InFile(raw), ONLY)]
    except (sqlite3.Error, ValueError, TypeError, RecursionError) as error:
        return [in_file(f"its log cannot be read to its end: {error}")]


def _not_from_the_log(raw: sqlite3.Connection) -> list[Difference]:
    """Return what no event has made of the tables, in a file in which all is as it was sealed.

    Whoever can make the seals anew has them fit whatever was written into a table; the log does not.
    """
    shapes = [sql for (sql,) in raw.execute("SELECT sql FROM sqlite_master WHERE type = 'table'")]
    found = {}
    for each in unlike(InFile(raw), ONLY, fold, PROJECTIONS, shapes):
        columns = [row[1] for row in raw.execute(f'PRAGMA table_info("{each.table}")')]
        number = each.row[columns.index(ITEMS.get(each.table, columns[0]))]
        found[each.table, number] = of_row(each.table, number, "is not what the log makes of it")
    return list(found.values())


def _pages(path: Path) -> Checked:
    with inspection.opened(path) as raw:
        return Checked(inspection.pages(raw), [], [])


def _chunks(raw: sqlite3.Connection) -> tuple[list[tuple[list[int], int]], int, int]:
    """Share the tables out by how many lines they have; what cannot be counted is asked for one by one."""
    kinds = sorted(ENTRIES)
    asked = (
        'SELECT m.id, count(e.n) FROM "match" m LEFT JOIN event e ON e.club = ? AND e.match = m.id '
        f"AND e.kind IN ({', '.join('?' * len(kinds))}) GROUP BY m.id ORDER BY m.id"
    )
    try:
        counted = raw.execute(asked, (ONLY, *kinds)).fetchall()
    except sqlite3.Error:
        return [], 0, 0
    chunks: list[tuple[list[int], int]] = []
    numbers: list[int] = []
    weight = 0
    for number, lines in counted:
        numbers.append(number)
        weight += lines
        if weight >= _CHUNK or len(numbers) >= _CHUNK // 5:
            chunks.append((numbers, weight))
            numbers, weight = [], 0
    if numbers:
        chunks.append((numbers, weight))
    return chunks, len(counted), sum(lines for _, lines in counted)


def _in_order(found: Sequence[Difference]) -> list[Difference]:
    """Return what is about the file first, then tables and lines in order; nothing is said twice."""
    return sorted(dict.fromkeys(found), key=lambda each: (each.table, each.line, each.where != "club.db", each.where))
