"""A rulebook of clauses in words, of scoring or of a tournament: printed, as data, or as a page for the wall."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from referee.cli.shared.common_options import Common
from referee.cli.shared.output_files import refuse_unless_page, write_page
from referee.cli.shared.printing import complain, say, say_json

if TYPE_CHECKING:
    from referee.competition.clauses import Book
    from referee.export.printed import PrintedClause, PrintedRulebook

Of = TypeVar("Of")


def refuse_unfit(book: Book[Of], called: str, clause: str, to: Path | None) -> None:
    """Complain about a clause that the book does not have, or about a page that cannot be."""
    refuse_unknown(clause, book.ids(), called, to)
    if to:
        refuse_unless_page(to, "a rulebook", "rules.html")


def refuse_unknown(clause: str, numbers: Iterable[str], called: str, to: Path | None) -> None:
    """Complain about a number that no clause has, and about words where a page of one clause is asked for."""
    if clause and clause not in numbers and (to or clause[0].isdigit()):
        complain(f"No clause {clause!r} in {called}. Use one of {', '.join(numbers)}.")


def with_words(words: str, clauses: Iterable[PrintedClause], called: str) -> Sequence[PrintedClause]:
    """Return the clauses in which each of the words begins a word; complain where there are none."""
    wanted = [re.compile(rf"\b{re.escape(word)}", re.IGNORECASE) for word in words.split()]
    found = [each for each in clauses if all(one.search(each.text) for one in wanted)]
    if not found:
        complain(f"No clause of {called} has {words!r}. Try another word, or leave it out to print every clause.")
    return found


def say_chapters(page: PrintedRulebook) -> None:
    """Print the chapters of a rulebook, each with its clauses."""
    for chapter in page.chapters:
        say()
        say(f"{chapter.number} {chapter.title}".lstrip())
        for cited in chapter.cited:
            say(f"  {cited.spans}: see {cited.title} (referee rulebook {cited.slug}).", hang=8)
        for each in chapter.clauses:
            say_clause(each)


def say_clause(clause: PrintedClause) -> None:
    """Print a clause with its number and its mark."""
    say(f"  {clause.number:5} {clause.text}{f' {clause.mark}' if clause.mark else ''}", hang=8)


def say_book(
    book: Book[Of],
    of: Of,
    printed: Callable[[], PrintedRulebook],
    clause: str,
    *,
    to: Path | None,
    common: Common,
) -> None:
    """Print a rulebook as it reads for what is played by it, or one clause of it, or write it as a page."""
    if to:
        from referee.export.pages.rulebook_page import clause_page, rulebook_page

        page = printed()
        one_of = next((each for each in page.clauses if each.number == clause), None)
        if clause and one_of is None:
            complain(f"Clause {clause} is not in force here, so it is not printed. Leave out --output to read it.")
        write_page(to, clause_page(page, one_of) if one_of else rulebook_page(page), common)
    elif clause and clause not in book.ids():
        page = printed()
        found = with_words(clause, page.clauses, page.title)
        if common.json:
            say_json([book.text_of(each.number, of) for each in found])
        else:
            for each in found:
                say_clause(each)
    elif common.json:
        every = (each for _, _, clauses in book.chapters(of) for each in clauses)
        say_json([book.text_of(clause, of)] if clause else {"title": printed().title, "clauses": [*every]})
    elif clause:
        one = book.text_of(clause, of)
        say(f"{one.id}  {'' if one.in_force else '(not in force here) '}{one.text}")
        say(f"  from: {one.source}")
    else:
        page = printed()
        say(f"{page.title}: {page.about}")
        if page.played:
            say(f"{page.played}.")
        say_chapters(page)
        if page.footnotes:
            say()
        for note in page.footnotes:
            say(note)
