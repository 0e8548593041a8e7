"""The budgets, measured side by side in one run and printed as ratios: ``python -m tests.benchmarks.budgets``.

A process is measured against ``python -c pass``, and what happens inside one against a fixed piece of work in plain
Python (`yardstick`), so that the figures of one machine can be held against those of another.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final

from referee.club.file.audit import audit
from referee.club.folder import init
from referee.club.standings.ratings import last_ratings, rate, ratings
from referee.club.standings.results import every_result
from referee.club.standings.standings import standings
from referee.club.undoing.last import last_undoable
from referee.games import SLUGS, rulebook
from referee.rules import Record, replace, replay
from referee.rules.notation.line_words import PlayerNames
from referee.rules.records.record_reader import read_lines
from referee.tournaments.undoing import last_undoable_step
from tests.benchmarks.cards import rankings
from tests.benchmarks.clubs import fill, finish_one_more, long_evening
from tests.benchmarks.desk.first_paint import first_paint
from tests.benchmarks.desk.idle import idle
from tests.benchmarks.desk.keys import desk
from tests.benchmarks.desk.memory import memory
from tests.benchmarks.holdem import holdem
from tests.benchmarks.lines import lines, many_matches, worst
from tests.benchmarks.measuring import Measurement, best_of, processor_of_children, yardstick
from tests.benchmarks.phones.evening import phones
from tests.benchmarks.plans import plans
from tests.benchmarks.prompt import prompt
from tests.benchmarks.seating import draws
from tests.benchmarks.tournament_scale import rounds
from tests.cli.running import referee
from tests.transcript import DEMO, read, record_paths

ADDITIONS = "a million additions"
PASS = [sys.executable, "-c", "pass"]
REFEREE = [str(Path(sysconfig.get_path("scripts")) / "referee")]
EVENING: Final = (
    ("rule", "big-two", "Ben plays 4D 4H", "Ann plays 6D 6S"),
    ("start", "big-two", "Ann", "Ben", "Cal", "--yes"),
    ("log", "1", "Ann holds 3D"),
    ("undo", "1"),
    ("result", "1", "Ann", "Ben", "Cal"),
    ("table", "show", "1"),
    ("checkin", "Ann"),
)
"""What is typed in an evening, time and again."""
SEAT: Final = "tournament seat"


def run(command: list[str], **env: str) -> Callable[[], object]:
    """Return a function that runs a command to its end."""
    settings = {**os.environ, **env}
    return lambda: subprocess.run(command, env=settings, stdout=subprocess.DEVNULL, check=True)


def judge_all(record: Record) -> int:
    """Judge and apply every line of a record once; return how many lines there are."""
    state = record.book.begin(record.seats, record.options, complete=record.complete)
    for line in record.lines:
        record.book.judge(state, line.act)
        state = state if line.taken_back else record.book.apply(state, line.act)
    return len(record.lines)


def read_all(record: Record) -> None:
    """Read every line of a record again."""
    texts = ((line.number, line.text) for line in record.lines)
    read_lines(texts, record.book, record.options, PlayerNames(record.seats.names), [])


def rulings(times: int = 9) -> list[Measurement]:
    """Measure, over all golden records of every game, a ruling with its reason and what it does, and reading a line."""
    unit = best_of(5, yardstick)
    rows = []
    for slug in SLUGS:
        records = [record for record in map(read, record_paths()) if record.book.slug == slug]
        lines = sum(len(record.lines) for record in records)
        judged = best_of(times, lambda records=records: [judge_all(record) for record in records])  # type: ignore[misc]
        reads = best_of(times, lambda records=records: [read_all(record) for record in records])  # type: ignore[misc]
        cases = [(entry.before, entry.line.act) for record in records for entry in replay(record).entries]
        book = rulebook(slug)
        ruled = best_of(times, lambda book=book, asked=cases: [book.judge(*case) for case in asked])  # type: ignore[misc]
        rows.append(Measurement(f"a ruling with its reason, {slug}", ruled / lines, ADDITIONS, unit, "10 µs"))
        rows.append(Measurement(f"the same, and what it does, {slug}", judged / lines, ADDITIONS, unit, "10 µs"))
        rows.append(Measurement(f"a line read, {slug}", reads / lines, ADDITIONS, unit, "10 µs"))
    return rows


def adding(lines: int = 1000) -> list[Measurement]:
    """Measure one line more at a table of many hands, against folding the last hand alone."""
    hand = read(DEMO / "big-two.txt")
    hands = -(-lines // len(hand.lines))
    many = [replace(line, number=index) for index, line in enumerate(hand.lines * hands, 1)]
    last = many[-len(hand.lines) :]
    night = replace(hand, lines=tuple(many))
    before = replay(replace(hand, lines=tuple(many[:-1])))
    single = best_of(9, lambda: replay(replace(hand, lines=tuple(last))))
    added = best_of(9, lambda: replay(night, earlier_report=before))
    return [Measurement(f"a line more at a table of {len(many)}", added, "its hand alone", single, "1.5 x")]


def processes(times: int = 15) -> list[Measurement]:
    """Measure the processor time of whole processes: a ruling, the commands of an evening, and a tournament's table."""
    with tempfile.TemporaryDirectory() as folder:
        # The program as it is once it has run: compiled, also where this is begun with PYTHONDONTWRITEBYTECODE.
        elsewhere = {"PYTHONPYCACHEPREFIX": f"{folder}/compiled", "PYTHONDONTWRITEBYTECODE": ""}
        compiled = elsewhere if sys.dont_write_bytecode else {}
        bare = best_of(times, run(PASS, **compiled), processor_of_children)
        for words in (
            ["init", "--club", folder],
            ["member", "add", "Ann", "Ben", "Cal"],
            ["season", "new", "s", "2026-01-01", "2026-12-31"],
            ["schedule", "add", "2026-11-16", "--at", "15:45", "--season", "s"],
            ["open", "2026-11-16"],
            ["start", "big-two", "Ann", "Ben", "Cal"],
        ):
            referee(*words, club=Path(folder))
        text = {
            " ".join(words[:2]): best_of(
                times, run([*REFEREE, *words], REFEREE_CLUB=folder, **compiled), processor_of_children
            )
            for words in EVENING
        }
        people = [f"{first}{last}" for first in "KLMNPRST" for last in ("ada", "eve", "ida", "ora", "una", "yra")]
        for words in (
            ["member", "add", *people],
            ["tournament", "new", "Cup", "--game", "big-two", "--format", "swiss", "--rounds", "3", "--size", "3"],
            ["tournament", "enter", "1", *people],
            ["tournament", "draw", "1"],
        ):
            referee(*words, club=Path(folder))
        tables = count(1)  # a table starts once; there are as many as it is measured times

        def seat() -> None:
            words = ["tournament", "start", "1", "--table", str(next(tables))]
            run([*REFEREE, *words], REFEREE_CLUB=folder, **compiled)()

        seating = best_of(min(times, len(people) // 3), seat, processor_of_children)
    budgets = {words: "7.5 x" if words.startswith("rule") else "16 x" for words in text} | {SEAT: "40 x"}
    return [
        Measurement(f"referee {words}, whole process", took, "python -c pass", bare, budgets[words])
        for words, took in {**text, SEAT: seating}.items()
    ]


def season(matches: int = 10_000) -> list[Measurement]:
    """Measure the standings of a long season: cold, and again after one more match; and its ratings."""
    unit = best_of(5, yardstick)
    with tempfile.TemporaryDirectory() as folder, init(folder, "benchmark") as club:
        fill(club, matches)
        # As at the desk (`referee.cli.shared.serving`); a command by itself never looks for garbage at all.
        gc.collect()
        gc.freeze()
        cold = best_of(1, lambda: standings(club, "long"))
        current = standings(club, "long")
        finish_one_more(club, matches)
        incremental = best_of(3, lambda: standings(club, "long", before=current))
        results, _ = every_result(club)
        rated = best_of(3, lambda: last_ratings(rate(results)))
        all_of_it = best_of(1, lambda: ratings(club))
    many = f"{matches} matches"
    return [
        Measurement(f"standings of {many}, cold", cold, ADDITIONS, unit, "200 ms"),
        Measurement(f"standings of {many}, after one more", incremental, ADDITIONS, unit, "30 ms"),
        Measurement(f"ratings folded from {many}", rated, ADDITIONS, unit, "1000 ms"),
        Measurement(f"ratings of {many}, read and folded", all_of_it, ADDITIONS, unit, "1500 ms"),
    ]


def audits(lines: int = 10_000) -> list[Measurement]:
    """Measure an audit of a long session, per line: each line is judged again, and every event checked."""
    unit = best_of(5, yardstick)
    with tempfile.TemporaryDirectory() as folder, init(folder, "benchmark") as club:
        fill(club, 100)
        long_evening(club, lines)
        took = best_of(2, lambda: audit(club))
        taken_back = best_of(9, lambda: last_undoable(club, last_undoable_step))
    return [
        Measurement(f"a line audited, of {lines}", took / lines, ADDITIONS, unit, "150 µs"),
        Measurement(f"the last deed found in a log of {lines} lines", taken_back, ADDITIONS, unit, "20 ms"),
    ]


def main() -> None:
    """Print the table."""
    for row in (
        *rulings(),
        *lines(),
        *worst(),
        *many_matches(),
        *adding(),
        *rankings(),
        *holdem(),
        *processes(),
        *prompt(),
        *season(),
        *audits(),
        *draws(),
        *rounds(),
        *plans(),
        *first_paint(),
        *idle(),
        *memory(),
        *desk(),
        *phones(),
        *phones(served=True),
    ):
        print(row)


if __name__ == "__main__":
    main()
