"""Write exports and pages to files, with checks of their paths."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import typer

from referee.cli.shared.club import confirm
from referee.cli.shared.common_options import CommonOptions
from referee.cli.shared.printing import fail, print_line, print_result

HTML_SUFFIXES: Final = (".html", ".htm")
STDOUT: Final = "-"


def output_option(help: str, metavar: str = "FILE") -> Any:
    """Return the option --output."""
    return typer.Option("--output", "-o", metavar=metavar, help=help)


def check_page_path(output: Path, content: str, such_as: str) -> None:
    """Exit with an error unless an HTML page can be written to the path."""
    if str(output) == STDOUT:
        return
    if output.suffix.casefold() not in HTML_SUFFIXES:
        fail(f"Cannot write {content} to {str(output)!r}. Use a file name that ends in .html.")
    if output.is_dir():
        fail(f"{output} is a folder. Use a file such as {output / such_as}.")


def write_page(output: Path, text: str, common: CommonOptions) -> None:
    """Write a page to a file and print its path, or write it to stdout for ``-``."""
    from referee.export.files import write_file

    if str(output) == STDOUT:
        sys.stdout.buffer.write(text.encode())
        return
    with report_write_errors(output):
        confirm_replacing([output], common)
        write_file(output, text.encode(), replace=True)
    print_result({"file": output}, common.json, lambda _: print_line(str(output)))


def confirm_replacing(paths: Iterable[Path], common: CommonOptions) -> None:
    """Ask before replacing files from another program. Exit unless the answer is yes.

    Raise the faults of `referee.export.files.check_replaceable` for files that must not be replaced.
    """
    from referee.export.files import WouldOverwrite, check_replaceable

    try:
        check_replaceable(paths)
    except WouldOverwrite as fault:
        confirm(str(fault), common.yes)


@contextmanager
def report_write_errors(output: Path, suggestion: str = "a file in a folder") -> Iterator[None]:
    """Exit with a message if a file cannot be written."""
    try:
        yield
    except OSError as error:
        fail(f"Cannot write {output}: {error.strerror}. Use {suggestion} that you can write to.")
