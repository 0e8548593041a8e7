"""The page with the rulebook of a table's game, with a search."""

from __future__ import annotations

from typing import Final

from aiohttp import web

from referee.export.printed import PrintedChapter, printed_rulebook
from referee.phones.limits import parse_number
from referee.phones.pages import render
from referee.phones.state import STATE
from referee.phones.wording import title_of
from referee.web.answers import page

_MAX_QUERY_LENGTH: Final = 60


async def rulebook_page(request: web.Request) -> web.Response:
    """Return the clauses of a table's game, or those that match a search. The page is open to anybody."""
    phones = request.app[STATE]
    phones.page_rate.refuse(f"e {request.remote}")
    table = phones.evening.tables.get(parse_number(request.match_info["table"], "a table"))
    if table is None or table.public is None or table.public.result_only:
        raise web.HTTPNotFound
    text = request.query.get("q", "")[:_MAX_QUERY_LENGTH]
    book = table.public.book
    chapters = [
        (chapter.number, chapter.title, clauses)
        for chapter in printed_rulebook(book, table.public.options).chapters
        if (clauses := find_clauses(chapter, text))
    ]
    title = title_of(table.public, phones.evening.public)
    return page(render("rulebook.html", table=table.seated.table, title=title, typed=text, chapters=chapters))


def find_clauses(chapter: PrintedChapter, query: str) -> list[tuple[str, str]]:
    """Return the number and text of a chapter's clauses that contain every word of the search."""
    words = query.casefold().split()
    clauses = [(clause.number, clause.text) for clause in chapter.clauses]
    texts = [f"{chapter.title} {id} {text}".casefold() for id, text in clauses]
    return [clause for clause, text in zip(clauses, texts, strict=True) if all(word in text for word in words)]
