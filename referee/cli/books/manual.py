"""``referee manual``: the pages of the manual, printed, searched, and written as HTML."""

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
_WIDEST: Final = 100
_MOST: Final = 4
_RULE: Final = re.compile(r"[|: -]+")
"""What stands under the heads of a table, and says nothing."""


def complete_page(incomplete: str) -> list[str]:
    """Return the pages that begin with what is there."""
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
    listed: Annotated[bool, typer.Option("--list", "-l", help="List the pages.")] = False,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write HTML: the page, or the whole manual; - is stdout."),
    ] = None,
) -> None:
    """Read the manual: a page by its name, or every place where a word stands."""
    typed = " ".join(wanted or ())
    found = find_pages(typed, NAMES)
    if output is not None:
        if typed and len(found) != 1:
            fail(f"Unknown page {typed!r}. Use one of: {', '.join(found or NAMES)}.")
        _write(output, found or NAMES, common)
    elif listed or not typed:
        _list(found if typed else NAMES, common.json)
    elif len(found) == 1:
        _print(_page(found[0]), common.json)
    else:
        _look_up(typed, found, common.json)


def _page(name: str) -> Page:
    return Page(COMMANDS, commands_page()) if name == COMMANDS else read_page(name)


def _list(names: Sequence[str], json: bool) -> None:
    pages = [_page(name) for name in names]
    if json:
        print_json([{"page": each.name, "title": each.title, "about": each.about} for each in pages])
        return
    wide = max(len(each.name) for each in pages)
    for each in pages:
        print_line(f"{each.name:{wide}}  {each.about}", hang=wide + 2)
    print_line("Read one: referee manual PAGE      Look something up: referee manual WORD")


def _print(shown: Page, json: bool) -> None:
    """Print a page: laid out and page by page at a terminal, elsewhere as it is written."""
    if json:
        print_json({"page": shown.name, "title": shown.title, "lines": shown.text.splitlines()})
    elif is_plain():
        _in_words(shown.text)
    elif not is_on_terminal():
        typer.echo(shown.text.rstrip("\n"))
    else:
        _on_a_screen(shown.text)


def _on_a_screen(text: str) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    from referee.cli.books import pager

    console = Console(color_system="auto" if uses_colour() else None, highlight=False)
    wide = min(console.width, _WIDEST)
    plain = text.replace("```console", "```text").replace("```sh", "```text")
    with console.capture() as laid_out:
        console.print(Markdown(plain, code_theme="ansi_dark", hyperlinks=False), width=wide)
    pager.show(laid_out.get())


def _in_words(text: str) -> None:
    """Print a page without the signs of Markdown, one paragraph, item or row of a table a line."""
    for paragraph in paragraphs(text):
        if paragraph.startswith("#"):
            print_line()
            print_line(paragraph.lstrip("# "))
        elif not _RULE.fullmatch(paragraph):
            print_line(_plain(paragraph))


def _look_up(typed: str, begun: Sequence[str], json: bool) -> None:
    """Show where a word stands, with its definition first."""
    term = find_definition(typed)
    found = [each for each in find_mentions(typed, [_page(name) for name in NAMES]) if not _is_said(each.line, term)]
    if not found and not term:
        fail(f"The manual does not mention {typed!r}. List its pages: referee manual --list")
    if json:
        meaning = term and {"term": term[0], "meaning": term[1]}
        print_json({"word": typed, "definition": meaning, "pages": begun, "places": found})
        return
    if term:
        print_line(f"{term[0]}: {term[1]}")
        print_line()
    if begun:
        print_line(f"Pages: {', '.join(begun)}")
        print_line()
    for name, on_page in groupby(found, key=lambda place: place.page):
        here = list(on_page)
        print_line(f"referee manual {name}")
        for place in here[:_MOST]:
            line = _plain(place.line)
            print_line(f"  {place.heading}: {line}" if place.line != place.heading else f"  {line}", hang=4)
        if len(here) > _MOST:
            print_line(f"  and {len(here) - _MOST} more")


def _is_said(line: str, term: tuple[str, str] | None) -> bool:
    """Tell whether a line is the definition that stands first already."""
    return term is not None and line.endswith(f"**: {term[1]}")


def _plain(line: str) -> str:
    """Return a line without the signs of Markdown, those for code apart."""
    return line.removeprefix("- ").replace("**", "").replace("\\ ", " ").strip("| ").replace(" | ", ": ")


def _write(output: str, names: Sequence[str], common: CommonOptions) -> None:
    from referee.export.pages.manual_page import manual_page

    if output != "-":
        check_page_path(Path(output), "the manual", "manual.html")
    written = manual_page([(each.name, each.text) for each in map(_page, names)])
    if output == "-":
        sys.stdout.write(written)
    else:
        write_page(Path(output), written, common)
