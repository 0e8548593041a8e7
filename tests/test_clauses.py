"""Every clause is kept by one golden record and broken by another, and prints what is in force."""

import sys
from collections import defaultdict
from contextlib import suppress
from dataclasses import replace
from functools import cache
from types import CodeType, FrameType
from typing import Any

import pytest

from referee.games import SLUGS, rulebook
from referee.rules import Clause, OptionFault, Rulebook, Verdict, choices, read_options
from referee.rules.book.options import Choice
from tests.transcript import record_paths, sheet_of


def forget_answers() -> None:
    """Let the games work out anew what they have been asked before: only what is called is seen."""
    for name, module in list(sys.modules.items()):
        if name.startswith("referee.games."):
            for each in vars(module).values():
                if hasattr(each, "cache_clear"):
                    each.cache_clear()


@cache
def exercised() -> tuple[dict[str, set[Verdict | None]], set[CodeType]]:
    """What each clause said in the golden records, and the functions that gave something back meanwhile."""
    said: dict[str, set[Verdict | None]] = defaultdict(set)
    called: set[CodeType] = set()

    def watch(frame: FrameType, event: str, result: Any) -> None:
        if event == "return" and result is not None:
            called.add(frame.f_code)

    forget_answers()
    for path in record_paths():
        sys.setprofile(watch)
        try:
            sheet = sheet_of(path)
            sheet.record.book.ranking(sheet.state)  # the ranking has a clause too
        finally:
            sys.setprofile(None)
        book = sheet.record.book
        for entry in sheet.entries:
            for clause in book.asked_about(type(entry.line.act), sheet.record.options):
                answer = clause.test(entry.before, entry.line.act)
                said[clause.cite].add(answer.verdict if answer else None)
                if answer and answer.verdict is Verdict.ILLEGAL:
                    break
            said[entry.ruling.clause.cite].add(entry.ruling.verdict)
    return said, called


def all_clauses(*, notes: bool = True) -> list[Any]:
    return [
        pytest.param(book, clause, id=clause.cite)
        for book in map(rulebook, SLUGS)
        for clause in book.clauses.values()
        if notes or not clause.is_note
    ]


def options_with(book: Rulebook, when: str) -> Any:
    """The house rules in which a condition of a clause holds, and otherwise the defaults."""
    return read_options(book.options, [case.split("|")[0] for case in when.split()])


@pytest.mark.parametrize(("book", "clause"), all_clauses(notes=False))
def test_clause_is_kept_and_broken_by_a_record(book: Rulebook, clause: Clause[Any]) -> None:
    said, called = exercised()
    if not clause.acts:
        assert clause.test.__code__ in called, f"no record in tests/records turns on {clause.cite}"
        return
    assert said[clause.cite] & {None, Verdict.LEGAL}, f"no record keeps {clause.cite}"
    assert said[clause.cite] & {Verdict.ILLEGAL, Verdict.OPEN}, f"no record breaks {clause.cite}"


@pytest.mark.parametrize(("book", "clause"), all_clauses())
def test_clause_is_printed_as_a_sentence_with_its_origin(book: Rulebook, clause: Clause[Any]) -> None:
    text = clause.text(options_with(book, clause.only))
    assert text[0].isupper() or text[0].isdigit()
    assert text.endswith(".")
    assert clause.interpretation or clause.source
    assert any(clause.id.split(".")[0] == section.id for section in book.sections)


def answers(book: Rulebook) -> list[tuple[Choice, Any]]:
    """Every answer that a club may give to one of a game's questions, of numbers a few."""
    return [
        (each, value)
        for each in choices(book.options)
        for value in (each.values or (each.least, each.default, each.default + 1))
        if value not in (each.default, None)
    ]


@pytest.mark.parametrize(
    ("book", "name", "value", "clause"),
    [
        pytest.param(book, each.name, value, clause, id=f"{book.slug}-{each.name}={value}-{clause}")
        for book in map(rulebook, SLUGS)
        for each, value in answers(book)
        for clause in each.clauses
    ],
)
def test_option_changes_the_clauses_that_it_names(book: Rulebook, name: str, value: Any, clause: str) -> None:
    """From the defaults, beside one other house rule, or under those under which the clause is in force or reworded."""
    said = book.clauses[clause]
    houses = [book.options(), *(replace(book.options(), **{each.name: other}) for each, other in answers(book))]
    for when in (said.only, *said.reworded):
        with suppress(OptionFault):  # a chapter words more than each of its games has options for
            houses.append(options_with(book, when))
    assert any(said.text(replace(house, **{name: value})) != said.text(house) for house in houses)


@pytest.mark.parametrize(("book", "clause"), all_clauses())
def test_option_names_every_clause_that_changes_with_it(book: Rulebook, clause: Clause[Any]) -> None:
    named = {each.name for each in choices(book.options) if clause.id in each.clauses}
    assert clause.turns_on <= named
