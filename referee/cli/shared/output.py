"""Write exports to their files, and pages for the wall."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from referee.cli.shared.club import sure
from referee.cli.shared.common import Common
from referee.cli.shared.printing import answer, complain, say

HTML: Final = (".html", ".htm")


def refuse_unless_page(to: Path, what: str, such_as: str) -> None:
    """Complain of a file that no page can be written to."""
    if to.suffix.casefold() not in HTML:
        complain(f"cannot write {what} to {str(to)!r}; expected a file that ends in .html")
    if to.is_dir():
        complain(f"{to} is a folder; expected a file such as {to / such_as}")


def write_page(to: Path, text: str, common: Common) -> None:
    """Write a file whole or not at all, and say which; one that is there is overwritten only when that was said."""
    from referee.export.files import write_file

    if to.exists():
        sure(f"{to} is there already. Overwrite it?", common.yes)
    try:
        write_file(to, text.encode())
    except OSError as error:
        complain(f"cannot write {to}: {error.strerror}; expected a file in a folder that can be written")
    answer({"file": to}, common.json, lambda _: say(str(to)))
