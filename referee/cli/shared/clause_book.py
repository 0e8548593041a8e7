"""Print the rulebook of scoring or of a tournament, as text, as JSON or as an HTML page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from referee.cli.shared.common_options import CommonOptions
from referee.cli.shared.output_files import check_page_path, write_page
from referee.cli.shared.printing import fail, print_json, print_line

if TYPE_CHECKING:
    from referee.competition.clauses import Book
    from referee.export.printed import PrintedClause, PrintedRulebook

Subject = TypeVar("Subject")


def check_request(book: Book[Subject], title: str, clause: str, output: Path | None) -> None:
    """Exit with an error if the book lacks the clause, or the page's path is unsuitable."""
    check_clause(clause, book.ids(), title, output)
    if output:
        check_page_path(output, "a rulebook", "rules.html")


def check_clause(clause: str, numbers: Iterable[str], title: str, output: Path | None) -> None:
    """Exit with an error for an unknown clause number, or for words where a page needs a number."""
    if clause and clause not in numbers and (output or clause[0].isdigit()):
        fail(f"No clause {clause!r} in {title}. Use one of {', '.join(numbers)}.")


def find_clauses(words: str, clauses: Iterable[PrintedClause], title: str) -> Sequence[PrintedClause]:
    """Return the clauses with words that start with each of `words`. Exit with an error if there are none."""
    patterns = [re.compile(rf"\b{re.escape(word)}", re.IGNORECASE) for word in words.split()]
    matches = [clause for clause in clauses if all(pattern.search(clause.text) for pattern in patterns)]
    if not matches:
        fail(f"No clause of {title} has {words!r}. Try another word, or leave it out to print every clause.")
    return matches


def print_chapters(page: PrintedRulebook) -> None:
    """Print a rulebook's chapters with their clauses."""
    for chapter in page.chapters:
        print_line()
        print_line(f"{chapter.number} {chapter.title}".lstrip())
        for cited in chapter.cited:
            print_line(f"  {cited.spans}: see {cited.title} (referee rulebook {cited.slug}).", hang=8)
        for clause in chapter.clauses:
            print_clause(clause)


def print_clause(clause: PrintedClause) -> None:
    """Print a clause with its number and mark."""
    print_line(f"  {clause.number:5} {clause.text}{f' {clause.mark}' if clause.mark else ''}", hang=8)


def print_book(
    book: Book[Subject],
    subject: Subject,
    printed: Callable[[], PrintedRulebook],
    clause: str,
    *,
    output: Path | None,
    common: CommonOptions,
) -> None:
    """Print a rulebook as it applies to `subject`, or one clause of it, or write it as a page."""
    if output:
        from referee.export.pages.rulebook_page import clause_page, rulebook_page

        page = printed()
        matching = next((printed_clause for printed_clause in page.clauses if printed_clause.number == clause), None)
        if clause and matching is None:
            fail(f"Clause {clause} is not in force here, so it is not printed. Leave out --output to read it.")
        write_page(output, clause_page(page, matching) if matching else rulebook_page(page), common)
    elif clause and clause not in book.ids():
        page = printed()
        matches = find_clauses(clause, page.clauses, page.title)
        if common.json:
            print_json([book.text_of(clause.number, subject) for clause in matches])
        else:
            for matching_clause in matches:
                print_clause(matching_clause)
    elif common.json:
        all_clauses = (clause for _, _, clauses in book.chapters(subject) for clause in clauses)
        print_json([book.text_of(clause, subject)] if clause else {"title": printed().title, "clauses": [*all_clauses]})
    elif clause:
        text = book.text_of(clause, subject)
        print_line(f"{text.id}  {'' if text.in_force else '(not in force here) '}{text.text}")
        print_line(f"  from: {text.source}")
    else:
        page = printed()
        print_line(f"{page.title}: {page.about}")
        if page.played_by:
            print_line(f"{page.played_by}.")
        print_chapters(page)
        if page.footnotes:
            print_line()
        for note in page.footnotes:
            print_line(note)
