"""A rulebook of clauses in words, of scoring or of a tournament: printed, as data, or as a page for the wall."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from referee.cli.shared.common import Common
from referee.cli.shared.output import refuse_unless_page, write_page
from referee.cli.shared.printing import complain, say, say_json

if TYPE_CHECKING:
    from referee.competition.clauses import Book
    from referee.export.printed import PrintedRulebook

Of = TypeVar("Of")


def refuse_unfit(book: Book[Of], called: str, clause: str, to: Path | None) -> None:
    """Complain about a clause that the book does not have, or about a page that cannot be."""
    if clause and clause not in book.ids():
        complain(f"no clause {clause!r} in {called}; expected one of {', '.join(book.ids())}")
    if clause and to:
        complain(f"--to is for the whole rulebook; leave out {clause}, or --to")
    if to:
        refuse_unless_page(to, "a rulebook", "rules.html")


def say_chapters(page: PrintedRulebook) -> None:
    """Print the chapters of a rulebook, each with its clauses."""
    for chapter in page.chapters:
        say()
        say(f"{chapter.number} {chapter.title}")
        for each in chapter.clauses:
            say(f"  {each.number:5} {each.text}{f' {each.mark}' if each.mark else ''}", hang=8)


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
        from referee.export.pages.rulebook_page import rulebook_page

        write_page(to, rulebook_page(printed()), common)
    elif common.json:
        every = (each for _, _, clauses in book.chapters(of) for each in clauses)
        say_json([book.text_of(clause, of)] if clause else [*every])
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
