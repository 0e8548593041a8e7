"""Every clause is kept by one golden record and broken by another, and prints what is in force.

A clause of a chapter that several games include is one clause, unless a game words it otherwise or has it in force
under other house rules: a record of any of these games shows it kept or broken.
"""

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from types import CodeType, FrameType
from typing import Any

import pytest

from referee.conformance.test_clauses import forget_answers
from referee.games import SLUGS, rulebook
from referee.rules import Clause, OptionFault, Rulebook, Verdict, option_definitions, read_options
from referee.rules.book.options import OptionDefinition
from tests.transcript import DEMO, read, record_paths, sheet_of


@dataclass(frozen=True)
class Rule:
    """What makes clauses of several books one: the test that is asked, what is printed, and when it is in force."""

    test: Callable[..., Any]
    wording: str
    reworded: tuple[tuple[str, str], ...]
    only: str

    @classmethod
    def of(cls, clause: Clause[Any]) -> "Rule":
        return cls(clause.test, clause.wording, tuple(sorted(clause.variants.items())), clause.only)


@cache
def exercised() -> tuple[dict[Rule, set[Verdict | None]], set[CodeType]]:
    """What each clause said in the golden records, and the functions that gave something back meanwhile."""
    verdicts: dict[Rule, set[Verdict | None]] = defaultdict(set)
    executed: set[CodeType] = set()

    def watch(frame: FrameType, event: str, result: Any) -> None:
        if event == "return" and result is not None:
            executed.add(frame.f_code)

    forget_answers()
    for path in record_paths():
        sys.setprofile(watch)
        try:
            sheet = sheet_of(path)
            sheet.record.book.ranking(sheet.table)  # the ranking has a clause too
        finally:
            sys.setprofile(None)
        book = sheet.record.book
        for entry in sheet.entries:
            for clause in book.clauses_for(type(entry.line.act), sheet.record.options):
                answer = clause.test(entry.before, entry.line.act)
                verdicts[Rule.of(clause)].add(answer.verdict if answer else None)
                if answer and answer.verdict is Verdict.ILLEGAL:
                    break
            verdicts[Rule.of(entry.ruling.clause)].add(entry.ruling.verdict)
    return verdicts, executed


def options_with(book: Rulebook, when: str) -> Any:
    """The house rules in which a condition of a clause holds, and otherwise the defaults."""
    return read_options(book.options, [case.split("|")[0] for case in when.split()])


def rules() -> dict[Rule, Clause[Any]]:
    """Each clause once, however many books it stands in, as it is cited first."""
    first: dict[Rule, Clause[Any]] = {}
    for book in map(rulebook, SLUGS):
        for clause in book.clauses.values():
            if not clause.is_note:
                first.setdefault(Rule.of(clause), clause)
    return first


def test_each_clause_is_kept_and_broken_by_a_record() -> None:
    verdicts, executed = exercised()
    citations = {rule: clause.citation for rule, clause in rules().items() if clause.acts}
    unused = [rule.citation for rule in rules().values() if not rule.acts and rule.test.__code__ not in executed]
    assert unused == [], "no record in tests/records turns on these"
    assert [cite for rule, cite in citations.items() if not verdicts[rule] & {None, Verdict.LEGAL}] == [], (
        "no record keeps"
    )
    assert [cite for rule, cite in citations.items() if not verdicts[rule] & {Verdict.ILLEGAL, Verdict.OPEN}] == [], (
        "or breaks"
    )


def test_every_game_has_its_demo_and_some_whole_hands() -> None:
    recorded = [read(path) for path in record_paths()]
    counts = Counter(record.book.slug for record in recorded if record.complete)
    assert {path.stem for path in DEMO.glob("*.txt")} == set(SLUGS)
    assert {slug for slug in SLUGS if counts[slug] < 4} == set()


@pytest.mark.parametrize("slug", SLUGS)
def test_each_clause_is_printed_as_a_sentence_with_its_origin(slug: str) -> None:
    book = rulebook(slug)
    for clause in book.clauses.values():
        text = clause.text(options_with(book, clause.only))
        assert text[0].isupper() or text[0].isdigit(), clause.citation
        assert text.endswith("."), clause.citation
        assert clause.interpretation or clause.source, clause.citation
        # A reading has the name that it has in the games' notes, or is the house's own; the source texts are five.
        assert re.fullmatch(r"house|([A-Z0-9]{2,3}-A?\d+(, )?)*", clause.interpretation), clause.citation
        assert re.fullmatch("(00[0-4])?", clause.source), clause.citation
        assert any(clause.id.split(".")[0] == section.id for section in book.sections), clause.citation


def answers(book: Rulebook) -> list[tuple[OptionDefinition, Any]]:
    """Every answer that a club may give to one of a game's questions, of numbers a few."""
    return [
        (option, value)
        for option in option_definitions(book.options)
        for value in (option.values or (option.minimum, option.default, option.default + 1))
        if value not in (option.default, None)
    ]


@pytest.mark.parametrize("slug", SLUGS)
def test_each_option_changes_the_clauses_that_name_it(slug: str) -> None:
    """From the defaults, beside one other house rule, or under those under which the clause is in force or reworded."""
    book = rulebook(slug)
    beside = [book.options(), *(replace(book.options(), **{option.name: other}) for option, other in answers(book))]
    for each, value in answers(book):
        for clause in map(book.clauses.__getitem__, book.clauses_naming(each.name)):
            houses = [*beside]
            for when in (clause.only, *clause.variants):
                with suppress(OptionFault):  # a chapter words more than each of its games has options for
                    houses.append(options_with(book, when))
            changed = any(clause.text(replace(house, **{each.name: value})) != clause.text(house) for house in houses)
            assert changed, (each.name, value, clause.citation)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_chapter_stands_in_one_file(slug: str) -> None:
    """What a game says itself in a chapter is read in one place; what it shares stands in `parts`."""
    files = defaultdict(set)
    for clause in rulebook(slug).clauses.values():
        module = clause.test.__module__
        if not clause.is_note and ".parts." not in module:
            files[clause.id.split(".")[0]].add(module)
    assert {chapter: file for chapter, file in files.items() if len(file) > 1} == {}
