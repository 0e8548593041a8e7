"""The budgets, measured side by side in one run and printed as ratios: ``python -m tests.benchmarks.budgets``.

A process is measured against ``python -c pass``, and what happens inside one against a fixed piece of work in plain
Python (`yardstick`), so that the figures of one machine can be held against those of another.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from time import perf_counter

from referee.games import SLUGS
from referee.rules import Record
from tests.transcript import read, record_paths

PASS = [sys.executable, "-c", "pass"]
REFEREE = [str(Path(sysconfig.get_path("scripts")) / "referee")]


@dataclass(frozen=True)
class Measured:
    """One row of the table: what was measured, how long it took and what it is held against, in seconds."""

    what: str
    took: float
    against: str
    unit: float
    budget: str

    @property
    def ratio(self) -> float:
        """How many times as long as what it is held against."""
        return self.took / self.unit

    def __str__(self) -> str:
        return f"{self.what:44} {self.took * 1e3:10.3f} ms  {self.ratio:8.2f} x {self.against:24} budget {self.budget}"


def best_of(times: int, work: Callable[[], object]) -> float:
    """Return the shortest time that some work took, in seconds."""
    took = []
    for _ in range(times):
        start = perf_counter()
        work()
        took.append(perf_counter() - start)
    return min(took)


def yardstick() -> int:
    """Sum a million small numbers."""
    total = 0
    for number in range(1_000_000):
        total += number & 7
    return total


def run(command: list[str], **env: str) -> Callable[[], object]:
    """Return the work of running a command to its end."""
    settings = {**os.environ, **env}
    return lambda: subprocess.run(command, env=settings, stdout=subprocess.DEVNULL, check=True)


def judge_all(record: Record) -> int:
    """Judge and apply every line of a record once; return how many lines there are."""
    state = record.book.begin(record.seats, record.options, whole=record.whole)
    for line in record.lines:
        record.book.judge(state, line.act)
        state = state if line.taken_back else record.book.apply(state, line.act)
    return len(record.lines)


def rulings() -> list[Measured]:
    """Measure a ruling with its reason in every game, over all golden records of the game."""
    unit = best_of(5, yardstick)
    rows = []
    for slug in SLUGS:
        records = [record for record in map(read, record_paths()) if record.book.slug == slug]
        lines = sum(len(record.lines) for record in records)
        took = best_of(9, lambda records=records: [judge_all(record) for record in records])  # type: ignore[misc]
        rows.append(Measured(f"a ruling with its reason, {slug}", took / lines, "a million additions", unit, "0.05 ms"))
    return rows


def processes(times: int = 15) -> list[Measured]:
    """Measure whole processes: a ruling, and one durable line at a table."""
    bare = best_of(times, run(PASS))
    ruling = best_of(times, run([*REFEREE, "rule", "big-two", "Ben plays 4D 4H", "Ann plays 6D 6S"]))
    rows = [Measured("referee rule, whole process", ruling, "python -c pass", bare, "6 x")]
    with tempfile.TemporaryDirectory() as folder:
        for words in (
            ["init", "--club", folder],
            ["member", "add", "Ann", "Ben", "Cal"],
            ["season", "new", "s", "2026-01-01", "2026-12-31"],
            ["schedule", "add", "2026-11-16", "--at", "15:45", "--season", "s"],
            ["session", "open", "2026-11-16"],
            ["table", "start", "big-two", "Ann", "Ben", "Cal"],
        ):
            run([*REFEREE, *words], REFEREE_CLUB=folder)()
        logging = best_of(times, run([*REFEREE, "table", "log", "1", "Ann holds 3D"], REFEREE_CLUB=folder))
    rows.append(Measured("referee table log, whole process", logging, "python -c pass", bare, "35 x"))
    return rows


def season(matches: int = 10_000) -> list[Measured]:
    """Measure the standings of a long season: cold, and again after one more match."""
    from referee.club.folder import init
    from referee.club.ladder import ladder

    unit = best_of(5, yardstick)
    with tempfile.TemporaryDirectory() as folder, init(folder, "benchmark") as club:
        fill(club, matches)
        cold = best_of(1, lambda: ladder(club, "long"))
        known = ladder(club, "long")
        fill_more(club, matches)
        again = best_of(3, lambda: ladder(club, "long", before=known))
    many = f"{matches} matches"
    return [
        Measured(f"standings of {many}, cold", cold, "a million additions", unit, "1000 ms"),
        Measured(f"standings of {many}, after one more", again, "a million additions", unit, "50 ms"),
    ]


def fill(club: object, matches: int) -> None:
    """Put 200 members and a season's matches into a club's file, as finishing them would have."""
    from referee.club.folder import Club
    from referee.store.tables import Member, Season, Session

    assert isinstance(club, Club)
    now = datetime.now(UTC)
    with club.writing() as tx:
        tx.add(
            Season(
                id=1, name="long", starts=date(2026, 1, 1), ends=date(2026, 12, 31),
                best_k=20, min_sessions=8, lot_seed=1, made_at=now,
            )
        )  # fmt: skip
        tx.add_all([Member(id=number, name=f"Member {number}", joined_at=now) for number in range(1, 201)])
        tx.add_all(
            [
                Session(id=week, season_id=1, held_on=date.fromordinal(date(2026, 1, 5).toordinal() + 7 * week),
                        starts=now.time(), opened_at=now)
                for week in range(1, 51)
            ]
        )  # fmt: skip
        tx.flush()
        for number in range(1, matches + 1):
            add_match(tx, number, now + timedelta(seconds=number))


def fill_more(club: object, matches: int) -> None:
    """Finish one more match."""
    from referee.club.folder import Club

    assert isinstance(club, Club)
    with club.writing() as tx:
        add_match(tx, matches + 1, datetime.now(UTC) + timedelta(days=1))


def add_match(tx: object, number: int, now: datetime) -> None:
    """Add one finished match of four."""
    from referee.store.engine import Transaction
    from referee.store.tables import Match, Placing, Seat

    assert isinstance(tx, Transaction)
    players = Random(number).sample(range(1, 201), 4)
    tx.add(
        Match(
            id=number, session_id=number % 50 + 1, game="big-two", edition="", options={},
            started_at=now, by="", finished_at=now,
        )
    )  # fmt: skip
    tx.flush()
    for seat, member in enumerate(players):
        tx.add(Seat(match_id=number, seat=seat, member_id=member, name=f"Member {member}", guest=False))
        tx.add(Placing(match_id=number, member_id=member, rank=seat + 1.0, players=4, score=(3 - seat) / 3))


def main() -> None:
    """Print the table."""
    for row in (*rulings(), *processes(), *season()):
        print(row)


if __name__ == "__main__":
    main()
