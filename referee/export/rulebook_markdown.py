"""A rulebook and its sheet as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from referee.cards.screen import on_screen
from referee.export.printed import PrintedRulebook, PrintedSheet

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def rulebook_markdown(book: PrintedRulebook) -> str:
    """Return a rulebook as a page of Markdown, with the suits as signs."""
    rows = [f"# {_plain(book.title)}", "", f"{_plain(book.about)}.", ""]
    if book.played:
        rows += [f"*{_plain(book.played)}*", ""]
    for chapter in book.chapters:
        rows += [f"## {chapter.number} {_plain(chapter.title)}", ""]
        for clause in chapter.clauses:
            mark = f" {clause.mark}" if clause.mark else ""
            rows.append(f"- **{clause.number}** {_with_signs(clause.text)}{mark}")
        rows.append("")
    if book.house_rules:
        rows += ["## House rules", ""]
        answers = (
            (
                _with_signs(each.asks),
                f"**{_with_signs(each.answer)}**" if each.changed else _with_signs(each.answer),
                _with_signs(each.others),
                ", ".join(each.clauses),
                f"`{each.typed}`",
            )
            for each in book.house_rules
        )
        rows += [*_table(("", "here", "otherwise", "clauses", "as typed"), answers), ""]
    rows += [f"From {_plain(book.source)}.", ""]
    if book.footnote:
        rows += [book.footnote, ""]
    return "\n".join(rows)


def sheet_markdown(sheet: PrintedSheet) -> str:
    """Return the sheet of what may be recorded as a page of Markdown."""
    rows = [f"# What may be recorded: {_plain(sheet.title)}", ""]
    if sheet.played:
        rows += [f"*{_plain(sheet.played)}*", ""]
    rows += ["A record begins so, and after an empty line has one line for each thing that happens:", ""]
    rows += ["```", *sheet.header.splitlines(), "```", ""]
    lines = (
        (
            f"`{each.pattern}`",
            f"`{each.line}`" + (f" (or {_plain(', '.join(each.besides))})" if each.besides else ""),
            each.clause,
        )
        for each in sheet.lines
    )
    rows += [*_table(("the line", "such as", "clause"), lines), ""]
    rows += [f"- {_plain(each)}" for each in sheet.spelling]
    return "\n".join([*rows, ""])


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    heads = list(heads)
    for cells in (heads, ["---"] * len(heads), *rows):
        yield f"| {' | '.join(cells)} |"


def _with_signs(text: str) -> str:
    return _plain(on_screen(text))


def _plain(text: str) -> str:
    """Return a text with nothing in it that Markdown would take for a sign of its own."""
    return _SPECIAL.sub(r"\\\1", text)
