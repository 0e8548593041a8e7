"""The log of a club of many years, made up: ``python -m tests.store.long_log 100000`` measures what it takes."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from itertools import count, islice
from pathlib import Path
from time import perf_counter
from typing import Any

from referee.store.events import postgresql, sqlite
from referee.store.events.event import Event, EventText, canonical_json, chained_hash, first_hash, with_salt
from referee.store.events.json_lines import append_lines, dump
from referee.store.events.log import head, insert_events
from referee.store.events.rebuild import rebuild_tables
from referee.store.projections.handlers import PROJECTIONS, project
from referee.store.projections.kind import EventKind
from referee.store.tables import SHAPE, postgresql_statements, sqlite_statements
from tests.postgresql import cluster, database

MEMBERS = 60
TABLES = 8
"""How many are played at in an evening, by four each."""
LINES = 30
RULING = {
    "verdict": "legal", "word": "", "clause": "4.2", "rule": "A player plays cards that beat those on the table.",
    "reason": "", "because": [], "alternatives": [], "edition": "0123456789abcdef",
}  # fmt: skip
Deed = tuple[EventKind, Mapping[str, Any], int | None, tuple[EventText, ...]]


def deeds() -> Iterator[Deed]:
    """What is done in a club, year after year, in which now and then two members turn out to be one."""
    yield EventKind.CLUB_FOUNDED, {}, None, (EventText("name", "Monday Cards"),)
    for member in range(1, MEMBERS + 1):
        yield (
            EventKind.MEMBER_ADDED,
            {"member": member, "guest": member % 7 == 0},
            None,
            (EventText("name", f"M{member}"),),
        )
    began, match, merged = date(2001, 9, 3), 0, MEMBERS
    scored = {"starts": "2001-09-03", "ends": "2051-09-03", "best_k": 20, "min_sessions": 8, "lot_seed": 4, "ties": ""}
    yield EventKind.SEASON_BEGUN, {"season": 1, **scored}, None, (EventText("name", "2001"),)
    for session in count(1):
        announced = {"held_on": f"{began + timedelta(weeks=session)}", "starts": "19:30:00.000000", "sequence": 0}
        yield (
            EventKind.SESSION_PLANNED,
            {"session": session, "season": 1, **announced},
            None,
            (EventText("room", "M4"),),
        )
        yield EventKind.SESSION_OPENED, {"session": session}, None, ()
        yield EventKind.CHECKED_IN, {"session": session, "members": list(range(1, 4 * TABLES + 1))}, None, ()
        for table in range(TABLES):
            match += 1
            players = range(4 * table + 1, 4 * table + 5)
            seated = {"seats": [[member, False, None] for member in players]}
            names = tuple(EventText(f"seat {place}", f"M{member}", member) for place, member in enumerate(players, 1))
            frozen = {"session": session, "game": "big-two", "edition": "0123", "options": {}, "continues": None}
            yield EventKind.TABLE_STARTED, {**frozen, **seated}, match, names
            for number in range(1, LINES + 1):
                line = {"number": number, "step": number, "text": f"@{1 + number % 4} plays 3D 3H", **RULING}
                yield EventKind.LINE_LOGGED, line, match, ()
            placings = [
                {"member": member, "rank": 1.0 + rank, "players": 4, "score": 1 - rank / 3}
                for rank, member in enumerate(players)
            ]
            places = {"number": LINES + 1, "step": LINES + 1, "said": {"places": [[0], [1], [2], [3]]}}
            yield EventKind.RESULT, {**places, "came": {"finished": AT, "placings": placings}}, match, ()
        yield EventKind.SESSION_CLOSED, {"session": session}, None, ()
        if session % 20 == 0:
            merged += 1
            yield EventKind.MEMBER_ADDED, {"member": merged, "guest": True}, None, (EventText("name", "Zoë", merged),)
            stored = {"member": 1, "other": merged, "retired": False, "guest": False, "shown_as": "", "both": []}
            yield EventKind.MEMBER_MERGED, {**stored, "before": {"guest": False, "shown_as": ""}}, None, ()


AT = "2026-11-16T19:30:00.000000+00:00"


def long_log(uuid: str, many: int) -> Iterator[tuple[Event, tuple[EventText, ...]]]:
    """The first so many events of such a club."""
    before = first_hash(uuid)
    for n, (kind, data, match, texts) in enumerate(islice(deeds(), many), 1):
        salted = tuple(with_salt(text) for text in texts)
        event = Event(n, AT, "@#1", "", kind, match, "", canonical_json(data, salted), "")
        event = replace(event, hash=chained_hash(before, event))
        before = event.hash
        yield event, salted


def _timed(label: str, outcome: Callable[[], object]) -> None:
    began = perf_counter()
    outcome()
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{label:<42} {perf_counter() - began:6.2f} s, at most {most} MB", flush=True)


def measure(many: int) -> None:
    """Print how long it takes to dump a log, import it, and rebuild its tables, on both engines."""
    with tempfile.TemporaryDirectory() as folder, cluster() as served:
        source = sqlite.create(Path(folder, "source.db"), list(sqlite_statements()), SHAPE)
        with source.writing() as sql:
            [(uuid,)] = sql.rows("SELECT uuid FROM club")
            insert_events(sql, source.club, long_log(uuid, many))
            ends = head(sql, source.club)
        lines: list[str] = []

        def tell() -> None:
            with source.reading() as sql:
                lines.extend(dump(sql, source.club))

        _timed(f"{many} events told as lines", tell)
        server = database(served)
        file = sqlite.create(Path(folder, "other.db"), list(sqlite_statements()), SHAPE)
        for engine, club in (
            ("SQLite", file),
            ("PostgreSQL", postgresql.create_on_server(server, list(postgresql_statements()))),
        ):
            with club.writing() as sql:
                sql.do("UPDATE club SET uuid = ? WHERE id = ?", uuid, club.club)

            def taken() -> None:
                with club.writing() as sql:  # noqa: B023 - it is done at once
                    assert append_lines(sql, club.club, lines, project, "lines") == ends  # noqa: B023

            def folded() -> None:
                with club.writing() as sql:  # noqa: B023
                    rebuild_tables(sql, club.club, project, PROJECTIONS)  # noqa: B023

            _timed(f"taken in on {engine}", taken)
            _timed(f"folded again on {engine}", folded)


if __name__ == "__main__":
    measure(int(sys.argv[1]))
