"""``referee manual``: print or search the manual, or write it as HTML."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Final

import typer

from referee.cli.books.commands_page import NAME as COMMANDS
from referee.cli.books.commands_page import commands_page
from referee.cli.shared.common_options import CommonOptions, OptionGroup
from referee.cli.shared.output_files import check_page_path, write_page
from referee.cli.shared.printing import fail, is_on_terminal, print_json, print_line, uses_colour
from referee.cli.shared.terminal import is_plain
from referee.manual.pages import ORDER, Page, find_definition, find_mentions, find_pages, paragraphs, read_page

app = typer.Typer()

NAMES: Final = (*ORDER, COMMANDS)
_MAX_WIDTH: Final = 100
_MAX_MENTIONS: Final = 4
_RULE: Final = re.compile(r"[|: -]+")
"""The row under the headings of a Markdown table."""


def complete_page(incomplete: str) -> list[str]:
    """Return the names of pages that start with `incomplete`."""
    return [name for name in NAMES if name.startswith(incomplete)]


@app.command(epilog="Example: referee manual words, or: referee manual walkover")
def manual(
    common: Annotated[CommonOptions, OptionGroup(CommonOptions, ("yes", "json"))],
    wanted: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PAGE|WORD]",
            help="A page, or its beginning; or a word to look up in all pages (default: the list of pages).",
            autocompletion=complete_page,
        ),
    ] = None,
    only_list: Annotated[bool, typer.Option("--list", "-l", help="List the pages.")] = False,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write HTML: the page, or the whole manual; - for standard output."
        ),
    ] = None,
) -> None:
    """Read the manual: a page by its name, or every mention of a word."""
    query = " ".join(wanted or ())
    matches = find_pages(query, NAMES)
    if output is not None:
        if query and len(matches) != 1:
            fail(f"Unknown page {query!r}. Use one of: {', '.join(matches or NAMES)}.")
        _write_html(output, matches or NAMES, common)
    elif only_list or not query:
        _print_page_list(matches if query else NAMES, common.json)
    elif len(matches) == 1:
        _print_page(_load_page(matches[0]), common.json)
    else:
        _look_up(query, matches, common.json)


def _load_page(name: str) -> Page:
    return Page(COMMANDS, commands_page()) if name == COMMANDS else read_page(name)


def _print_page_list(names: Sequence[str], json: bool) -> None:
    pages = [_load_page(name) for name in names]
    if json:
        print_json([{"page": page.name, "title": page.title, "about": page.about} for page in pages])
        return
    name_width = max(len(page.name) for page in pages)
    for manual_page in pages:
        print_line(f"{manual_page.name:{name_width}}  {manual_page.about}", hang=name_width + 2)
    print_line("Read one: referee manual PAGE      Look up a word: referee manual WORD")


def _print_page(page: Page, json: bool) -> None:
    """Print a page: formatted and in a pager at a terminal, and as plain Markdown elsewhere."""
    if json:
        print_json({"page": page.name, "title": page.title, "lines": page.text.splitlines()})
    elif is_plain():
        _print_plain(page.text)
    elif not is_on_terminal():
        typer.echo(page.text.rstrip("\n"))
    else:
        _print_formatted(page.text)


def _print_formatted(text: str) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    from referee.cli.books import pager

    console = Console(color_system="auto" if uses_colour() else None, highlight=False)
    width = min(console.width, _MAX_WIDTH)
    markdown = text.replace("```console", "```text").replace("```sh", "```text")
    with console.capture() as laid_out:
        console.print(Markdown(markdown, code_theme="ansi_dark", hyperlinks=False), width=width)
    pager.show(laid_out.get())


def _print_plain(text: str) -> None:
    """Print a page without Markdown, with each paragraph, item or table row on one line."""
    for paragraph in paragraphs(text):
        if paragraph.startswith("#"):
            print_line()
            print_line(paragraph.lstrip("# "))
        elif not _RULE.fullmatch(paragraph):
            print_line(_strip_markup(paragraph))


def _look_up(words: str, page_names: Sequence[str], json: bool) -> None:
    """Print the definition of a word and its mentions in all pages."""
    term = find_definition(words)
    mentions = [
        mention
        for mention in find_mentions(words, [_load_page(name) for name in NAMES])
        if not _is_definition(mention.line, term)
    ]
    if not mentions and not term:
        fail(f"The manual does not mention {words!r}. List its pages: referee manual --list")
    if json:
        meaning = term and {"term": term[0], "meaning": term[1]}
        print_json({"word": words, "definition": meaning, "pages": page_names, "places": mentions})
        return
    if term:
        print_line(f"{term[0]}: {term[1]}")
        print_line()
    if page_names:
        print_line(f"Pages: {', '.join(page_names)}")
        print_line()
    for name, on_page in groupby(mentions, key=lambda place: place.page):
        mentions_on_page = list(on_page)
        print_line(f"referee manual {name}")
        for place in mentions_on_page[:_MAX_MENTIONS]:
            line = _strip_markup(place.line)
            print_line(f"  {place.heading}: {line}" if place.line != place.heading else f"  {line}", hang=4)
        if len(mentions_on_page) > _MAX_MENTIONS:
            print_line(f"  and {len(mentions_on_page) - _MAX_MENTIONS} more")


def _is_definition(line: str, term: tuple[str, str] | None) -> bool:
    """Return whether a line repeats the printed definition."""
    return term is not None and line.endswith(f"**: {term[1]}")


def _strip_markup(line: str) -> str:
    """Return a line without Markdown markup, except for code."""
    return line.removeprefix("- ").replace("**", "").replace("\\ ", " ").strip("| ").replace(" | ", ": ")


def _write_html(output: str, names: Sequence[str], common: CommonOptions) -> None:
    from referee.export.pages.manual_page import manual_page

    if output != "-":
        check_page_path(Path(output), "the manual", "manual.html")
    html = manual_page([(page.name, page.text) for page in map(_load_page, names)])
    if output == "-":
        sys.stdout.write(html)
    else:
        write_page(Path(output), html, common)
