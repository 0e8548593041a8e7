"""Each clause of a game is kept in one of its records, broken in another, and printed as a sentence."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

import referee
from referee.games import SLUGS, rulebook
from referee.games.examples import example_text
from referee.games.plugins import plugin_games
from referee.rules import Clause, Record, Rulebook, Verdict, read_options, read_record, replay


def test_clauses_are_kept_and_broken_by_records(slug: str) -> None:
    """Every clause decides a line of a record, both kept and broken. All faulty clauses are reported together."""
    book, example_records = rulebook(slug), records_of(slug)
    if slug in SLUGS and len(example_records) < 2:
        pytest.skip(f"there is no record of {slug} here besides its example")
    own_clauses = {
        clause.id: clause for clause in book.clauses.values() if not clause.is_note and _is_own(clause, slug)
    }
    verdicts, functions_called = _exercise_clauses(book, example_records)
    judging = {number for number, clause in own_clauses.items() if clause.acts}
    used_numbers = {
        number for number, clause in own_clauses.items() if getattr(clause.test, "__code__", None) in functions_called
    }
    lists = {
        "clauses that no act keeps": [number for number in judging if not verdicts[number] & {None, Verdict.LEGAL}],
        "clauses that no act breaks": [
            number for number in judging if not verdicts[number] & {Verdict.ILLEGAL, Verdict.OPEN}
        ],
        "clauses on which nothing turns": [*(own_clauses.keys() - judging - used_numbers)],
    }
    missing_lists = [f"{list_name}: {', '.join(sorted(numbers))}" for list_name, numbers in lists.items() if numbers]
    assert not missing_lists, "\n".join([f"the records of {slug} lack lines for:", *missing_lists])


def test_nothing_fails_in_the_records(slug: str) -> None:
    """No function of another package's game fails in its records. Rulings report such a failure without raising it."""
    package = rulebook(slug).package
    entries = [entry for record in records_of(slug) for entry in replay(record).entries]
    failures = [entry.ruling.reason for entry in entries if package and f"of {package} failed" in entry.ruling.reason]
    assert failures == []


def test_clauses_are_printed_as_sentences_with_their_origin(slug: str) -> None:
    """Every clause is printed as a sentence, with its source. All faulty clauses are reported together."""
    book = rulebook(slug)
    faults = []
    for clause in book.clauses.values():
        text = clause.text(read_options(book.options, [case.split("|")[0] for case in clause.only.split()]))
        if not (text[:1].isupper() or text[:1].isdigit()):
            faults.append(f"{clause.citation} does not begin with a capital or a figure: {text[:40]!r}")
        if not text.endswith("."):
            faults.append(f"{clause.citation} does not end with a full stop: {text[-40:]!r}")
        if not (clause.interpretation or clause.source):
            faults.append(f"{clause.citation} names neither a source nor an interpretation")
    assert not faults, "\n".join(["wrong in the rulebook:", *faults])


def records_of(slug: str) -> list[Record]:
    """Return the example of a game and its records. Another package has its records in ``records/SLUG``."""
    if slug in SLUGS:
        folder = Path(referee.__file__).parents[1] / "tests" / "records" / slug
    else:
        folder = plugin_games().examples[slug].parent / "records" / slug
    found_records = []
    for text in (example_text(slug), *(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt")))):
        reading = read_record(text, rulebook)
        assert not reading.faults, reading.faults
        assert reading.record is not None
        found_records.append(reading.record)
    return found_records


def _is_own(clause: Clause[Any], slug: str) -> bool:
    """Tell whether a clause is in no other book, so that only this game's records can show it kept."""
    if slug not in SLUGS and clause.test.__module__.startswith("referee."):
        return False
    other_books = (rulebook(other_slug) for other_slug in SLUGS if other_slug != slug)
    return not any(
        clause.test is other_clause.test for other_slug in other_books for other_clause in other_slug.clauses.values()
    )


def _exercise_clauses(book: Rulebook, recorded: list[Record]) -> tuple[dict[str, set[Verdict | None]], set[CodeType]]:
    """Return the verdicts of each clause in some records, and the functions that returned a value meanwhile."""
    verdicts: dict[str, set[Verdict | None]] = defaultdict(set)
    functions_called: set[CodeType] = set()

    def watch(frame: FrameType, event: str, result: Any) -> None:
        if event == "return" and result is not None:
            functions_called.add(frame.f_code)

    for record in recorded:
        forget_answers()
        report = _replay_watched(watch, record)
        for entry in report.entries:
            for clause in book.clauses_for(type(entry.line.act), record.options):
                answer = clause.test(entry.before, entry.line.act)
                verdicts[clause.id].add(answer.verdict if answer else None)
                if answer and answer.verdict is Verdict.ILLEGAL:
                    break
            verdicts[entry.ruling.clause.id].add(entry.ruling.verdict)
    return verdicts, functions_called


def _replay_watched(watch: Callable[[FrameType, str, Any], None], record: Record) -> Any:
    sys.setprofile(watch)
    try:
        report = replay(record)
        record.book.ranking(report.table)  # so that clauses on the ranking are exercised too
    finally:
        sys.setprofile(None)
    return report


def forget_answers() -> None:
    """Clear the caches of the games, because only a function that is called is noticed."""
    for name, module in list(sys.modules.items()):
        if name.startswith("referee.games."):
            for function in vars(module).values():
                if hasattr(function, "cache_clear") and not name.startswith("referee.games.plugins"):
                    function.cache_clear()
